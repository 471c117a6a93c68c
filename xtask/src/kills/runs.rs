//! Runs of the program: to their end, or until they are killed.

use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
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

impl Program {
    pub(super) fn start(&self, arguments: &[String]) -> Result<Run> {
        let failed = |error| format!("cannot start `{}`: {error}", self.path.display());
        let log = File::create(&self.log).map_err(failed)?;
        let child = Command::new(&self.path)
            .args(arguments)
            .envs(self.surroundings.iter().map(|(key, value)| (key, value)))
            .current_dir(root())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
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
        match self.wait(&mut |_| false)? {
            Some(status) if status.success() => Ok(self.start.elapsed()),
            Some(status) => {
                let log = fs::read_to_string(&self.log).unwrap_or_default();
                Err(format!("`{}` ended with {status}\n{log}", self.command))
            }
            None => Err(format!("`{}` was stopped", self.command)),
        }
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
