//! Readers without understanding, tried on shipped recipes and held to their bars: `cargo xtask probes`.
//!
//! `probes [--quick] [--tables] [--audit] [--threads N] [--out FILE --head TEXT] [RECIPE[:SPLIT,SPLIT] …]`: without
//! recipes, all that are certified. Fails where a bar is missed; `--tables` prints the floors of each recipe as well, and
//! `--audit` audits it whole, to see how long that takes.
//!
//! `probes --store FILE [RECIPE …]` measures the test splits of shipped recipes and puts them where
//! `wampimuk_floors::floors_of` finds them, in place of earlier measurements.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use wampimuk_audit::floors::{Bar, Extent, Floors, Teacher, bars, learnt, measure, tables};
use wampimuk_audit::{AuditOptions, audit};
use wampimuk_core::{Role, cores};
use wampimuk_families as families;
use wampimuk_floors::{StoredFloors, read};
use wampimuk_source::{Choice, Pass, open};

/// The certified recipes, what their readers learn from if not from train, and the splits that they are tried on.
const RECIPES: [(&str, Option<&str>, &str); 12] = [
    ("gscan", None, "test"),
    ("gscan-length", None, "test"),
    ("reascan", None, "test"),
    ("reascan-words", None, "test"),
    ("diverse-t2", None, "test"),
    ("diverse-t7", None, "test"),
    ("diverse-t12", None, "test"),
    ("mix-t2", Some("diverse-t2"), "test"),
    ("mix-t7", Some("diverse-t7"), "test"),
    ("mix-t12", Some("diverse-t12"), "test"),
    ("mix-t12", None, "test"),
    ("mix-paired", None, "test"),
];

/// What the short form looks at.
const QUICK: [&str; 3] = ["gscan", "reascan", "mix-t12"];

/// The most that the bound itself may be, by the number of clauses.
const BOUNDS: [(&str, f64); 2] = [("$OBJ_0 ^ $OBJ_1", 0.45), ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", 0.30)];

#[derive(Default)]
struct Options {
    quick: bool,
    tables: bool,
    audit: bool,
    threads: Option<usize>,
    out: Option<String>,
    store: Option<String>,
    head: String,
    names: Vec<String>,
}

impl Options {
    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    fn extent(&self) -> Extent {
        if self.quick { Extent::QUICK } else { Extent::USUAL }
    }
}

fn options() -> Result<Options, String> {
    let mut options = Options::default();
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or(format!("`{word}` needs a value"));
        match word.as_str() {
            "--quick" => options.quick = true,
            "--tables" => options.tables = true,
            "--audit" => options.audit = true,
            "--threads" => {
                options.threads = Some(value()?.parse().map_err(|_| "`--threads` needs a number")?);
            }
            "--out" => options.out = Some(value()?),
            "--store" => options.store = Some(value()?),
            "--head" => options.head = value()?,
            _ if word.starts_with("--") => return Err(format!("there is no `{word}`")),
            _ => options.names.push(word),
        }
    }
    Ok(options)
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let options = options()?;
    if let Some(path) = &options.store {
        return store(path, &options);
    }
    let mut jobs: Vec<(String, Option<&str>, String)> = RECIPES
        .iter()
        .filter(|(name, teacher, _)| !options.quick || QUICK.contains(name) && teacher.is_none())
        .map(|(name, teacher, splits)| (name.to_string(), *teacher, splits.to_string()))
        .collect();
    if !options.names.is_empty() {
        let named = options.names.iter().map(|name| {
            let (name, splits) = name.split_once(':').unwrap_or((name, "test"));
            (name.to_owned(), None, splits.to_owned())
        });
        jobs = named.collect();
    }
    let (choice, threads, extent) = (Choice::default(), options.threads(), options.extent());
    let mut report = format!("{}\n{HEAD}", options.head);
    let mut missed = 0;
    if !options.audit {
        print!("{HEAD}");
    }
    for (name, learn_from, splits) in jobs {
        let start = Instant::now();
        let mut opened = open(&name, &choice)?;
        let splits: Vec<&str> = if splits == "all" { Vec::new() } else { splits.split(',').collect() };
        let pass = Pass { choice: &choice, threads, watch: &() };
        if options.audit {
            let wanted = AuditOptions {
                learn_from: learn_from.map(str::to_owned),
                extent: Some(extent),
                ..AuditOptions::default()
            };
            let found = audit(&name, &mut opened, &wanted, &pass)?;
            println!("{name}: audited in {:.0?}\n{}", start.elapsed(), found.summary().text(4));
            continue;
        }
        let floors = measure(&name, &opened, &splits, &Teacher { learn_from, extent }, &pass)?;
        let name = learn_from.map_or_else(|| name.clone(), |teacher| format!("{name}, taught by {teacher}"));
        let (rows, failures) = rows(&name, &floors);
        print!("{rows}");
        report += &rows;
        missed += failures;
        eprintln!("{name}: {:.0?}, {}", start.elapsed(), learnt(&floors));
        if options.tables {
            tables(&floors, true).iter().for_each(|table| println!("\n{}", table.to_text()));
        }
    }
    if options.audit {
        return Ok(ExitCode::SUCCESS);
    }
    let end = format!("\n{missed} bars are missed.\n");
    println!("{end}");
    if let Some(path) = &options.out {
        fs::write(path, report + &end)?;
    }
    Ok(if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Measures shipped recipes and stores what was found beside what is stored of others.
fn store(path: &str, options: &Options) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let (choice, extent) = (Choice::default(), options.extent());
    let pass = Pass { choice: &choice, threads: options.threads(), watch: &() };
    // what is built into this program may be older than the file
    let earlier = read(fs::read_to_string(path).unwrap_or_default().leak()).unwrap_or_default();
    let mut all: BTreeMap<String, String> = BTreeMap::new();
    for recipe in families::shipped().filter(|recipe| is_stored(recipe.name)) {
        let digest = families::card(recipe.toml)?.digest;
        let earlier = earlier.iter().find(|stored| stored.digest == digest && stored.recipe == recipe.name);
        let wanted = options.names.is_empty() || options.names.iter().any(|name| name == recipe.name);
        let text = match earlier {
            Some(stored) if !wanted => stored.to_text(),
            None if !wanted => continue,
            _ => {
                let start = Instant::now();
                let measured = measured(recipe.name, digest, extent, &pass)?;
                eprintln!("{}: {:.0?}, {}", recipe.name, start.elapsed(), learnt(&measured.floors));
                measured.to_text()
            }
        };
        all.insert(recipe.name.to_owned(), text);
        let head = "# Floors of shipped recipes. Made by `cargo xtask probes --save`.\n";
        fs::write(path, all.values().fold(head.to_owned(), |file, text| file + text))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The floors of a shipped recipe's test splits.
fn measured(
    name: &str,
    digest: String,
    extent: Extent,
    pass: &Pass<'_>,
) -> Result<StoredFloors, Box<dyn std::error::Error>> {
    let dataset = families::require(name, &[])?.dataset(pass.choice.seed)?;
    let tests = dataset.splits().iter().filter(|split| split.role == Role::Test);
    let splits: Vec<&str> = tests.map(|split| split.name.as_str()).collect();
    let opened = open(name, pass.choice)?;
    let floors = measure(name, &opened, &splits, &Teacher { learn_from: None, extent }, pass)?;
    let version = env!("CARGO_PKG_VERSION").to_owned();
    Ok(StoredFloors { recipe: name.to_owned(), digest, seed: pass.choice.seed, version, floors })
}

/// Whether the floors of a recipe are stored: riddles have no readers, and reading the longest stories takes hours.
fn is_stored(name: &str) -> bool {
    !name.starts_with("riddle") && !["long-16k", "long-64k", "long-256k", "long-1m"].contains(&name)
}

const HEAD: &str = "\
| recipe | split | items of | reader | right | 95 % | n | expected | bar | |
|---|---|---|---|---:|---|---:|---:|---:|---|
";

/// A row for each bar, and how many are missed.
fn rows(name: &str, floors: &Floors) -> (String, usize) {
    let (mut text, mut missed) = (String::new(), 0);
    for bar in bars(floors) {
        let Bar { row, score, expected, .. } = &bar;
        let summary = match (bar.is_missed(), score.share() > bar.height()) {
            (true, _) => "**missed**",
            (false, true) => "close",
            (false, false) => "",
        };
        missed += usize::from(bar.is_missed());
        let _ = writeln!(
            text,
            "| {name} | {} | `{}` | {} | {:.1} | {:.1}–{:.1} | {} | {:.1} | {:.1} | {summary} |",
            row.split,
            row.group,
            score.reader,
            100.0 * score.share(),
            100.0 * score.low,
            100.0 * score.high,
            score.of,
            100.0 * expected,
            100.0 * bar.height(),
        );
    }
    for row in &floors.rows {
        let bar = BOUNDS.iter().find(|(pattern, _)| *pattern == row.group);
        if let (Some((_, bar)), Some(bound)) = (bar, row.bound) {
            let is_missed = bound > *bar;
            missed += usize::from(is_missed);
            let summary = if is_missed { "**missed**" } else { "" };
            let _ = writeln!(
                text,
                "| {name} | {} | `{}` | the bound itself | {:.1} | | {} | | {:.1} | {summary} |",
                row.split,
                row.group,
                100.0 * bound,
                row.items,
                100.0 * bar,
            );
        }
    }
    (text, missed)
}
