//! Predictions for items that are read from files, and the originals' lists, which bring their items along.
//!
//! Files cannot be asked for an item, so predictions wait in memory until their items come by.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;
use std::path::Path;

use wampimuk_command::{Example, GridFamily, Identifier, ObjectRoles, Reading, Surface};
use wampimuk_core::ItemId;
use wampimuk_dataset::Input;
use wampimuk_grid::Action;
use wampimuk_source::{Choice, Error as SourceError, ItemView, Source};

use super::Work;
use crate::error::Error;
use crate::grid::{Case, Scorer, Scores, answer};
use crate::predictions::original::OriginalReader;
use crate::predictions::{Attention, Prediction, Reader};

/// An answer that waits for its item.
struct Waiting {
    line: u64,
    said: Vec<Option<Action>>,
    attention: Option<Attention>,
}

/// Scores lines against files.
pub(super) fn lines(
    reader: Reader,
    source: &Source,
    scorer: &Scorer<'_>,
    work: &Work<'_>,
) -> Result<Scores, Error> {
    let path = reader.path().to_owned();
    let mut waiting: HashMap<String, HashMap<u64, Waiting>> = HashMap::new();
    let mut reader = reader;
    while let Some(read) = reader.next() {
        let (line, prediction) = read?;
        if !work.options.splits.is_empty() && !work.options.splits.contains(&prediction.split) {
            continue;
        }
        let said = answer(&prediction.said);
        let item = Waiting { line, said, attention: prediction.attention };
        let (split, index) = (prediction.split, prediction.index);
        let problem = format!("item {index} of `{split}` has a prediction already");
        if waiting.entry(split).or_default().insert(index, item).is_some() {
            return Err(reader
                .wrong(line, problem, "runs with other seeds go into files of their own")
                .into());
        }
    }
    let mut scores = Scores::default();
    each(source, work, |item| {
        let answer = waiting.get_mut(item.split).and_then(|split| split.remove(&item.index));
        answer.map_or(Ok(()), |answer| score(&mut scores, scorer, source, item, answer, &path))
    })?;
    let left = waiting.iter().flat_map(|(split, left)| left.iter().map(move |item| (split, item)));
    match left.min_by_key(|(_, (_, item))| item.line) {
        None => Ok(scores),
        Some((split, (index, item))) => {
            let problem = format!("the data has no item {index} of `{split}`");
            Err(reader.wrong(item.line, problem, "is it about another dataset?").into())
        }
    }
}

/// Scores a list: by itself, or with the items of the data that it is about, which know more.
pub(super) fn list(
    path: &Path,
    input: Input,
    source: Option<&Source>,
    scorer: &Scorer<'_>,
    work: &Work<'_>,
) -> Result<Scores, Error> {
    let family = source.and_then(Source::grid);
    let heavy_from = family.map_or(3, GridFamily::heavy_from);
    let mut entries = OriginalReader::new(path, input, family.map(GridFamily::lexicon), heavy_from);
    let mut scores = Scores::default();
    let Some(source) = source else {
        let cast = ObjectRoles::default();
        while let Some(entry) = entries.next() {
            let entry = entry?;
            let case = case(&entry.example, &cast, entries.lexicon());
            let said = answer(&entry.prediction.said);
            let Prediction { split, index, attention, .. } = &entry.prediction;
            let exact = scorer
                .add(&mut scores, split, &case, &said, attention.as_ref())
                .map_err(|error| Error::line(path, entry.line, error))?;
            scores.note(split, *index, exact);
        }
        return Ok(scores);
    };
    let mut identifier = Identifier::new(entries.lexicon());
    let mut waiting: HashMap<ItemId, Vec<Waiting>> = HashMap::new();
    while let Some(entry) = entries.next() {
        let entry = entry?;
        identifier.follow(entries.lexicon());
        let id = identifier.identify(&entry.example.command, &entry.example.world);
        let said = answer(&entry.prediction.said);
        waiting.entry(id).or_default().push(Waiting {
            line: entry.line,
            said,
            attention: entry.prediction.attention,
        });
    }
    each(source, work, |item| {
        identifier.follow(item.lexicon);
        let answers = waiting.remove(&identifier.identify(item.command, item.world)).unwrap_or_default();
        answers.into_iter().try_for_each(|answer| score(&mut scores, scorer, source, item, answer, path))
    })?;
    let left: Vec<&Waiting> = waiting.values().flatten().collect();
    match left.iter().map(|item| item.line).min() {
        Some(line) if work.options.splits.is_empty() => Err(Error::Request(format!(
            "failed to score {}:{line}: the data has no such item, nor {} others of the list (without --data, a list is \
             scored by itself)",
            path.display(),
            left.len() - 1
        ))),
        _ => Ok(scores),
    }
}

/// Visits the items of the wanted splits, or of all.
fn each(
    source: &Source,
    work: &Work<'_>,
    mut visit: impl FnMut(&ItemView<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut visit_all = |split: Option<String>| {
        let choice = Choice { split, ..Choice::default() };
        source.each(&work.pass(&choice), "score", |item| {
            visit(&item.map_err(SourceError::from)?)?;
            Ok::<_, Error>(Continue(()))
        })
    };
    if work.options.splits.is_empty() {
        return visit_all(None);
    }
    work.options.splits.iter().try_for_each(|split| visit_all(Some(split.clone())))
}

fn score(
    scores: &mut Scores,
    scorer: &Scorer<'_>,
    source: &Source,
    item: &ItemView<'_>,
    answer: Waiting,
    path: &Path,
) -> Result<(), Error> {
    let example = item.example().map_err(SourceError::from)?;
    let mut case = case(&example, item.cast, item.lexicon);
    if let Some(family) = source.grid() {
        (case.surface, case.reading) = (family.surface(), family.reading());
    }
    let exact = scorer
        .add(scores, item.split, &case, &answer.said, answer.attention.as_ref())
        .map_err(|error| Error::line(path, answer.line, error))?;
    scores.note(item.split, item.index, exact);
    Ok(())
}

/// An item whose wording shows whose it is.
fn case<'a>(example: &'a Example, cast: &'a ObjectRoles, lexicon: &'a wampimuk_command::Lexicon) -> Case<'a> {
    let reading = Reading::of(&example.command);
    let surface = if reading == Reading::Existential { Surface::Reascan } else { Surface::Gscan };
    Case { example, cast, lexicon, surface, reading }
}
