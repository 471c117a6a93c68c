//! `cargo xtask probes`: readers without understanding are tried on the certified recipes, and held to their bars.

use crate::Result;
use crate::process::{Program, cargo, root};
use crate::steps::Outcome;

/// What to do.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Options {
    /// Fewer recipes and items.
    pub(crate) quick: bool,
    /// Keep the table with the results of the benchmarks.
    pub(crate) save: bool,
    /// Put what is missed into the list of known misses.
    pub(crate) accept: bool,
    /// Only these recipes, `NAME` or `NAME:SPLIT,SPLIT`.
    pub(crate) recipes: Vec<String>,
}

/// The short form, as a step of the tests.
pub(crate) fn check() -> Outcome {
    let options = Options { quick: true, ..Options::default() };
    run(&options).map_or_else(Outcome::Failed, |()| Outcome::Passed)
}

/// The task.
pub(crate) fn run(options: &Options) -> Result<()> {
    let mut arguments: Vec<String> = options.quick.then(|| "--quick".to_owned()).into_iter().collect();
    if options.save {
        let ask = |program: &str, arguments: &[&str]| {
            let answer = Program::new(program).args(arguments).answer();
            answer.map_or("unknown".into(), |answer| answer.trim().to_owned())
        };
        let date = ask("date", &["-u", "+%Y-%m-%d"]);
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let head = format!(
            "# Probes, {date}\n\nCommand: `cargo xtask probes{} --save`. Machine: {cores} cores. Compiler: {}. Commit: \
             {}.\n\nHow often readers without understanding are right, in %, beside what they should not exceed. The \
             better of logistic regression and boosted trees where readers learn; a bar is missed where the whole \
             interval lies above it.\n",
            if options.quick { " --quick" } else { "" },
            ask("rustc", &["--version"]),
            ask("git", &["rev-parse", "--short", "HEAD"]),
        );
        let path = root().join("benches/results").join(format!("{date}-probes.md"));
        arguments.extend(["--out".into(), path.display().to_string(), "--head".into(), head]);
    }
    if options.accept {
        let list = root().join("crates/audit/src/floors/known-misses.tsv");
        arguments.extend(["--accept".into(), list.display().to_string()]);
    }
    arguments.extend(options.recipes.iter().cloned());
    let program = ["run", "--release", "--package", "wampimuk-audit", "--example", "probes", "--"];
    let held = cargo(program).args(arguments).run();
    if options.save {
        let stored = root().join("crates/floors/measured.tsv").display().to_string();
        let names = options.recipes.iter().map(|name| name.split(':').next().unwrap_or(name).to_owned());
        let quick = options.quick.then_some("--quick");
        cargo(program).args(quick).args(["--store".to_owned(), stored]).args(names).run()?;
    }
    held
}
