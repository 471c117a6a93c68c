//! Predictions for questions about stories.

use std::path::Path;

use serde_json::json;
use wampimuk_analysis::grid::About;
use wampimuk_analysis::predictions::{Prediction, Reader};
use wampimuk_analysis::stories::{
    self, Inoculation, ModelReport, Report, Seen, SplitReport, Tally, mark_all,
};
use wampimuk_core::Role;
use wampimuk_dataset::Output;
use wampimuk_draw::{Picture, heat_table_text};
use wampimuk_dyna::StoryFamily;
use wampimuk_families::{self as families, Dataset};
use wampimuk_score::Claim;

use super::admission::Admission;
use super::{Contents, Run, pictures};
use crate::args::{self, Common};
use crate::failure::Failure;
use crate::progress;
use crate::report::Page;
use crate::say::say;
use crate::source::Source;

/// The most predictions that are marked at a time, and the most bytes of their lines.
const BATCH: usize = 4096;
const BATCH_BYTES: usize = 8 << 20;

/// Scores and prints.
pub fn run(options: &args::Score, common: &Common, source: Source, runs: Vec<Run>) -> Result<(), Failure> {
    only_stories(options)?;
    let recipe = recipe_name(options, &source, &runs);
    let no_stories = || Failure::Input("no recipe of stories".into());
    let dataset = source.dataset.ok_or_else(no_stories)?;
    let stories = dataset.contents().stories().ok_or_else(no_stories)?;
    let trained_on = options.train.clone().or_else(|| trained_on(&runs));
    let mut scored = Vec::new();
    for run in runs {
        scored.push(mark(stories, run, options, common)?);
    }
    let seen = seen(dataset.as_ref(), trained_on.as_deref(), common)?;
    let report = Report::new(dataset.splits(), &scored, seen.as_ref());
    if let Some(path) = &options.scores {
        let lines = Report::scores(&scored).iter().map(|line| format!("{line}\n")).collect::<String>();
        write(path, lines.as_bytes())?;
    }
    print(options, common, &recipe, &report)
}

/// Refuses what is about actions.
fn only_stories(options: &args::Score) -> Result<(), Failure> {
    let asked = [
        ("--by", !options.by.is_empty()),
        ("--cap", options.cap.is_some()),
        ("--credit", options.credit.is_some()),
        ("--baselines", options.baselines),
    ];
    match asked.into_iter().find(|(_, asked)| *asked) {
        None => Ok(()),
        Some((name, _)) => Err(Failure::Input(format!(
            "{name} is about actions, and these are answers to questions: they are sorted by kind, supports and \
             composition, beside chance"
        ))),
    }
}

/// What to call the dataset.
fn recipe_name(options: &args::Score, source: &Source, runs: &[Run]) -> String {
    let manifest = source.manifest.as_ref().map(|manifest| manifest.recipe_name.clone());
    let said = || runs.iter().find_map(|run| run.header.as_ref()?.recipe.clone());
    manifest.or_else(|| options.data.clone()).or_else(said).unwrap_or_default()
}

/// The recipe that the models were trained on, if a file says so.
fn trained_on(runs: &[Run]) -> Option<String> {
    let said = |run: &Run| Some(run.header.as_ref()?.more.get("trained_on")?.as_str()?.to_string());
    runs.iter().find_map(said)
}

/// What training has: that of the recipe named, or of this one if it has any.
fn seen(dataset: &dyn Dataset, recipe: Option<&str>, common: &Common) -> Result<Option<Seen>, Failure> {
    let named = match recipe {
        None => None,
        Some(recipe) => Some(progress::preparing(&families::require(recipe, &[])?, 0, common)?),
    };
    let trained = named.as_deref().unwrap_or(dataset);
    let trains = trained.splits().iter().any(|split| split.role == Role::Train);
    match (trained.contents().stories(), recipe) {
        (Some(stories), _) if trains => {
            let look = || Seen::in_training(stories, common.threads());
            Ok(Some(progress::waiting(common, "look at training", look)?))
        }
        (_, None) => Ok(None),
        (_, Some(recipe)) => Err(Failure::Input(format!(
            "{recipe} has no stories to train on: give another recipe with --train"
        ))),
    }
}

/// Marks the predictions of a file, batch by batch.
pub(super) fn mark(
    stories: &dyn StoryFamily,
    run: Run,
    options: &args::Score,
    common: &Common,
) -> Result<stories::Run, Failure> {
    let header = run.header.unwrap_or_default();
    let Contents::Lines(mut reader) = run.contents else {
        return Err(Failure::Input(format!(
            "{} is a list of commands and actions, and the data has stories",
            run.name
        )));
    };
    let mut admission = Admission::new(stories.splits(), &options.splits)?;
    let mut tally = Tally::default();
    let bar = progress::bar(common, None, "score");
    loop {
        let batch = batch(&mut reader, &mut admission)?;
        if batch.is_empty() {
            break;
        }
        bar.inc(batch.len() as u64);
        let said: Vec<String> = batch.iter().map(|(_, _, prediction)| prediction.said.text()).collect();
        let claims: Vec<Claim<&str>> = batch
            .iter()
            .zip(&said)
            .map(|((_, split, prediction), said)| Claim {
                split: *split,
                index: prediction.index,
                answer: said.as_str(),
            })
            .collect();
        for ((line, _, prediction), marked) in batch.iter().zip(mark_all(stories, &claims, common.threads()))
        {
            let marked = marked.map_err(|error| {
                Failure::Input(format!("failed to score {}:{line}: {error}", run.path.display()))
            })?;
            tally.add(&prediction.split, &marked);
        }
    }
    bar.finish_and_clear();
    if tally.splits.is_empty() {
        let which = if options.splits.is_empty() { "" } else { " for these splits" };
        return Err(Failure::Input(format!("{} holds no predictions{which}", run.name)));
    }
    let about = About {
        file: run.name,
        model: header.model,
        seed: header.seed,
        updates: header.updates,
        selected_on: header.selected_on,
    };
    Ok(stories::Run { about, inoculation: header.inoculation, tally })
}

/// A prediction with its line and the number of its split.
type Admitted = (u64, usize, Prediction);

/// The next predictions that count; none if there are none left.
fn batch(reader: &mut Reader, admission: &mut Admission<'_>) -> Result<Vec<Admitted>, Failure> {
    let mut batch = Vec::new();
    let mut bytes = 0;
    while batch.len() < BATCH && bytes < BATCH_BYTES {
        let Some(read) = reader.next() else { break };
        let (line, prediction) = read?;
        bytes += reader.line_bytes();
        if let Some(split) = admission.admit(reader, line, &prediction)? {
            batch.push((line, split, prediction));
        }
    }
    Ok(batch)
}

fn print(options: &args::Score, common: &Common, recipe: &str, report: &Report) -> Result<(), Failure> {
    if let Some(path) = &options.report {
        if path.extension().is_some_and(|extension| extension == "svg") {
            pictures::write(&drawn(report), path)?;
        } else {
            page(recipe, report).write(path)?;
        }
    }
    if !common.quiet {
        for remark in &report.remarks {
            eprintln!("note: {remark}");
        }
    }
    if options.json {
        let mut value = json!({ "recipe": recipe });
        let own = serde_json::to_value(report).map_err(|error| Failure::Input(error.to_string()))?;
        if let (Some(value), Some(own)) = (value.as_object_mut(), own.as_object()) {
            value.extend(own.clone());
        }
        return say(format!("{value:#}"));
    }
    for table in report.tables() {
        say(table.to_text())?;
    }
    for (model, split) in splits(report) {
        for table in split.heat_tables(model) {
            say(heat_table_text(&table, common.colour_stdout()))?;
        }
    }
    Ok(())
}

fn splits(report: &Report) -> impl Iterator<Item = (&ModelReport, &SplitReport)> {
    report.models.iter().flat_map(|model| model.splits.iter().map(move |split| (model, split)))
}

/// Everything that is drawn: a heat map of each model and split, and the curves of inoculation.
fn drawn(report: &Report) -> Vec<Picture> {
    let heat = splits(report).map(|(model, split)| split.heat_picture(model));
    heat.chain(report.inoculations.iter().map(Inoculation::picture)).collect()
}

fn page(recipe: &str, report: &Report) -> Page {
    let mut page = Page::new(&format!("Answers to the questions of {recipe}"));
    report.tables().iter().for_each(|table| page.table(table));
    page.section("Accuracy in per cent by composition of the supporting lines");
    page.pictures(&splits(report).map(|(model, split)| split.heat_picture(model)).collect::<Vec<_>>());
    if !report.inoculations.is_empty() {
        page.section("Inoculation");
        page.pictures(&report.inoculations.iter().map(Inoculation::picture).collect::<Vec<_>>());
    }
    page
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(path)?;
    output.append(bytes)?;
    Ok(output.finish()?)
}
