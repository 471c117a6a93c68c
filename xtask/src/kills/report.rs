//! What the trials have shown, as a table.

use std::fmt;
use std::fs;

use super::Options;
use super::cases::{Case, Trial};
use super::stage::Stage;
use crate::Result;
use crate::process::{Program, root};

/// All trials.
#[derive(Default)]
pub(super) struct Report {
    trials: Vec<(Case, Trial)>,
    /// How many uploads an S3 server still waits for.
    pub(super) uploads: Option<usize>,
}

impl Report {
    pub(super) fn add(&mut self, case: Case, trial: Trial) {
        for difference in &trial.differences {
            println!("{}: {difference}", case.name());
        }
        self.trials.push((case, trial));
    }

    pub(super) fn kills(&self) -> usize {
        self.trials.iter().map(|(_, trial)| trial.kills.len()).sum()
    }

    fn mismatches(&self) -> usize {
        self.trials.iter().filter(|(_, trial)| !trial.differences.is_empty()).count()
    }

    /// Good, if nothing differed.
    pub(super) fn verdict(&self) -> Result<()> {
        match self.mismatches() {
            0 => Ok(()),
            count => {
                Err(format!("{count} of {} datasets differ from the undisturbed ones", self.trials.len()))
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
        let Options { kills, seed, .. } = options;
        let text = format!(
            "# Kills, {date}\n\nCommand: `cargo xtask kills --kills {kills} --seed {seed} --save`. Machine: {cores} \
             cores. Compiler: {}. Commit: {}.\n\nEvery dataset was killed with SIGKILL at the stages counted here, run to \
             its end, and compared byte by byte\nwith one that nobody had disturbed.\n\n{self}\n",
            ask("rustc", &["--version"]),
            ask("git", &["rev-parse", "--short", "HEAD"]),
        );
        let path = root().join("benches/results").join(format!("{date}-kills.md"));
        fs::write(&path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        println!("stored in {}", path.display());
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "| case | datasets | kills |")?;
        Stage::ALL.iter().try_for_each(|stage| write!(f, " {} |", stage.name()))?;
        writeln!(f, " mismatches |\n|---|---|---|{}---|", "---|".repeat(Stage::ALL.len()))?;
        let mut rows: Vec<(&str, Vec<&Trial>)> = Vec::new();
        for case in Case::ALL {
            let of_case = self.trials.iter().filter(|(there, _)| *there == case);
            let trials: Vec<&Trial> = of_case.map(|(_, trial)| trial).collect();
            if !trials.is_empty() {
                rows.push((case.name(), trials));
            }
        }
        rows.push(("all", self.trials.iter().map(|(_, trial)| trial).collect()));
        for (name, trials) in rows {
            let kills: Vec<Stage> = trials.iter().flat_map(|trial| &trial.kills).copied().collect();
            write!(f, "| {name} | {} | {} |", trials.len(), kills.len())?;
            for stage in Stage::ALL {
                write!(f, " {} |", kills.iter().filter(|there| **there == stage).count())?;
            }
            let mismatches = trials.iter().filter(|trial| !trial.differences.is_empty()).count();
            writeln!(f, " {mismatches} |")?;
        }
        match self.uploads {
            Some(count) => write!(
                f,
                "\nUploads in parts that the S3 server still waits for: {count} (one that is killed between its start \
                 and the note\nabout it can stay; no object shows it)."
            ),
            None => write!(f, "\nNothing was tried in a bucket."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_counts_kills_by_stage() {
        let mut report = Report::default();
        report
            .add(Case::Folder, Trial { kills: vec![Stage::Making, Stage::Making], differences: Vec::new() });
        report.add(Case::Two, Trial { kills: vec![Stage::After], differences: vec!["x is missing".into()] });
        let table = report.to_string();
        assert!(table.contains("| folder | 1 | 2 | 0 | 2 | 0 | 0 | 0 | 0 | 0 |\n"), "{table}");
        assert!(table.contains("| all | 2 | 3 | 0 | 2 | 0 | 0 | 1 | 0 | 1 |\n"), "{table}");
        assert_eq!(report.kills(), 3);
        assert!(report.verdict().unwrap_err().starts_with("1 of 2 datasets"));
    }
}
