//! Predictions for questions about stories.

use serde::Serialize;
use wampimuk_core::Role;
use wampimuk_dataset::Input;
use wampimuk_draw::{HeatTable, Picture};
use wampimuk_dyna::StoryFamily;
use wampimuk_families::{self as families, Dataset};
use wampimuk_floors::floors_of;
use wampimuk_score::ItemAnswer;
use wampimuk_source::Source;

use super::admission::Admission;
use super::{Contents, Options, Run, Scored, Work, only_shipped};
use crate::error::Error;
use crate::predictions::{Prediction, Reader};
use crate::runs::tell_apart;
use crate::stories::{self, Inoculation, ModelReport, Report, Seen, SplitReport, Tally, mark_all};

/// What answers to questions show.
#[derive(Debug, Serialize)]
pub struct StoryScores {
    /// What the dataset is called.
    pub recipe: String,
    /// What it is, and what it is the same by.
    pub data: Option<String>,
    /// Tables and figures.
    #[serde(flatten)]
    pub report: Report,
    /// Scores by kind, composition and number of supports: an object for each.
    #[serde(skip)]
    pub cells: Vec<serde_json::Value>,
}

impl StoryScores {
    /// A heat map of each model and split, as text or picture.
    pub fn heat_tables(&self) -> Vec<HeatTable> {
        self.splits().flat_map(|(model, split)| split.heat_tables(model)).collect()
    }

    /// Everything that is drawn: a heat map of each model and split, and the curves of inoculation.
    pub fn pictures(&self) -> Vec<Picture> {
        let curves = self.report.inoculations.iter().map(Inoculation::picture);
        self.report.pictures().into_iter().chain(self.heat_pictures()).chain(curves).collect()
    }

    pub(super) fn heat_pictures(&self) -> Vec<Picture> {
        self.splits().map(|(model, split)| split.heat_picture(model)).collect()
    }

    fn splits(&self) -> impl Iterator<Item = (&ModelReport, &SplitReport)> {
        let models = self.report.models.iter();
        models.flat_map(|model| model.splits.iter().map(move |split| (model, split)))
    }
}

/// The most predictions that are marked at a time, and the most bytes of their lines.
const BATCH: usize = 4096;
const BATCH_BYTES: usize = 8 << 20;

/// Scores runs.
pub(super) fn score(
    data: String,
    groups: Vec<(&Source, Vec<Run>)>,
    work: &Work<'_>,
) -> Result<Scored, Error> {
    only_stories(work.options)?;
    let no_stories = || Error::Request("no recipe of stories".into());
    let (source, _) = groups.first().ok_or_else(no_stories)?;
    let all = || groups.iter().flat_map(|(_, runs)| runs);
    let recipe = recipe_name(work.options, source, all());
    let dataset = source.dataset.as_deref().ok_or_else(no_stories)?;
    let trained_on = match &work.options.train {
        Some(recipe) => Some(recipe.clone()),
        None => trained_on(all())?,
    };
    let mut scored = Vec::new();
    for (source, runs) in groups {
        let own = source.dataset.as_deref().and_then(|dataset| dataset.contents().stories());
        let stories = own.ok_or_else(no_stories)?;
        for run in runs {
            let mut run = mark(stories, run, work)?;
            run.tally.look_around(stories)?;
            scored.push(run);
        }
    }
    tell_apart(scored.iter_mut().map(|run| &mut run.about));
    let seen = seen(dataset, trained_on.as_deref(), work)?;
    let floors = floors_of(&dataset.digest().to_string());
    let report = Report { floors, ..Report::new(dataset.splits(), &scored, seen.as_ref()) };
    let cells = Report::scores(&scored);
    Ok(Scored::Stories(Box::new(StoryScores { recipe, data: Some(data), report, cells })))
}

/// Refuses what is about actions.
fn only_stories(options: &Options) -> Result<(), Error> {
    let asked = [
        ("--by", !options.by.is_empty()),
        ("--cap", options.cap.is_some()),
        ("--credit", options.credit.is_some()),
        ("--baselines", options.baselines),
    ];
    match asked.into_iter().find(|(_, asked)| *asked) {
        None => Ok(()),
        Some((name, _)) => Err(Error::Request(format!(
            "{name} is about actions, and these are answers to questions: they are sorted by kind, supports and \
             composition, beside chance"
        ))),
    }
}

/// What to call the dataset.
fn recipe_name<'r>(options: &Options, source: &Source, mut runs: impl Iterator<Item = &'r Run>) -> String {
    let manifest = source.manifest.as_ref().map(|manifest| manifest.recipe_name.clone());
    let said = || runs.find_map(|run| run.header.as_ref()?.recipe.clone());
    manifest
        .or_else(|| options.data.clone())
        .or_else(said)
        .unwrap_or_else(|| "a recipe without a name".to_owned())
}

/// The recipe that the models were trained on, if a file says so.
fn trained_on<'r>(mut runs: impl Iterator<Item = &'r Run>) -> Result<Option<String>, Error> {
    let said = |run: &Run| Some(run.header.as_ref()?.more.get("trained_on")?.as_str()?.to_string());
    let recipe = runs.find_map(said);
    recipe.as_deref().map_or(Ok(()), |recipe| only_shipped(recipe, "--train"))?;
    Ok(recipe)
}

/// What training has: that of the recipe named, or of this one if it has any.
fn seen(dataset: &dyn Dataset, recipe: Option<&str>, work: &Work<'_>) -> Result<Option<Seen>, Error> {
    let named = match recipe {
        None => None,
        Some(recipe) => Some(families::require(recipe, &[])?.dataset(0)?),
    };
    let trained = named.as_deref().unwrap_or(dataset);
    let trains = trained.splits().iter().any(|split| split.role == Role::Train);
    match (trained.contents().stories(), recipe) {
        (Some(stories), _) if trains => {
            work.watch.begin("look at training", None);
            Ok(Some(Seen::in_training(stories, work.threads)?))
        }
        (_, None) => Ok(None),
        (_, Some(recipe)) => Err(Error::Request(format!(
            "{recipe} has no stories to train on: give another recipe with --train"
        ))),
    }
}

/// Marks the predictions of a file, batch by batch.
pub(super) fn mark(family: &dyn StoryFamily, run: Run, work: &Work<'_>) -> Result<stories::Run, Error> {
    let about = run.about();
    let inoculation = run.header.and_then(|header| header.inoculation);
    let Contents::Lines(mut reader) = run.contents else {
        return Err(Error::Request(format!(
            "{} is a list of commands and actions, and the data has stories",
            run.name
        )));
    };
    let mut admission = Admission::new(family.splits(), &work.options.splits)?;
    let mut tally = Tally::default();
    work.watch.begin("score", None);
    loop {
        let batch = batch(&mut reader, &mut admission)?;
        if batch.is_empty() {
            break;
        }
        work.watch.done(batch.len() as u64)?;
        let said: Vec<String> = batch.iter().map(|(_, _, prediction)| prediction.said.text()).collect();
        let claims: Vec<ItemAnswer<&str>> = batch
            .iter()
            .zip(&said)
            .map(|((_, split, prediction), said)| ItemAnswer {
                split: *split,
                index: prediction.index,
                answer: said.as_str(),
            })
            .collect();
        for ((line, _, prediction), marked) in batch.iter().zip(mark_all(family, &claims, work.threads)) {
            let marked = marked.map_err(|error| Error::line(&run.path, *line, error))?;
            tally.add(&prediction.split, &marked);
            tally.note(&prediction.split, prediction.index, &marked);
        }
    }
    if tally.splits.is_empty() {
        return Err(Run::empty(&run.name, work.options));
    }
    Ok(stories::Run { about, inoculation, tally })
}

/// A prediction with its line and the number of its split.
type Admitted = (u64, usize, Prediction);

/// The next predictions that count; none if there are none left.
fn batch(reader: &mut Reader<Input>, admission: &mut Admission<'_>) -> Result<Vec<Admitted>, Error> {
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
