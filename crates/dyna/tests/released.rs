//! The released engine, compared one by one with what the original recorded. Skipped where the records are not at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::Value;
use wampimuk_babi::text::{Asked, Line, Passage};
use wampimuk_dyna::released::{
    Aspect, Belief, Cause, Claim, Defect, Defects, Engine, Filter, Judgement, Kind, Kinds, Order, Verdict,
    inject,
};
use wampimuk_story::{Answer, Cast, Fit, Knowledge, Lexicon, Object, Person, Place, Question, Rules, Story};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn records() -> Option<PathBuf> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let records = shared.join("conformance/babi");
    if !records.is_dir() {
        eprintln!("skipped: no records at {}", records.display());
        return None;
    }
    Some(records)
}

fn unpacked(path: &Path) -> Outcome<String> {
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path)?).read_to_string(&mut text)?;
    Ok(text)
}

fn folder(path: &Path) -> Outcome<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(path)? {
        paths.push(entry?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The folders of the recorded sub-tasks.
fn sub_tasks(records: &Path) -> Outcome<Vec<PathBuf>> {
    let mut tasks = Vec::new();
    for configuration in folder(&records.join("kit"))? {
        if configuration.is_dir() && !configuration.ends_with("configs") {
            tasks.extend(folder(&configuration)?);
        }
    }
    Ok(tasks)
}

fn json(path: &Path) -> Outcome<Value> {
    Ok(serde_json::from_str(&std::fs::read_to_string(path)?)?)
}

/// Stories as text: a line of the file, after its number, is a fact or a question.
fn passages(text: &str) -> Outcome<Vec<Passage>> {
    let mut passages: Vec<Passage> = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let (number, line) = line.split_once(' ').ok_or("no number")?;
        if number == "1" {
            passages.push(Passage::default());
        }
        let passage = passages.last_mut().ok_or("a story that does not begin")?;
        passage.lines.push(read(line)?);
    }
    Ok(passages)
}

fn read(line: &str) -> Outcome<Line> {
    let parts: Vec<&str> = line.split('\t').map(str::trim).collect();
    let &[question, answer, support] = parts.as_slice() else {
        return Ok(Line::Fact(line.trim().to_owned()));
    };
    let support =
        support.split(' ').filter(|number| !number.is_empty()).map(str::parse).collect::<Result<_, _>>()?;
    Ok(Line::Question(Asked { question: question.to_owned(), answer: answer.to_owned(), support }))
}

/// The words, and everything that follows from them.
struct Words {
    lexicon: Lexicon,
    cast: Cast,
    order: Order,
}

impl Words {
    fn published() -> Outcome<Words> {
        let lexicon = Lexicon::published();
        Ok(Words { cast: lexicon.cast()?, order: Order::of_names(&lexicon), lexicon })
    }

    fn tied(ties: [u8; 3]) -> Outcome<Words> {
        let mut words = Words::published()?;
        words.order.ties = ties.map(Object).to_vec();
        Ok(words)
    }

    /// The facts of a passage as a story, with the printed number of each line.
    fn story(&self, passage: &Passage) -> Outcome<(Story, Vec<usize>)> {
        let mut story = Story::empty(self.cast);
        let mut numbers = Vec::new();
        for (number, fact) in passage.facts() {
            let (sentence, _) = self.lexicon.read(fact, &story)?;
            story.push(sentence)?;
            numbers.push(number);
        }
        Ok((story, numbers))
    }

    fn engine(&self, story: &Story, defects: Defects) -> Outcome<Engine> {
        let mut engine = Engine::new(&self.cast, self.order.clone(), defects);
        for sentence in story.sentences() {
            engine.tell(sentence)?;
        }
        Ok(engine)
    }

    /// Every question that there could be.
    fn questions(&self) -> Vec<Question> {
        let people = || (0..8).map(Person);
        let objects = || (0..3).map(Object);
        let places = || (0..9).map(Place);
        let mut questions: Vec<Question> = objects()
            .flat_map(|what| {
                [Question::WhereObject(what), Question::WhoGave(what), Question::WhoReceived(what)]
            })
            .collect();
        for who in people() {
            questions.extend([Question::WherePerson(who), Question::Carrying(who), Question::HowMany(who)]);
            questions.extend(places().map(|place| Question::IsIn(who, place)));
            questions.extend(people().map(|to| Question::GaveWhat(who, to)));
            questions.extend(
                objects().flat_map(|what| [Question::WhoGaveTo(what, who), Question::GaveToWhom(who, what)]),
            );
        }
        for what in objects() {
            questions.extend(places().map(|place| Question::WhereWas(what, place)));
        }
        questions
    }

    /// A claim in words and printed numbers.
    fn written(&self, claim: &Claim, numbers: &[usize]) -> Asked {
        Asked {
            question: self.lexicon.ask(claim.question),
            answer: self.lexicon.answer(&claim.answer),
            support: claim.support.iter().filter_map(|line| numbers.get(line)).copied().collect(),
        }
    }
}

/// Lists are recorded with a space after the comma where one question is asked, and without where all are.
fn joined(mut asked: Asked) -> Asked {
    asked.answer = asked.answer.replace(", ", ",");
    asked
}

/// The order that ties had in the run that recorded the 300 stories: football, apple, milk.
const RECORDED_TIES: [u8; 3] = [1, 0, 2];

/// A recorded story with its questions.
struct Recorded {
    story: Story,
    asked: Vec<Asked>,
}

fn recorded(records: &Path, words: &Words) -> Outcome<Vec<Recorded>> {
    let mut all = Vec::new();
    for line in unpacked(&records.join("kit/unfiltered_300_both_engines.jsonl.gz"))?.lines() {
        let record: Value = serde_json::from_str(line)?;
        let mut passage = Passage::default();
        for line in record["story"].as_array().ok_or("no story")? {
            let line = line.as_str().and_then(|line| line.split_once(' ')).ok_or("no line")?;
            passage.lines.push(read(line.1)?);
        }
        let mut asked = Vec::new();
        for question in record["qs"].as_array().ok_or("no questions")? {
            asked.push(Asked {
                question: question["q"].as_str().ok_or("no question")?.to_owned(),
                answer: question["old"].as_str().ok_or("no answer")?.to_owned(),
                support: serde_json::from_value(question["old_sf"].clone())?,
            });
        }
        all.push(Recorded { story: words.story(&passage)?.0, asked });
    }
    Ok(all)
}

#[test]
fn all_questions_of_unfiltered_stories_are_as_recorded() {
    let Some(records) = records() else { return };
    let words = Words::tied(RECORDED_TIES).unwrap();
    let numbers: Vec<usize> = (1..=64).collect();
    let mut total = 0;
    for (index, recorded) in recorded(&records, &words).unwrap().into_iter().enumerate() {
        let engine = words.engine(&recorded.story, Defects::RELEASED).unwrap();
        let claims = words.questions().into_iter().filter_map(|question| engine.claim(question));
        let ours: BTreeMap<String, Asked> = claims
            .map(|claim| words.written(&claim, &numbers))
            .map(|asked| (asked.question.clone(), asked))
            .collect();
        total += recorded.asked.len();
        let theirs: BTreeMap<String, Asked> =
            recorded.asked.into_iter().map(|asked| (asked.question.clone(), asked)).collect();
        assert_eq!(ours, theirs, "story {index}");
    }
    assert_eq!(total, 24_078);
}

/// Whether the engine says this, in some order of ties.
fn says(words: &Words, story: &Story, numbers: &[usize], asked: &Asked) -> Outcome<(bool, bool)> {
    let question = words.lexicon.read_question(&asked.question)?;
    let says = |words: &Words| -> Outcome<bool> {
        let claim = words.engine(story, Defects::RELEASED)?.claim(question);
        Ok(claim.is_some_and(|claim| words.written(&claim, numbers) == *asked))
    };
    if says(words)? {
        return Ok((true, false));
    }
    for ties in [[0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        if says(&Words::tied(ties)?)? {
            return Ok((true, true));
        }
    }
    Ok((false, false))
}

#[test]
fn all_questions_of_the_shipped_configurations_are_as_recorded() {
    let Some(records) = records() else { return };
    let words = Words::published().unwrap();
    let (mut questions, mut ties, mut wrong) = (0, 0, Vec::new());
    for task in sub_tasks(&records).unwrap() {
        for path in folder(&task).unwrap().iter().filter(|path| path.to_string_lossy().ends_with(".txt.gz")) {
            for passage in passages(&unpacked(path).unwrap()).unwrap() {
                let (story, numbers) = words.story(&passage).unwrap();
                for (_, asked) in passage.questions() {
                    let asked = joined(asked.clone());
                    let (same, tied) = says(&words, &story, &numbers, &asked).unwrap();
                    questions += 1;
                    ties += usize::from(tied);
                    if !same {
                        wrong.push((path.clone(), asked));
                    }
                }
            }
        }
    }
    assert_eq!(wrong, []);
    assert_eq!(questions, 3_962);
    // where two objects tie, the order is that of the hash tables of the original's runs
    assert_eq!(ties, 5);
}

#[test]
fn supports_in_records_of_events_are_the_same() {
    let Some(records) = records() else { return };
    let words = Words::published().unwrap();
    let mut questions = 0;
    for task in sub_tasks(&records).unwrap() {
        for path in folder(&task).unwrap() {
            if !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("dec_")) {
                continue;
            }
            for line in unpacked(&path).unwrap().lines() {
                let record: Value = serde_json::from_str(line).unwrap();
                let lines: Vec<String> = serde_json::from_value(record["babi_story"].clone()).unwrap();
                let [passage] = passages(&lines.concat()).unwrap().try_into().unwrap();
                let (story, numbers) = words.story(&passage).unwrap();
                for (number, asked) in passage.questions() {
                    let event = &record["events"][number - 1][0];
                    let support: Vec<usize> =
                        serde_json::from_value(event["supporting_facts"].clone()).unwrap();
                    let asked = Asked { support, ..joined(asked.clone()) };
                    let kind = Kind::of(words.lexicon.read_question(&asked.question).unwrap());
                    assert_eq!(event["kind"].as_str(), Some(kind.name()));
                    assert!(says(&words, &story, &numbers, &asked).unwrap().0, "{path:?} {asked:?}");
                    questions += 1;
                }
            }
        }
    }
    assert_eq!(questions, 3_962);
}

/// The filters of a sub-task.
fn filters(path: &Path) -> Outcome<Vec<Filter>> {
    let names = |value: &Value| -> Outcome<Vec<String>> { Ok(serde_json::from_value(value.clone())?) };
    let kinds = |value: &Value| -> Outcome<Kinds> {
        let names = names(value)?;
        if names.iter().any(|name| name == "all") {
            return Ok(Kinds::ALL);
        }
        names.iter().map(|name| Kind::from_name(name).ok_or_else(|| name.clone().into())).collect()
    };
    let number = |value: &Value| -> Outcome<usize> { Ok(serde_json::from_value(value.clone())?) };
    let mut filters = Vec::new();
    for filter in json(path)?.as_object().ok_or("no filters")?.values() {
        let required = names(&filter["required_supp_fact_types"])?;
        filters.push(Filter {
            sizes: serde_json::from_value(filter["num_supp_fact_range"].clone())?,
            kinds: kinds(&filter["valid_q_types"])?,
            always: kinds(&filter["always_pass_q_types"])?,
            required: required
                .iter()
                .map(|name| Aspect::from_name(name).ok_or(name.clone()))
                .collect::<Result<_, _>>()?,
            longest: number(&filter["max_len"])?,
            per_signature: number(&filter["max_stories_per_sig"])?,
            enough: number(&filter["max_pass"])?,
            patience: number(&filter["max_fail"])?,
        });
    }
    Ok(filters)
}

/// What is asked: the kinds that are set, and those that the original keeps track of in any case if there are more weights
/// than kinds.
fn asked_kinds(settings: &Value) -> Outcome<Vec<Kind>> {
    let names: Vec<String> = serde_json::from_value(settings["questions"].clone())?;
    let weights: Vec<f64> = serde_json::from_value(settings["questions_distribution"].clone())?;
    let over = weights.len() > names.len();
    let asked = |kind: &Kind| {
        names.iter().any(|name| name == kind.name())
            || over && matches!(kind, Kind::WherePerson | Kind::WhereObject)
    };
    Ok(Kind::ALL.into_iter().filter(asked).collect())
}

/// Where everything is asked, what is recorded is what some filter passes of it: nothing more, nothing less, in this order.
#[test]
fn where_all_is_asked_all_that_passes_is_recorded() {
    let Some(records) = records() else { return };
    let (mut stories, mut places) = (0, BTreeMap::new());
    for task in sub_tasks(&records).unwrap() {
        let settings = json(&task.join("story_params.json")).unwrap();
        if settings["exhaustive"] != true || !task.join("filter_config.json").exists() {
            continue;
        }
        let filters = filters(&task.join("filter_config.json")).unwrap();
        let kinds = asked_kinds(&settings).unwrap();
        for path in folder(&task).unwrap().iter().filter(|path| path.to_string_lossy().ends_with(".txt.gz")) {
            for passage in passages(&unpacked(path).unwrap()).unwrap() {
                stories += 1;
                let theirs: Vec<&Asked> = passage.questions().map(|(_, asked)| asked).collect();
                let is_place = |asked: &Asked| asked.question.starts_with("Is ");
                let matches = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
                    .into_iter()
                    .any(|ties| {
                        let words = Words::tied(ties).unwrap();
                        let (story, numbers) = words.story(&passage).unwrap();
                        let engine = words.engine(&story, Defects::RELEASED).unwrap();
                        let mut claims = Vec::new();
                        kinds.iter().for_each(|&kind| engine.askable(kind, &mut claims));
                        filters.iter().any(|filter| {
                            let passed = claims.iter().filter(|claim| {
                                filter.always.has(Kind::of(claim.question)) || filter.passes(&story, claim)
                            });
                            let ours: Vec<Asked> =
                                passed.map(|claim| words.written(claim, &numbers)).collect();
                            // of places, only some are asked for
                            theirs.iter().all(|asked| ours.contains(asked))
                                && ours
                                    .iter()
                                    .filter(|asked| !is_place(asked))
                                    .eq(theirs.iter().copied().filter(|asked| !is_place(asked)))
                        })
                    });
                assert!(matches, "{path:?} {passage:?}");
                count_places(&passage, &mut places).unwrap();
            }
        }
    }
    assert_eq!(stories, 1_374);
    // by belief: how many times somebody is asked for, and whether also at the place where they are
    let known = places.remove("known true").unwrap_or_default();
    assert_eq!(places.remove("known false"), None);
    assert_eq!(known, places.remove("known twice").unwrap_or_default());
    assert_eq!(places.keys().copied().collect::<Vec<_>>(), ["denied once", "either twice"]);
}

/// Counts how often people are asked for, by what is known of them.
fn count_places(passage: &Passage, counts: &mut BTreeMap<&'static str, usize>) -> Outcome<()> {
    let words = Words::published()?;
    let engine = words.engine(&words.story(passage)?.0, Defects::RELEASED)?;
    let mut asked: BTreeMap<Person, Vec<Place>> = BTreeMap::new();
    let mut sorted: Vec<&String> = Vec::new();
    for (_, question) in passage.questions() {
        if let Question::IsIn(who, place) = words.lexicon.read_question(&question.question)? {
            asked.entry(who).or_default().push(place);
            sorted.push(&question.question);
        }
    }
    assert!(sorted.is_sorted());
    for (who, places) in asked {
        let mut count = |name| *counts.entry(name).or_default() += 1;
        match (engine.belief(who), places.len()) {
            (Belief::At(place), times) => {
                count(if places.contains(&place) { "known true" } else { "known false" });
                count(if times == 2 { "known twice" } else { "known otherwise" });
            }
            (Belief::Not(_), 1) => count("denied once"),
            (Belief::Either(one, other), 2) if places.contains(&one) || places.contains(&other) => {
                count("either twice");
            }
            _ => count("otherwise"),
        }
    }
    Ok(())
}

/// How claims of one kind were judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    claims: usize,
    wrong: usize,
    undetermined: usize,
    redundant: usize,
    insufficient: usize,
}

/// Tallies by kind, and why claims were not sound.
#[derive(Debug, Default)]
struct Judged {
    tallies: BTreeMap<Kind, Tally>,
    causes: BTreeMap<(Kind, Cause), usize>,
    unnamed: Vec<(Asked, Judgement)>,
}

impl Judged {
    fn add(&mut self, words: &Words, story: &Story, claim: &Claim) -> Outcome<()> {
        let rules = Rules::default();
        let judgement = Judgement::of(story, claim, rules)?;
        let kind = Kind::of(claim.question);
        let tally = self.tallies.entry(kind).or_default();
        tally.claims += 1;
        tally.wrong += usize::from(judgement.verdict == Verdict::Wrong);
        tally.undetermined += usize::from(judgement.verdict == Verdict::Undetermined);
        tally.redundant += usize::from(judgement.fit == Fit::Redundant);
        tally.insufficient += usize::from(judgement.fit == Fit::Insufficient);
        if !judgement.sound() {
            match Cause::of(story, claim, &words.order, rules)? {
                Some(cause) => *self.causes.entry((kind, cause)).or_default() += 1,
                None => self.unnamed.push((words.written(claim, &(1..=64).collect::<Vec<_>>()), judgement)),
            }
        }
        Ok(())
    }

    /// Claims, wrong, undetermined, redundant, insufficient.
    fn rows(&self) -> Vec<(&'static str, [usize; 5])> {
        let row = |tally: &Tally| {
            [tally.claims, tally.wrong, tally.undetermined, tally.redundant, tally.insufficient]
        };
        self.tallies.iter().map(|(kind, tally)| (kind.name(), row(tally))).collect()
    }

    fn causes(&self) -> Vec<(&'static str, Cause, usize)> {
        self.causes.iter().map(|(&(kind, cause), &count)| (kind.name(), cause, count)).collect()
    }
}

#[test]
fn every_flaw_in_unfiltered_stories_has_a_name() {
    let Some(records) = records() else { return };
    let words = Words::tied(RECORDED_TIES).unwrap();
    let mut judged = Judged::default();
    for recorded in recorded(&records, &words).unwrap() {
        let engine = words.engine(&recorded.story, Defects::RELEASED).unwrap();
        for claim in words.questions().into_iter().filter_map(|question| engine.claim(question)) {
            judged.add(&words, &recorded.story, &claim).unwrap();
        }
    }
    assert_eq!(judged.unnamed, []);
    // claims, wrong, undetermined, redundant, insufficient; the rates found in 600 such stories by another reader: supports
    // of gifts insufficient 20 %, of objects 3.6 %, of people 0.5 %, of earlier places 2.8 %; 1.4 % of these undetermined
    let rows = [
        ("counting", [2400, 0, 0, 626, 0]),
        ("giving", [1018, 0, 0, 0, 236]),
        ("list", [2400, 0, 0, 626, 0]),
        ("where_object", [381, 0, 0, 4, 14]),
        ("where_person", [1416, 0, 0, 0, 9]),
        ("where_was_object", [176, 0, 4, 2, 4]),
        ("yes_no", [16_287, 12, 0, 0, 81]),
    ];
    assert_eq!(judged.rows(), rows);
    let causes = [
        ("counting", Cause::History, 626),
        ("giving", Cause::Defect(Defect::OtherGift), 236),
        ("list", Cause::History, 626),
        ("where_object", Cause::Defect(Defect::LostAntecedent), 4),
        ("where_object", Cause::Defect(Defect::LostGrab), 10),
        ("where_object", Cause::Defect(Defect::Detour), 4),
        ("where_person", Cause::Defect(Defect::LostAntecedent), 7),
        ("where_person", Cause::Defect(Defect::LostGrab), 2),
        ("where_was_object", Cause::Defect(Defect::EarlierVisit), 1),
        ("where_was_object", Cause::Defect(Defect::Detour), 2),
        ("where_was_object", Cause::Defect(Defect::ForgottenWay), 3),
        ("where_was_object", Cause::PerhapsAgain, 4),
        ("yes_no", Cause::Defect(Defect::LostAntecedent), 63),
        ("yes_no", Cause::Defect(Defect::LostGrab), 18),
        ("yes_no", Cause::Incomplete, 12),
    ];
    assert_eq!(judged.causes(), causes);
}

#[test]
fn every_flaw_in_the_shipped_configurations_has_a_name() {
    let Some(records) = records() else { return };
    let words = Words::published().unwrap();
    let mut by_configuration: BTreeMap<String, Judged> = BTreeMap::new();
    for task in sub_tasks(&records).unwrap() {
        let configuration = task.parent().and_then(Path::file_name).unwrap().to_string_lossy().into_owned();
        let judged = by_configuration.entry(configuration).or_default();
        for path in folder(&task).unwrap().iter().filter(|path| path.to_string_lossy().ends_with(".txt.gz")) {
            for passage in passages(&unpacked(path).unwrap()).unwrap() {
                let (story, _) = words.story(&passage).unwrap();
                let engine = words.engine(&story, Defects::RELEASED).unwrap();
                for (_, asked) in passage.questions() {
                    let question = words.lexicon.read_question(&asked.question).unwrap();
                    if let Some(claim) = engine.claim(question) {
                        judged.add(&words, &story, &claim).unwrap();
                    }
                }
            }
        }
    }
    // nothing is wrong or undetermined; redundant and insufficient supports are as many as another reader found in the same
    // files, except that where two objects tie a few questions are not asked here
    let flawed = |name: &str| -> Vec<(&str, [usize; 3])> {
        let judged = &by_configuration[name];
        assert_eq!(judged.unnamed, [], "{name}");
        let rows = judged.rows().into_iter();
        rows.map(|(kind, [claims, wrong, undetermined, redundant, insufficient])| {
            assert_eq!((wrong, undetermined), (0, 0), "{name} {kind}");
            (kind, [claims, redundant, insufficient])
        })
        .collect()
    };
    let diverse_12 = [
        ("counting", [48, 47, 0]),
        ("giving", [14, 0, 0]),
        ("list", [51, 45, 0]),
        ("where_object", [312, 13, 32]),
        ("where_person", [432, 0, 4]),
        ("where_was_object", [141, 0, 2]),
        ("yes_no", [216, 0, 0]),
    ];
    let diverse_7 = [
        ("giving", [23, 0, 0]),
        ("where_object", [346, 14, 33]),
        ("where_person", [592, 0, 0]),
        ("where_was_object", [359, 0, 9]),
    ];
    let mix_7 =
        [("where_object", [340, 2, 7]), ("where_person", [236, 0, 2]), ("where_was_object", [336, 0, 8])];
    assert_eq!(flawed("diverse_T12"), diverse_12);
    assert_eq!(flawed("diverse_T7"), diverse_7);
    assert_eq!(
        flawed("mix_T12"),
        [("list", [170, 167, 0]), ("where_object", [170, 2, 10]), ("yes_no", [171, 0, 20])]
    );
    assert_eq!(flawed("mix_T7"), mix_7);
}

/// The defects are all there is: without them, no support lacks a line, and no line is too much but by convention.
#[test]
fn without_its_defects_the_engine_is_sound() {
    let Some(records) = records() else { return };
    let words = Words::tied(RECORDED_TIES).unwrap();
    let mut judged = Judged::default();
    for recorded in recorded(&records, &words).unwrap() {
        let engine = words.engine(&recorded.story, Defects::NONE).unwrap();
        for claim in words.questions().into_iter().filter_map(|question| engine.claim(question)) {
            judged.add(&words, &recorded.story, &claim).unwrap();
        }
    }

    for (kind, tally) in judged.tallies {
        assert_eq!(tally.insufficient, 0, "{kind:?}");
        assert!(tally.redundant == 0 || matches!(kind, Kind::Counting | Kind::List), "{kind:?}");
    }
}

/// What a complete reader knows and the engine does not let be asked: of so many, so many.
#[test]
fn what_is_missed_is_as_measured_before() {
    let Some(records) = records() else { return };
    let words = Words::tied(RECORDED_TIES).unwrap();
    let mut missed: BTreeMap<&'static str, [usize; 2]> = BTreeMap::new();
    for recorded in recorded(&records, &words).unwrap() {
        let known = Knowledge::of(&recorded.story, Rules::default()).unwrap();
        let engine = words.engine(&recorded.story, Defects::RELEASED).unwrap();
        for question in words.questions() {
            let answer = question.answer(&recorded.story, &known);
            if answer != Answer::Unknown && answer != Answer::Maybe {
                let [all, missed] = missed.entry(Kind::of(question).name()).or_default();
                *all += 1;
                *missed += usize::from(engine.claim(question).is_none());
            }
        }
    }
    // 0.9 % of people, 1.2 % of objects, 16 % of earlier places and 1 % of yes and no were found missing in 600 stories
    let expected = [
        ("counting", [2400, 0]),
        ("giving", [1018, 0]),
        ("list", [2400, 0]),
        ("where_object", [388, 7]),
        ("where_person", [1428, 12]),
        ("where_was_object", [203, 31]),
        ("yes_no", [15_711, 154]),
    ];
    assert_eq!(missed, BTreeMap::from(expected));
}

/// The kinds that are added to the stories of a published task, by its own kind of question.
fn added_kinds(own: Kind) -> Kinds {
    match own {
        Kind::WhereObject => [Kind::WherePerson].into_iter().collect(),
        Kind::WhereWasObject | Kind::Giving => [Kind::WhereObject, Kind::WherePerson].into_iter().collect(),
        _ => Kinds::NONE,
    }
}

/// In the records, a question of the published story has a space after it and an added one has none. So the published story
/// can be found again, and injecting must give the record.
#[test]
fn injected_stories_are_as_recorded() {
    let Some(records) = records() else { return };
    let words = Words::published().unwrap();
    let text = unpacked(&records.join("inject_T7/test_filtered.txt.gz")).unwrap();
    let original: BTreeSet<(usize, usize)> = text
        .lines()
        .scan((0, 0), |at, line| {
            *at = if line.starts_with("1 ") { (at.0 + 1, 0) } else { (at.0, at.1 + 1) };
            Some((*at, line.contains("? \t")))
        })
        .filter_map(|(at, original)| original.then_some(at))
        .collect();
    let (mut stories, mut added) = (0, 0);
    for (number, recorded) in passages(&text).unwrap().into_iter().enumerate() {
        let mut published = Passage::default();
        let mut kinds = Kinds::NONE;
        // the old numbers of lines, by the new ones
        let mut numbers: Vec<usize> = Vec::new();
        for (line, recorded) in recorded.lines.iter().enumerate() {
            match recorded {
                Line::Question(asked) if original.contains(&(number + 1, line)) => {
                    let support = asked.support.iter().map(|&line| numbers[line - 1]).collect();
                    published.lines.push(Line::Question(Asked { support, ..asked.clone() }));
                    kinds = added_kinds(Kind::of(words.lexicon.read_question(&asked.question).unwrap()));
                }
                Line::Question(_) => added += 1,
                Line::Fact(_) => published.lines.push(recorded.clone()),
            }
            numbers.push(published.lines.len());
        }
        assert_eq!(inject(&published, kinds, &words.lexicon).unwrap(), recorded, "story {number}");
        stories += 1;
    }
    assert_eq!((stories, added), (280, 3_041));
}
