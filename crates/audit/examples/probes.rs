//! Readers without understanding, tried on shipped recipes and held to their bars: `cargo xtask probes`.
//!
//! `probes [--quick] [--tables] [--audit] [--threads N] [--out FILE --head TEXT] [--accept FILE] [RECIPE[:SPLIT,SPLIT] …]`:
//! without recipes, all that are certified. Fails where a bar is missed that is not known to be, or by more than is known, and
//! where a bar that is known to be missed is not. `--accept` puts what is missed into a list of known misses, whose reasons
//! are written by hand. `--tables` prints the floors of each recipe as well, and `--audit` audits it whole, to see how long
//! that takes.
//!
//! `probes --store FILE [RECIPE …]` measures the test splits of shipped recipes and puts them where
//! `wampimuk_floors::floors_of` finds them, in place of earlier measurements.

use std::collections::BTreeMap;
use std::fs;
use std::process::ExitCode;
use std::time::Instant;

use wampimuk_audit::floors::{Extent, KnownMisses, PROBED, Probe, Teacher, learnt, measure, probes, tables};
use wampimuk_audit::{AuditOptions, audit};
use wampimuk_core::{Role, cores};
use wampimuk_families as families;
use wampimuk_floors::{StoredFloors, read};
use wampimuk_source::{Choice, Pass, open};

/// What the short form looks at.
const QUICK: [&str; 3] = ["gscan", "reascan", "mix-t12"];

/// A dataset to try readers on.
struct Job {
    recipe: String,
    taught_by: Option<&'static str>,
    /// None for all.
    splits: Vec<String>,
}

#[derive(Default)]
struct Options {
    quick: bool,
    tables: bool,
    audit: bool,
    threads: Option<usize>,
    out: Option<String>,
    store: Option<String>,
    accept: Option<String>,
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
            "--accept" => options.accept = Some(value()?),
            "--head" => options.head = value()?,
            _ if word.starts_with("--") => return Err(format!("there is no `{word}`")),
            _ => options.names.push(word),
        }
    }
    Ok(options)
}

/// What the arguments ask for.
fn jobs(options: &Options) -> Vec<Job> {
    let own = |splits: &[&str]| splits.iter().map(ToString::to_string).collect();
    let certified = PROBED.iter();
    if options.names.is_empty() {
        let wanted = certified
            .filter(|(name, teacher, _)| !options.quick || QUICK.contains(name) && teacher.is_none());
        let job = |&(recipe, taught_by, splits): &(&str, Option<&'static str>, &[&str])| Job {
            recipe: recipe.to_owned(),
            taught_by,
            // Commands of three clauses have thousands of orders.
            splits: if options.quick { own(&splits[..1]) } else { own(splits) },
        };
        return wanted.map(job).collect();
    }
    let named = options.names.iter().flat_map(|name| {
        let (name, splits) = match name.split_once(':') {
            Some((name, "all")) => (name, Some(Vec::new())),
            Some((name, splits)) => (name, Some(splits.split(',').map(str::to_owned).collect())),
            None => (name.as_str(), None),
        };
        let known: Vec<_> = PROBED.iter().filter(|(known, ..)| *known == name).collect();
        let teachers = match known[..] {
            [] => vec![(None, own(&["test"]))],
            _ => known.into_iter().map(|(_, teacher, known)| (*teacher, own(known))).collect(),
        };
        let job = move |(taught_by, known)| Job {
            recipe: name.to_owned(),
            taught_by,
            splits: splits.clone().unwrap_or(known),
        };
        teachers.into_iter().map(job)
    });
    named.collect()
}

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let options = options()?;
    if let Some(path) = &options.store {
        return store(path, &options);
    }
    let (choice, threads, extent) = (Choice::default(), options.threads(), options.extent());
    let known = match &options.accept {
        Some(path) => KnownMisses::parse(&fs::read_to_string(path)?)?,
        None => KnownMisses::kept()?,
    };
    let mut accepted = known.clone();
    let mut report = format!("{}\n{HEAD}", options.head);
    let (mut complaints, mut of_known) = (Vec::new(), 0);
    if !options.audit {
        print!("{HEAD}");
    }
    for Job { recipe, taught_by, splits } in jobs(&options) {
        let start = Instant::now();
        let mut opened = open(&recipe, &choice)?;
        let pass = Pass { choice: &choice, threads, watch: &() };
        if options.audit {
            let wanted = AuditOptions {
                learn_from: taught_by.map(str::to_owned),
                extent: Some(extent),
                ..AuditOptions::default()
            };
            let found = audit(&recipe, &mut opened, &wanted, &pass)?;
            println!("{recipe}: audited in {:.0?}\n{}", start.elapsed(), found.summary().text(4));
            continue;
        }
        let splits: Vec<&str> = splits.iter().map(String::as_str).collect();
        let floors = measure(&recipe, &opened, &splits, &Teacher { learn_from: taught_by, extent }, &pass)?;
        let name =
            taught_by.map_or_else(|| recipe.clone(), |teacher| format!("{recipe}, taught by {teacher}"));
        let probes = probes(&floors);
        let is_known = |probe: &Probe| known.of(&recipe, taught_by, probe).is_some();
        let rows: String = probes.iter().map(|probe| row(&name, probe, is_known(probe))).collect();
        print!("{rows}");
        report += &rows;
        let found = known.compare(&recipe, taught_by, &probes, !options.quick);
        complaints.extend(found.complaints);
        of_known += found.known;
        accepted.accept(&recipe, taught_by, &probes);
        if let Some(path) = &options.accept {
            fs::write(path, accepted.to_text())?;
        }
        eprintln!("{name}: {:.0?}, {}", start.elapsed(), learnt(&floors));
        if options.tables {
            tables(&floors, true).iter().for_each(|table| println!("\n{}", table.to_text()));
        }
    }
    if options.audit {
        return Ok(ExitCode::SUCCESS);
    }
    let end = format!(
        "\n{of_known} bars are missed as known (`crates/audit/src/floors/known-misses.tsv` has the reasons), {} otherwise.\n",
        complaints.len()
    );
    println!("{end}");
    if let Some(path) = &options.out {
        fs::write(path, report + &end)?;
    }
    complaints.iter().for_each(|complaint| eprintln!("{complaint}"));
    Ok(if complaints.is_empty() || options.accept.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

/// A row of the table.
fn row(name: &str, probe: &Probe, is_known: bool) -> String {
    let Probe { split, group, reader, share, low, high, of, expected, bar } = probe;
    let summary = match (probe.is_missed(), share > bar) {
        (true, _) if is_known => "missed, known",
        (true, _) => "**missed**",
        (false, true) => "close",
        (false, false) => "",
    };
    let percent = |share: f64| format!("{:.1}", 100.0 * share);
    let interval = expected.map_or_else(String::new, |_| format!("{}–{}", percent(*low), percent(*high)));
    let expected = expected.map_or_else(String::new, percent);
    let (share, bar) = (percent(*share), percent(*bar));
    format!(
        "| {name} | {split} | `{group}` | {reader} | {share} | {interval} | {of} | {expected} | {bar} | {summary} |\n"
    )
}
