//! `cargo xtask pack`: the program as it is given to others, in an archive with completions for shells, manual, licences and the
//! playground.

use std::fs;
use std::path::Path;

use crate::process::{Program, cargo, root, target_dir};
use crate::{Result, playground};

/// What the program is built with: all that needs no library of the machine's.
const FEATURES: &str = "s3";

/// Shells, and how they want their files named.
const SHELLS: [(&str, &str); 3] =
    [("bash", "wampimuk.bash"), ("zsh", "_wampimuk"), ("fish", "wampimuk.fish")];

pub(crate) fn run() -> Result<()> {
    let built = |what: [&str; 3]| {
        cargo(what).args(["--profile", "dist", "--locked", "--package", "wampimuk", "--features", FEATURES])
    };
    built(["build", "--bin", "wampimuk"]).run()?;
    let (folder, file) = (target_dir()?.join("pack"), format!("wampimuk{}", std::env::consts::EXE_SUFFIX));
    let program = target_dir()?.join("dist").join(&file);
    let name = format!("wampimuk-{}-{}", env!("CARGO_PKG_VERSION"), host()?);
    let content = folder.join(&name);
    let _ = fs::remove_dir_all(&content);
    let completions = content.join("completions");
    fs::create_dir_all(&completions).map_err(|error| failed(&completions, &error))?;
    for (shell, file) in SHELLS {
        let script = Program::new(&program).args(["completions", shell]).output()?;
        let file = completions.join(file);
        fs::write(&file, script).map_err(|error| failed(&file, &error))?;
    }
    built(["run", "--example", "man"]).args(["--"]).args([content.join("man/man1")]).run()?;
    let copy = |from: &Path, name: &str| {
        fs::copy(from, content.join(name)).map(drop).map_err(|error| failed(from, &error))
    };
    copy(&program, &file)?;
    for name in ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"] {
        copy(&root().join(name), name)?;
    }
    playground::build(Some(content.join("playground.html")))?;
    let archive = format!("{name}.tar.gz");
    Program::new("tar").within(&folder).args(["-czf", &archive, &name]).run()?;
    println!("{}", folder.join(archive).display());
    Ok(())
}

/// The kind of machine that is built for.
fn host() -> Result<String> {
    let version = Program::new("rustc").args(["-vV"]).output()?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "rustc does not say what it builds for".to_owned())
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("cannot use `{}`: {error}", path.display())
}
