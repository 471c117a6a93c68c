//! How fast items are made and written. Each number says what it counts; all are for one core unless said otherwise.
//!
//! `cargo xtask bench` prints a table; `cargo xtask bench --save` also stores it, with date, machine and commit, under
//! `benches/results`. Every measurement is repeated and the best run is reported: the others measure what else the
//! machine was doing. The spread is printed beside it.

mod machine;
mod questions;
mod stories;

use std::hint::black_box;
use std::io::Write;
use std::time::{Duration, Instant};

use wampimuk_command::GridFamily;
use wampimuk_core::{Family, Permutation, Sink, StreamKey, ordered};
use wampimuk_dataset::{JsonLines, Output, ParquetWriter, Table};
use wampimuk_gscan::Gscan;
use wampimuk_reascan::Reascan;

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
    // `-- questions` measures nothing else.
    if arguments.iter().any(|argument| argument == "questions") {
        print!("{}", render(&questions::rows()));
        return;
    }
    let gscan = gscan("gscan");
    let order = random_order(&gscan, u64::MAX);
    let mut rows = vec![
        setup("set-up of gscan", || {
            black_box(self::gscan("gscan"));
        }),
        in_memory("items in memory", &gscan, &order, "≥ 1,000,000"),
        random_access(&gscan, &order),
        json_lines(&gscan, &order),
        json_lines_end_to_end("JSON lines, making included", &gscan, 200_000),
        parquet("Parquet", &gscan, "≥ 250,000"),
        whole_recipe("the whole of gscan to Parquet", &gscan, CHUNK, RUNS, "seconds"),
    ];
    drop((gscan, order));
    rows.extend(reascan_rows());
    rows.extend(stories::rows());
    rows.extend(questions::rows());
    rows.push(memory());
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

/// ReaSCAN: whatever is counted includes the certificate, necessity of every clause and word, and all variants.
fn reascan_rows() -> Vec<Row> {
    let mut rows = vec![setup("set-up of reascan", || {
        black_box(reascan("reascan"));
    })];
    let certified = [
        ("ReaSCAN items, two clauses", "reascan-2rc", "≥ 50,000"),
        ("ReaSCAN items, every word needed", "reascan-words", ""),
        ("ReaSCAN items as released, two clauses", "reascan-released-2rc", ""),
    ];
    for (what, name, bar) in certified {
        let dataset = reascan(name);
        let order = random_order(&dataset, 50_000);
        rows.push(in_memory(what, &dataset, &order, bar));
    }
    let dataset = reascan("reascan");
    rows.push(json_lines_end_to_end("ReaSCAN JSON lines, making included", &dataset, 50_000));
    rows.push(parquet("ReaSCAN Parquet", &dataset, ""));
    rows.push(whole_recipe("the whole of reascan to Parquet", &dataset, CHUNK, 2, "< 120"));
    let full = reascan("reascan-full");
    let items: u64 = full.splits().iter().map(|split| split.len).sum();
    let order = random_order(&full, 50_000);
    let mut row = in_memory("reascan-full, all commands", &full, &order, "");
    row.note =
        format!("{} items, {:.1} hours on one core", thousands(items), items as f64 / row.best / 3600.0);
    rows.push(row);
    rows
}

fn gscan(name: &str) -> Gscan {
    let toml = wampimuk_gscan::shipped(name).expect("a shipped recipe").toml;
    let recipe = wampimuk_gscan::Recipe::parse(toml).expect("shipped recipes are sound");
    Gscan::new(recipe, 0).expect("shipped recipes are sound")
}

fn reascan(name: &str) -> Reascan {
    let toml = wampimuk_reascan::shipped(name).expect("a shipped recipe").toml;
    let recipe = wampimuk_reascan::Recipe::parse(toml).expect("shipped recipes are sound");
    Reascan::new(recipe, 0).expect("shipped recipes are sound")
}

/// The addresses of items, shuffled across splits: no run of neighbours is easier than the next. All of them, or as many
/// as are wanted.
fn random_order(dataset: &dyn Family, most: u64) -> Vec<(usize, u64)> {
    let sizes: Vec<u64> = dataset.splits().iter().map(|split| split.len).collect();
    let all: u64 = sizes.iter().sum();
    let mut stream = StreamKey::new(&dataset.digest(), "benchmark", 0).stream(0);
    let order = Permutation::new(all, &mut stream);
    let address = |number: u64| {
        let mut index = order.at(number);
        let mut split = 0;
        while index >= sizes[split] {
            index -= sizes[split];
            split += 1;
        }
        (split, index)
    };
    (0..all.min(most)).map(address).collect()
}

/// The times of several runs, best first.
fn times(run: impl FnMut()) -> Vec<Duration> {
    times_of(RUNS, run)
}

fn times_of(runs: usize, mut run: impl FnMut()) -> Vec<Duration> {
    let mut times: Vec<Duration> = (0..runs)
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
fn setup(what: &'static str, run: impl FnMut()) -> Row {
    let times = times(run);
    let seconds = |time: &Duration| time.as_secs_f64() * 1e3;
    Row {
        what,
        best: seconds(&times[0]),
        worst: seconds(&times[times.len() - 1]),
        unit: "ms",
        bar: "",
        note: "parse the recipe, lay out all splits".into(),
    }
}

/// Items in memory: command, world, actions, split, identity and certificate, over the whole recipe in random order.
fn in_memory(what: &'static str, dataset: &dyn GridFamily, order: &[(usize, u64)], bar: &'static str) -> Row {
    let mut maker = dataset.grid_items();
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
    per_second(what, order.len() as f64, "items/s", bar, &times, note)
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
            dataset.columns().write(item, tokens, "", sink);
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
fn json_lines_end_to_end(what: &'static str, dataset: &dyn Family, most: u64) -> Row {
    let mut items = dataset.items();
    let mut lines = JsonLines::new(dataset.schema());
    let count = most.min(dataset.splits()[0].len);
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
    per_second(what, count as f64, "items/s", "", &times, "train, in order".into())
}

/// Parquet from addresses: making, Arrow columns, encoding and compression.
fn parquet(what: &'static str, dataset: &dyn Family, bar: &'static str) -> Row {
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
    per_second(what, count as f64, "items/s", bar, &times, note)
}

/// The whole recipe to Parquet files on disk, on all cores, as `wampimuk generate` does it.
fn whole_recipe(what: &'static str, dataset: &dyn Family, chunk: u64, runs: usize, bar: &'static str) -> Row {
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let folder = tempfile::tempdir().expect("a temporary folder");
    let times = times_of(runs, || {
        for (split, info) in dataset.splits().iter().enumerate() {
            let path = folder.path().join(format!("{}.parquet", info.name));
            let output = Output::create(&path).expect("a temporary file");
            let mut writer = ParquetWriter::new(output, dataset.schema(), &[]).expect("a temporary file");
            let encoder = writer.encoder();
            ordered(
                threads,
                0..info.len.div_ceil(chunk),
                || (dataset.items(), Table::new(dataset.schema())),
                |(items, table), job| {
                    let start = job * chunk;
                    for index in start..info.len.min(start + chunk) {
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
        what,
        best: times[0].as_secs_f64(),
        worst: times[times.len() - 1].as_secs_f64(),
        unit: "s",
        bar,
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
        String::from("| what | best | worst | unit | bar | counted |\n|---|---|---|---|---|---|\n");
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
