//! Predictions for commands in grid worlds.

use wampimuk_analysis::grid::{About, Dimension, Extent, Lookup, Report, Scorer, Scores, Settings};
use wampimuk_command::Example;
use wampimuk_core::closest;
use wampimuk_dataset::Manifest;
use wampimuk_score::Credit;

use super::{Contents, Run, derived, matched, pictures};
use crate::args::{self, Choice, Common};
use crate::failure::Failure;
use crate::report::Page;
use crate::say::say;
use crate::source::Source;

/// What is printed if nobody chooses.
const USUAL: [Dimension; 2] = [Dimension::Verb, Dimension::Adverb];

/// Scores and prints.
pub fn run(
    options: &args::Score,
    common: &Common,
    source: Option<&Source>,
    runs: Vec<Run>,
) -> Result<(), Failure> {
    let by = dimensions(&options.by)?;
    let (credit, credit_name) = match options.credit {
        None => (Credit::STRICT, None),
        Some(credit) => (credit.credit(), Some(credit.name().to_string())),
    };
    let lookup = match (options.baselines, source) {
        (false, _) => None,
        (true, Some(source)) => Some(remember(source, common)?),
        (true, None) => {
            return Err(Failure::Input(
                "--baselines needs the items of train: give the dataset with --data".into(),
            ));
        }
    };
    let scorer = Scorer { cap: options.cap, credit, lookup: lookup.as_ref() };
    let mut scored: Vec<(About, Scores)> = Vec::new();
    for run in runs {
        let about = about(&run);
        let scores = match run.contents {
            Contents::List(input) => matched::list(&run.path, input, source, &scorer, options, common)?,
            Contents::Lines(reader) => match source.filter(|source| is_derived(source, options)) {
                Some(source) => {
                    let family = source.grid().ok_or_else(|| Failure::Input("no grid worlds".into()))?;
                    derived::lines(family, *reader, &scorer, options, common)?
                }
                None => {
                    let source =
                        source.ok_or_else(|| Failure::Input(format!("{}: give --data", run.name)))?;
                    matched::lines(*reader, source, &scorer, options, common)?
                }
            },
        };
        if scores.splits.is_empty() {
            return Err(Failure::Input(format!(
                "{} holds no predictions{}",
                run.name,
                if options.splits.is_empty() { "" } else { " for these splits" }
            )));
        }
        scored.push((about, scores));
    }
    let settings = Settings { cap: options.cap, credit: credit_name, baselines: options.baselines };
    let report = Report::new(&extents(source), &scored, &settings);
    print(options, common, &report, &by)
}

fn print(options: &args::Score, common: &Common, report: &Report, by: &[Dimension]) -> Result<(), Failure> {
    if let Some(path) = &options.report {
        let drawn = pictures::of(report);
        if path.extension().is_some_and(|extension| extension == "svg") {
            pictures::write(&drawn, path)?;
        } else {
            let mut page = Page::new("Scores of predictions");
            report.tables(&Dimension::ALL).iter().for_each(|table| page.table(table));
            page.pictures(&drawn);
            page.write(path)?;
        }
    }
    if !common.quiet {
        for remark in &report.remarks {
            eprintln!("note: {remark}");
        }
    }
    if options.json {
        let json = serde_json::to_string_pretty(report).map_err(|error| Failure::Input(error.to_string()))?;
        return say(json);
    }
    for table in report.tables(by) {
        say(table.to_text())?;
    }
    Ok(())
}

/// Whether items can be made again by their address: there is a recipe, and the files, if any, are its own.
fn is_derived(source: &Source, options: &args::Score) -> bool {
    source.grid().is_some()
        && (source.path.is_none() || source.manifest.is_some() && options.recipe.is_none())
}

fn about(run: &Run) -> About {
    let header = run.header.clone().unwrap_or_default();
    About {
        file: run.name.clone(),
        model: header.model,
        seed: header.seed,
        updates: header.updates,
        selected_on: header.selected_on,
    }
}

/// The splits of the dataset with their sizes, as far as they are known.
fn extents(source: Option<&Source>) -> Vec<Extent> {
    let Some(source) = source else { return Vec::new() };
    let Some(dataset) = &source.dataset else { return Vec::new() };
    let items = |name: &str, len: u64| match &source.manifest {
        None if source.path.is_some() => None,
        None => Some(len),
        Some(Manifest { splits, .. }) => {
            splits.iter().find(|split| split.name == name).map(|split| split.items)
        }
    };
    dataset
        .splits()
        .iter()
        .map(|split| Extent {
            name: split.name.clone(),
            title: split.title.clone(),
            items: items(&split.name, split.len),
        })
        .collect()
}

/// What somebody knows who remembers train.
fn remember(source: &Source, common: &Common) -> Result<Lookup, Failure> {
    let mut lookup = Lookup::default();
    let train = Choice { split: Some("train".to_string()), ..Choice::default() };
    source.each(&train, common, "remember train", |item| {
        let item = item?;
        if let Some(target) = item.target {
            let (command, world, actions) = (item.command.clone(), item.world.clone(), item.actions.to_vec());
            lookup.learn(&Example { command, world, target, actions });
        }
        Ok(())
    })?;
    Ok(lookup)
}

fn dimensions(names: &[String]) -> Result<Vec<Dimension>, Failure> {
    if names.is_empty() {
        return Ok(USUAL.to_vec());
    }
    if let [name] = names
        && name == "all"
    {
        return Ok(Dimension::ALL.to_vec());
    }
    let known = || Dimension::ALL.into_iter().map(Dimension::name);
    let find = |name: &String| {
        Dimension::from_name(name).ok_or_else(|| {
            let hint = match closest(name, known()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}, and `all`", known().collect::<Vec<_>>().join(", ")),
            };
            Failure::Input(format!("--by {name}: grid worlds have no such dimension ({hint})"))
        })
    };
    names.iter().map(find).collect()
}
