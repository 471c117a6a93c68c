//! How fast items are made and written. Each number says what it counts; all are for one core unless said otherwise.
//!
//! `cargo xtask bench` prints a table; `cargo xtask bench --save` also stores it, with date, machine and commit, under
//! `benches/results`. Every measurement is repeated and the best run is reported: the others measure what else the
//! machine was doing. The spread is printed beside it.

mod machine;

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use wampimuk_core::{Family, Permutation, Sink, StreamKey};
use wampimuk_dataset::{JsonLines, Output, ParquetWriter, Table, ordered};
use wampimuk_gscan::{Gscan, Recipe, shipped};

const RUNS: usize = 5;

/// Rows written at a time, as `wampimuk generate` does.
const CHUNK: u64 = 32_768;

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
    let dataset = dataset("gscan");
    let order = random_order(&dataset);
    let rows = vec![
        setup(),
        in_memory(&dataset, &order),
        random_access(&dataset, &order),
        json_lines(&dataset, &order),
        json_lines_end_to_end(&dataset),
        parquet(&dataset),
        whole_recipe(&dataset),
        memory(),
    ];
    let table = render(&rows);
    print!("{table}");
    if arguments.iter().any(|argument| argument == "--save") {
        let path = machine::results_file();
        let header = machine::describe();
        let mut file = std::fs::File::create(&path).expect("the results folder is writable");
        write!(file, "{header}\n{table}").expect("the results file is writable");
        println!("stored in {}", path.display());
    }
}

fn dataset(name: &str) -> Gscan {
    let recipe =
        Recipe::parse(shipped(name).expect("a shipped recipe").toml).expect("shipped recipes are sound");
    Gscan::new(recipe, 0).expect("shipped recipes are sound")
}

/// The addresses of all items, shuffled across splits: no run of neighbours is easier than the next.
fn random_order(dataset: &Gscan) -> Vec<(usize, u64)> {
    let all: Vec<(usize, u64)> = dataset
        .splits()
        .iter()
        .enumerate()
        .flat_map(|(split, info)| (0..info.len).map(move |index| (split, index)))
        .collect();
    let mut stream = StreamKey::new(&dataset.digest(), "benchmark", 0).stream(0);
    let order = Permutation::new(all.len() as u64, &mut stream);
    (0..all.len() as u64).map(|i| all[order.at(i) as usize]).collect()
}

/// The times of several runs, best first.
fn times(mut run: impl FnMut()) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort();
    times
}

fn per_second(
    what: &'static str,
    count: f64,
    unit: &'static str,
    bar: &'static str,
    times: &[Duration],
    note: String,
) -> Row {
    let rate = |time: &Duration| count / time.as_secs_f64();
    Row { what, best: rate(&times[0]), worst: rate(&times[times.len() - 1]), unit, bar, note }
}

/// From a recipe's text to a dataset that can be asked for items.
fn setup() -> Row {
    let times = times(|| {
        black_box(dataset("gscan"));
    });
    let seconds = |time: &Duration| time.as_secs_f64() * 1e3;
    Row {
        what: "set-up of gscan",
        best: seconds(&times[0]),
        worst: seconds(&times[times.len() - 1]),
        unit: "ms",
        bar: "",
        note: "parse the recipe, lay out all splits".into(),
    }
}

/// Items in memory: command, world, actions, split, identity and certificate, over the whole recipe in random order.
fn in_memory(dataset: &Gscan, order: &[(usize, u64)]) -> Row {
    let mut maker = dataset.maker();
    let times = times(|| {
        for &(split, index) in order {
            black_box(maker.make(split, index).expect("every address has an item"));
        }
    });
    let counted = allocation_counter::measure(|| {
        for &(split, index) in order {
            black_box(maker.make(split, index).expect("every address has an item"));
        }
    });
    let note =
        format!("random order; {:.4} allocations an item", counted.count_total as f64 / order.len() as f64);
    per_second("items in memory", order.len() as f64, "items/s", "≥ 1,000,000", &times, note)
}

/// One item alone, with a new worker each time: what random access costs.
fn random_access(dataset: &Gscan, order: &[(usize, u64)]) -> Row {
    let some = &order[..20_000];
    let times = times(|| {
        for &(split, index) in some {
            black_box(dataset.maker().make(split, index).expect("every address has an item").id);
        }
    });
    per_second("single items", some.len() as f64, "items/s", "", &times, "a new worker for each".into())
}

/// JSON lines from items that are already there: the writer alone.
fn json_lines(dataset: &Gscan, order: &[(usize, u64)]) -> Row {
    let mut maker = dataset.maker();
    let items: Vec<_> = order[..50_000]
        .iter()
        .map(|&(split, index)| maker.make(split, index).expect("every address has an item").clone())
        .collect();
    let tokens: Vec<Vec<u8>> = items
        .iter()
        .map(|item| {
            let surface = wampimuk_command::Surface::Gscan;
            dataset.columns().tokens(&item.example.command, dataset.lexicon(), surface)
        })
        .collect();
    let mut lines = JsonLines::new(dataset.schema());
    let mut bytes = 0;
    let times = times(|| {
        bytes = 0;
        for (item, tokens) in items.iter().zip(&tokens) {
            let sink: &mut dyn Sink = &mut lines;
            dataset.columns().write(&item.example, wampimuk_command::Label::of(item, tokens), sink);
            if lines.bytes().len() > 1 << 20 {
                bytes += black_box(lines.bytes()).len();
                lines.clear();
            }
        }
        bytes += lines.bytes().len();
        lines.clear();
    });
    let note = format!("{:.0} bytes an item; the writer alone", bytes as f64 / items.len() as f64);
    per_second("compact JSON lines", bytes as f64 / 1e9, "GB/s", "≥ 1", &times, note)
}

/// JSON lines from addresses: making and writing.
fn json_lines_end_to_end(dataset: &Gscan) -> Row {
    let mut items = dataset.items();
    let mut lines = JsonLines::new(dataset.schema());
    let count = 200_000.min(dataset.splits()[0].len);
    let times = times(|| {
        for index in 0..count {
            items.write(0, index, &mut lines).expect("every address has an item");
            if lines.bytes().len() > 1 << 20 {
                black_box(lines.bytes());
                lines.clear();
            }
        }
        lines.clear();
    });
    per_second("JSON lines, making included", count as f64, "items/s", "", &times, "train, in order".into())
}

/// Parquet from addresses: making, Arrow columns, encoding and compression.
fn parquet(dataset: &Gscan) -> Row {
    let count = (4 * CHUNK).min(dataset.splits()[0].len);
    let mut bytes = 0;
    let times = times(|| {
        let mut items = dataset.items();
        let mut table = Table::new(dataset.schema());
        let mut writer = ParquetWriter::new(Vec::new(), dataset.schema(), &[]).expect("memory is writable");
        for index in 0..count {
            items.write(0, index, &mut table).expect("every address has an item");
            if (index + 1) % CHUNK == 0 {
                writer.write(&table.finish().expect("columns fit")).expect("memory is writable");
            }
        }
        bytes = writer.finish().expect("memory is writable").len();
    });
    let note = format!("{:.0} bytes an item; making included", bytes as f64 / count as f64);
    per_second("Parquet", count as f64, "items/s", "≥ 250,000", &times, note)
}

/// The whole recipe to Parquet files on disk, on all cores, as `wampimuk generate gscan` does it.
fn whole_recipe(dataset: &Gscan) -> Row {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let times = times(|| {
        for (split, info) in dataset.splits().iter().enumerate() {
            let path = folder.path().join(format!("{}.parquet", info.name));
            let output = Output::create(&path).expect("a temporary file");
            let mut writer = ParquetWriter::new(output, dataset.schema(), &[]).expect("a temporary file");
            let encoder = writer.encoder();
            ordered(
                threads,
                info.len.div_ceil(CHUNK) as usize,
                || (dataset.items(), Table::new(dataset.schema())),
                |(items, table), job| {
                    let start = job as u64 * CHUNK;
                    for index in start..info.len.min(start + CHUNK) {
                        items.write(split, index, table).expect("every address has an item");
                    }
                    encoder.encode(&table.finish().expect("columns fit"))
                },
                |group| writer.append(group),
            )
            .expect("a temporary file");
            writer.finish().expect("a temporary file").finish().expect("a temporary file");
        }
    });
    Row {
        what: "the whole of gscan to Parquet",
        best: times[0].as_secs_f64(),
        worst: times[times.len() - 1].as_secs_f64(),
        unit: "s",
        bar: "seconds",
        note: format!("{threads} threads, files synced"),
    }
}

/// The most memory this process ever had, all of the above included.
fn memory() -> Row {
    let peak = machine::peak_memory_mb().unwrap_or(f64::NAN);
    Row {
        what: "peak memory",
        best: peak,
        worst: peak,
        unit: "MB",
        bar: "< 300",
        note: "of this whole benchmark".into(),
    }
}

fn render(rows: &[Row]) -> String {
    let number = |value: f64| match value {
        value if value >= 10_000.0 => thousands(value.round() as u64),
        value => format!("{value:.2}"),
    };
    let mut table =
        String::from("| what | best | worst of 5 | unit | bar | counted |\n|---|---|---|---|---|---|\n");
    for Row { what, best, worst, unit, bar, note } in rows {
        table.push_str(&format!(
            "| {what} | {} | {} | {unit} | {bar} | {note} |\n",
            number(*best),
            number(*worst)
        ));
    }
    table
}

fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (position, digit) in digits.chars().enumerate() {
        if position > 0 && (digits.len() - position).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
