//! The step `test`: cargo builds all test programs, which run two at a time, and then the examples in the documentation.
//!
//! Cargo runs one program after another, so that one core waits wherever a program ends with one long test. What a program prints
//! comes when it is over. One that fails does not keep others from running.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use crate::Result;
use crate::process::{Program, cargo, log_to, target_dir};
use crate::steps::TESTED;

/// How many run at a time. Each has as many threads as there are cores.
const AT_A_TIME: usize = 2;

pub(crate) fn run() -> Result<()> {
    let build = [
        "test",
        "--workspace",
        "--features",
        TESTED,
        "--no-run",
        "--message-format",
        "json-render-diagnostics",
    ];
    let messages = cargo(build).output()?;
    let programs: Vec<TestProgram> = messages.lines().filter_map(TestProgram::from_message).collect();
    if programs.is_empty() {
        return Err("cargo names no test program".into());
    }
    run_all(&programs)?;
    cargo(["test", "--workspace", "--features", TESTED, "--doc"]).run()
}

/// A program that cargo has built of tests.
#[derive(Debug, PartialEq)]
pub(crate) struct TestProgram {
    pub(crate) path: PathBuf,
    /// The folder of its package, in which it runs.
    package: PathBuf,
}

impl TestProgram {
    /// What a message of cargo tells of, if that is a test program.
    pub(crate) fn from_message(message: &str) -> Option<Self> {
        let path = text(message, "executable")?;
        let manifest = PathBuf::from(text(message, "manifest_path")?);
        let (_, profile) = message.split_once("\"profile\":{")?;
        let (profile, _) = profile.split_once('}')?;
        let package = manifest.parent()?.to_owned();
        profile.contains("\"test\":true").then(|| Self { path: path.into(), package })
    }

    fn name(&self) -> String {
        let package = self.package.file_name().unwrap_or_default().display();
        format!("{package}/{}", self.target())
    }

    /// What the program is called in its package.
    pub(crate) fn target(&self) -> String {
        let program = self.path.file_stem().unwrap_or_default().to_string_lossy();
        // The end of a file's name is a hash.
        program.rsplit_once('-').map_or(&*program, |(name, _)| name).to_owned()
    }

    fn run(&self, log: &Path) -> Result<()> {
        let failed = |error| format!("cannot use `{}`: {error}", log.display());
        log_to(Some(File::create(log).map_err(failed)?));
        let start = Instant::now();
        let result =
            Program::new(&self.path).within(&self.package).env("CARGO_MANIFEST_DIR", &self.package).run();
        let seconds = start.elapsed().as_secs_f64();
        println!("{} ({seconds:.1} s)\n{}", self.name(), fs::read_to_string(log).map_err(failed)?);
        result
    }
}

/// The text under a key of a message, the first one of that name.
fn text(message: &str, key: &str) -> Option<String> {
    let (_, after) = message.split_once(&format!("\"{key}\":\""))?;
    let mut text = String::new();
    let mut characters = after.chars();
    loop {
        match characters.next()? {
            '"' => return Some(text),
            '\\' => text.push(characters.next()?),
            other => text.push(other),
        }
    }
}

fn run_all(programs: &[TestProgram]) -> Result<()> {
    let folder = target_dir()?;
    let next = AtomicUsize::new(0);
    let failed = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for number in 0..AT_A_TIME {
            let log = folder.join(format!("test-{number}.log"));
            let (next, failed) = (&next, &failed);
            scope.spawn(move || {
                while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if program.run(&log).is_err() {
                        failed.lock().expect("nothing panics with it").push(program.name());
                    }
                }
            });
        }
    });
    let failed = failed.into_inner().expect("nothing panics with it");
    if failed.is_empty() { Ok(()) } else { Err(format!("tests failed in {}", failed.join(", "))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A message as cargo writes it, of a target that may be tested and was built with this profile.
    fn message(executable: &str, test: bool) -> String {
        format!(
            "{{\"reason\":\"compiler-artifact\",\"manifest_path\":\"C:\\\\a\\\\b\\\\Cargo.toml\",\"target\":\
             {{\"kind\":[\"lib\"],\"test\":true}},\"profile\":{{\"opt_level\":\"1\",\"test\":{test}}},\"features\":[],\
             \"executable\":{executable},\"fresh\":true}}"
        )
    }

    #[test]
    fn programs_are_those_of_tests() {
        assert_eq!(TestProgram::from_message(&message("null", true)), None);
        assert_eq!(TestProgram::from_message(&message("\"/a/b-1\"", false)), None);
        assert_eq!(TestProgram::from_message("{\"reason\":\"build-finished\",\"success\":true}"), None);
        let program = TestProgram::from_message(&message("\"/a/b-1\"", true)).unwrap();
        assert_eq!(program.path, PathBuf::from("/a/b-1"));
    }

    #[test]
    fn texts_are_unescaped() {
        assert_eq!(text(&message("null", true), "manifest_path").as_deref(), Some("C:\\a\\b\\Cargo.toml"));
        assert_eq!(text("{\"a\":\"b", "a"), None);
    }
}
