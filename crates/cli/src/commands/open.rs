//! `wampimuk open`: an item in the playground.

mod browser;
mod page;
mod subject;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::args::Common;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::say::{say, tell, write};
use subject::Subject;

/// Options of `open`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wampimuk open                                              the playground
  wampimuk open reascan --split a1_test --index 3            this item, to take apart
  wampimuk open my-recipe.toml                               your own recipe
  wampimuk open data/ --split test --index 3                 what a dataset was made from
  wampimuk open predictions.jsonl                            answers of a model, judged
  wampimuk open gscan --index 3 --out item.html              the page with this item, to keep or to pass on
  wampimuk open gscan --print                                the address alone

The page is looked for beside the program and in target; `cargo xtask playground` makes it. The browser is given a copy that
holds the item, in the folder for temporary files: systems lose what stands behind the name of a file. A browser that may not
read there gets one with --out. Nothing is sent anywhere.")]
pub struct Open {
    /// A shipped recipe (see `wampimuk recipes`), a TOML file, a dataset or a file of one, or predictions.
    #[arg(value_name = "RECIPE|FILE")]
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
    /// Write the page with the item here.
    #[arg(long, value_name = "FILE.html")]
    pub out: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print the address instead of opening a browser.
    #[arg(long)]
    pub print: bool,
}

/// Opens the browser.
pub fn run(options: &Open, common: &Common) -> Result<(), Failure> {
    options.overwrite.check(options.out.as_deref(), options.playground.as_deref())?;
    let playground = page::find(options.playground.as_deref())?;
    let subject = Subject::of(options)?;
    let address = match &options.out {
        Some(out) => {
            write(out, page::with(&playground, &subject)?.as_bytes())?;
            if !common.quiet {
                tell!("Wrote {}.", out.display());
            }
            address_of(&absolute(out)?)?
        }
        None if subject.is_nothing() => address_of(&playground)?,
        // To be pasted into a browser, which takes the whole address.
        None if options.print && subject.file.is_none() => {
            format!("{}{}", address_of(&playground)?, subject.fragment)
        }
        None => address_of(&page::keep(&page::with(&playground, &subject)?)?)?,
    };
    if options.print {
        return say(address);
    }
    browser::browse(&address)
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::io("find", path, &error))
}

/// The address of a file.
fn address_of(path: &Path) -> Result<String, Failure> {
    let text = path
        .to_str()
        .ok_or_else(|| Failure::Input(format!("{} is not UTF-8: choose another place", path.display())))?;
    let parts: Vec<String> = text.split(['/', std::path::MAIN_SEPARATOR]).map(subject::escaped).collect();
    let path = parts.join("/");
    Ok(format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" }))
}
