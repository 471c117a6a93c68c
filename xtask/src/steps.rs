//! The steps of `cargo xtask test`, and the run through them.
//!
//! The cheap steps come first, so that a missing space is reported in a second. Output is not hidden: what a test prints is
//! as much of interest as its verdict.
//!
//! After the step `test`, steps that keep one core busy at most run beside the others: see [`Step::is_beside`]. What they print
//! comes when they end.

use std::fmt;
use std::fs::{self, File};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::arguments::Extent;
use crate::process::{cargo, log_to, surround, target_dir};
use crate::s3::Server;
use crate::{Result, docs, faults, package, playground, probes, python, site, test_programs, wasm};

/// One step, in the order in which they run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Step {
    Fmt,
    Clippy,
    Doc,
    Package,
    S3,
    Test,
    Docs,
    Features,
    Learn,
    Probes,
    Faults,
    Python,
    Wasm,
    Playground,
    Site,
}

/// What is opt-in, and has to be as clean as the rest. All steps that only look at code take the same, so that they share what
/// the compiler finds out.
const LOOKED_AT: &str =
    "wampimuk/cuda,wampimuk/pretrained,wampimuk-models/cuda,wampimuk-models/pretrained,wampimuk-nn/cuda";

/// What is opt-in and needs no GPU. All steps that run code take the same, so that everything is built once.
pub(crate) const TESTED: &str = "wampimuk/pretrained";

impl Step {
    /// All of them, in the order in which they run.
    pub(crate) const ALL: [Self; 15] = [
        Self::Fmt,
        Self::Clippy,
        Self::Doc,
        Self::Package,
        Self::S3,
        Self::Test,
        Self::Docs,
        Self::Features,
        Self::Learn,
        Self::Probes,
        Self::Faults,
        Self::Python,
        Self::Wasm,
        Self::Playground,
        Self::Site,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Clippy => "clippy",
            Self::Doc => "doc",
            Self::Package => "package",
            Self::S3 => "s3",
            Self::Test => "test",
            Self::Docs => "docs",
            Self::Features => "features",
            Self::Learn => "learn",
            Self::Probes => "probes",
            Self::Faults => "faults",
            Self::Python => "python",
            Self::Wasm => "wasm",
            Self::Playground => "playground",
            Self::Site => "site",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|step| step.name() == name)
    }

    /// Whether it takes so long that it has to be asked for.
    pub(crate) fn is_long(self) -> bool {
        matches!(self, Self::Learn | Self::Probes | Self::Site)
    }

    /// Whether it runs beside the others: WebAssembly is built in a folder of its own and linked by one core, and most of what
    /// a browser does is waiting. None needs the server of `s3`.
    fn is_beside(self) -> bool {
        matches!(self, Self::Wasm | Self::Playground)
    }

    /// Runs it; a server that it starts stays for the steps after it.
    fn run(self, server: &mut Option<Server>, extent: Extent) -> Outcome {
        let program =
            match self {
                Self::Fmt => cargo(["fmt", "--all", "--", "--check"]),
                Self::Clippy => cargo([
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--features",
                    LOOKED_AT,
                    "--",
                    "-D",
                    "warnings",
                ]),
                Self::Doc => cargo(["doc", "--workspace", "--no-deps", "--features", LOOKED_AT])
                    .env("RUSTDOCFLAGS", "-D warnings"),
                Self::Test => return test_programs::run().map_or_else(Outcome::Failed, |()| Outcome::Passed),
                // As the tests are built, so that nothing is built for it: what models compute with is optimised there.
                Self::Learn => cargo(["test", "--workspace", "--features", TESTED, "--test", "learn"])
                    .args(["--", "--ignored", "--nocapture", "--test-threads=1"]),
                Self::Package => return package::check().map_or_else(Outcome::Failed, |()| Outcome::Passed),
                Self::Probes => return probes::check(),
                Self::Docs => return docs::check(),
                Self::Features => return features(),
                Self::S3 => return start(server),
                Self::Faults => return faults::check(server.as_ref(), extent.thorough),
                Self::Python => return python::check(extent),
                Self::Wasm => return wasm::check(),
                Self::Playground => return playground::check(),
                Self::Site => return site::check(),
            };
        program.run().map_or_else(Outcome::Failed, |()| Outcome::Passed)
    }
}

/// A build without any option, and how it refuses what it does not have.
fn features() -> Outcome {
    let light = cargo(["check", "--package", "wampimuk", "--no-default-features"]);
    // A small crate with few dependencies: `s3://` needs a build that has it.
    let refuses = cargo(["test", "--package", "wampimuk-store"]);
    light.run().and_then(|()| refuses.run()).map_or_else(Outcome::Failed, |()| Outcome::Passed)
}

fn start(server: &mut Option<Server>) -> Outcome {
    match Server::start() {
        Ok(Ok(started)) => {
            surround(started.surroundings());
            *server = Some(started);
            Outcome::Passed
        }
        Ok(Err(reason)) => Outcome::Skipped(format!("{reason}; nothing is tried with object storage")),
        Err(error) => Outcome::Failed(error),
    }
}

/// How a step ended.
#[derive(Debug, PartialEq)]
pub(crate) enum Outcome {
    Passed,
    /// It could not be tried on this machine, for this reason. Not a failure, but never silent.
    Skipped(String),
    Failed(String),
}

/// In one line; the rest of a longer reason is part of the error that [`run`] returns.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Passed => f.write_str("ok"),
            Self::Skipped(reason) => write!(f, "SKIPPED: {reason}"),
            Self::Failed(reason) => write!(f, "FAILED: {}", reason.lines().next().unwrap_or_default()),
        }
    }
}

/// Runs these steps up to the first that fails, and sums up.
pub(crate) fn run(steps: &[Step], extent: Extent) -> Result<()> {
    // Python's packages come from far away. They are fetched while the compiler has the processor.
    let fetching =
        steps.contains(&Step::Python).then(|| thread::spawn(move || python::prepare(extent.with_torch)));
    let start = Instant::now();
    let results = run_each(steps, extent, fetching);
    println!("\n{}", table(steps, &results, start.elapsed()));
    let failures = results.iter().filter_map(|(step, outcome, _)| match outcome {
        Outcome::Failed(reason) => Some(format!(
            "step `{0}` failed: {reason}\nto repeat it alone: cargo xtask test --only {0}",
            step.name()
        )),
        _ => None,
    });
    let failures: Vec<String> = failures.collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// A step that was run, how it ended, and how long it took.
type Ran = (Step, Outcome, Duration);

fn run_each(steps: &[Step], extent: Extent, mut fetching: Option<JoinHandle<()>>) -> Vec<Ran> {
    let (beside, first): (Vec<Step>, Vec<Step>) = steps.iter().partition(|step| step.is_beside());
    let mut beside = Some(beside);
    let mut others = None;
    let mut server = None;
    let mut results = run_in_turn(&first, |step| {
        if step > Step::Test
            && let Some(steps) = beside.take()
        {
            others = Some(thread::spawn(move || run_in_turn(&steps, |step| run_beside(step, extent))));
        }
        if step == Step::Python {
            // A thread that panicked has fetched less than it should have; the step will see.
            let _ = fetching.take().map(JoinHandle::join);
        }
        println!("==> {}", step.name());
        step.run(&mut server, extent)
    });
    if let Some(others) = others {
        results.extend(others.join().expect("steps do not panic"));
    } else if !has_failed(&results) {
        // There was nothing to run them beside.
        results.extend(run_in_turn(&beside.unwrap_or_default(), |step| {
            println!("==> {}", step.name());
            step.run(&mut server, extent)
        }));
    }
    results.sort_by_key(|(step, ..)| *step);
    results
}

/// Runs these steps up to the first that fails.
fn run_in_turn(steps: &[Step], mut run: impl FnMut(Step) -> Outcome) -> Vec<Ran> {
    let mut results = Vec::new();
    for &step in steps {
        let start = Instant::now();
        let outcome = run(step);
        let duration = start.elapsed();
        println!("==> {}: {outcome} ({:.1} s)", step.name(), duration.as_secs_f64());
        results.push((step, outcome, duration));
        if has_failed(&results) {
            break;
        }
    }
    results
}

fn has_failed(results: &[Ran]) -> bool {
    matches!(results.last(), Some((_, Outcome::Failed(_), _)))
}

/// Runs a step while others print, and prints what it had to say when it is over.
fn run_beside(step: Step, extent: Extent) -> Outcome {
    let logged = || {
        let path = target_dir()?.join(format!("{}.log", step.name()));
        let failed = |error| format!("cannot use `{}`: {error}", path.display());
        log_to(Some(File::create(&path).map_err(failed)?));
        let outcome = step.run(&mut None, extent);
        println!("==> {}, beside the others", step.name());
        println!("{}", fs::read_to_string(&path).map_err(failed)?);
        Ok(outcome)
    };
    logged().unwrap_or_else(Outcome::Failed)
}

/// What became of each step. The sum is of the time that went by, in which some steps ran beside others.
fn table(steps: &[Step], results: &[Ran], total: Duration) -> String {
    let mut lines = vec![format!("{:<10}{:>9}  result", "step", "seconds")];
    for (step, outcome, duration) in results {
        lines.push(format!("{:<10}{:>9.1}  {outcome}", step.name(), duration.as_secs_f64()));
    }
    for step in steps.iter().filter(|step| !results.iter().any(|(run, ..)| run == *step)) {
        lines.push(format!("{:<10}{:>9}  not run", step.name(), "-"));
    }
    lines.push(format!("{:<10}{:>9.1}", "total", total.as_secs_f64()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_tells_what_was_not_run() {
        let results = [
            (Step::Fmt, Outcome::Skipped("no rustfmt".into()), Duration::from_millis(40)),
            (Step::Clippy, Outcome::Failed("a lint\nand its details".into()), Duration::from_secs(12)),
        ];
        let expected = "\
step        seconds  result
fmt             0.0  SKIPPED: no rustfmt
clippy         12.0  FAILED: a lint
doc               -  not run
total          11.5";
        let steps = [Step::Fmt, Step::Clippy, Step::Doc];
        assert_eq!(table(&steps, &results, Duration::from_millis(11_500)), expected);
    }

    #[test]
    fn a_failure_ends_a_run_of_steps() {
        let mut tried = Vec::new();
        let results = run_in_turn(&[Step::Fmt, Step::Clippy, Step::Doc], |step| {
            tried.push(step);
            if step == Step::Clippy { Outcome::Failed("a lint".into()) } else { Outcome::Passed }
        });
        assert_eq!(tried, [Step::Fmt, Step::Clippy]);
        assert!(has_failed(&results) && results.len() == 2, "{results:?}");
    }

    #[test]
    fn steps_are_in_the_order_in_which_they_run() {
        assert!(Step::ALL.is_sorted());
    }
}
