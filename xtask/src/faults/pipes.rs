//! Output whose reader goes away.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use super::cases::{Trial, Trials};
use super::runs::{Ended, Program};
use crate::Result;

/// Commands that print something, and how they end.
pub(super) struct Outputs(Vec<Output>);

struct Output {
    command: Vec<String>,
    code: i32,
    expected: Vec<u8>,
}

impl Outputs {
    /// Runs every command once, undisturbed.
    pub(super) fn prepare(program: &Program, folder: &Path) -> Result<Self> {
        let (right, wrong) = (folder.join("right.jsonl"), folder.join("wrong.jsonl"));
        let failed = |error| format!("cannot make `{}`: {error}", wrong.display());
        let words = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let [right, wrong] = [&right, &wrong].map(|path| path.display().to_string());
        program
            .complete(&[words("generate gscan-demo --split train --out"), vec![right.clone()]].concat())?;
        // One item asks for something else than its command does.
        let text = fs::read_to_string(&right).map_err(failed)?;
        fs::write(&wrong, text.replacen("\"walk\",\"walk\"", "\"walk\",\"stay\"", 1)).map_err(failed)?;
        let outputs = [
            ("generate gscan --split train --limit 3000 --out -".to_owned(), 0),
            ("generate mix-t12 --limit 300 --format squad --out -".to_owned(), 0),
            (format!("verify {right} --recipe gscan-demo"), 0),
            (format!("verify {wrong} --recipe gscan-demo --json"), 1),
            (format!("solve {right} --compare"), 0),
            (format!("solve {wrong} --compare"), 1),
            (format!("stats {right}"), 0),
            (format!("audit {right} --floors none"), 0),
            ("recipes".to_owned(), 0),
        ];
        let output = |(line, code): (String, i32)| {
            let command = words(&line);
            let (ended, expected) = read(program, &command, usize::MAX)?;
            match ended.code == Some(code) {
                true => Ok(Output { command, code, expected }),
                false => Err(format!("`wampimuk {line}` ended with {:?}\n{}", ended.code, ended.said)),
            }
        };
        Ok(Self(outputs.into_iter().map(output).collect::<Result<_>>()?))
    }
}

/// Reads this much of what a command prints, and goes away.
fn read(program: &Program, command: &[String], bytes: usize) -> Result<(Ended, Vec<u8>)> {
    let mut run = program.start_into(command, Stdio::piped())?;
    let mut read = Vec::new();
    if let Some(output) = run.output() {
        output.take(bytes as u64).read_to_end(&mut read).map_err(|error| error.to_string())?;
    }
    Ok((run.end()?, read))
}

impl Trials<'_> {
    /// Reads the beginning of an output.
    pub(super) fn gone_reader(&mut self, turn: usize) -> Result<Trial> {
        let Output { command, code, expected } = &self.outputs.0[turn % self.outputs.0.len()];
        let wanted = match self.chance.below(3) {
            0 => 0,
            _ => self.chance.below(expected.len()),
        };
        let (ended, read) = read(&self.program, command, wanted)?;
        let mut differences = Vec::new();
        if ended.code != Some(*code) {
            differences.push(format!("`{}` ended with {:?}: {}", command.join(" "), ended.code, ended.said));
        }
        if read != expected[..wanted] {
            differences.push(format!("`{}` printed something else", command.join(" ")));
        }
        Ok(Trial { faults: 1, stages: Vec::new(), differences })
    }
}
