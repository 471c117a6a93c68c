//! `wampimuk show`: pictures of items.

use std::path::Path;

use wampimuk_families::read_text;
use wampimuk_grid::parse_actions;
use wampimuk_show::{Options, show};

use crate::args::{Common, Kind, Show};
use crate::failure::Failure;
use crate::progress::{opening, waiting};
use crate::say::{say, write};

/// Draws items.
pub fn run(options: &Show, common: &Common) -> Result<(), Failure> {
    let inputs = [Some(&options.path), options.attention.as_ref()];
    options.overwrite.check(options.out.as_deref(), inputs.into_iter().flatten().map(Path::new))?;
    let look = look(options, common)?;
    // A few items are looked at, not all that the checksums are about.
    let choice = options.choice.trusting(true);
    let mut opened = opening(&options.path, &choice, common)?;
    let indices = options.index..options.index.saturating_add(options.count.max(1));
    let draw = || show(&options.path, &mut opened, indices, &look, &common.pass(&choice, &()));
    let bytes = waiting(common, "draw", draw)?;
    match (options.kind, &options.out) {
        (Kind::Text, None) => say(String::from_utf8_lossy(&bytes).trim_end_matches('\n')),
        _ => write(options.out.as_deref().unwrap_or(Path::new("-")), &bytes),
    }
}

/// How the user wants it.
fn look(options: &Show, common: &Common) -> Result<Options, Failure> {
    let kind = match options.kind {
        Kind::Text => wampimuk_show::Kind::Text,
        Kind::Svg => wampimuk_show::Kind::Svg,
        Kind::Png => wampimuk_show::Kind::Png,
        Kind::Gif => wampimuk_show::Kind::Gif,
    };
    let usual = Options::new(kind);
    let predicted = options.predicted.as_deref().map(parse_actions).transpose();
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    Ok(Options {
        kind,
        scale: options.scale,
        colour: options.out.is_none() && common.colour_stdout(),
        width: columns.unwrap_or(usual.width),
        path: !options.no_path,
        graph: options.graph,
        predicted: predicted.map_err(|error| Failure::Input(format!("--predicted: {error}")))?,
        attention: options.attention.as_deref().map(weights).transpose()?,
        solution: options.answer,
        logic: !options.no_logic,
        answer: !options.no_answer,
    })
}

/// Attention weights: a JSON list, or a file that holds one.
fn weights(text: &str) -> Result<Vec<f32>, Failure> {
    let json = if text.trim_start().starts_with('[') {
        text.to_string()
    } else {
        read_text(Path::new(text)).map_err(|error| Failure::io("read", Path::new(text), &error))?
    };
    serde_json::from_str(&json)
        .map_err(|error| Failure::Input(format!("--attention: expected a list of numbers: {error}")))
}
