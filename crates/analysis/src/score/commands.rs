//! Predictions for commands in grid worlds.

use std::ops::ControlFlow::Continue;

use wampimuk_command::GridFamily;
use wampimuk_core::suggest;
use wampimuk_dataset::Manifest;
use wampimuk_floors::floors_of;
use wampimuk_prompt::AnswerReader;
use wampimuk_score::Credit;
use wampimuk_source::{Choice, Error as SourceError, ItemView, Source};

use super::{Contents, Options, Run, Scored, Work, derived, matched};
use crate::error::Error;
use crate::grid::{About, Dimension, Extent, Lookup, Report, Scorer, Scores, Settings, answer};
use crate::predictions::Prediction;
use crate::runs::tell_apart;

/// What is printed if nobody chooses.
const USUAL: [Dimension; 2] = [Dimension::Verb, Dimension::Adverb];

/// Runs about the same items in one version, and where these are.
type Group<'s> = (Option<&'s Source>, Vec<Run>);

/// Scores runs. What the items are is said in a line.
pub(super) fn score(data: Option<String>, groups: Vec<Group<'_>>, work: &Work<'_>) -> Result<Scored, Error> {
    let sources: Vec<&Source> = groups.iter().filter_map(|(source, _)| *source).collect();
    let source = sources.first().copied();
    let options = work.options;
    let by = dimensions(&options.by)?;
    let (credit, credit_name) = match options.credit {
        None => (Credit::STRICT, None),
        Some((name, credit)) => (credit, Some(name.to_string())),
    };
    let lookup = match (options.baselines, source) {
        (false, _) => None,
        (true, Some(source)) => Some(remember(source, work)?),
        (true, None) => {
            return Err(Error::Request(
                "--baselines needs the items of train: give the dataset with --data".into(),
            ));
        }
    };
    let scorer = Scorer { cap: options.cap, credit, lookup: lookup.as_ref() };
    let mut scored: Vec<(About, Scores)> = Vec::new();
    let runs = groups.into_iter().flat_map(|(source, runs)| runs.into_iter().map(move |run| (source, run)));
    for (source, run) in runs {
        let about = run.about();
        let mut scores = Scores::default();
        let words = source.and_then(Source::grid).map(GridFamily::lexicon);
        let reader = words.map(AnswerReader::in_words_of).unwrap_or_default();
        let keep = |prediction: Prediction| (answer(&prediction.said, &reader), prediction.attention);
        let visit = |item: &ItemView<'_>, (said, attention): (Vec<_>, Option<_>), line: u64| {
            let example = item.example().map_err(SourceError::from)?;
            let case = matched::case(&example, item.cast, item.lexicon, source.and_then(Source::grid));
            let exact = scorer
                .add(&mut scores, item.split, &case, &said, attention.as_ref())
                .map_err(|error| Error::line(&run.path, line, error))?;
            scores.note(item.split, item.index, exact);
            Ok(())
        };
        match run.contents {
            Contents::List(input) => matched::list(&run.path, input, source, work, keep, visit)?,
            Contents::Lines(reader) => match source.filter(|source| is_derived(source, options)) {
                Some(source) => {
                    let family = source.grid().ok_or_else(|| Error::Request("no grid worlds".into()))?;
                    scores = derived::lines(family, *reader, &scorer, work)?;
                }
                None => {
                    let source =
                        source.ok_or_else(|| Error::Request(format!("{}: give --data", run.name)))?;
                    matched::lines(*reader, source, work, keep, visit)?;
                }
            },
        }
        if scores.splits.is_empty() {
            return Err(Run::empty(&run.name, options));
        }
        scored.push((about, scores));
    }
    tell_apart(scored.iter_mut().map(|(about, _)| about));
    let settings = Settings { cap: options.cap, credit: credit_name, baselines: options.baselines };
    let floors = source.and_then(|source| floors_of(&source.dataset.as_ref()?.digest().to_string()));
    let report = Report { data, floors, ..Report::new(&extents(&sources), &scored, &settings) };
    Ok(Scored::Commands(Box::new(report), by))
}

/// Whether items can be made again by their address: there is a recipe, and the files, if any, are its own.
pub(crate) fn is_derived(source: &Source, options: &Options) -> bool {
    source.grid().is_some()
        && (source.path.is_none() || source.manifest.is_some() && options.recipe.is_none())
}

/// The splits of the dataset with their sizes, as far as they are known and the same in all versions.
fn extents(sources: &[&Source]) -> Vec<Extent> {
    let Some((first, others)) = sources.split_first() else { return Vec::new() };
    let others: Vec<Vec<Extent>> = others.iter().map(|source| extents_of(source)).collect();
    let mut extents = extents_of(first);
    for extent in &mut extents {
        if others.iter().any(|other| !other.contains(extent)) {
            extent.items = None;
        }
    }
    extents
}

fn extents_of(source: &Source) -> Vec<Extent> {
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
fn remember(source: &Source, work: &Work<'_>) -> Result<Lookup, Error> {
    let mut lookup = Lookup::default();
    let train = Choice { split: Some("train".to_string()), ..Choice::default() };
    source.each(&work.pass(&train), "remember train", |item| {
        let item = item?;
        if item.target.is_some() {
            lookup.learn(&item.example()?);
        }
        Ok::<_, SourceError>(Continue(()))
    })?;
    Ok(lookup)
}

fn dimensions(names: &[String]) -> Result<Vec<Dimension>, Error> {
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
            let all = || format!("there are {}, and `all`", known().collect::<Vec<_>>().join(", "));
            let hint = suggest(name, known()).unwrap_or_else(all);
            Error::Request(format!("--by {name}: grid worlds have no such dimension ({hint})"))
        })
    };
    names.iter().map(find).collect()
}
