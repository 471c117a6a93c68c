//! `wampimuk show`: pictures of items. How they look is said in `wampimuk_show`; here they are found.

mod stories;

use std::ops::Range;
use std::path::Path;

use wampimuk_dataset::Output;
use wampimuk_families::Dataset;
use wampimuk_grid::parse_actions;
use wampimuk_riddle::ArcTask;
use wampimuk_show::{MOST, Options, Shown};

use crate::args::{Common, Kind, Show};
use crate::failure::Failure;
use crate::source::{Seen, Source};
use crate::stories::StorySource;
use crate::tasks::list;

/// Draws items.
pub fn run(options: &Show, common: &Common) -> Result<(), Failure> {
    let look = look(options, common)?;
    let bytes = match StorySource::of(Source::open(&options.path, &options.choice, common)?)? {
        Ok(mut source) => {
            source.narrow(options.choice.split.as_deref(), &wanted(options));
            stories::drawn(options, common, &source, &look)?
        }
        Err(source) => drawn(options, common, &source, &look)?,
    };
    let mut output = Output::create(options.out.as_deref().unwrap_or(Path::new("-")))?;
    output.append(&bytes)?;
    Ok(output.finish()?)
}

fn drawn(options: &Show, common: &Common, source: &Source, look: &Options) -> Result<Vec<u8>, Failure> {
    let path = Path::new(&options.path);
    match &source.dataset {
        Some(dataset) if source.path.is_none() => made(options, &**dataset, look),
        _ if source.holds_tasks() => tasks(options, path, look),
        // Columns hold what the recipe makes, and `verify` sees to it.
        Some(dataset) if source.riddles().is_some() => made(options, &**dataset, look),
        _ => {
            let items = read(options, common, source)?;
            if items.is_empty() {
                return Err(Failure::Input(format!("{} has no item {}", options.path, options.index)));
            }
            Ok(wampimuk_show::items(&items, look)?)
        }
    }
}

/// Items of a recipe. Without --split, indices are those of train, or of the first split there is.
fn made(options: &Show, dataset: &dyn Dataset, look: &Options) -> Result<Vec<u8>, Failure> {
    let names = || dataset.splits().iter().map(|split| split.name.as_str());
    let usual = names().find(|name| *name == "train").or_else(|| names().next());
    let split = options.choice.split.as_deref().or(usual).unwrap_or_default();
    Ok(wampimuk_show::picture(dataset, split, wanted(options), look)?)
}

fn wanted(options: &Show) -> Range<u64> {
    options.index..options.index.saturating_add(options.count.clamp(1, MOST))
}

/// Items of files.
fn read(options: &Show, common: &Common, source: &Source) -> Result<Vec<Shown>, Failure> {
    let wanted = wanted(options);
    let mut items = Vec::new();
    let mut quiet = common.clone();
    quiet.quiet = true;
    // Datasets say which of their files holds which items.
    let found = source.some(options.choice.split.as_deref(), &wanted, |item| {
        items.push(shown(&item));
        Ok(())
    })?;
    if found {
        return Ok(items);
    }
    let mut split: Option<String> = options.choice.split.clone();
    let result = source.each(&options.choice, &quiet, "show", |item| {
        let item = item?;
        // Without --split, indices are those of the first split of the file.
        let of_split = split.get_or_insert_with(|| item.split.to_string()) == item.split;
        if of_split && wanted.contains(&item.index) {
            items.push(shown(&item));
        }
        // Enough: stop reading.
        if items.len() as u64 == wanted.end - wanted.start { Err(Failure::BrokenPipe) } else { Ok(()) }
    });
    match result {
        Ok(()) | Err(Failure::BrokenPipe) => Ok(items),
        Err(failure) => Err(failure),
    }
}

fn shown(item: &Seen<'_>) -> Shown {
    Shown {
        split: item.split.to_string(),
        index: item.index,
        command: item.command.clone(),
        world: item.world.clone(),
        target: item.target,
        actions: item.actions.to_vec(),
        cast: item.cast.clone(),
        lexicon: item.lexicon.clone(),
    }
}

/// Riddles of files.
fn tasks(options: &Show, path: &Path, look: &Options) -> Result<Vec<u8>, Failure> {
    let entries = list(path, &options.choice)?;
    // Without --split, indices are those of train, or of the first split there is.
    let train = entries.iter().find(|entry| entry.split == "train");
    let split = train.or(entries.first()).map(|entry| entry.split.clone()).unwrap_or_default();
    let wanted = wanted(options);
    let single = entries.len() == 1 && path.is_file();
    let is_wanted = |place: u64, index: Option<u64>| single || wanted.contains(&index.unwrap_or(place));
    let of_split = (0..).zip(entries.iter().filter(|entry| entry.split == split));
    let mut tasks = Vec::new();
    for (_, entry) in of_split.filter(|(place, entry)| is_wanted(*place, entry.index)) {
        let failed = |reason: String| Failure::Input(format!("{}: {reason}", entry.place));
        let text = entry.text().map_err(failed)?;
        let task: ArcTask =
            serde_json::from_str(&text).map_err(|error| failed(format!("it is no task: {error}")))?;
        tasks.push((entry.place.clone(), task));
    }
    if tasks.is_empty() {
        return Err(Failure::Input(format!("{} has no task {}", path.display(), options.index)));
    }
    Ok(wampimuk_show::tasks(&tasks, look)?)
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
        std::fs::read_to_string(text).map_err(|error| Failure::io("read", Path::new(text), &error))?
    };
    serde_json::from_str(&json)
        .map_err(|error| Failure::Input(format!("--attention: expected a list of numbers: {error}")))
}
