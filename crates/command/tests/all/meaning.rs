//! Denotation and necessity against their definitions, in random worlds, for trees of any form.

use wampimuk_command::{
    Clause, Lexicon, Necessity, Phrase, Reading, Relation, Scene, Semantics, WordClass, denotation,
    necessity, parse,
};
use wampimuk_grid::{Cell, Form, Object, World};

use crate::random;

/// Every combination of reading and variants.
fn every_semantics() -> impl Iterator<Item = Semantics> {
    Reading::ALL.into_iter().flat_map(|reading| {
        (0..8).map(move |bits| Semantics {
            reading,
            distinct: bits & 1 == 1,
            geometric: bits & 2 == 2,
            boxes_are_objects: bits & 4 == 4,
        })
    })
}

/// Whether `x` relates to `y`, by the cells they cover.
fn relates(relation: Relation, x: &Object, y: &Object, semantics: Semantics) -> bool {
    let cells = |object: &Object, whole: bool| {
        let extent = if whole && object.form == Form::Frame { object.size } else { 1 };
        let (row, column) = (object.cell.row, object.cell.column);
        (row..row + extent)
            .flat_map(move |row| (column..column + extent).map(move |column| Cell::new(row, column)))
            .collect::<Vec<_>>()
    };
    let share = |same: fn(&Cell, &Cell) -> bool| {
        let theirs = cells(y, semantics.geometric);
        cells(x, semantics.geometric).iter().any(|cell| theirs.iter().any(|other| same(cell, other)))
    };
    match relation {
        Relation::SameRow => share(|one, other| one.row == other.row),
        Relation::SameColumn => share(|one, other| one.column == other.column),
        Relation::SameColour => x.colour == y.colour,
        Relation::SameShape => x.shape == y.shape,
        Relation::SameSize => x.size == y.size,
        Relation::Inside => {
            let room = cells(y, true);
            y.form == Form::Frame && cells(x, semantics.geometric).iter().all(|cell| room.contains(cell))
        }
    }
}

/// The definition: an object is a referent if the other phrases can be given objects, tried one after the other.
fn by_definition(phrase: &Phrase, world: &World, lexicon: &Lexicon, semantics: Semantics) -> u64 {
    type Role = (u64, usize, Relation);
    fn flatten(
        phrase: &Phrase,
        parent: usize,
        relation: Relation,
        fits: &dyn Fn(&Phrase) -> u64,
    ) -> Vec<Role> {
        fn walk(
            phrase: &Phrase,
            parent: usize,
            relation: Relation,
            fits: &dyn Fn(&Phrase) -> u64,
            roles: &mut Vec<Role>,
        ) {
            let number = roles.len();
            roles.push((fits(phrase), parent, relation));
            for clause in &phrase.clauses {
                walk(&clause.phrase, number, clause.relation, fits, roles);
            }
        }
        let mut roles = Vec::new();
        walk(phrase, parent, relation, fits, &mut roles);
        roles
    }
    fn plays(roles: &[Role], players: &mut Vec<usize>, world: &World, semantics: Semantics) -> bool {
        let Some(&(mask, parent, relation)) = roles.get(players.len()) else { return true };
        let objects = world.objects();
        (0..objects.len()).any(|object| {
            let fits = mask >> object & 1 == 1
                && object != players[parent]
                && !(semantics.distinct && players.contains(&object))
                && relates(relation, &objects[players[parent]], &objects[object], semantics);
            fits && {
                players.push(object);
                let plays = plays(roles, players, world, semantics);
                players.pop();
                plays
            }
        })
    }
    let scene = Scene::new(world);
    let fits = |phrase: &Phrase| scene.own_words(phrase, lexicon, semantics);
    let roles = flatten(phrase, 0, Relation::SameRow, &fits);
    (0..world.objects().len())
        .filter(|&head| roles[0].0 >> head & 1 == 1 && plays(&roles, &mut vec![head], world, semantics))
        .fold(0, |set, head| set | 1 << head)
}

#[test]
fn referents_are_those_of_the_definition() {
    let lexicon = Lexicon::reascan();
    let mut counts = [0; 3];
    for case in 0..6_000 {
        let stream = &mut random::stream("meaning", case);
        let world = random::world(stream, 14);
        let phrase = random::phrase(stream, 7);
        for semantics in every_semantics() {
            let fast = denotation(&phrase, &world, &lexicon, semantics);
            let slow = by_definition(&phrase, &world, &lexicon, semantics);
            assert_eq!(fast, slow, "case {case} {semantics:?} {phrase:?} {world:?}");
            counts[(slow.count_ones() as usize).min(2)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 10_000), "{counts:?}");
}

/// Chains, in worlds of objects that are hard to tell apart.
#[test]
fn deep_commands_mean_what_the_definition_says() {
    let lexicon = Lexicon::reascan();
    let mut counts = [0; 3];
    for case in 0..4_000 {
        let stream = &mut random::stream("chains", case);
        let world = random::world(stream, 10);
        let relations = *stream.choose(&[2, 3, 5, 6]);
        let mut chain = Phrase::default();
        for _ in 0..4 + stream.below(2) {
            let relation = Relation::ALL[stream.index(relations)];
            let noun = random::chance(stream, 8).then(|| stream.below(4) as u8);
            let colour = random::chance(stream, 8).then(|| stream.below(2) as u8);
            let clauses = vec![Clause { relation, phrase: chain }];
            chain = Phrase { noun, colour, clauses, ..Phrase::default() };
            if random::chance(stream, 20) {
                let relation = Relation::ALL[stream.index(relations)];
                chain.clauses.push(Clause { relation, phrase: Phrase::default() });
            }
        }
        for geometric in [false, true] {
            let semantics = Semantics { geometric, ..Semantics::default() };
            let fast = denotation(&chain, &world, &lexicon, semantics);
            let slow = by_definition(&chain, &world, &lexicon, semantics);
            assert_eq!(fast, slow, "case {case} {semantics:?} {chain:?} {world:?}");
            let upper = denotation(&chain, &world, &lexicon, Semantics { distinct: false, ..semantics });
            counts[if upper == 0 { 0 } else { 1 + usize::from(slow != upper) }] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 200), "{counts:?}");
}

#[test]
fn related_objects_are_those_of_the_definition() {
    for case in 0..300 {
        let stream = &mut random::stream("relations", case);
        let world = random::world(stream, 20);
        let scene = Scene::new(&world);
        for semantics in every_semantics() {
            for relation in Relation::ALL {
                for (x, one) in world.objects().iter().enumerate() {
                    let set = scene.related(relation, x, semantics);
                    for (y, other) in world.objects().iter().enumerate() {
                        let holds = x != y && relates(relation, one, other, semantics);
                        assert_eq!(set >> y & 1 == 1, holds, "{relation:?} {one:?} {other:?} {semantics:?}");
                    }
                }
            }
        }
    }
}

/// Features without a mask of their own still relate.
#[test]
fn features_outside_of_lexicons_relate() {
    let lexicon = Lexicon::reascan();
    let mut world = random::empty(6);
    for (column, (shape, colour, size)) in [(40, 50, 16), (40, 50, 16), (41, 51, 15)].into_iter().enumerate()
    {
        world.place(Object::solid(shape, colour, size, Cell::new(0, column as u8))).unwrap();
    }
    for feature in ["color", "shape", "size"] {
        let command = parse(&format!("push the object that is in the same {feature} as a object"), &lexicon);
        assert_eq!(denotation(&command.unwrap().phrase, &world, &lexicon, Semantics::default()), 0b11);
    }
}

#[test]
fn the_permissive_set_holds_all_others() {
    let lexicon = Lexicon::reascan();
    let (mut equal, mut cases) = (0, 0);
    for case in 0..20_000 {
        let stream = &mut random::stream("permissive", case);
        let world = random::world(stream, 14);
        let phrase = random::phrase(stream, 4);
        let scene = Scene::new(&world);
        let bound = scene.permissive(&phrase, &lexicon);
        let mut union = 0;
        for semantics in every_semantics() {
            let set = scene.denotation(&phrase, &lexicon, semantics);
            assert_eq!(set & !bound, 0, "case {case} {semantics:?} {phrase:?} {world:?}");
            union |= set;
        }
        equal += u32::from(union == bound);
        cases += 1;
    }
    // A bound that holds everything would pass, too.
    assert!(equal * 10 > cases * 9, "{equal} of {cases} bounds are tight");
}

/// Applies a change to phrase `number` of a tree, counted by `left`.
fn change(phrase: &mut Phrase, left: &mut usize, with: &mut dyn FnMut(&mut Phrase)) {
    if *left == 0 {
        with(phrase);
    }
    *left = left.wrapping_sub(1);
    for clause in &mut phrase.clauses {
        change(&mut clause.phrase, left, with);
    }
}

/// The tree without the clause that introduces phrase `number`.
fn without_clause(phrase: &Phrase, number: usize) -> Phrase {
    let mut shorter = phrase.clone();
    let mut first = 1;
    shorter.clauses.clear();
    for clause in &phrase.clauses {
        let count = clause.phrase.count();
        if number != first {
            let mut clause = clause.clone();
            if (first..first + count).contains(&number) {
                clause.phrase = without_clause(&clause.phrase, number - first);
            }
            shorter.clauses.push(clause);
        }
        first += count;
    }
    shorter
}

#[test]
fn necessary_is_what_changes_the_referents() {
    let lexicon = Lexicon::reascan();
    let (mut words, mut clauses) = ([0; 2], [0; 2]);
    for case in 0..20_000 {
        let stream = &mut random::stream("necessity", case);
        let world = random::world(stream, 14);
        let phrase = random::phrase(stream, 6);
        let scene = Scene::new(&world);
        let semantics = Semantics { reading: *stream.choose(&Reading::ALL), ..random::variant(stream) };
        let referents = scene.denotation(&phrase, &lexicon, semantics);
        let fast = necessity(&scene, &phrase, &lexicon, semantics, referents);
        let mut slow = Necessity::default();
        let differs = |shorter: &Phrase| scene.denotation(shorter, &lexicon, semantics) != referents;
        for number in 0..phrase.count() {
            for class in WordClass::ALL {
                let mut shorter = phrase.clone();
                change(&mut shorter, &mut number.clone(), &mut |phrase| match class {
                    WordClass::Size => phrase.size = None,
                    WordClass::Colour => phrase.colour = None,
                    WordClass::Noun => phrase.noun = None,
                });
                assert_eq!(shorter != phrase, Necessity::present(&phrase).word(number, class));
                if differs(&shorter) {
                    slow.set_word(number, class);
                }
                words[usize::from(number > 0)] += usize::from(slow.word(number, class));
            }
            if number > 0 {
                assert!(Necessity::present(&phrase).clause(number));
                if differs(&without_clause(&phrase, number)) {
                    slow.set_clause(number);
                }
                clauses[usize::from(number > 1)] += usize::from(slow.clause(number));
            }
        }
        assert_eq!(fast, slow, "case {case} {semantics:?} {phrase:?} {world:?}");
    }
    assert!(words.iter().chain(&clauses).all(|&count| count > 2_000), "{words:?} {clauses:?}");
}

/// Masks reach for 21 phrases; longer commands are judged as far as they reach.
#[test]
fn long_commands_are_judged_in_part() {
    let lexicon = Lexicon::reascan();
    let mut world = random::empty(8);
    for column in 0..8 {
        world.place(Object::solid(0, 0, 1, Cell::new(0, column))).unwrap();
    }
    let text = format!("push the object{}", " that is in the same row as a red circle".repeat(90));
    let phrase = parse(&text, &lexicon).unwrap().phrase;
    let scene = Scene::new(&world);
    let semantics = Semantics { distinct: false, ..Semantics::default() };
    assert_eq!(scene.denotation(&phrase, &lexicon, Semantics::default()), 0, "more phrases than objects");
    assert_eq!(scene.denotation(&phrase, &lexicon, semantics), 0xff);
    assert!(necessity(&scene, &phrase, &lexicon, semantics, 0xff).is_empty());
    let needed = necessity(&scene, &phrase, &lexicon, Semantics::default(), 0);
    // Deleting clause 8 leaves eight phrases for eight circles; deleting a later one leaves too many.
    assert_eq!(needed.clauses().collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(Necessity::present(&phrase).words().count(), 2 * 20);
    assert_eq!(Necessity::present(&phrase).clauses().last(), Some(20));
}

/// Wide commands, which a search over all assignments would not survive.
#[test]
fn wide_commands_are_decided() {
    let lexicon = Lexicon::reascan();
    let mut world = random::empty(8);
    // Ten red things, nine of them circles, in one row or another; thirty blue squares.
    for number in 0..40u8 {
        let (shape, colour) = if number < 9 { (0, 0) } else { (2, u8::from(number > 9)) };
        world.place(Object::solid(shape, colour, 1, Cell::new(number / 8, number % 8))).unwrap();
    }
    let clauses = |count: usize| {
        let text = format!(
            "push the square that is in the same size as a red circle{}",
            " and in the same size as a red circle".repeat(count - 1)
        );
        let phrase = parse(&text, &lexicon).unwrap().phrase;
        denotation(&phrase, &world, &lexicon, Semantics::default())
    };
    assert_eq!(clauses(9), ((1 << 40) - 1) & !((1 << 9) - 1));
    assert_eq!(clauses(10), 0);
    assert_eq!(clauses(1000), 0);
}

#[test]
fn sets_of_words_read_well() {
    let lexicon = Lexicon::reascan();
    let text = "push the big object that is inside of a red box and in the same row as a circle";
    let phrase = parse(text, &lexicon).unwrap().phrase;
    let present = Necessity::present(&phrase);
    assert_eq!(
        present.to_string(),
        "size, colour of phrase 1, noun of phrase 1, noun of phrase 2, clause 1, clause 2"
    );
    let frames = Necessity::frame_nouns(&phrase, &lexicon);
    assert_eq!(frames.to_string(), "noun of phrase 1");
    assert_eq!(present.without(frames).words().count(), 3);
    assert_eq!(present.head().to_string(), "size");
    assert_eq!(Necessity::default().to_string(), "none");
}
