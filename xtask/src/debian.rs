//! Packages of the system: a fair source of what a step needs, where the system is Debian and we may install them.

use crate::Result;
use crate::process::Program;

/// Whether a package is installed.
pub(crate) fn has(package: &str) -> bool {
    Program::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Status}", package])
        .answer()
        .is_some_and(|status| status == "installed")
}

/// Installs packages. The inner error is the reason why that cannot be tried here.
pub(crate) fn install(packages: &[&str]) -> Result<std::result::Result<(), &'static str>> {
    if Program::new("apt-get").args(["--version"]).answer().is_none() {
        return Ok(Err("there is no apt-get to install it"));
    }
    if Program::new("id").args(["-u"]).answer().is_none_or(|id| id.trim() != "0") {
        return Ok(Err("only root may install it"));
    }
    println!("installing {}", packages.join(" "));
    let apt = || {
        Program::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive").args([
            "-qq",
            "-o",
            "Acquire::Retries=3",
        ])
    };
    apt().args(["update"]).run()?;
    apt().args(["install", "--yes", "--no-install-recommends"]).args(packages).run()?;
    Ok(Ok(()))
}
