//! Answers and the items that they are about, one after another.
//!
//! Files cannot be asked for an item, so predictions wait in memory until their items come by. The originals' lists bring
//! their items along.

use std::collections::HashMap;
use std::ops::ControlFlow::Continue;
use std::path::Path;

use wampimuk_command::{Example, GridFamily, Identifier, Lexicon, ObjectRoles, Reading, Surface};
use wampimuk_core::ItemId;
use wampimuk_dataset::Input;
use wampimuk_source::{Choice, Error as SourceError, ItemView, Source};

use super::Work;
use crate::error::Error;
use crate::grid::Case;
use crate::predictions::original::OriginalReader;
use crate::predictions::{Prediction, Reader};

/// What is kept of an answer until its item comes by, and its line.
struct Waiting<A> {
    line: u64,
    answer: A,
}

/// Visits the items of files that lines are about, with what is kept of the answer and its line.
pub(crate) fn lines<A>(
    mut reader: Reader<Input>,
    source: &Source,
    work: &Work<'_>,
    keep: impl Fn(Prediction) -> A,
    mut visit: impl FnMut(&ItemView<'_>, A, u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let mut waiting: HashMap<String, HashMap<u64, Waiting<A>>> = HashMap::new();
    while let Some(read) = reader.next() {
        let (line, prediction) = read?;
        if !work.options.splits.is_empty() && !work.options.splits.contains(&prediction.split) {
            continue;
        }
        let (split, index) = (prediction.split.clone(), prediction.index);
        let problem = format!("item {index} of `{split}` has a prediction already");
        let item = Waiting { line, answer: keep(prediction) };
        if waiting.entry(split).or_default().insert(index, item).is_some() {
            return Err(reader
                .wrong(line, problem, "runs with other seeds go into files of their own")
                .into());
        }
    }
    each(source, work, |item| {
        let answer = waiting.get_mut(item.split).and_then(|split| split.remove(&item.index));
        answer.map_or(Ok(()), |Waiting { line, answer }| visit(item, answer, line))
    })?;
    let left = waiting.iter().flat_map(|(split, left)| left.iter().map(move |item| (split, item)));
    match left.min_by_key(|(_, (_, item))| item.line) {
        None => Ok(()),
        Some((split, (index, item))) => {
            let problem = format!("the data has no item {index} of `{split}`");
            Err(reader.wrong(item.line, problem, "is it about another dataset?").into())
        }
    }
}

/// Visits the entries of a list: by themselves, or as the items of the data that it is about, which know more.
pub(crate) fn list<A>(
    path: &Path,
    input: Input,
    source: Option<&Source>,
    work: &Work<'_>,
    keep: impl Fn(Prediction) -> A,
    mut visit: impl FnMut(&ItemView<'_>, A, u64) -> Result<(), Error>,
) -> Result<(), Error> {
    let family = source.and_then(Source::grid);
    let heavy_from = family.map_or(3, GridFamily::heavy_from);
    let mut entries = OriginalReader::new(path, input, family.map(GridFamily::lexicon), heavy_from);
    let Some(source) = source else {
        let cast = ObjectRoles::default();
        while let Some(entry) = entries.next() {
            let entry = entry?;
            let (split, index) = (entry.prediction.split.clone(), entry.prediction.index);
            let Example { command, world, target, actions } = &entry.example;
            let item = ItemView {
                place: None,
                split: &split,
                index,
                command,
                world,
                target: Some(*target),
                actions,
                cast: &cast,
                recorded: None,
                lexicon: entries.lexicon(),
            };
            visit(&item, keep(entry.prediction), entry.line)?;
        }
        return Ok(());
    };
    let mut identifier = Identifier::new(entries.lexicon());
    let mut waiting: HashMap<ItemId, Vec<Waiting<A>>> = HashMap::new();
    while let Some(entry) = entries.next() {
        let entry = entry?;
        identifier.follow(entries.lexicon());
        let id = identifier.identify(&entry.example.command, &entry.example.world);
        let answer = keep(entry.prediction);
        waiting.entry(id).or_default().push(Waiting { line: entry.line, answer });
    }
    each(source, work, |item| {
        identifier.follow(item.lexicon);
        let answers = waiting.remove(&identifier.identify(item.command, item.world)).unwrap_or_default();
        answers.into_iter().try_for_each(|Waiting { line, answer }| visit(item, answer, line))
    })?;
    let left = waiting.values().flatten();
    match left.clone().map(|item| item.line).min() {
        Some(line) if work.options.splits.is_empty() => Err(Error::Request(format!(
            "failed to score {}:{line}: the data has no such item, nor {} others of the list (without --data, a list is \
             scored by itself)",
            path.display(),
            left.count() - 1
        ))),
        _ => Ok(()),
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

/// An item as it was asked. Where no recipe is known, the wording shows whose it is.
pub(crate) fn case<'a>(
    example: &'a Example,
    cast: &'a ObjectRoles,
    lexicon: &'a Lexicon,
    family: Option<&dyn GridFamily>,
) -> Case<'a> {
    let reading = family.map_or_else(|| Reading::of(&example.command), GridFamily::reading);
    let by_wording = || match Reading::of(&example.command) {
        Reading::Existential => Surface::Reascan,
        _ => Surface::Gscan,
    };
    Case { example, cast, lexicon, surface: family.map_or_else(by_wording, GridFamily::surface), reading }
}
