//! `cargo xtask gpu`: what is tried on a machine with a GPU, in one folder that needs no toolchain there.
//!
//! Machines with a GPU are seldom those where one compiles. The folder has the command line with the feature `cuda`, all test
//! programs that ask for a GPU, the measurement of single steps, and a script that runs them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::process::{cargo, root, target_dir};
use crate::test_programs::TestProgram;

/// The script that runs what lies beside it, in the repository.
const SCRIPT: &str = "xtask/src/gpu/run.sh";

pub(crate) fn build(out: Option<PathBuf>) -> Result<()> {
    let folder = match out {
        Some(folder) => folder,
        None => target_dir()?.join("gpu"),
    };
    let tests = folder.join("tests");
    let _ = fs::remove_dir_all(&tests);
    fs::create_dir_all(&tests).map_err(|error| failed(&tests, &error))?;

    cargo(["build", "--release", "--locked", "--package", "wampimuk", "--features", "cuda"]).run()?;
    cargo(["build", "--release", "--locked", "--package", "wampimuk-nn", "--features", "cuda"])
        .args(["--example", "cuda_speed"])
        .run()?;
    let messages = cargo(["test", "--release", "--locked", "--package", "wampimuk-nn", "--features", "cuda"])
        .args(["--test", "cuda*", "--no-run", "--message-format", "json-render-diagnostics"])
        .output()?;
    let programs: Vec<TestProgram> = messages.lines().filter_map(TestProgram::from_message).collect();
    if programs.is_empty() {
        return Err("cargo names no test program".into());
    }

    let release = target_dir()?.join("release");
    copy(&release.join("wampimuk"), &folder.join("wampimuk"))?;
    copy(&release.join("examples/cuda_speed"), &folder.join("cuda_speed"))?;
    for program in &programs {
        copy(&program.path, &tests.join(program.target()))?;
    }
    copy(&root().join(SCRIPT), &folder.join("run.sh"))?;
    println!("{}", folder.display());
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    fs::copy(from, to).map(drop).map_err(|error| failed(from, &error))
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("cannot use `{}`: {error}", path.display())
}
