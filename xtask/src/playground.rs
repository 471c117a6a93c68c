//! `cargo xtask playground` makes the page of the playground, and the step `playground` tries it in a browser.
//!
//! The page is one file: `playground/bundle.mjs` puts the script, the style and the WebAssembly module of the crate `web` into
//! it. Node and its packages are needed to make it, and nothing to look at it.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};

use crate::process::{Program, cargo, root, target_dir};
use crate::steps::{Outcome, TESTED};
use crate::wasm::build_modules;
use crate::wasm::toolchain::Toolchain;
use crate::{Result, debian};

/// Where browsers that the tests can drive are found.
const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/snap/bin/chromium"];

/// Makes the page.
pub(crate) fn build(out: Option<PathBuf>) -> Result<()> {
    let out = out.map_or_else(usual_place, Ok)?;
    let toolchain = match (needs(), Toolchain::find()?) {
        (None, Ok(toolchain)) => toolchain,
        (Some(reason), _) | (None, Err(reason)) => return Err(reason),
    };
    write_page(toolchain, &out)
}

/// Whether the page does in a browser what it promises.
pub(crate) fn check() -> Outcome {
    if let Some(reason) = needs() {
        return Outcome::Skipped(reason);
    }
    let tried = || -> Result<Outcome> {
        let toolchain = match Toolchain::find()? {
            Ok(toolchain) => toolchain,
            Err(reason) => return Ok(Outcome::Skipped(reason)),
        };
        let browser = match find_browser()? {
            Ok(browser) => browser,
            Err(reason) => return Ok(Outcome::Skipped(reason)),
        };
        let page = usual_place()?;
        write_page(toolchain, &page)?;
        let folder = target_dir()?.join("playground");
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let ids = folder.join("ids.txt");
        fs::write(&ids, native_ids()?).map_err(|error| format!("cannot write {}: {error}", ids.display()))?;
        Program::new("node")
            .args(["--test", "--test-reporter=spec", "--test-concurrency=2"])
            .args(tests()?)
            .env("PLAYGROUND", page)
            .env("PLAYGROUND_IDS", ids)
            .env("PLAYGROUND_SHOTS", folder)
            .env("PLAYGROUND_BROWSER", browser)
            .run()?;
        Ok(Outcome::Passed)
    };
    tried().unwrap_or_else(Outcome::Failed)
}

/// What is tried on the page. Those of the site are another step's; the longest come first.
fn tests() -> Result<Vec<PathBuf>> {
    let folder = root().join("playground/tests");
    let entries =
        fs::read_dir(&folder).map_err(|error| format!("cannot list {}: {error}", folder.display()))?;
    let mut tests: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    let is_test =
        |path: &PathBuf| path.to_string_lossy().ends_with(".test.mjs") && !path.ends_with("site.test.mjs");
    tests.retain(is_test);
    tests.sort_by_key(|path| {
        (!path.ends_with("ids.test.mjs"), !path.ends_with("everybody.test.mjs"), path.clone())
    });
    Ok(tests)
}

fn usual_place() -> Result<PathBuf> {
    Ok(target_dir()?.join("playground.html"))
}

/// What is missing on this machine.
fn needs() -> Option<String> {
    let missing = |program: &str| Program::new(program).args(["--version"]).answer().is_none();
    ["node", "npm"]
        .into_iter()
        .find(|program| missing(program))
        .map(|program| format!("{program} is not installed"))
}

fn write_page(toolchain: Toolchain, out: &Path) -> Result<()> {
    let module = build_modules(toolchain)?.join("wampimuk_web.wasm");
    let folder = root().join("playground");
    // No package needs to run a script of its own.
    Program::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"])
        .within(&folder)
        .run()?;
    Program::new("npm").args(["run", "--silent", "check"]).within(&folder).run()?;
    Program::new("node").args([folder.join("bundle.mjs"), module, absolute(out)?]).run()
}

/// Programs are started in the repository's root, but paths are given from where the user is.
fn absolute(path: &Path) -> Result<PathBuf> {
    std::path::absolute(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Built with the settings of the step `test`, whose artefacts it shares.
fn native_ids() -> Result<String> {
    const PROGRAM: &str = "wampimuk-web-native";
    cargo(["build", "--workspace", "--profile", "test", "--features", TESTED, "--bin", PROGRAM]).run()?;
    Program::new(target_dir()?.join("debug").join(format!("{PROGRAM}{EXE_SUFFIX}"))).output()
}

/// Finds or installs a browser. The inner error is the reason why there can be none on this machine.
pub(crate) fn find_browser() -> Result<std::result::Result<PathBuf, String>> {
    let found = || BROWSERS.map(PathBuf::from).into_iter().find(|path| path.exists());
    if let Some(browser) = found() {
        return Ok(Ok(browser));
    }
    if let Err(reason) = debian::install(&["chromium"])? {
        return Ok(Err(format!("Chromium is not installed and {reason}")));
    }
    Ok(found().ok_or_else(|| "Chromium was installed, but is not where it is expected".to_owned()))
}
