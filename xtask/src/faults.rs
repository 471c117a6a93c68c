//! `cargo xtask faults`: whatever goes wrong on the way, in the end there are the same bytes.
//!
//! Every trial makes something small in a place of its own while something goes wrong, once or several times, at a moment
//! drawn by lot. Then it is run to its end, and what is there must be what one undisturbed run has made: of datasets and
//! files every byte, of trainings the weights, of evaluations the predictions; and no file and no folder more. The trials take
//! turns ([`CASES`]):
//!
//! * *killed*: SIGKILL, after some time or as soon as a certain stage can be seen; a dataset in a folder, in parts that `merge`
//!   joins, in a bucket of an S3 server, by two processes at once of which one dies; one file; an augmented dataset; a
//!   training; an evaluation, which asks a server of its own;
//! * *stopped*: SIGINT or SIGTERM;
//! * *full disk*: a small file system in memory, which takes root; it grows before the next run;
//! * *little memory*: an address space that is too small;
//! * *damage*: of what an unfinished dataset keeps, a file is changed, cut, emptied or removed;
//! * *clock*: files from the past or the future, another time zone, another language;
//! * *gone reader*: who reads the output closes it. What was read is the beginning of what would have come, and the exit code
//!   is that of the outcome.

mod cases;
mod chance;
mod disk;
mod evaluation;
mod generations;
mod pipes;
mod place;
mod report;
mod runs;
mod singles;
mod stage;
mod works;

use std::fs;
use std::path::PathBuf;

use crate::Result;
use crate::process::{cargo, target_dir};
use crate::s3::Server;
use crate::steps::{Outcome, TESTED};
use cases::{CASES, Case, Trial, Trials};
use report::Report;

/// What to do.
#[derive(Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) faults: usize,
    pub(crate) seed: u64,
    pub(crate) save: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { faults: 1000, seed: 0, save: false }
    }
}

/// How many faults are part of `cargo xtask test`, if it is not to be thorough: one or two of each case.
const IN_TESTS: usize = 30;

/// The task: with the program as users have it, and a server of its own.
pub(crate) fn run(options: &Options) -> Result<()> {
    cargo(["build", "--release", "--package", "wampimuk", "--features", "s3"]).run()?;
    let program = target_dir()?.join("release/wampimuk");
    let server = match Server::start()? {
        Ok(server) => Some(server),
        Err(reason) => {
            println!("without a bucket: {reason}");
            None
        }
    };
    let report = trials(program, server.as_ref(), options)?;
    if options.save {
        report.save(options)?;
    }
    report.verdict()
}

/// The step of `cargo xtask test`: some faults, with the program that the tests have built.
pub(crate) fn check(server: Option<&Server>, thorough: bool) -> Outcome {
    let usual = Options::default();
    let options = if thorough { usual } else { Options { faults: IN_TESTS, ..usual } };
    let checked = || {
        cargo(["build", "--workspace", "--profile", "test", "--features", TESTED, "--bin", "wampimuk"])
            .run()?;
        let program = target_dir()?.join("debug/wampimuk");
        trials(program, server, &options)?.verdict()
    };
    checked().map_or_else(Outcome::Failed, |()| Outcome::Passed)
}

fn trials(program: PathBuf, server: Option<&Server>, options: &Options) -> Result<Report> {
    let folder = target_dir()?.join("faults");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let mut report = Report::default();
    let disk = disk::Disk::try_one(&folder);
    if let Err(reason) = &disk {
        report.skipped.push(format!("full disks: {reason}"));
    }
    if server.is_none() {
        report.skipped.push("buckets: there is no server for them".into());
    }
    let mut trials = Trials::prepare(program, server, folder, options.seed)?;
    let can =
        |case: &&Case| (server.is_some() || !case.is_in_bucket()) && (disk.is_ok() || !case.is_of_disk());
    let cases: Vec<&Case> = CASES.iter().filter(can).collect();
    let mut turn = 0;
    while report.faults() < options.faults {
        let case = cases[turn % cases.len()];
        // Each case goes through all that it can be tried on.
        let trial = trials.run(case, turn / cases.len(), options.faults - report.faults());
        report.add(*case, trial.unwrap_or_else(Trial::failed));
        turn += 1;
        if turn > 20 * options.faults + 100 {
            return Err("the runs are over before anything can go wrong".into());
        }
    }
    report.uploads = server.map(Server::open_uploads).transpose()?;
    println!("{report}");
    Ok(report)
}
