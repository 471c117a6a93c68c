//! How fast arrays for training are filled and environments step. Each number says what it counts; all are for one core.
//!
//! `cargo xtask bench` prints a table; with `--save` it is also stored, with date, machine and commit, under
//! `benches/results`. As in `throughput`, the best of several runs is reported and the worst beside it.

mod machine;

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use wampimuk_batch::{ChannelValue, GridBatch, GridBatcher, Padding, Punctuation, StoryBatch, StoryBatcher};
use wampimuk_core::{Permutation, StreamKey};
use wampimuk_env::{Autoreset, GameSettings, NO_ACTION, Reset, VectorBuffers, VectorEnv};
use wampimuk_families::{Dataset, require};

const RUNS: usize = 5;

struct Row {
    what: &'static str,
    best: f64,
    worst: f64,
    unit: &'static str,
    bar: &'static str,
    note: String,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    // `cargo test --benches` runs this too; there is nothing to test.
    if arguments.iter().any(|argument| argument == "--test") {
        return;
    }
    let gscan = dataset("gscan");
    let reascan = dataset("reascan");
    let mut rows = vec![
        batches::<u8>("gSCAN training items as arrays", &*gscan, 200_000, 1024, Padding::Batch, "≥ 500,000"),
        batches::<u8>("… in batches of 200", &*gscan, 200_000, 200, Padding::Batch, ""),
        batches::<u8>("… padded to the longest of the recipe", &*gscan, 200_000, 1024, Padding::Fixed, ""),
        batches::<f32>("… observations as floats", &*gscan, 200_000, 1024, Padding::Batch, ""),
        batches::<u8>("ReaSCAN training items as arrays", &*reascan, 30_000, 1024, Padding::Batch, ""),
        stories("mix(T12) questions as arrays"),
    ];
    let next = Autoreset::NextStep;
    let same = Autoreset::SameStep;
    rows.extend([
        steps("gSCAN steps, random actions", &*gscan, 1024, next, Policy::Random, "≥ 1,000,000"),
        steps("… 16 environments", &*gscan, 16, next, Policy::Random, ""),
        steps("… next episode at the same step", &*gscan, 1024, same, Policy::Random, ""),
        steps("… expert actions", &*gscan, 1024, next, Policy::Expert, "≥ 1,000,000"),
        steps("ReaSCAN steps, random actions", &*reascan, 1024, next, Policy::Random, ""),
        steps("… expert actions", &*reascan, 1024, next, Policy::Expert, ""),
    ]);
    rows.push(memory());
    let table = render(&rows);
    print!("{table}");
    if arguments.iter().any(|argument| argument == "--save") {
        let today = machine::results_file();
        let day = today.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        let path = today.with_file_name(format!("{day}-arrays.md"));
        let mut file = std::fs::File::create(&path).expect("the results folder is writable");
        write!(file, "{}\n{table}", machine::describe()).expect("the results file is writable");
        println!("stored in {}", path.display());
    }
}

fn dataset(name: &str) -> Box<dyn Dataset> {
    let recipe = require(name, &[]).expect("a shipped recipe");
    recipe.dataset(0).expect("shipped recipes are sound")
}

/// Indices of the first split in random order: no run of neighbours is easier than the next.
fn random_order(dataset: &dyn Dataset, most: u64) -> Vec<u64> {
    let len = dataset.splits()[0].len;
    let mut stream = StreamKey::new(&dataset.digest(), "benchmark", 0).stream(0);
    let order = Permutation::new(len, &mut stream);
    (0..len.min(most)).map(|number| order.at(number)).collect()
}

/// The times of several runs, best first. Each run says how much it has done.
fn rates(mut run: impl FnMut() -> f64) -> Vec<f64> {
    let mut rates: Vec<f64> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            let done = run();
            let time: Duration = start.elapsed();
            done / time.as_secs_f64()
        })
        .collect();
    rates.sort_by(|one, other| other.total_cmp(one));
    rates
}

/// Items made, certified and laid out: everything from indices to arrays, with a new worker for each batch.
fn batches<L: ChannelValue>(
    what: &'static str,
    dataset: &dyn Dataset,
    most: u64,
    size: usize,
    padding: Padding,
    bar: &'static str,
) -> Row {
    let order = random_order(dataset, most);
    let mut batcher = GridBatcher::new(dataset).expect("grids have arrays");
    let mut batch = GridBatch::<L>::default();
    let mut run = || {
        for indices in order.chunks(size) {
            batcher.fill(dataset, 0, indices, padding, &mut batch).expect("every item can be laid out");
            black_box(&batch);
        }
        order.len() as f64
    };
    run();
    let rates = rates(run);
    let note = format!(
        "from indices in random order, making and certificates included; batches of {size}, {} bytes an item",
        bytes(&batch) / batch.len.max(1)
    );
    Row { what, best: rates[0], worst: rates[RUNS - 1], unit: "items/s", bar, note }
}

/// What the arrays of a batch take.
fn bytes<L: ChannelValue>(batch: &GridBatch<L>) -> usize {
    let numbers = batch.command.len() + batch.actions.len() + 4 * batch.len;
    size_of_val(&batch.observation[..])
        + 8 * numbers
        + batch.command_mask.len()
        + batch.action_mask.len()
        + 16 * batch.len
}

/// Questions told, proved and laid out.
fn stories(what: &'static str) -> Row {
    let dataset = dataset("mix-t12");
    let stories = dataset.contents().stories().expect("a recipe of stories");
    let order = random_order(&*dataset, 5000);
    let batcher = StoryBatcher::new(stories, Punctuation::DropLast).expect("stories have arrays");
    let mut batch = StoryBatch::default();
    let rates = rates(|| {
        for indices in order.chunks(500) {
            batcher.fill(stories, 0, indices, None, &mut batch).expect("every question can be laid out");
            black_box(&batch);
        }
        order.len() as f64
    });
    let note = "from indices in random order, telling and proving included".to_string();
    Row { what, best: rates[0], worst: rates[RUNS - 1], unit: "items/s", bar: "", note }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Policy {
    Random,
    Expert,
}

/// Actions carried out in N environments: physics, rewards, changed observations, and making the items of new episodes.
/// Steps that only begin an episode are not counted.
fn steps(
    what: &'static str,
    dataset: &dyn Dataset,
    len: usize,
    autoreset: Autoreset,
    policy: Policy,
    bar: &'static str,
) -> Row {
    let calls = 400_000 / len;
    let mut env =
        VectorEnv::new(dataset, 0, len, autoreset, GameSettings::default()).expect("grids can be played");
    let mut buffers = VectorBuffers::new(&env);
    env.reset(dataset, Reset::default(), buffers.slices()).expect("every item can be played");
    let mut stream = StreamKey::new(&dataset.digest(), "actions", 0).stream(0);
    let random: Vec<u8> = (0..len * 64).map(|_| stream.below(6) as u8).collect();
    let mut experts = vec![0; len];
    let (mut all, mut ended) = (0, 0);
    let rates = rates(|| {
        let mut done = 0;
        for call in 0..calls {
            let actions = match policy {
                Policy::Random => &random[call % 64 * len..][..len],
                Policy::Expert => {
                    env.expert_actions(&mut experts).expect("one action for each");
                    experts.iter_mut().filter(|action| **action == NO_ACTION).for_each(|action| *action = 3);
                    &experts
                }
            };
            env.step(dataset, actions, buffers.slices()).expect("all actions exist");
            black_box(&buffers);
            let ends =
                buffers.terminated.iter().zip(&buffers.truncated).filter(|(one, other)| **one | **other);
            let ends = ends.count();
            ended += ends;
            done += if autoreset == Autoreset::NextStep { len - ends } else { len };
        }
        all += done;
        done as f64
    });
    let note = format!(
        "{len} environments; rewards, observations and new episodes included, {:.1} actions an episode",
        all as f64 / f64::from(ended.max(1) as u32)
    );
    Row { what, best: rates[0], worst: rates[RUNS - 1], unit: "actions/s", bar, note }
}

/// The most memory this process ever had, all of the above included.
fn memory() -> Row {
    let peak = machine::peak_memory_mb().unwrap_or(f64::NAN);
    let note = "of this whole benchmark".into();
    Row { what: "peak memory", best: peak, worst: peak, unit: "MB", bar: "", note }
}

fn render(rows: &[Row]) -> String {
    let mut table =
        String::from("| what | best | worst | unit | bar | counted |\n|---|---|---|---|---|---|\n");
    for Row { what, best, worst, unit, bar, note } in rows {
        let (best, worst) = (thousands(*best), thousands(*worst));
        table.push_str(&format!("| {what} | {best} | {worst} | {unit} | {bar} | {note} |\n"));
    }
    table
}

fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
