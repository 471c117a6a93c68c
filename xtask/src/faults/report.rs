//! What the trials have shown, as a table.

use std::fmt;
use std::fs;

use super::Options;
use super::cases::{CASES, Case, Trial};
use super::stage::Stage;
use crate::Result;
use crate::process::{Program, root};

/// All trials.
#[derive(Default)]
pub(super) struct Report {
    trials: Vec<(Case, Trial)>,
    /// What was not tried, and why.
    pub(super) skipped: Vec<String>,
    /// How many uploads an S3 server still waits for.
    pub(super) uploads: Option<usize>,
}

impl Report {
    pub(super) fn add(&mut self, case: Case, trial: Trial) {
        let (what, fault) = case.names();
        for difference in &trial.differences {
            println!("{what}, {fault}: {difference}");
        }
        self.trials.push((case, trial));
    }

    pub(super) fn faults(&self) -> usize {
        self.trials.iter().map(|(_, trial)| trial.faults).sum()
    }

    fn mismatches(&self) -> usize {
        self.trials.iter().filter(|(_, trial)| !trial.differences.is_empty()).count()
    }

    /// Good, if nothing differed.
    pub(super) fn verdict(&self) -> Result<()> {
        match self.mismatches() {
            0 => Ok(()),
            count => {
                Err(format!("{count} of {} results differ from the undisturbed ones", self.trials.len()))
            }
        }
    }

    /// Keeps it with the results of the benchmarks.
    pub(super) fn save(&self, options: &Options) -> Result<()> {
        let ask = |program: &str, arguments: &[&str]| {
            Program::new(program)
                .args(arguments)
                .answer()
                .map_or("unknown".into(), |answer| answer.trim().to_owned())
        };
        let date = ask("date", &["-u", "+%Y-%m-%d"]);
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let Options { faults, seed, .. } = options;
        let text = format!(
            "# Faults, {date}\n\nCommand: `cargo xtask faults --faults {faults} --seed {seed} --save`. Machine: {cores} \
             cores. Compiler: {}. Commit: {}.\n\nEverything was disturbed as often as is counted here, run to its end, and \
             compared with what one undisturbed run\nhad made: datasets and files byte by byte, trainings by their weights, \
             evaluations by their predictions, and all by\nthe names of their files.\n\n{self}\n",
            ask("rustc", &["--version"]),
            ask("git", &["rev-parse", "--short", "HEAD"]),
        );
        let path = root().join("benches/results").join(format!("{date}-faults.md"));
        fs::write(&path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        println!("stored in {}", path.display());
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| what | fault | trials | faults | differences |\n|---|---|---|---|---|")?;
        let mut row = |names: (&str, &str), trials: &[&Trial]| {
            let faults: usize = trials.iter().map(|trial| trial.faults).sum();
            let differences = trials.iter().filter(|trial| !trial.differences.is_empty()).count();
            writeln!(f, "| {} | {} | {} | {faults} | {differences} |", names.0, names.1, trials.len())
        };
        for case in CASES {
            let of_case = self.trials.iter().filter(|(there, _)| *there == case);
            let trials: Vec<&Trial> = of_case.map(|(_, trial)| trial).collect();
            if !trials.is_empty() {
                row(case.names(), &trials)?;
            }
        }
        row(("all", ""), &self.trials.iter().map(|(_, trial)| trial).collect::<Vec<_>>())?;
        let stages: Vec<Stage> = self.trials.iter().flat_map(|(_, trial)| &trial.stages).copied().collect();
        let count = |stage: Stage| stages.iter().filter(|there| **there == stage).count();
        let by_stage = Stage::ALL.map(|stage| format!("{} {}", count(stage), stage.name()));
        write!(f, "\nKills of datasets by stage: {}.", by_stage.join(", "))?;
        if let Some(count) = self.uploads {
            write!(
                f,
                "\nUploads in parts that the S3 server still waits for: {count} (one that is killed between its start \
                 and the note\nabout it can stay; no object shows it)."
            )?;
        }
        self.skipped.iter().try_for_each(|skipped| write!(f, "\nSKIPPED {skipped}."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faults::cases::Fault;
    use crate::faults::works::What;

    #[test]
    fn the_table_counts_faults_by_case() {
        let mut report = Report::default();
        let stages = vec![Stage::Making, Stage::After];
        let killed = Trial { faults: 2, stages, differences: Vec::new() };
        report.add(Case::Single(What::Dataset, Fault::Killed), killed);
        let differences = vec!["x is missing".into()];
        report.add(Case::GoneReader, Trial { faults: 1, stages: Vec::new(), differences });
        report.skipped.push("full disks: why".into());
        let table = report.to_string();
        for line in [
            "| dataset | killed | 1 | 2 | 0 |\n",
            "| output | gone reader | 1 | 1 | 1 |\n",
            "| all |  | 2 | 3 | 1 |\n",
            "0 before, 1 making, 0 closing, 0 clearing, 1 after",
            "SKIPPED full disks: why.",
        ] {
            assert!(table.contains(line), "{line}: {table}");
        }
        assert_eq!(report.faults(), 3);
        assert!(report.verdict().unwrap_err().starts_with("1 of 2 results"));
    }
}
