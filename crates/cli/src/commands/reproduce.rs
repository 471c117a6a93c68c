//! `wampimuk reproduce`: the tables of a paper, made anew beside the published ones.
//!
//! There is nothing in it that other commands do not do: a reproduction is a list of command lines (augment, train, predict),
//! which are printed and can be typed by hand, and tables of what `score` counts. Every step that is finished is skipped, so
//! the same command goes on where it was.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args as ClapArgs;
use wampimuk_experiment::{Agenda, Effort, Event, Performer, Reproduction, ReproductionOptions};

use super::learning::MachineArgs;
use crate::args::Common;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{Bars, waiting};
use crate::say::{self, check_report, command_line, say, tell, write_report};
use crate::version::PROGRAM;

/// Options of `reproduce`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk reproduce gscan --dry-run                    what it would do, and what it would cost here
  wampimuk reproduce gscan --budget 2h                  with as many updates as fit into two hours
  wampimuk reproduce gscan --runs baseline --seeds 1 --quick --device cuda
  wampimuk reproduce reascan --runs gcn-lstm --out runs/reascan --report reascan.html
  wampimuk reproduce gscan --also certified             the certified recipes beside the released procedure
  wampimuk reproduce reascan --also data                Figures 4 and 5: its patterns beside gSCAN
  wampimuk reproduce dyna-babi --also inoculation       Figure 7: after some questions of the hold-out
  wampimuk reproduce dyna-babi --checkpoint t5=t5-base --checkpoint roberta=roberta-base

Each step is a command of its own, which is printed and can be typed by hand. The same command again goes on where it
was. Differences from the paper are marked: = if the published value lies in the interval of ours (95 %, over seeds and
items) or ours within two of its standard deviations, + above, - below. Of trainings with fewer updates, fewer seeds or other
settings than the paper's, and of items that were not all asked, nothing follows: they are marked as incomplete. All this is read
from the files of each training, whatever the options of this call are. Answers to fewer items than are asked for are made
anew; trainings never are.")]
pub struct Reproduce {
    /// The paper: gscan, reascan or dyna-babi.
    pub paper: String,
    /// Where to keep everything [default: runs/PAPER].
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How long all trainings together may take, e.g. 90m or 12h: equal times, and what a quick one leaves over is the
    /// others' [default: the paper's settings, however long they take].
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub budget: Option<Duration>,
    /// How many seeds [default: as many as in the paper].
    #[arg(long, value_name = "N")]
    pub seeds: Option<u64>,
    /// Only these trainings.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub runs: Vec<String>,
    /// Also the trainings of this group: `certified` (the certified recipes, side by side), or `inoculation` of dyna-babi; or
    /// `data`, the figures of reascan that are about the data alone.
    #[arg(long, value_name = "GROUP", value_delimiter = ',')]
    pub also: Vec<String>,
    /// The presets for few updates with large batches, where there are some, instead of the paper's.
    #[arg(long)]
    pub quick: bool,
    /// Ask at most this many items of each split: for a first look.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Change a setting of every training, e.g. `--set batch=500`.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Where a pre-trained model is, e.g. t5=DIR. Without it, its trainings are left out.
    #[arg(long, value_name = "MODEL=DIR")]
    pub checkpoint: Vec<String>,
    /// How many trainings run at once. A GPU that one training leaves half idle does several in little more time.
    #[arg(long, default_value = "1", value_name = "N")]
    pub jobs: NonZeroUsize,
    /// Print what would be done and what it would cost by stored measurements, and do nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Write a page with tables and figures, the tables as .csv, the figures as .svg or .png, or everything into DIR/.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print the tables as JSON.
    #[arg(long)]
    pub json: bool,
    /// What to compute on.
    #[command(flatten)]
    pub machine: MachineArgs,
}

/// Reproduces.
pub fn run(options: &Reproduce, common: &Common) -> Result<(), Failure> {
    let common = &Common { quiet: common.quiet || options.json, ..common.clone() };
    options.overwrite.check(options.report.as_deref(), [])?;
    check_report(options.report.as_deref())?;
    let reproduction = Reproduction::new(options.plain(common))?;
    let note = |text: &String| tell!("note: {text}");
    if !common.quiet {
        reproduction.left_out().iter().for_each(note);
    }
    let mut agenda = reproduction.agenda();
    if options.dry_run {
        agenda.estimate()?;
        say(agenda.table().to_text())?;
        say(Agenda::SOURCE)?;
        agenda.commands().iter().try_for_each(|line| say(format!("wampimuk {}", line.join(" "))))?;
        return reproduction.data_commands().iter().try_for_each(say);
    }
    let shell = Shell { common };
    if options.budget.is_some() {
        agenda.measure(&shell)?;
        if !common.quiet {
            say(agenda.table().to_text())?;
        }
    }
    agenda.carry_out(&shell)?;
    if !common.quiet {
        reproduction.shown_as_they_are()?.iter().for_each(note);
    }
    let bars = Bars::new(common);
    let reproduced = reproduction.results(&bars)?;
    drop(bars);
    if let Some(path) = &options.report {
        write_report(path, reproduced.report(), common)?;
    }
    if options.json {
        return say::json(&reproduced.json(PROGRAM, &command_line()));
    }
    reproduced.texts().into_iter().try_for_each(say)
}

impl Reproduce {
    /// The same for whoever reproduces.
    fn plain(&self, common: &Common) -> ReproductionOptions {
        ReproductionOptions {
            paper: self.paper.clone(),
            folder: self.out.clone(),
            budget: self.budget,
            seeds: self.seeds,
            runs: self.runs.clone(),
            also: self.also.clone(),
            quick: self.quick,
            limit: self.limit,
            set: self.set.clone(),
            checkpoint: self.checkpoint.clone(),
            jobs: self.jobs,
            machine: self.machine.plain(common),
        }
    }
}

/// Carries out commands as if they were typed, as quietly as this one.
struct Shell<'c> {
    common: &'c Common,
}

impl Performer for Shell<'_> {
    type Error = Failure;

    fn carry_out(&self, words: &[String], effort: Effort) -> Result<(), Failure> {
        let mut line = words.to_vec();
        line.extend((self.common.quiet || effort.quiet).then(|| "--quiet".to_owned()));
        let threads = effort.threads.or(self.common.threads);
        line.extend(threads.into_iter().flat_map(|threads| ["--threads".to_owned(), threads.to_string()]));
        crate::carry_out(&line)
    }

    fn hear(&self, event: Event<'_>) -> Result<(), Failure> {
        if self.common.quiet {
            return Ok(());
        }
        match event {
            Event::Command(words) => tell!("$ wampimuk {}", words.join(" ")),
            Event::Done(job) => say(format!("{}, seed {}: done", job.name, job.seed))?,
            Event::Begun(job) => tell!("{}, seed {}: begun", job.name, job.seed),
            Event::Ended(job, true) => tell!("{}, seed {}: done", job.name, job.seed),
            Event::Ended(job, false) => tell!("{}, seed {}: failed", job.name, job.seed),
        }
        Ok(())
    }

    fn wait<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        waiting(self.common, what, work)
    }
}

/// Reads a time such as `90s`, `45m`, `2h` or `3d`.
fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time: write 90s, 45m, 2h or 3d");
    let (number, unit) = text.split_at(text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len()));
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| !time.is_zero()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read() {
        assert_eq!(duration("90m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        for wrong in ["", "2", "h", "-3h", "0s", "1e400d", "3 weeks", "nan s", "infh"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
