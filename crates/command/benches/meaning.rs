//! How long meanings take: `cargo bench -p wampimuk-command`. Best of several runs, on one core.
//!
//! Worlds have so many objects on a grid of six by six, a quarter of them boxes; commands are true of them, so that no
//! denotation ends early because nothing fits.

use std::hint::black_box;
use std::time::Instant;

use wampimuk_command::{Clause, Lexicon, Phrase, Reading, Relation, Scene, Semantics, necessity, parse};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_grid::{Agent, Cell, Form, Object, World};

const CASES: u64 = 500;
const RUNS: usize = 15;
const READING: Reading = Reading::Existential;

fn main() {
    // `cargo test --benches` runs this too; there is nothing to test.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let lexicon = Lexicon::reascan();
    for (what, objects, parents) in [
        ("no clause, 12 objects", 12, &[][..]),
        ("p2, 16 objects", 16, &[0][..]),
        ("p3, 13 objects", 13, &[0, 0][..]),
        ("p3, 16 objects", 16, &[0, 0][..]),
        ("p3, 24 objects", 24, &[0, 0][..]),
        ("p4, 24 objects", 24, &[0, 0, 0][..]),
        ("c2, 24 objects", 24, &[0, 1][..]),
        ("5 phrases, two levels, 24 objects", 24, &[0, 1, 1, 0][..]),
    ] {
        let cases: Vec<(World, Phrase)> = (0..CASES).map(|case| true_case(case, objects, parents)).collect();
        let semantics = Semantics::from(READING);
        let scenes: Vec<(Scene<'_>, &Phrase, u64)> = cases
            .iter()
            .map(|(world, phrase)| {
                let scene = Scene::new(world);
                let referents = scene.denotation(phrase, &lexicon, semantics);
                (scene, phrase, referents)
            })
            .collect();
        let each = |run: &dyn Fn(&Scene<'_>, &Phrase, u64)| {
            time(|| scenes.iter().for_each(|(scene, phrase, referents)| run(scene, phrase, *referents)))
        };
        let denotation = each(&|scene, phrase, _| {
            black_box(scene.denotation(phrase, &lexicon, semantics));
        });
        let permissive = each(&|scene, phrase, _| {
            black_box(scene.permissive(phrase, &lexicon));
        });
        let needed = each(&|scene, phrase, referents| {
            black_box(necessity(scene, phrase, &lexicon, semantics, referents));
        });
        let with_scene = time(|| {
            for (world, phrase) in &cases {
                black_box(Scene::new(world).denotation(phrase, &lexicon, semantics));
            }
        });
        let [denotation, permissive, needed, with_scene] =
            [denotation, permissive, needed, with_scene].map(|seconds| seconds * 1e9 / CASES as f64);
        println!(
            "{what:36} denotation {denotation:6.0} ns (with its scene {with_scene:6.0}) · permissive {permissive:6.0} ns · necessity {needed:7.0} ns"
        );
    }
    wide(&lexicon);
}

/// The seconds that the best run takes.
fn time(mut run: impl FnMut()) -> f64 {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        })
        .fold(f64::MAX, f64::min)
}

fn stream(case: u64) -> Stream {
    StreamKey::new(&Digest::of(b"command benches"), "meaning", 0).stream(case)
}

/// A world and a phrase that is true of it; the phrases hang from these parents.
fn true_case(case: u64, objects: usize, parents: &[usize]) -> (World, Phrase) {
    let stream = &mut stream(case);
    loop {
        let mut world = World::new(6, Agent::default()).expect("six is a side");
        while world.objects().len() < objects {
            let shape = stream.below(4) as u8;
            let form = if shape == 3 { Form::Frame } else { Form::Solid };
            let cell = Cell::new(stream.below(6) as u8, stream.below(6) as u8);
            let (colour, size) = (stream.below(4) as u8, 1 + stream.below(4) as u8);
            drop(world.place(Object { form, ..Object::solid(shape, colour, size, cell) }));
        }
        for _ in 0..50 {
            if let Some(phrase) = describe(stream, &world, parents) {
                return (world, phrase);
            }
        }
    }
}

/// Picks an object for each phrase, at random along random relations, and describes it by all of its features.
fn describe(stream: &mut Stream, world: &World, parents: &[usize]) -> Option<Phrase> {
    let scene = Scene::new(world);
    let semantics = Semantics::from(READING);
    let mut players = vec![stream.index(world.objects().len())];
    let mut relations = vec![Relation::SameRow];
    for &parent in parents {
        let relation = *stream.choose(&Relation::ALL);
        let related = scene.related(relation, players[parent], semantics);
        let candidates: Vec<usize> =
            (0..world.objects().len()).filter(|&y| related >> y & 1 == 1 && !players.contains(&y)).collect();
        if candidates.is_empty() {
            return None;
        }
        players.push(*stream.choose(&candidates));
        relations.push(relation);
    }
    let mut phrases: Vec<Phrase> = players
        .iter()
        .map(|&player| {
            let object = &world.objects()[player];
            let plain = Phrase { colour: Some(object.colour), noun: Some(object.shape), ..Phrase::default() };
            let sized = (0..2).map(|size| Phrase { size: Some(size), ..plain.clone() });
            let lexicon = Lexicon::reascan();
            let fits = |phrase: &Phrase| scene.own_words(phrase, &lexicon, semantics) >> player & 1 == 1;
            // Where no size word fits, "object" has one that does.
            let object =
                (0..2).map(|size| Phrase { size: Some(size), colour: plain.colour, ..Phrase::default() });
            sized.chain(object).find(fits).unwrap_or(plain.clone())
        })
        .collect();
    for number in (1..phrases.len()).rev() {
        let phrase = phrases.remove(number);
        phrases[parents[number - 1]].clauses.insert(0, Clause { relation: relations[number], phrase });
    }
    phrases.pop()
}

/// Ten clauses that nine circles cannot bear, for each of thirty-one heads.
fn wide(lexicon: &Lexicon) {
    let mut world = World::new(8, Agent::default()).expect("eight is a side");
    for number in 0..40u8 {
        let shape = if number < 9 { 0 } else { 2 };
        world.add(Object::solid(shape, 0, 1, Cell::new(number / 8, number % 8)));
    }
    let clause = " in the same size as a red circle and";
    for (what, last) in [("alike", clause), ("one of them another", " in the same size as a square and")] {
        let text = format!("push the square that is{}{last}", clause.repeat(9));
        let phrase = parse(text.trim_end_matches(" and"), lexicon).expect("a command").phrase;
        let scene = Scene::new(&world);
        let seconds = time(|| {
            black_box(scene.denotation(&phrase, lexicon, Semantics::default()));
        });
        println!("ten clauses, {what}, 40 objects: {:.2} µs", seconds * 1e6);
    }
}
