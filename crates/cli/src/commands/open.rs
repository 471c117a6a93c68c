//! `wampimuk open`: an item in the playground.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use wampimuk_families::{require, shipped};

use crate::failure::Failure;
use crate::say::say;

/// The name of the page, wherever it lies.
const PAGE: &str = "playground.html";

/// Options of `open`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wampimuk open                                              the playground
  wampimuk open reascan --split a1_test --index 3            this item, to take apart
  wampimuk open my-recipe.toml                               your own recipe: its text is part of the address
  wampimuk open gscan --print                                the address alone

The page is looked for beside the program and in target; `cargo xtask playground` makes it. Nothing is sent anywhere.")]
pub struct Open {
    /// A shipped recipe (see `wampimuk recipes`) or a TOML file.
    pub recipe: Option<String>,
    /// The split.
    #[arg(long, requires = "recipe")]
    pub split: Option<String>,
    /// The index of the item in its split.
    #[arg(long, requires = "recipe", value_name = "N")]
    pub index: Option<u64>,
    /// The seed.
    #[arg(long, requires = "recipe", value_name = "N")]
    pub seed: Option<u64>,
    /// Where the playground lies.
    #[arg(long, value_name = "FILE")]
    pub playground: Option<PathBuf>,
    /// Print the address instead of opening a browser.
    #[arg(long)]
    pub print: bool,
}

/// Opens the browser.
pub fn run(options: &Open) -> Result<(), Failure> {
    let address = format!("{}{}", address_of(&find(options)?)?, fragment(options)?);
    if options.print {
        return say(address);
    }
    browse(&address)
}

/// The page, as an absolute path.
fn find(options: &Open) -> Result<PathBuf, Failure> {
    let absolute = |path: &Path| std::path::absolute(path).map_err(|error| Failure::io("find", path, &error));
    if let Some(given) = &options.playground {
        return match given.is_file() {
            true => absolute(given),
            false => Err(Failure::Input(format!("there is no playground at {}", given.display()))),
        };
    }
    let program = std::env::current_exe().unwrap_or_default();
    // Beside the program; and, in a clone, in the folder that it was built in.
    let beside = program.ancestors().skip(1).take(2).map(|folder| folder.join(PAGE));
    let mut places = beside.chain([Path::new("target").join(PAGE)]);
    match places.find(|place| place.is_file()) {
        Some(found) => absolute(&found),
        None => Err(Failure::Input(
            "there is no playground here: make it with `cargo xtask playground`, or say where it is with --playground FILE".into(),
        )),
    }
}

/// The address of a file.
fn address_of(path: &Path) -> Result<String, Failure> {
    let text = path.to_str().ok_or_else(|| {
        Failure::Input(format!("{} is not UTF-8: move the playground elsewhere", path.display()))
    })?;
    let parts: Vec<String> = text.split(['/', std::path::MAIN_SEPARATOR]).map(escaped).collect();
    let path = parts.join("/");
    Ok(format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" }))
}

/// What the page is to show, as its links say it.
fn fragment(options: &Open) -> Result<String, Failure> {
    let Some(recipe) = &options.recipe else { return Ok(String::new()) };
    let found = require(recipe, &[])?;
    let mut fragment = match shipped().any(|shipped| shipped.name == *recipe) {
        true => format!("#recipe={}", escaped(recipe)),
        false => format!("#toml={}", escaped(&found.toml)),
    };
    let mut add = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(fragment, "&{key}={}", escaped(&value));
        }
    };
    add("seed", options.seed.map(|seed| seed.to_string()));
    add("split", options.split.clone());
    add("index", options.index.map(|index| index.to_string()));
    Ok(fragment)
}

/// A text that means itself in an address.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                escaped.push(char::from(byte));
            }
            // The drive of a path on Windows.
            b':' => escaped.push(':'),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(escaped, "%{byte:02X}");
            }
        }
    }
    escaped
}

fn browse(address: &str) -> Result<(), Failure> {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let quiet = || Stdio::null();
    let opened = Command::new(program).arg(address).stdout(quiet()).stderr(quiet()).status();
    match opened {
        // Explorer's exit codes mean nothing.
        Ok(status) if status.success() || cfg!(windows) => Ok(()),
        _ => Err(Failure::System(format!(
            "no browser could be started with `{program}`; open this by hand: {address}"
        ))),
    }
}
