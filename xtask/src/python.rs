//! The step `python`: the source distribution is built, from it the wheel, and the wheel is installed into clean virtual
//! environments and tested there, as users have it.
//!
//! There are two. In the first there is nothing but the wheel and the test runner: `tests/core` has to pass there, and
//! with it that nothing else is needed. In the second there are all packages that the wheel can work with, at pinned
//! versions; formatting, types and stubs are checked there too. Environments are kept in the target directory under a
//! hash of what is in them, and the wheel is installed anew each time.
//!
//! The wheel shares all libraries that the step `test` has built: maturin builds with cargo's `dev` profile, variables give it
//! the settings of the `test` profile, and it gets the options of the tests. (Cargo takes `--profile test` as a wish for a test
//! program.)
//!
//! Packages are fetched while earlier steps build: see [`prepare`].

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use crate::Result;
use crate::arguments::Extent;
use crate::process::{Program, cargo, root, target_dir};
use crate::steps::{Outcome, TESTED};

/// The settings of the `test` profile.
const AS_TESTED: [(&str, &str); 3] = [
    ("CARGO_PROFILE_DEV_OPT_LEVEL", "1"),
    ("CARGO_PROFILE_DEV_DEBUG", "false"),
    ("CARGO_PROFILE_DEV_INCREMENTAL", "false"),
];

/// The oldest Python that the wheel is for.
const OLDEST: (u32, u32) = (3, 10);

/// What builds the wheel.
const BUILD: &str = "build.txt";
/// What runs the tests where there is nothing else.
const BARE: &str = "bare.txt";
/// Everything that the package can work with.
const FULL: &str = "full.txt";
/// What is too big to be fetched without being asked for.
const TORCH: &str = "torch.txt";
/// The programs that put questions to language models: requirements and tests of each.
const HOSTS: [(&str, &str); 4] = [
    ("inspect.txt", "tests/hosts/test_inspect.py"),
    ("lm_eval.txt", "tests/hosts/test_lm_eval.py"),
    ("openenv.txt", "tests/hosts/test_openenv.py"),
    ("verifiers.txt", "tests/hosts/test_verifiers.py"),
];

/// A real model behind a server, for those who have both: requirements and tests.
const SERVED: (&str, &str) = ("served.txt", "tests/hosts/test_served.py");

pub(crate) fn check(extent: Extent) -> Outcome {
    let Some(python) = find_python() else {
        let (major, minor) = OLDEST;
        return Outcome::Skipped(format!("there is no Python {major}.{minor} or later with venv"));
    };
    match test(&python, extent) {
        Ok(None) => Outcome::Passed,
        Ok(Some(reason)) => Outcome::Skipped(reason),
        Err(error) => Outcome::Failed(error),
    }
}

/// Fetches all packages, so that the step finds them there. What goes wrong is reported by the step, which tries again.
pub(crate) fn prepare(with_torch: bool) {
    let Some(python) = find_python() else { return };
    for requirements in [&[BUILD][..], &[BARE], full(with_torch)] {
        if !matches!(Environment::ready(&python, requirements), Ok(Ok(_))) {
            return;
        }
    }
}

/// Everything that the package can work with.
fn full(with_torch: bool) -> &'static [&'static str] {
    if with_torch { &[FULL, TORCH] } else { &[FULL] }
}

/// Builds and tests. What comes back is the reason why it cannot be done on this machine.
fn test(python: &Python, extent: Extent) -> Result<Option<String>> {
    let build = match Environment::ready(python, &[BUILD])? {
        Ok(build) => build,
        Err(reason) => return Ok(Some(reason)),
    };
    let wheel = build_wheel(&build)?;
    let bare = match Environment::ready(python, &[BARE])? {
        Ok(bare) => bare,
        Err(reason) => return Ok(Some(reason)),
    };
    bare.install(&wheel)?;
    bare.pytest(&["tests/core"])?;
    let full = match Environment::ready(python, full(extent.with_torch))? {
        Ok(full) => full,
        Err(reason) => return Ok(Some(reason)),
    };
    full.install(&wheel)?;
    full.module("ruff", &["check", "."])?;
    full.module("ruff", &["format", "--check", "."])?;
    full.module("mypy", &["python/wampimuk"])?;
    full.module("mypy.stubtest", &["wampimuk._native", "--ignore-disjoint-bases"])?;
    full.pytest(&["tests", "--ignore=tests/core", "--ignore=tests/hosts"])?;
    if extent.with_torch {
        compare_twins(&full)?;
    }
    if extent.with_hosts {
        let served = extent.with_torch.then_some(SERVED);
        for (requirements, tests) in HOSTS.into_iter().chain(served) {
            let host = match Environment::ready(python, &[requirements])? {
                Ok(host) => host,
                Err(reason) => return Ok(Some(reason)),
            };
            host.install(&wheel)?;
            host.pytest(&[tests])?;
        }
    }
    Ok(None)
}

/// Compares models with small ones in PyTorch: baselines with some from their equations, T5 and RoBERTa with some of Hugging
/// Face's library, which then loads what they are written back as.
fn compare_twins(full: &Environment) -> Result<()> {
    let folder = target_dir()?.join("python").join("twins");
    let run = |script: &str| {
        let script = root().join("crates/models/tests/twins").join(script);
        full.python().args([&script, &folder]).run()
    };
    run("baselines.py")?;
    run("pretrained.py")?;
    cargo(["test", "-p", "wampimuk-models", "--features", "pretrained"])
        .args(["--test", "twins", "--test", "pretrained_twins"])
        .env("WAMPIMUK_TWINS", &folder)
        .run()?;
    run("back.py")
}

/// An interpreter.
struct Python {
    program: String,
    version: (u32, u32),
}

fn find_python() -> Option<Python> {
    const CODE: &str = "import sys, venv, ensurepip; print(*sys.version_info[:2])";
    ["python3", "python"].into_iter().find_map(|program| {
        let answer = Program::new(program).args(["-c", CODE]).answer()?;
        let version = version(&answer).filter(|version| *version >= OLDEST)?;
        Some(Python { program: program.to_owned(), version })
    })
}

fn version(text: &str) -> Option<(u32, u32)> {
    let (major, minor) = text.trim().split_once(' ')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}

/// The folder of the package.
fn package() -> PathBuf {
    root().join("crates/python")
}

/// A virtual environment.
struct Environment {
    python: PathBuf,
}

impl Environment {
    /// An environment with these requirements: one that is there, or a new one. The inner error is the reason why there
    /// can be none on this machine.
    fn ready(python: &Python, requirements: &[&str]) -> Result<std::result::Result<Self, String>> {
        let files: Vec<PathBuf> =
            requirements.iter().map(|name| package().join("tests/requirements").join(name)).collect();
        let texts: Result<Vec<String>> =
            files.iter().map(|file| fs::read_to_string(file).map_err(|error| failed(file, &error))).collect();
        let name = requirements[0].trim_end_matches(".txt");
        let folder =
            target_dir()?.join("python").join(format!("{name}-{:016x}", key(python.version, &texts?)));
        let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        let environment = Self { python: folder.join(program) };
        let whole = folder.join("whole");
        if whole.is_file() {
            return Ok(Ok(environment));
        }
        let _ = fs::remove_dir_all(&folder);
        Program::new(&python.program).args(["-m", "venv"]).args([&folder]).run()?;
        if let Err(error) =
            environment.pip(&["download", "--no-deps", "--dest"]).args([&folder]).args(["pip"]).run()
        {
            return Ok(Err(format!("no Python packages can be had: {error}")));
        }
        let mut pip = environment.pip(&["install"]);
        for file in &files {
            pip = pip.args(["--requirement".as_ref(), file.as_os_str()]);
        }
        pip.run()?;
        fs::write(&whole, "").map_err(|error| failed(&whole, &error))?;
        Ok(Ok(environment))
    }

    fn pip(&self, arguments: &[&str]) -> Program {
        self.python().args(["-m", "pip", "--quiet", "--disable-pip-version-check"]).args(arguments)
    }

    /// Installs the wheel, and nothing that it could work with.
    fn install(&self, wheel: &Path) -> Result<()> {
        self.pip(&["install", "--no-deps", "--force-reinstall"]).args([wheel]).run()
    }

    fn module(&self, module: &str, arguments: &[&str]) -> Result<()> {
        self.module_with(module, arguments).run()
    }

    fn module_with(&self, module: &str, arguments: &[&str]) -> Program {
        self.python().args(["-m", module]).args(arguments)
    }

    fn pytest(&self, arguments: &[&str]) -> Result<()> {
        self.python().args(["-m", "pytest", "-p", "no:cacheprovider", "--durations=5"]).args(arguments).run()
    }

    /// The interpreter, in the folder of the package. Not in the folder that has the sources, which would be imported.
    fn python(&self) -> Program {
        Program::new(&self.python).within(&package()).env("PYTHONDONTWRITEBYTECODE", "1")
    }
}

/// Builds the source distribution, and from what is in it the wheel, and returns where that is. A file that the source
/// distribution lacks is found out so.
///
/// Libraries do not depend on where the workspace lies, so all but the package itself is taken from what earlier steps have
/// built. The lock file has the whole workspace and the source distribution a part of it, so it cannot be `--locked`.
fn build_wheel(build: &Environment) -> Result<PathBuf> {
    let target = target_dir()?;
    let folder = target.join("python/dist");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).map_err(|error| failed(&folder, &error))?;
    let maturin = build
        .module_with("maturin", &["build", "--sdist", "--profile", "dev", "--features", TESTED])
        .args(["--interpreter".as_ref(), build.python.as_os_str()])
        .args(["--out".as_ref(), folder.as_os_str()])
        .env("CARGO_TARGET_DIR", &target);
    AS_TESTED.into_iter().fold(maturin, |maturin, (key, value)| maturin.env(key, value)).run()?;
    only_entry(&folder, ".tar.gz")?;
    only_entry(&folder, ".whl")
}

/// The one file in a folder whose name ends so.
fn only_entry(folder: &Path, ending: &str) -> Result<PathBuf> {
    let entries = fs::read_dir(folder).map_err(|error| failed(folder, &error))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let entries: Vec<PathBuf> = paths.filter(|path| path.to_string_lossy().ends_with(ending)).collect();
    match &entries[..] {
        [entry] => Ok(entry.clone()),
        _ => Err(format!("expected one `*{ending}` in `{}`, found {}", folder.display(), entries.len())),
    }
}

/// A number that changes with the interpreter and the requirements.
fn key(version: (u32, u32), requirements: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (version, requirements).hash(&mut hasher);
    hasher.finish()
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("cannot use `{}`: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        assert_eq!(version("3 11\n"), Some((3, 11)));
        assert!(version("3 9\n").is_some_and(|version| version < OLDEST));
        assert!(version("3 10").is_some_and(|version| version >= OLDEST));
        assert_eq!(version("Python 3.11"), None);
    }

    #[test]
    fn environments_follow_their_requirements() {
        let key = |text: &str| key((3, 11), &[text.to_owned()]);
        assert_eq!(key("pytest==1"), key("pytest==1"));
        assert_ne!(key("pytest==1"), key("pytest==2"));
    }

    #[test]
    fn requirements_are_pinned() {
        for name in
            [BUILD, BARE, FULL, TORCH].into_iter().chain(HOSTS.map(|(name, _)| name)).chain([SERVED.0])
        {
            let file = package().join("tests/requirements").join(name);
            let text = fs::read_to_string(&file).unwrap();
            let wanted = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
            for line in wanted.filter(|line| !line.starts_with("-r ")) {
                assert!(line.contains("=="), "{}: {line}", file.display());
            }
        }
    }

    /// Otherwise everything is built once more for the wheel.
    #[test]
    fn the_wheel_is_built_as_the_tests_are() {
        let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
        let (_, profile) = manifest.split_once("\n[profile.test]\n").unwrap();
        let settings: Vec<String> =
            profile.lines().take_while(|line| !line.is_empty()).map(str::to_owned).collect();
        let ours = AS_TESTED.map(|(key, value)| {
            let key = key.trim_start_matches("CARGO_PROFILE_DEV_").to_lowercase().replace('_', "-");
            format!("{key} = {value}")
        });
        assert_eq!(settings, ours);
    }
}
