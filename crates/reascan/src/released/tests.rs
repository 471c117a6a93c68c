//! What one attempt must be, and what many of them must look like together.

mod conformance;
mod features;
mod sample;
mod strata;

use wampimuk_command::{Lexicon, Reading, Strategy, WordClass, denotation, parse};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_grid::{Agent, Form, Heading, Object, World};

use super::ReleasedBuilder;
use crate::pattern::Pattern;
use crate::population::Population;
use crate::recipe::Released;
use crate::rules::Rules;
use crate::tree::Tree;

fn stream(name: &str) -> Stream {
    StreamKey::new(&Digest::of(b"released worlds"), name, 0).stream(0)
}

fn builder(settings: &Released) -> ReleasedBuilder {
    ReleasedBuilder::new(settings, 6, 1..=4, &Lexicon::reascan())
}

fn tree(text: &str) -> Tree {
    let lexicon = Lexicon::reascan();
    Tree::of(&parse(text, &lexicon).expect("a command of the test").phrase, &lexicon)
}

fn population(pattern: &str) -> Population {
    let pattern = Pattern::parse(pattern).expect("a pattern of the test");
    Population::new(&pattern, &Rules::default(), &Lexicon::reascan()).expect("a small pattern")
}

fn world(builder: &ReleasedBuilder) -> World {
    let agent = Agent { cell: builder.agent(), heading: Heading::East };
    let mut world = World::new(6, agent).expect("a grid of six");
    for &object in builder.objects() {
        world.place(object).expect("a free cell");
    }
    world
}

/// Whether the original would say that a world has attribute distractors.
fn has_attribute(builder: &ReleasedBuilder) -> bool {
    let mut groups = builder.cast().groups.iter();
    builder.cast().has(Strategy::Attribute)
        && groups
            .all(|group| !matches!(group.strategy, Strategy::Attribute | Strategy::Size) || group.complete)
}

/// Attempts that are given up early have a second referent already; those that are not end as the exact meaning says.
#[test]
fn attempts_are_judged_by_the_meaning() {
    let lexicon = Lexicon::reascan();
    let mut accepted = 0;
    let patterns =
        ["o", "o ^ o", "o ^ o & o", "o ^ o & o & o", "o ^ o ^ o", "o ^ o ^ o & o", "o ^ o & o ^ o & o"];
    for (number, pattern) in patterns.into_iter().enumerate() {
        let population = population(pattern);
        let mut stream = stream(pattern);
        let distractors = if number % 2 == 0 { Strategy::DISTRACTORS.to_vec() } else { vec![] };
        let mut builder = builder(&Released { distractors, ..Released::default() });
        for _ in 0..1_000 {
            let command = population.command(stream.wide_bits() % population.len(), 0, None).phrase;
            let unique = builder.attempt(&Tree::of(&command, &lexicon), &mut stream);
            let world = world(&builder);
            let referents = denotation(&command, &world, &lexicon, Reading::Existential.into());
            assert_eq!(unique, referents == 1, "{pattern} {command:?} {:?}", world.objects());
            assert!(unique || referents > 1 || referents & 1 == 0);
            accepted += u32::from(unique);
        }
    }
    assert!(accepted > 300, "{accepted}");
}

#[test]
fn casts_tell_every_object_and_worlds_are_lawful() {
    let population = population("o ^ o & o");
    let lexicon = Lexicon::reascan();
    let mut stream = stream("casts");
    let mut builder = builder(&Released::default());
    let mut seen = std::collections::BTreeSet::new();
    for _ in 0..20_000 {
        let command = population.command(stream.wide_bits() % population.len(), 0, None).phrase;
        let tree = Tree::of(&command, &lexicon);
        if !builder.attempt(&tree, &mut stream) {
            continue;
        }
        let (objects, cast) = (builder.objects(), builder.cast());
        assert_eq!(objects.len(), cast.parts.len());
        assert!((13..=16).contains(&objects.len()));
        assert_eq!(cast.groups[0].strategy, Strategy::Command);
        for (number, part) in cast.parts.iter().enumerate() {
            assert_eq!(part.group == 0, number < 3);
            assert!(
                part.group == 0 || part.group >= cast.parts[number - 1].group,
                "groups follow each other"
            );
            let group = cast.groups[usize::from(part.group)];
            seen.insert((group.strategy, group.word));
            assert_eq!(part.phrase.is_none(), group.strategy == Strategy::Random);
        }
        assert!(world(&builder).solid_at(builder.agent()).is_none());
    }
    let expected = [
        (Strategy::Command, None),
        (Strategy::Relation, None),
        (Strategy::Attribute, Some(WordClass::Size)),
        (Strategy::Attribute, Some(WordClass::Colour)),
        (Strategy::Attribute, Some(WordClass::Noun)),
        (Strategy::Isomorphism, Some(WordClass::Colour)),
        (Strategy::Isomorphism, Some(WordClass::Noun)),
        (Strategy::Size, Some(WordClass::Size)),
        (Strategy::Random, None),
    ];
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), expected);
}

/// With every knob off, the artifacts are gone.
#[test]
fn sane_settings_keep_their_promises() {
    let sane = Released {
        first_free_pivots: false,
        sizes_of_drawn_shape: false,
        unsized_are_big: false,
        fix_lone_copy_size: false,
        fix_relation_copy_sizes: false,
        chance_relations: false,
        drop_size_word: false,
        ungrounded_without_pool: false,
        always_ground_objects: false,
        no_attributes_among_boxes: false,
        keep_partial_groups: false,
        idle_swaps: false,
        ..Released::default()
    };
    let mut builder = builder(&sane);
    let mut stream = stream("sane");
    let mut made = |text: &str| {
        let tree = tree(text);
        (0..2_000).filter(|_| builder.attempt(&tree, &mut stream)).count()
    };
    assert!(made("push the circle that is in the same size as a red square") > 100);
    assert!(made("push the small green object that is inside of a big red box") > 100);
    // Equal colours are never exchanged, nor equal sizes and nouns.
    assert!(
        made(
            "push the circle that is in the same row as a red square and in the same column as a big red square"
        ) > 30
    );

    let two_sizes = tree("push the small object that is in the same row as a big red square");
    let tuned = tree(
        "push the red object that is in the same shape as a blue object and in the same row as a big circle",
    );
    for _ in 0..2_000 {
        if builder.attempt(&two_sizes, &mut stream) {
            let sizes = builder.objects().iter().fold(0u32, |set, object| set | 1 << object.size);
            assert_eq!(sizes.count_ones(), 2, "{:?}", builder.objects());
        }
        builder.attempt(&tuned, &mut stream);
        let (objects, cast) = (builder.objects(), builder.cast());
        for (number, group) in cast.groups.iter().enumerate() {
            let member = |phrase: u8| {
                let place = cast
                    .parts
                    .iter()
                    .position(|part| (usize::from(part.group), part.phrase) == (number, Some(phrase)));
                place.map(|place| objects[place].shape)
            };
            assert!(group.complete || cast.parts.iter().all(|part| usize::from(part.group) != number));
            if group.strategy == Strategy::Relation && group.phrase == Some(2) && group.complete {
                assert_eq!(member(0), member(1), "the clause that is not left out holds");
            }
        }
    }
}

/// A group that runs out of room stays as it is, and the cast says so.
#[test]
fn crowded_grids_end_groups() {
    let lexicon = Lexicon::reascan();
    let settings = Released { objects: 64, ..Released::default() };
    let mut builder = ReleasedBuilder::new(&settings, 3, 1..=2, &lexicon);
    let tree = tree(
        "push the circle that is in the same row as a red square and in the same column as a blue square",
    );
    let mut stream = stream("crowded");
    let mut partial = 0;
    for _ in 0..500 {
        assert!(!builder.attempt(&tree, &mut stream), "there is no cell for the agent");
        let solids = builder.objects().iter().filter(|object| object.form == Form::Solid).count();
        assert!(solids <= 9);
        partial += u32::from(builder.cast().groups.iter().any(|group| !group.complete));
    }
    assert!(partial > 100, "{partial}");
}

/// However many phrases and objects are asked for, a world has at most 64.
#[test]
fn worlds_stay_within_bounds() {
    let lexicon = Lexicon::reascan();
    let settings = Released { objects: 255, ..Released::default() };
    let mut builder = ReleasedBuilder::new(&settings, 32, 1..=8, &lexicon);
    let population = population("o ^ o & o & o & o");
    let mut stream = stream("bounds");
    let mut fullest = 0;
    for _ in 0..200 {
        let command = population.command(stream.wide_bits() % population.len(), 0, None).phrase;
        builder.attempt(&Tree::of(&command, &lexicon), &mut stream);
        fullest = fullest.max(builder.objects().len());
        let inside = |object: &Object| object.form == Form::Solid || object.cell.row + object.size <= 32;
        assert!(builder.objects().iter().all(inside));
    }
    assert_eq!(fullest, 64);
}
