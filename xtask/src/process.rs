//! Other programs: started in the repository's root, without a standard input to wait for, and named in full when
//! they fail.

use std::cell::RefCell;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::Result;

/// The root of the repository.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository")
}

/// The target directory: the one this program was built in, wherever it was configured to be.
pub(crate) fn target_dir() -> Result<PathBuf> {
    let program = env::current_exe().map_err(|error| format!("cannot find this program: {error}"))?;
    // TARGET/PROFILE/xtask
    program
        .ancestors()
        .nth(2)
        .map(Path::to_owned)
        .ok_or_else(|| "this program lies in no target directory".into())
}

/// The cargo that runs this program.
pub(crate) fn cargo<const N: usize>(arguments: [&str; N]) -> Program {
    Program::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into())).args(arguments)
}

/// Variables that every program gets from now on. Only the first call counts.
pub(crate) fn surround(variables: Vec<(&'static str, String)>) {
    SURROUNDINGS.get_or_init(|| variables);
}

static SURROUNDINGS: OnceLock<Vec<(&'static str, String)>> = OnceLock::new();

thread_local! {
    static LOG: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Where programs that this thread starts write from now on, instead of in plain sight.
pub(crate) fn log_to(log: Option<File>) {
    LOG.set(log);
}

/// This thread's log or, without one, where this program writes itself.
fn visible() -> Result<[Stdio; 2]> {
    LOG.with_borrow(|log| match log {
        None => Ok([Stdio::inherit(), Stdio::inherit()]),
        Some(log) => {
            let again = || log.try_clone().map(Stdio::from).map_err(|error| format!("cannot log: {error}"));
            Ok([again()?, again()?])
        }
    })
}

/// How variables begin that `cargo run` sets for the package it runs.
const PACKAGE: [&str; 2] = ["CARGO_MANIFEST_", "CARGO_PKG_"];

/// A program to run.
pub(crate) struct Program(Command);

impl Program {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(program);
        command.current_dir(root()).stdin(Stdio::null());
        // What `cargo run` says of this package would reach other packages' build scripts; some run again for it, and
        // whatever rests on them is built again.
        let ours =
            |key: &OsString| key.to_str().is_some_and(|key| PACKAGE.iter().any(|ours| key.starts_with(ours)));
        env::vars_os().map(|(key, _)| key).filter(ours).for_each(|key| {
            command.env_remove(key);
        });
        command.envs(SURROUNDINGS.get().into_iter().flatten().map(|(key, value)| (key, value)));
        Self(command)
    }

    pub(crate) fn args(mut self, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.0.args(arguments);
        self
    }

    pub(crate) fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(key, value);
        self
    }

    /// Starts it in another folder than the repository's root.
    pub(crate) fn within(mut self, folder: &Path) -> Self {
        self.0.current_dir(folder);
        self
    }

    pub(crate) fn env_remove(mut self, key: &str) -> Self {
        self.0.env_remove(key);
        self
    }

    /// Runs it with its output in plain sight, or in the log of this thread.
    pub(crate) fn run(mut self) -> Result<()> {
        let [out, messages] = visible()?;
        let status = self
            .0
            .stdout(out)
            .stderr(messages)
            .status()
            .map_err(|error| format!("cannot start `{self}`: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("`{self}` ended with {status}")) }
    }

    /// Runs it with all that it says in a file, and tells whether it succeeded.
    pub(crate) fn logged(mut self, path: &Path) -> Result<bool> {
        let named = |error| format!("cannot write {}: {error}", path.display());
        let log = File::create(path).map_err(named)?;
        let messages = log.try_clone().map_err(named)?;
        let status = self.0.stdout(log).stderr(messages).status();
        Ok(status.map_err(|error| format!("cannot start `{self}`: {error}"))?.success())
    }

    /// Runs it and returns what it printed; its messages stay visible.
    pub(crate) fn output(mut self) -> Result<String> {
        let [_, messages] = visible()?;
        let output = self.0.stderr(messages).output();
        let output = output.map_err(|error| format!("cannot start `{self}`: {error}"))?;
        if !output.status.success() {
            return Err(format!("`{self}` ended with {}", output.status));
        }
        String::from_utf8(output.stdout).map_err(|_| format!("`{self}` printed something that is not UTF-8"))
    }

    /// What it printed, if it can be started and succeeds: for questions to which failure is an answer.
    pub(crate) fn answer(mut self) -> Option<String> {
        let output = self.0.output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    }
}

impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let program = Path::new(self.0.get_program());
        write!(f, "{}", program.file_name().unwrap_or(program.as_os_str()).display())?;
        self.0.get_args().try_for_each(|argument| write!(f, " {}", argument.display()))
    }
}
