//! What tasks promise, on tasks of the shipped recipes.

use std::collections::{HashMap, HashSet};

use wampimuk_command::{Lexicon, Phrase, Reading, Scene, parse};
use wampimuk_core::{Digest, Family, ItemId, Sink};
use wampimuk_grid::{Form, Object, World};
use wampimuk_reascan::{Pattern, Population, Rules};
use wampimuk_riddle::{CheckError, Recipe, Riddle, Riddles, check, check_text, content_words, shipped};

fn riddles(name: &str) -> Riddles {
    let recipe = Recipe::parse(shipped(name).expect("it is shipped").toml);
    Riddles::new(recipe.expect("it can be read"), 0).expect("it can be made")
}

/// Visits the first tasks of every split.
fn each(riddles: &Riddles, count: u64, mut visit: impl FnMut(&Riddle)) {
    let mut maker = riddles.maker();
    for split in 0..riddles.splits().len() {
        (0..count).for_each(|index| visit(maker.make(split, index).expect("every address has a task")));
    }
}

fn select(phrase: &Phrase, world: &World, lexicon: &Lexicon) -> u64 {
    Scene::new(world).denotation(phrase, lexicon, Reading::Existential.into())
}

#[test]
fn every_pair_is_what_command_and_operation_make_of_it() {
    for name in ["riddle", "riddle-colours"] {
        let riddles = riddles(name);
        let pairs = usize::from(riddles.recipe().generate.pairs);
        each(&riddles, 60, |task| {
            assert_eq!(task.pairs.len(), pairs);
            for pair in task.all_pairs() {
                let lexicon = task.lexicon();
                assert_eq!(select(&task.phrase, &pair.input, lexicon), 1 << pair.target, "{}", task.logic());
                assert_eq!(task.operation.apply(&pair.input, pair.target).as_ref(), Some(&pair.output));
                assert_ne!(pair.input, pair.output);
            }
            // Another operation makes something else of at least one of the inputs shown.
            for other in riddles.operations().iter().filter(|other| **other != task.operation) {
                assert!(task.pairs.iter().any(|pair| other.explains(&pair.input, &pair.output) == 0));
            }
            check(&task.arc_json()).unwrap();
        });
    }
}

/// The slow way: every command of the whole language, one by one.
#[test]
fn certificates_agree_with_a_look_at_every_command() {
    let riddles = riddles("riddle");
    let lexicon = riddles.lexicon();
    let all: Vec<Phrase> = ["o", "o ^ o"]
        .into_iter()
        .flat_map(|pattern| {
            let rules = Rules::relaxed();
            let population = Population::new(&Pattern::parse(pattern).unwrap(), &rules, lexicon).unwrap();
            (0..population.len()).map(move |number| population.command(number, 0, None).phrase)
        })
        .collect();
    let mut maker = riddles.maker();
    let mut seen = 0;
    for index in 0..200 {
        let task = maker.make(0, index).unwrap();
        let own = task.certificate.words;
        // With two clauses there are rivals with two clauses, which would be millions here.
        if own > 4 {
            continue;
        }
        seen += 1;
        let explains = |phrase: &&Phrase| {
            task.pairs.iter().all(|pair| select(phrase, &pair.input, lexicon) == 1 << pair.target)
        };
        let rivals: Vec<&Phrase> = all.iter().filter(explains).collect();
        let shorter = rivals.iter().filter(|rival| content_words(rival) < own).count();
        let as_long: Vec<&&Phrase> = rivals.iter().filter(|rival| content_words(rival) == own).collect();
        let agree = as_long
            .iter()
            .filter(|rival| select(rival, &task.test.input, lexicon) == 1 << task.test.target)
            .count();
        assert_eq!(shorter, 0, "{}", task.logic());
        // The certificate counts rivals with two clauses, too, and does not count the command itself.
        let certificate = task.certificate;
        assert!(certificate.alternatives + 1 >= as_long.len(), "{}", task.logic());
        assert!(certificate.agreeing + 1 >= agree, "{}", task.logic());
        // Whatever as short selects something in the test input selects the target.
        for rival in as_long {
            let set = select(rival, &task.test.input, lexicon);
            assert!(set == 0 || set == 1 << task.test.target, "{}", task.logic());
        }
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn splits_share_neither_worlds_nor_pairs_of_command_and_operation() {
    let riddles = riddles("riddle");
    let mut worlds: HashMap<Vec<Object>, usize> = HashMap::new();
    let mut pairs: HashMap<String, usize> = HashMap::new();
    let mut ids = HashSet::new();
    each(&riddles, 150, |task| {
        assert!(ids.insert(task.id));
        let mut own = HashSet::new();
        for pair in task.all_pairs() {
            let mut objects = pair.input.objects().to_vec();
            objects.sort_unstable();
            assert!(own.insert(objects.clone()), "a task has a world twice");
            assert_eq!(*worlds.entry(objects).or_insert(task.split), task.split);
        }
        // Articles depend on the worlds.
        let words = task.logic().replace(" an ", " the ").replace(" a ", " the ");
        assert_eq!(*pairs.entry(words).or_insert(task.split), task.split);
        let holdout = riddles.splits()[task.split].holdout.as_deref();
        let clauses = task.phrase.clauses.len();
        let kind = task.operation.kind().name();
        let inside = task.text().contains("inside of");
        match holdout {
            Some("move_2rc") => assert!(kind == "move" && clauses == 2),
            Some(_) => assert!(kind == "enlarge" && inside),
            None => assert!(!(kind == "move" && clauses == 2 || kind == "enlarge" && inside)),
        }
    });
}

/// The order of the objects must not tell which one is selected.
#[test]
fn targets_are_anywhere_in_the_list() {
    let riddles = riddles("riddle-colours");
    let mut maker = riddles.maker();
    let mut places = [0u32; 4];
    let mut count = 0;
    for index in 0..300 {
        for pair in maker.make(0, index).unwrap().all_pairs() {
            places[4 * pair.target / pair.input.objects().len()] += 1;
            count += 1;
        }
    }
    assert!(places.iter().all(|place| (count / 6..count / 3).contains(place)), "{places:?}");
}

#[test]
fn tasks_are_a_function_of_their_address() {
    let (one, other) = (riddles("riddle"), riddles("riddle"));
    let (mut forwards, mut backwards) = (one.maker(), other.maker());
    let texts: Vec<String> = (0..20).map(|index| text(forwards.make(1, index).unwrap())).collect();
    for index in (0..20).rev() {
        assert_eq!(text(backwards.make(1, index).unwrap()), texts[index as usize]);
    }
    let recipe = Recipe::parse(shipped("riddle").unwrap().toml).unwrap();
    let seeded = Riddles::new(recipe, 1).unwrap();
    assert_ne!(text(seeded.maker().make(1, 0).unwrap()), texts[0]);
    // Sizes of splits are no part of the key.
    let mut recipe = Recipe::parse(shipped("riddle").unwrap().toml).unwrap();
    recipe.splits.sizes.insert("dev".into(), 7);
    let fewer = Riddles::new(recipe, 0).unwrap();
    assert_eq!(text(fewer.maker().make(1, 3).unwrap()), texts[3]);
    assert!(fewer.maker().make(1, 7).is_err());
}

/// What the golden hashes are of. They are older than the name of the certificate's type.
fn text(task: &Riddle) -> String {
    format!(
        "{} {} {}",
        task.id,
        format!("{:?}", task.certificate).replace("RiddleCertificate", "Certificate"),
        serde_json::to_string(&task.arc_json()).expect("tasks are JSON")
    )
}

/// Frozen: they stand for published tasks.
#[test]
fn golden_tasks() {
    let mut lines = Vec::new();
    for name in ["riddle", "riddle-colours"] {
        let riddles = riddles(name);
        let mut all = String::new();
        each(&riddles, 10, |task| all.push_str(&text(task)));
        let mut maker = riddles.maker();
        let logic = maker.make(0, 0).unwrap().logic();
        lines.push(format!("{name} {} {} {logic}", riddles.digest(), Digest::of(all.as_bytes())));
    }
    insta::assert_snapshot!(lines.join("\n"));
}

#[test]
fn wrong_tasks_are_found_out() {
    let riddles = riddles("riddle");
    let mut maker = riddles.maker();
    for index in 0..40 {
        let task = maker.make(0, index).unwrap().arc_json();
        let json = serde_json::to_string(&task).unwrap();
        check_text(&json).unwrap();
        let mut wrong = task.clone();
        wrong.test[0].output = wrong.test[0].input.clone();
        assert!(matches!(check(&wrong), Err(CheckError::Output { .. })), "{}", task.logic);
        let mut wrong = task.clone();
        wrong.train[1].input[2][3] = 1 << 52;
        assert!(check(&wrong).is_err());
        let mut wrong = task.clone();
        wrong.train[0].input.iter_mut().for_each(|row| row.fill(0));
        let empty = CheckError::Referents { pair: "train pair 0".into(), count: 0 };
        assert_eq!(check(&wrong), Err(empty));
        let mut wrong = task.clone();
        wrong.command = "select the purple object".into();
        assert!(matches!(check(&wrong), Err(CheckError::Command(_))));
        let mut wrong = task.clone();
        wrong.legend.colours.push("circle".into());
        assert!(matches!(check(&wrong), Err(CheckError::Legend(_))));
        let mut wrong = task.clone();
        wrong.logic.push('!');
        assert!(matches!(check(&wrong), Err(CheckError::Logic(_))));
        let mut wrong = task.clone();
        wrong.train.clear();
        assert_eq!(check(&wrong), Err(CheckError::Pairs(0, 1)));
        let mut wrong = task.clone();
        wrong.train[0].output.pop();
        assert!(matches!(check(&wrong), Err(CheckError::Grid { .. })));
        for sizes in [0, 1, 255] {
            let mut wrong = task.clone();
            wrong.legend.sizes = sizes;
            let _ = check(&wrong);
        }
    }
    assert!(matches!(check_text("{}"), Err(CheckError::Layout(_))));
}

/// Grids say what worlds say: the legend is read here by its own words, without the crate's reader.
#[test]
fn codes_are_what_the_legend_says() {
    let riddles = riddles("riddle");
    let (mut combined, mut seen) = (0, 0);
    each(&riddles, 40, |task| {
        let file = task.arc_json();
        for (pair, grids) in task.all_pairs().zip(file.train.iter().chain(&file.test)) {
            for object in pair.input.objects() {
                let code = grids.input[usize::from(object.cell.row)][usize::from(object.cell.column)];
                let words = &file.legend.codes[&code];
                let lexicon = task.lexicon();
                let own = format!(
                    "{} {} of size {}",
                    lexicon.colours[usize::from(object.colour)].word,
                    lexicon.nouns[usize::from(object.shape)].word.word,
                    object.size
                );
                match object.form {
                    Form::Frame => assert!(words.contains(&format!("top left cell of a {own}")), "{words}"),
                    Form::Solid => {
                        assert!(words.starts_with(&own), "{words} {own}");
                        let alone = 1
                            + (u64::from(object.shape) * 4 + u64::from(object.colour)) * 4
                            + u64::from(object.size)
                            - 1;
                        assert_eq!(code % 49, alone);
                        combined += usize::from(code > 48);
                        seen += 1;
                    }
                }
            }
            let covered = |row: u8, column: u8| {
                pair.input.objects().iter().any(|object| object.covers(wampimuk_grid::Cell::new(row, column)))
            };
            for (row, codes) in (0..).zip(&grids.input) {
                for (column, &code) in (0..).zip(codes) {
                    assert_eq!(code != 0, covered(row, column));
                }
            }
        }
    });
    assert!(combined > 50 && seen > 1000, "{combined} of {seen} things share a cell with a box");
}

#[test]
fn colours_are_plain_tasks_of_the_corpus() {
    let riddles = riddles("riddle-colours");
    let arc = ["blue", "red", "green", "yellow", "grey", "magenta", "orange", "sky"];
    each(&riddles, 40, |task| {
        let plain = task.arc_colours().unwrap();
        let json = serde_json::to_value(&plain).unwrap();
        let keys: Vec<&String> = json.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["train", "test"]);
        for (pair, grids) in task.all_pairs().zip(plain.train.iter().chain(&plain.test)) {
            for (world, grid) in [(&pair.input, &grids.input), (&pair.output, &grids.output)] {
                assert!(grid.iter().flatten().all(|&code| code <= 9));
                assert_eq!(grid.iter().flatten().filter(|&&code| code > 0).count(), world.objects().len());
                for object in world.objects() {
                    let name = &task.lexicon().colours[usize::from(object.colour)].name;
                    let code = grid[usize::from(object.cell.row)][usize::from(object.cell.column)];
                    assert_eq!(arc[code as usize - 1], name);
                }
            }
        }
    });
    // Where shapes or sizes matter, colours would not say enough.
    let shapes = self::riddles("riddle");
    each(&shapes, 40, |task| {
        let says = |word: &str| task.text().split(' ').any(|token| token == word);
        if ["small", "big", "circle", "cylinder", "square", "box", "size", "shape"].into_iter().any(says) {
            assert!(task.arc_colours().is_none(), "{}", task.text());
        }
    });
}

/// Walks the schema along with the values.
struct Recorder<'s> {
    expected: Vec<&'s wampimuk_core::Type>,
    items: usize,
}

impl<'s> Recorder<'s> {
    fn start(&mut self, schema: &'s wampimuk_core::Schema) {
        self.expected = schema.fields.iter().rev().map(|field| &field.ty).collect();
    }

    fn next(&mut self) -> &'s wampimuk_core::Type {
        let ty = self.expected.pop().expect("more values than columns");
        if let wampimuk_core::Type::Struct(fields) = ty {
            self.expected.extend(fields.iter().rev().map(|field| &field.ty));
            return self.next();
        }
        ty
    }
}

impl Sink for Recorder<'_> {
    fn bool(&mut self, _: bool) {
        assert_eq!(*self.next(), wampimuk_core::Type::Bool);
    }
    fn uint(&mut self, value: u64) {
        match self.next() {
            wampimuk_core::Type::U8 => assert!(value < 256),
            wampimuk_core::Type::U32 => assert!(value <= u32::MAX.into()),
            other => assert_eq!(*other, wampimuk_core::Type::U64),
        }
    }
    fn text(&mut self, _: &str) {
        assert_eq!(*self.next(), wampimuk_core::Type::Text);
    }
    fn bytes(&mut self, _: &[u8]) {
        assert_eq!(*self.next(), wampimuk_core::Type::Bytes);
    }
    fn id(&mut self, _: ItemId) {
        assert_eq!(*self.next(), wampimuk_core::Type::Text);
    }
    fn word(&mut self, index: usize) {
        let wampimuk_core::Type::Word(words) = self.next() else { panic!("no word") };
        assert!(index < words.len());
    }
    fn words(&mut self, indices: &[u8]) {
        let wampimuk_core::Type::List(element) = self.next() else { panic!("no list") };
        let wampimuk_core::Type::Word(words) = &**element else { panic!("no words") };
        assert!(indices.iter().all(|&index| usize::from(index) < words.len()));
    }
    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.words(&indices.collect::<Vec<u8>>());
    }
    fn list(&mut self, len: usize) {
        let wampimuk_core::Type::List(element) = self.next() else { panic!("no list") };
        self.expected.extend(std::iter::repeat_n(&**element, len));
    }
    fn end(&mut self) {
        assert!(self.expected.is_empty(), "columns without values");
        self.items += 1;
    }
}

#[test]
fn records_follow_their_schema() {
    for name in ["riddle", "riddle-colours"] {
        let riddles = riddles(name);
        let mut sink = Recorder { expected: Vec::new(), items: 0 };
        let mut items = riddles.items();
        for split in 0..riddles.splits().len() {
            for index in 0..10 {
                sink.start(riddles.schema());
                items.write(split, index, &mut sink).unwrap();
            }
        }
        assert_eq!(sink.items, 10 * riddles.splits().len());
    }
}

#[test]
fn sentences_read_like_sentences() {
    let riddles = riddles("riddle");
    let mut maker = riddles.maker();
    let mut starts = HashSet::new();
    for index in 0..200 {
        let task = maker.make(0, index).unwrap();
        let logic = task.logic();
        assert!(
            !logic.contains(" a object") && !logic.contains("  ") && !logic.contains("select"),
            "{logic}"
        );
        starts.insert(logic.split(' ').next().unwrap().to_string());
        // The command is one of the language, and means the same when it is read back.
        let command = parse(&task.text(), riddles.lexicon()).unwrap();
        for pair in task.all_pairs() {
            assert_eq!(select(&command.phrase, &pair.input, riddles.lexicon()), 1 << pair.target);
        }
    }
    let mut starts: Vec<String> = starts.into_iter().collect();
    starts.sort_unstable();
    assert_eq!(starts, ["draw", "make", "move", "recolour", "turn"]);
}
