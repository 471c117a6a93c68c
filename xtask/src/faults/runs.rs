//! Runs of the program: to their end, or until they are killed.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::Result;
use crate::process::root;

/// A run that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(300);
/// How often a run is looked at.
const GLANCE: Duration = Duration::from_micros(500);

/// The program under test.
pub(super) struct Program {
    pub(super) path: PathBuf,
    pub(super) surroundings: Vec<(&'static str, String)>,
    /// What its runs say.
    pub(super) log: PathBuf,
}

/// A run.
pub(super) struct Run {
    child: Child,
    command: String,
    log: PathBuf,
    start: Instant,
}

/// How a run has ended by itself.
#[derive(Debug)]
pub(super) struct Ended {
    /// The exit code; `None` if a signal ended it.
    pub(super) code: Option<i32>,
    /// What it said on standard error.
    pub(super) said: String,
}

impl Program {
    pub(super) fn start(&self, arguments: &[String]) -> Result<Run> {
        self.start_by(Command::new(&self.path), arguments, Stdio::null())
    }

    /// Starts it with another place for its output.
    pub(super) fn start_into(&self, arguments: &[String], output: Stdio) -> Result<Run> {
        self.start_by(Command::new(&self.path), arguments, output)
    }

    /// Starts it with variables of its own.
    pub(super) fn start_with(&self, arguments: &[String], variables: &[(&str, &str)]) -> Result<Run> {
        let mut command = Command::new(&self.path);
        command.envs(variables.iter().copied());
        self.start_by(command, arguments, Stdio::null())
    }

    /// Starts it with an address space of this many kilobytes.
    pub(super) fn start_within(&self, arguments: &[String], kilobytes: usize) -> Result<Run> {
        let mut command = Command::new("sh");
        command.args(["-c", "ulimit -v \"$0\"; exec \"$@\"", &kilobytes.to_string()]).arg(&self.path);
        self.start_by(command, arguments, Stdio::null())
    }

    fn start_by(&self, mut command: Command, arguments: &[String], output: Stdio) -> Result<Run> {
        let failed = |error| format!("cannot start `{}`: {error}", self.path.display());
        let log = File::create(&self.log).map_err(failed)?;
        let child = command
            .args(arguments)
            .envs(self.surroundings.iter().map(|(key, value)| (key, value)))
            // Where memory is short, a panic that prints a trace may wait for itself for ever.
            .env("RUST_BACKTRACE", "0")
            .current_dir(root())
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(log)
            .spawn()
            .map_err(failed)?;
        let command = format!("wampimuk {}", arguments.join(" "));
        Ok(Run { child, command, log: self.log.clone(), start: Instant::now() })
    }

    /// Runs it to its end, which must be a good one, and says how long that took.
    pub(super) fn complete(&self, arguments: &[String]) -> Result<Duration> {
        self.start(arguments)?.complete()
    }
}

impl Run {
    pub(super) fn complete(mut self) -> Result<Duration> {
        match self.end()? {
            Ended { code: Some(0), .. } => Ok(self.start.elapsed()),
            Ended { code, said } => Err(format!("`{}` ended with {code:?}\n{said}", self.command)),
        }
    }

    /// Waits for its end, whatever that is.
    pub(super) fn end(&mut self) -> Result<Ended> {
        let status = self.wait(&mut |_| false)?;
        let said = fs::read(&self.log).unwrap_or_default();
        let code = status.and_then(|status| status.code());
        Ok(Ended { code, said: String::from_utf8_lossy(&said).into_owned() })
    }

    /// What it prints, if that was asked for.
    pub(super) fn output(&mut self) -> Option<ChildStdout> {
        self.child.stdout.take()
    }

    /// Kills it as soon as `now` says so, told how long it has been running. Says whether it was killed, rather than
    /// having come to an end, good or bad, before.
    pub(super) fn kill_when(mut self, now: &mut dyn FnMut(Duration) -> bool) -> Result<bool> {
        if let Some(status) = self.wait(now)? {
            return match status.success() {
                true => Ok(false),
                false => Err(format!("`{}` ended with {status}", self.command)),
            };
        }
        let failed = |error| format!("cannot kill `{}`: {error}", self.command);
        self.child.kill().map_err(failed)?;
        let status = self.child.wait().map_err(failed)?;
        // It may have come to its end in the last moment.
        Ok(!status.success())
    }

    /// Sends a signal, such as `TERM`, at this moment and waits for its end; `None` if it was over before.
    pub(super) fn signal_at(mut self, signal: &str, moment: Duration) -> Result<Option<Ended>> {
        if self.wait(&mut |elapsed| elapsed >= moment)?.is_some() {
            return Ok(None);
        }
        let sent = Command::new("kill").args([&format!("-{signal}"), &self.child.id().to_string()]).status();
        sent.map_err(|error| format!("cannot send a signal to `{}`: {error}", self.command))?;
        let ended = self.end()?;
        Ok((ended.code != Some(0)).then_some(ended))
    }

    /// Waits for its end; `None` if `stop` came first.
    fn wait(&mut self, stop: &mut dyn FnMut(Duration) -> bool) -> Result<Option<ExitStatus>> {
        loop {
            let failed = |error| format!("cannot wait for `{}`: {error}", self.command);
            if let Some(status) = self.child.try_wait().map_err(failed)? {
                return Ok(Some(status));
            }
            let elapsed = self.start.elapsed();
            if stop(elapsed) {
                return Ok(None);
            }
            if elapsed > PATIENCE {
                return Err(format!("`{}` hangs", self.command));
            }
            sleep(GLANCE);
        }
    }
}

/// A run that is forgotten must not go on.
impl Drop for Run {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
