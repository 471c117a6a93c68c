//! `cargo xtask kills`: a generation that is killed at any moment and started again makes the same bytes.
//!
//! Every trial makes a small dataset in a place of its own and ends it with SIGKILL, once or several times, at a moment
//! drawn by lot: after some time, or as soon as a certain stage can be seen. Then it runs to its end, and what is there
//! must be what one undisturbed run has made, byte by byte, with no file and no folder more. The trials take turns:
//!
//! * `folder`: one process, one folder;
//! * `shards`: three parts, in three folders or in one, joined by `merge`; any of the four runs is killed;
//! * `bucket`: one process, a prefix of a bucket of an S3 server;
//! * `two`: two processes in one folder, one of which is killed; the other one has to come to an end alone;
//! * `two, bucket`: the same in a bucket, where there are no locks.

mod cases;
mod chance;
mod place;
mod report;
mod runs;
mod stage;

use std::fs;
use std::path::PathBuf;

use crate::Result;
use crate::process::{cargo, target_dir};
use crate::s3::Server;
use crate::steps::{Outcome, TESTED};
use cases::{Case, Trials};
use report::Report;

/// What to do.
#[derive(Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) kills: usize,
    pub(crate) seed: u64,
    pub(crate) save: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { kills: 200, seed: 0, save: false }
    }
}

/// How many kills are part of `cargo xtask test`, if it is not to be thorough.
const IN_TESTS: usize = 20;

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

/// The step of `cargo xtask test`: some kills, with the program that the tests have built.
pub(crate) fn check(server: Option<&Server>, thorough: bool) -> Outcome {
    let usual = Options::default();
    let options = if thorough { usual } else { Options { kills: IN_TESTS, ..usual } };
    let checked = || {
        cargo(["build", "--workspace", "--profile", "test", "--features", TESTED, "--bin", "wampimuk"])
            .run()?;
        let program = target_dir()?.join("debug/wampimuk");
        trials(program, server, &options)?.verdict()
    };
    checked().map_or_else(Outcome::Failed, |()| Outcome::Passed)
}

fn trials(program: PathBuf, server: Option<&Server>, options: &Options) -> Result<Report> {
    let folder = target_dir()?.join("kills");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
    let mut trials = Trials::prepare(program, server, folder, options.seed)?;
    let mut report = Report::default();
    let cases: Vec<Case> =
        Case::ALL.into_iter().filter(|case| server.is_some() || !case.is_bucket()).collect();
    let mut turn = 0;
    while report.kills() < options.kills {
        let case = cases[turn % cases.len()];
        // Each case goes through all jobs.
        let trial = trials.run(case, turn / cases.len(), options.kills - report.kills())?;
        report.add(case, trial);
        turn += 1;
        if turn > 20 * options.kills + 100 {
            return Err("the runs are over before they can be killed".into());
        }
    }
    report.uploads = server.map(Server::open_uploads).transpose()?;
    println!("{report}");
    Ok(report)
}
