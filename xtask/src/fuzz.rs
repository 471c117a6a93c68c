//! `cargo xtask fuzz`: the readers of what others have written, tried by libFuzzer.
//!
//! The targets are those of `fuzz/fuzz_targets`, in the layout of cargo-fuzz, so that `cargo +nightly fuzz run TARGET` does, too. This
//! task asks for less: the compiler that builds everything else can mark the branches that libFuzzer follows; only its
//! sanitizers need a nightly one, and crates without `unsafe` have little for them to find. What is needed beyond is a
//! C++ compiler, which builds libFuzzer.
//!
//! What is found along the way is kept in the target directory, and the next run begins with it; the inputs in `fuzz/corpus`
//! are a beginning, small and made by ourselves.

mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use crate::Result;
use crate::process::{Program, cargo, root, target_dir};
use report::{Report, Run};

/// What to do.
#[derive(Debug, PartialEq)]
pub(crate) struct Options {
    /// For how long, over all targets.
    pub(crate) minutes: u64,
    /// Only these targets.
    pub(crate) targets: Vec<String>,
    /// Keep the table with the results of the benchmarks.
    pub(crate) save: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { minutes: 10, targets: Vec::new(), save: false }
    }
}

/// What marks the branches and comparisons of the code. `fuzzing` is what cargo-fuzz sets as well.
const FLAGS: [&str; 6] = [
    "--cfg=fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The longest input, the longest that one may take in seconds, and the most memory in MB.
const LIMITS: [&str; 3] = ["-max_len=16384", "-timeout=10", "-rss_limit_mb=512"];

/// The task.
pub(crate) fn run(options: &Options) -> Result<()> {
    let all = targets()?;
    if let Some(unknown) = options.targets.iter().find(|name| !all.contains(name)) {
        return Err(format!("there is no target `{unknown}`; the targets are {}", all.join(", ")));
    }
    let chosen = if options.targets.is_empty() { &all } else { &options.targets };
    let folder = target_dir()?.join("fuzz");
    let programs = build(&folder)?;
    let seconds = (options.minutes * 60 / chosen.len() as u64).max(1);
    let scratch = Scratch::new(&folder)?;
    let mut report = Report::default();
    for name in chosen {
        println!("{name}: {seconds} s");
        report.add(try_target(name, &programs.join(name), &folder, &scratch.0, seconds)?);
    }
    println!("\n{report}");
    if options.save {
        report.save(options)?;
    }
    report.verdict()
}

/// The names of the targets.
fn targets() -> Result<Vec<String>> {
    let folder = root().join("fuzz/fuzz_targets");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let stem = |path: PathBuf| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut names: Vec<String> = entries.flatten().filter_map(|entry| stem(entry.path())).collect();
    names.sort();
    Ok(names)
}

/// Builds all targets, and says where they are.
fn build(folder: &Path) -> Result<PathBuf> {
    let compiler = std::env::var_os("CXX").unwrap_or_else(|| "c++".into());
    if Program::new(compiler).args(["--version"]).answer().is_none() {
        return Err("libFuzzer is built by a C++ compiler, and there is none: install one, on Debian by `apt install \
                    g++`, or name one as CXX"
            .into());
    }
    let about = Program::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    let about = about.args(["-vV"]).output()?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.ok_or("the compiler does not say what it builds for")?;
    // With a target, the flags are not those of build scripts and macros.
    cargo(["build", "--release", "--locked", "--manifest-path", "fuzz/Cargo.toml", "--target", host])
        .args(["--target-dir".as_ref(), folder.as_os_str()])
        .env("RUSTFLAGS", FLAGS.join(" "))
        .run()?;
    Ok(folder.join(host).join("release"))
}

/// Runs a target for some time, or until it fails.
fn try_target(name: &str, program: &Path, folder: &Path, scratch: &Path, seconds: u64) -> Result<Run> {
    let [corpus, artifacts, logs] = ["corpus", "artifacts", "logs"].map(|part| folder.join(part));
    let corpus = corpus.join(name);
    for folder in [&corpus, &artifacts, &logs] {
        fs::create_dir_all(folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    }
    let log = logs.join(format!("{name}.log"));
    let begun = Instant::now();
    let ended_well = Program::new(program)
        .args([&corpus, &root().join("fuzz/corpus").join(name)])
        .args([
            format!("-max_total_time={seconds}"),
            format!("-artifact_prefix={}/{name}-", artifacts.display()),
        ])
        .args(LIMITS)
        .args(["-print_final_stats=1"])
        .env("TMPDIR", scratch)
        .logged(&log)?;
    let text = fs::read(&log).map_err(|error| format!("cannot read {}: {error}", log.display()))?;
    Ok(Run::of(name, &String::from_utf8_lossy(&text), begun.elapsed(), ended_well, &log))
}

/// A folder for the files of targets, in memory if the system has such a place. It is removed at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(usual: &Path) -> Result<Self> {
        let memory = Path::new("/dev/shm");
        let place = if memory.is_dir() { memory } else { usual };
        let folder = place.join(format!("wampimuk-fuzz-{}", std::process::id()));
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        Ok(Self(folder))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind takes a few kilobytes, and nobody waits for it.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A target without inputs to begin with, or one that is not built, would be tried in name only.
    #[test]
    fn every_target_is_built_and_has_a_corpus() {
        let targets = targets().unwrap();
        assert!(targets.len() > 10, "{targets:?}");
        let manifest = fs::read_to_string(root().join("fuzz/Cargo.toml")).unwrap();
        for name in targets {
            assert!(
                manifest.contains(&format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"")),
                "{name}"
            );
            let corpus = fs::read_dir(root().join("fuzz/corpus").join(&name));
            assert!(corpus.is_ok_and(|mut files| files.next().is_some()), "{name} has no corpus");
        }
    }
}
