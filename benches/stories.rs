//! How fast stories are made: the distribution is that of rejection, so what counts is how fast others are turned away.

use std::hint::black_box;

use wampimuk_core::{Family, Role, StreamKey};
use wampimuk_dyna::maker::{Gate, Manner, StoryMaker};
use wampimuk_dyna::scheme::{Scheme, Source};
use wampimuk_dyna::{Recipe, Stories, StoryFamily, StoryItems};

use crate::{Row, json_lines_end_to_end, per_second, setup, times, times_of, whole_recipe};

/// Everything that the Dyna-bAbI paper generates, certified, and as released where that exists.
const PAPER: [&str; 15] = [
    "concat-t2",
    "concat-t7",
    "concat-t12",
    "inject-t7",
    "inject-t12",
    "diverse-t7",
    "diverse-t12",
    "mix-t2",
    "mix-t7",
    "mix-t12",
    "mix-paired",
    "diverse-t7-released",
    "diverse-t12-released",
    "mix-t7-released",
    "mix-t12-released",
];

/// Rows written at a time, as `wampimuk generate` does for families that search for their items.
const CHUNK: u64 = 512;

fn recipe(name: &str) -> Recipe {
    let toml = wampimuk_dyna::shipped(name).expect("a shipped recipe").toml;
    Recipe::parse(toml).expect("shipped recipes are sound")
}

fn stories(name: &str) -> Stories {
    Stories::new(recipe(name), 0).expect("shipped recipes are sound")
}

/// Stories of mix(T12), and all data of the paper.
pub fn rows() -> Vec<Row> {
    let mix = stories("mix-t12");
    vec![
        setup("set-up of babi", || {
            black_box(stories("babi"));
        }),
        balanced_stories("mix(T12) stories, balanced, accepted and proved", &mix),
        proved_stories("mix(T12) stories without balance, accepted and proved"),
        json_lines_end_to_end("mix(T12) JSON lines, making included", &mix, 6000),
        paper("all data of the Dyna-bAbI paper to Parquet"),
    ]
}

/// Stories told until one passes the filter whose turn it is, with all proofs of its question; equally many of each part.
fn proved_stories(what: &'static str) -> Row {
    const EACH: u64 = 2000;
    let recipe = recipe("mix-t12");
    let generate = &recipe.generate;
    let manner = Manner {
        rules: generate.rules(),
        style: generate.supports,
        steps: generate.steps as usize,
        ambiguous: generate.ambiguous,
    };
    let schemes: Vec<Scheme> = generate
        .parts
        .iter()
        .map(|part| Scheme::new(part, generate).expect("shipped recipes are sound"))
        .collect();
    let key = StreamKey::new(&recipe.digest(), "benchmark", 0);
    let times = times(|| {
        for scheme in &schemes {
            let Source::Story(story) = &scheme.source else { continue };
            let mut maker = StoryMaker::new(&scheme.part, story, manner);
            for number in 0..EACH {
                let filter = story.turns.of(number).and_then(|filter| scheme.part.filters.get(filter));
                let gate = Gate { filter, within: None, outside: &[], balance: None };
                black_box(maker.make(&gate, Role::Test, &mut key.stream(number)));
            }
        }
    });
    let count = (EACH * schemes.len() as u64) as f64;
    per_second(what, count, "stories/s", "≥ 20,000", &times, "every filter as often".into())
}

/// All stories of the test split as they are, each with the pairing whose turn it is.
fn balanced_stories(what: &'static str, mix: &Stories) -> Row {
    let split =
        mix.splits().iter().position(|split| split.name == "test").expect("mix(T12) has a test split");
    let count = mix.stories(split);
    let times = times(|| {
        let mut worker = mix.worker();
        for story in 0..count {
            black_box(worker.story(split, story).expect("shipped recipes are sound"));
        }
    });
    per_second(what, count as f64, "stories/s", "≥ 20,000", &times, "in words".into())
}

/// All of the paper's datasets, one after another, with their set-up.
fn paper(what: &'static str) -> Row {
    let mut questions = 0;
    let times = times_of(2, || {
        questions = 0;
        for name in PAPER {
            let dataset = stories(name);
            questions += dataset.splits().iter().map(|split| split.len).sum::<u64>();
            black_box(whole_recipe("", &dataset, CHUNK, 1, ""));
        }
    });
    let seconds: Vec<f64> = times.iter().map(std::time::Duration::as_secs_f64).collect();
    Row {
        what,
        best: seconds[0],
        worst: seconds[seconds.len() - 1],
        unit: "s",
        bar: "< 60",
        note: format!("{} recipes, {} questions, all cores", PAPER.len(), crate::thousands(questions)),
    }
}
