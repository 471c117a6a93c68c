//! A minute of mutation: files of every format, damaged at random, are given to everything that reads. The result is an item
//! or an error; a panic, or a file that takes too long, fails the test. `WAMPIMUK_MUTATION_SECONDS` sets another time.

mod common;

use std::io::Cursor;
use std::path::Path;
use std::time::{Duration, Instant};

use common::succeed;
use wampimuk_analysis::predictions;
use wampimuk_dataset::{Input, Manifest};
use wampimuk_dyna::kit::Kit;
use wampimuk_dyna::propose::Scores;
use wampimuk_source::{Choice, Pass, open};

/// The longest that one damaged file of a few kilobytes may take.
const LONGEST: Duration = Duration::from_secs(20);

/// Numbers by lot; the same in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }

    /// A few changes: bits, runs, numbers that are never meant, parts that are missing, twice, or of another file.
    fn damage(&mut self, file: &[u8], other: &[u8]) -> Vec<u8> {
        const ODD: [&[u8]; 12] = [
            b"-1",
            b"1e999",
            b"18446744073709551616",
            b"null",
            b"\xff\xff\xff\x7f",
            b"\0\0\0\0",
            b"{",
            b"]",
            b"\"",
            b"\xff",
            b"\n",
            b"\xed\xa0\x80",
        ];
        let mut bytes = file.to_vec();
        for _ in 0..1 + self.below(4) {
            let at = self.below(bytes.len() + 1);
            let end = (at + 1 + self.below(32)).min(bytes.len());
            match self.below(7) {
                0 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                1 if at < bytes.len() => bytes[at] = self.below(256) as u8,
                2 => drop(bytes.drain(at..end.max(at))),
                3 => {
                    let part = bytes[at..end.max(at)].to_vec();
                    bytes.splice(at..at, part);
                }
                4 => drop(bytes.splice(at..at, ODD[self.below(ODD.len())].iter().copied())),
                5 => bytes.truncate(at),
                _ => {
                    let from = self.below(other.len() + 1);
                    let to = (from + self.below(200)).min(other.len());
                    bytes.splice(at..at, other[from..to].iter().copied());
                }
            }
        }
        bytes
    }
}

/// Small files of every format, with the ending that they are known by.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut names = Vec::new();
    for (recipe, format, name) in [
        ("gscan-demo", "jsonl", "a.jsonl"),
        ("gscan-demo", "jsonl", "b.jsonl.gz"),
        ("gscan-demo", "original-jsonl", "c.jsonl"),
        ("gscan-demo --split test", "original", "d.txt"),
        ("gscan-demo --split test", "parquet", "e.parquet"),
        ("gscan-demo --split test", "arrow", "f.arrow"),
        ("reascan-1rc --split test", "parquet", "g.parquet"),
        ("mix-t7 --split test", "babi", "h.txt"),
        ("mix-t7 --split test", "squad", "i.json"),
        ("mix-t7 --split test", "kit-events", "j.jsonl"),
        ("mix-t7 --split test", "kit-text", "k.jsonl"),
        ("mix-t7 --split test", "parquet", "l.parquet"),
        ("riddle --split test", "arc", "m.jsonl"),
    ] {
        succeed(folder, &format!("generate {recipe} --limit 2 --format {format} --out {name}"));
        names.push(name.to_owned());
    }
    succeed(folder, "generate gscan-demo --limit 1 --out n");
    std::fs::copy(folder.join("n/manifest.json"), folder.join("n.manifest")).expect("a copy");
    succeed(folder, "predict random --data gscan-demo --split test --limit 3 --out o.predictions");
    succeed(folder, "train m-lstm --data gscan-walk --updates 1 --set batch=2 --out p --quiet");
    std::fs::copy(folder.join("p/last.safetensors"), folder.join("p.safetensors")).expect("a copy");
    std::fs::write(folder.join("q.scores"), "{\"kind\":\"where_is\",\"right\":1,\"of\":3}\n")
        .expect("a file");
    std::fs::write(folder.join("r.kit"), "{\"tasks\":[{\"name\":\"a\"}]}").expect("a file");
    names.extend(["n.manifest", "o.predictions", "p.safetensors", "q.scores", "r.kit"].map(str::to_owned));
    let read = |name: String| {
        let bytes = std::fs::read(folder.join(&name)).expect("a file");
        (name, bytes)
    };
    names.into_iter().map(read).collect()
}

/// Gives a file to whoever reads its kind.
fn read(path: &Path, bytes: &[u8]) {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("manifest") => drop(Manifest::parse(bytes, path)),
        Some("predictions") => {
            let Ok(input) = Input::new(Box::new(Cursor::new(bytes.to_vec()))) else { return };
            let Ok(reader) = predictions::Reader::new(path, input) else { return };
            reader.take(100).for_each(drop);
        }
        Some("safetensors") => {
            std::fs::write(path, bytes).expect("a file");
            drop(wampimuk_models::Checkpoint::read(path));
        }
        Some("scores") => drop(std::str::from_utf8(bytes).map(Scores::parse)),
        Some("kit") => drop(std::str::from_utf8(bytes).map(Kit::parse)),
        _ => {
            std::fs::write(path, bytes).expect("a file");
            let name = path.display().to_string();
            let choice = Choice { limit: Some(20), trust: true, ..Choice::default() };
            if let Ok(opened) = open(&name, &choice) {
                let _ = wampimuk_audit::verify(
                    &name,
                    &opened,
                    1,
                    &Pass { choice: &choice, threads: 1, watch: &() },
                );
            }
        }
    }
}

#[test]
fn a_minute_of_mutation() {
    let seconds = std::env::var("WAMPIMUK_MUTATION_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(60));
    let made = tempfile::tempdir().unwrap();
    let files = files(made.path());
    let folder = tempfile::tempdir().unwrap();
    let (mut lot, mut count, begun) = (Lot(0x9e37_79b9_7f4a_7c15), 0u64, Instant::now());
    while begun.elapsed() < time {
        let (name, bytes) = &files[lot.below(files.len())];
        let other = &files[lot.below(files.len())].1;
        let damaged = lot.damage(bytes, other);
        let path = folder.path().join(name);
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(|| read(&path, &damaged));
        if outcome.is_err() || start.elapsed() > LONGEST {
            let kept = std::env::temp_dir().join(format!("wampimuk-mutation-{count}-{name}"));
            std::fs::write(&kept, &damaged).unwrap();
            panic!("{} panics or takes {:?}", kept.display(), start.elapsed());
        }
        count += 1;
    }
    println!("{count} damaged files of {} formats in {:?}", files.len(), begun.elapsed());
    assert!(count > 100, "{count} are too few to say anything");
}
