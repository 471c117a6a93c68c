//! What libFuzzer says of its runs, as a table.

use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use super::{LIMITS, Options};
use crate::Result;
use crate::process::{Program, root};

/// How a target has fared.
pub(super) struct Run {
    name: String,
    executions: u64,
    /// Edges of the code that were reached.
    coverage: u64,
    time: Duration,
    /// What went wrong, and with which input.
    failure: Option<String>,
}

impl Run {
    /// Reads the log of a run.
    pub(super) fn of(name: &str, text: &str, time: Duration, ended_well: bool, log: &Path) -> Self {
        let last =
            |mark: &str| text.rmatch_indices(mark).next().map(|(at, _)| text[at + mark.len()..].trim_start());
        let number = |mark: &str| {
            let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
            last(mark).and_then(|text| digits(text).parse().ok()).unwrap_or(0)
        };
        let line = |mark: &str| last(mark).and_then(|text| text.lines().next()).map(str::trim);
        let failure = (!ended_well).then(|| {
            let input = line("Test unit written to ");
            let input = input.map_or_else(|| "no input was kept".to_owned(), |path| format!("input {path}"));
            format!(
                "{name}: {}; {input}; log {}",
                line("ERROR: libFuzzer:").unwrap_or("it broke off"),
                log.display()
            )
        });
        Self {
            name: name.to_owned(),
            executions: number("stat::number_of_executed_units:"),
            coverage: number("cov: "),
            time,
            failure,
        }
    }
}

/// All runs.
#[derive(Default)]
pub(super) struct Report(Vec<Run>);

impl Report {
    pub(super) fn add(&mut self, run: Run) {
        if let Some(failure) = &run.failure {
            println!("{failure}");
        }
        self.0.push(run);
    }

    /// Good, if nothing failed.
    pub(super) fn verdict(&self) -> Result<()> {
        let failures: Vec<&str> = self.0.iter().filter_map(|run| run.failure.as_deref()).collect();
        match failures.len() {
            0 => Ok(()),
            count => Err(format!("{count} of {} targets failed\n{}", self.0.len(), failures.join("\n"))),
        }
    }

    /// Keeps it with the results of the benchmarks.
    pub(super) fn save(&self, options: &Options) -> Result<()> {
        let ask = |program: &str, arguments: &[&str]| {
            let answer = Program::new(program).args(arguments).answer();
            answer.map_or("unknown".into(), |answer| answer.trim().to_owned())
        };
        let date = ask("date", &["-u", "+%Y-%m-%d"]);
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        let targets: String = options.targets.iter().map(|name| format!(" --target {name}")).collect();
        let text = format!(
            "# Fuzzing, {date}\n\nCommand: `cargo xtask fuzz --minutes {}{targets} --save`. Machine: {cores} cores, one in \
             use. Compiler: {}. Commit: {}.\n\nlibFuzzer with `{}`, on an optimised build with debug assertions and overflow \
             checks. Coverage counts edges\nof the code; a failure is a panic, an abort, a hang or memory beyond the \
             limit.\n\n{self}",
            options.minutes,
            ask("rustc", &["--version"]),
            ask("git", &["rev-parse", "--short", "HEAD"]),
            LIMITS.join(" "),
        );
        let path = root().join("benches/results").join(format!("{date}-fuzz.md"));
        fs::write(&path, text).map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
        println!("stored in {}", path.display());
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| target | seconds | executions | a second | coverage | failures |\n|---|---|---|---|---|---|"
        )?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, runs: &[Run], coverage: &str| {
            let seconds: f64 = runs.iter().map(|run| run.time.as_secs_f64()).sum();
            let executions: u64 = runs.iter().map(|run| run.executions).sum();
            let failures = runs.iter().filter(|run| run.failure.is_some()).count();
            let speed = executions as f64 / seconds.max(1e-9);
            writeln!(f, "| {name} | {seconds:.0} | {executions} | {speed:.0} | {coverage} | {failures} |")
        };
        for run in &self.0 {
            row(f, &run.name, std::slice::from_ref(run), &run.coverage.to_string())?;
        }
        row(f, "all", &self.0, "")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_become_rows() {
        let log = Path::new("a.log");
        let good = "#2\tINITED cov: 10 ft: 11\n#900\tDONE   cov: 25 ft: 70 corp: 9\nstat::number_of_executed_units: 900\n";
        let bad = "#7\tNEW cov: 5\n==1== ERROR: libFuzzer: deadly signal\nTest unit written to x/b-crash-1\n\
                   stat::number_of_executed_units: 100\n";
        let mut report = Report::default();
        report.add(Run::of("a", good, Duration::from_secs(9), true, log));
        assert!(report.verdict().is_ok());
        report.add(Run::of("b", bad, Duration::from_secs(1), false, log));
        let table = report.to_string();
        assert!(table.contains("\n| a | 9 | 900 | 100 | 25 | 0 |\n"), "{table}");
        assert!(
            table.contains("\n| b | 1 | 100 | 100 | 5 | 1 |\n| all | 10 | 1000 | 100 |  | 1 |\n"),
            "{table}"
        );
        let failure = report.verdict().unwrap_err();
        assert!(
            failure.contains("1 of 2") && failure.contains("b: deadly signal; input x/b-crash-1"),
            "{failure}"
        );
    }
}
