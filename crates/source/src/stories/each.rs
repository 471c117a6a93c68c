//! Story by story: read or made, then worked on in parallel, then handed on in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};
use std::path::Path;
use std::sync::Arc;

use wampimuk_babi::{Line, Passage, Solved};
use wampimuk_dataset::stories::{StoryFormat, StoryRecord, open};
use wampimuk_dataset::{FilePlace, ReadError, ordered};
use wampimuk_dyna::{StoryFamily, StoryItems};

use super::files::StoryFile;
use super::{SourceStory, StoryOrigin, StorySource};
use crate::source::chosen_splits;
use crate::{Choice, Error, Pass};

/// Stories in memory at a time.
const CHUNK: usize = 1024;
/// Stories worked on by one thread at a time.
const JOB: usize = 8;

/// A story that has not been looked at.
enum Raw {
    Read(Box<Record>),
    Wrong(ReadError),
    Made { split: usize, number: u64 },
}

/// A record, and what its file says about all of them.
struct Record {
    record: StoryRecord,
    /// Its number in the file.
    number: u64,
    split: Option<String>,
    form: StoryOrigin,
}

/// A story, or why it cannot be read.
type Found = Result<SourceStory, ReadError>;

impl StorySource {
    /// Looks at every story by itself, in parallel, and puts what was seen together in order.
    ///
    /// # Errors
    /// As [`StorySource::each`]; and the first story that cannot be read.
    pub fn fold<T: Default + Send>(
        &self,
        pass: &Pass<'_>,
        stage: &str,
        start: T,
        add: impl Fn(&mut T, &SourceStory, &Solved) + Sync,
        merge: impl Fn(T, T) -> T,
    ) -> Result<T, Error> {
        let mut all = Some(start);
        let look = |tale: &SourceStory| {
            let mut one = T::default();
            add(&mut one, tale, &Solved::of(&tale.solver, tale.plain()));
            one
        };
        self.each(pass, stage, look, |found| {
            let (_, one) = found?;
            all = all.take().map(|all| merge(all, one));
            Ok::<_, Error>(Continue(()))
        })?;
        Ok(all.unwrap_or_default())
    }

    /// Works on every chosen story, in parallel, and hands it on with what came out of it, in order, until `visit` has
    /// seen enough. Stories that cannot be read are handed on as errors. A limit counts questions, split by split; of files
    /// without a manifest, file by file.
    ///
    /// # Errors
    /// If there are no such stories, they cannot be made, or the caller asked to stop; and what `visit` gives.
    pub fn each<T: Send, E: From<Error>>(
        &self,
        pass: &Pass<'_>,
        stage: &str,
        work: impl Fn(&SourceStory) -> T + Sync,
        mut visit: impl FnMut(Result<(SourceStory, T), ReadError>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let Pass { choice, threads, watch } = *pass;
        watch.begin(stage, self.source.total(choice));
        let limit = choice.limit.unwrap_or(u64::MAX);
        let mut counts = BTreeMap::<(Option<Arc<Path>>, Option<String>), u64>::new();
        let mut raws = self.raws(choice)?;
        let at_once = CHUNK.min(usize::try_from(limit).unwrap_or(CHUNK)).max(1);
        let mut is_there = choice.split.is_none() || self.files.is_empty();
        loop {
            let chunk: Vec<Raw> = raws.by_ref().take(at_once).collect();
            if chunk.is_empty() {
                break;
            }
            let mut found: Vec<Found> = self.prepare(chunk, pass)?;
            found.retain_mut(|found| {
                let Ok(tale) = found else { return true };
                if choice.split.is_some() && choice.split != tale.split {
                    return false;
                }
                is_there = true;
                // The shards of a split are one file that was divided.
                let file = tale.file.clone().filter(|_| self.source.manifest.is_none());
                let count = counts.entry((file, tale.split.clone())).or_default();
                let left = limit.saturating_sub(*count);
                *count = count.saturating_add(tale.questions());
                tale.keep(left);
                left > 0
            });
            let jobs: Vec<&[Found]> = found.chunks(JOB).collect();
            let mut done: Vec<Option<T>> = Vec::with_capacity(found.len());
            let mut finished = jobs.iter();
            ordered(
                threads,
                jobs.len(),
                || (),
                |(), job| {
                    let results = jobs[job].iter().map(|found| found.as_ref().ok().map(&work));
                    Ok::<_, Error>(results.collect::<Vec<_>>())
                },
                |results| {
                    let tales = finished.next().into_iter().copied().flatten().flatten();
                    done.extend(results);
                    Ok(watch.done(tales.map(SourceStory::questions).sum())?)
                },
            )?;
            for (found, done) in found.into_iter().zip(done) {
                let flow = match (found, done) {
                    (Ok(tale), Some(done)) => visit(Ok((tale, done)))?,
                    (Err(error), _) => visit(Err(error))?,
                    (Ok(_), None) => Continue(()),
                };
                if flow.is_break() {
                    return Ok(());
                }
            }
            // Of one file, or none, and one split, nothing more is wanted.
            let is_full = !counts.is_empty() && counts.values().all(|count| *count >= limit);
            if is_full && choice.split.is_some() && self.files.len() <= 1 {
                break;
            }
        }
        match (&choice.split, &self.source.path) {
            (Some(split), Some(path)) if !is_there => {
                Err(Error::Split { path: path.clone(), what: "stories", split: split.clone() }.into())
            }
            _ => Ok(()),
        }
    }

    /// What there is to read or make.
    fn raws<'s>(&'s self, choice: &Choice) -> Result<Box<dyn Iterator<Item = Raw> + 's>, Error> {
        if !self.files.is_empty() {
            let wanted = choice.split.clone();
            let may_hold =
                move |file: &&StoryFile| wanted.is_none() || file.split.is_none() || file.split == wanted;
            return Ok(Box::new(self.files.iter().filter(may_hold).flat_map(raws_of)));
        }
        let Some(stories) = self.stories() else { return Ok(Box::new(std::iter::empty())) };
        let limit = choice.limit.unwrap_or(u64::MAX);
        let splits = chosen_splits(stories.splits(), choice)?;
        // Every story has a question at least.
        let of = move |split: usize| {
            let stories = stories.stories(split).min(limit);
            (0..stories).map(move |number| Raw::Made { split, number })
        };
        Ok(Box::new(splits.into_iter().flat_map(of)))
    }

    /// Makes stories, or finds out who reads those that were read; in parallel.
    fn prepare(&self, chunk: Vec<Raw>, pass: &Pass<'_>) -> Result<Vec<Found>, Error> {
        let mut found = Vec::with_capacity(chunk.len());
        let jobs: Vec<std::sync::Mutex<Vec<Raw>>> = {
            let mut chunk = chunk.into_iter();
            let job = || {
                let job: Vec<Raw> = chunk.by_ref().take(JOB).collect();
                (!job.is_empty()).then(|| std::sync::Mutex::new(job))
            };
            std::iter::from_fn(job).collect()
        };
        ordered(
            pass.threads,
            jobs.len(),
            || self.stories().map(StoryFamily::story_items),
            |worker, job| {
                let raws = match jobs[job].lock() {
                    Ok(mut raws) => std::mem::take(&mut *raws),
                    Err(_) => Vec::new(),
                };
                let tales = raws.into_iter().map(|raw| self.tale(raw, worker.as_deref_mut()));
                tales.collect::<Result<Vec<_>, Error>>()
            },
            |tales| {
                found.extend(tales);
                Ok(pass.watch.done(0)?)
            },
        )?;
        Ok(found)
    }

    fn tale(&self, raw: Raw, mut worker: Option<&mut (dyn StoryItems + '_)>) -> Result<Found, Error> {
        let Record { record, number, split, mut form } = match (raw, worker.as_deref_mut()) {
            (Raw::Wrong(error), _) => return Ok(Err(error)),
            (Raw::Made { split, number }, Some(worker)) => {
                return Ok(Ok(self.made(worker, split, number)?));
            }
            (Raw::Made { .. }, None) => return Err(Error::Request("the recipe is not known".into())),
            (Raw::Read(record), worker) => {
                let mut record = *record;
                record.record.task = self.task(&record, worker).or(record.record.task);
                record
            }
        };
        let start = self.seen_from(&record.place);
        let place = start.to_string();
        let StoryRecord { passage, task, claims, place: at, story, .. } = record;
        let number = story.unwrap_or(number);
        let mut plain = self.undo(&passage);
        if form == StoryOrigin::Text
            && let Some(told) =
                worker.and_then(|worker| self.in_words(&passage, split.as_deref(), number, worker))
        {
            (form, plain) = (StoryOrigin::Formulas, Some(told));
        }
        let solver = self.solver(task.as_deref());
        let file = Some(at.file);
        let start = Some(start);
        Ok(Ok(SourceStory { file, place, start, number, task, split, passage, plain, claims, form, solver }))
    }

    /// Where a story begins, seen from the folder that the user named.
    fn seen_from(&self, place: &FilePlace) -> FilePlace {
        let folder = self.source.path.as_deref().filter(|_| self.files.len() > 1);
        let within = folder.and_then(|folder| place.file.strip_prefix(folder).ok());
        let file = within.map_or_else(|| place.file.clone(), Arc::from);
        FilePlace { file, spot: place.spot }
    }

    /// A story of formulas in words: those of the recipe's story of this number, if the formulas are the same. Answers and
    /// supports are those of the file.
    fn in_words(
        &self,
        passage: &Passage,
        split: Option<&str>,
        number: u64,
        worker: &mut (dyn StoryItems + '_),
    ) -> Option<Passage> {
        let is_formula = |line: &Line| line.text().ends_with(')');
        if !self.is_own() || !passage.lines.first().is_some_and(is_formula) {
            return None;
        }
        let split = self.split_names().position(|name| Some(name) == split)?;
        let (narrative, _) = worker.story(split, number).ok()?;
        let mut told = narrative.told.passage;
        told.lines.truncate(passage.lines.len());
        let formulas = passage.lines.iter().map(Line::text);
        if !formulas.eq(narrative.symbols.iter().take(told.lines.len()).map(String::as_str)) {
            return None;
        }
        let mut told = self.undo(&told).unwrap_or(told);
        let recorded = self.undo(passage);
        for (told, recorded) in told.lines.iter_mut().zip(&recorded.as_ref().unwrap_or(passage).lines) {
            if let (Line::Question(told), Line::Question(recorded)) = (told, recorded) {
                (told.answer, told.support) = (recorded.answer.clone(), recorded.support.clone());
            }
        }
        Some(told)
    }

    /// The part of the recipe that a story of a file belongs to, where the file does not say it but the manifest says
    /// which story it is.
    fn task(&self, record: &Record, worker: Option<&mut (dyn StoryItems + '_)>) -> Option<String> {
        let known = |task: &String| self.parts.contains_key(task);
        if record.record.task.as_ref().is_some_and(known) || !self.is_own() {
            return None;
        }
        if self.parts.len() == 1 {
            return self.parts.keys().next().cloned();
        }
        let split = self.split_names().position(|name| record.split.as_deref() == Some(name))?;
        let (_, part) = worker?.story(split, record.record.story.unwrap_or(record.number)).ok()?;
        Some(part.to_owned())
    }
}

/// What a file holds.
fn raws_of(file: &StoryFile) -> Box<dyn Iterator<Item = Raw> + '_> {
    let reader = match open(&file.path) {
        Ok(reader) => reader,
        Err(error) => return Box::new(std::iter::once(Raw::Wrong(error))),
    };
    let form = match reader.format() {
        StoryFormat::Lines | StoryFormat::Table => StoryOrigin::Row,
        StoryFormat::Text => StoryOrigin::Text,
        StoryFormat::Events | StoryFormat::Prompts | StoryFormat::Squad => StoryOrigin::Other,
    };
    let mut number = 0;
    let raw = move |record: Result<StoryRecord, ReadError>| match record {
        Err(error) => Raw::Wrong(error),
        Ok(record) => {
            let said = record.split.clone();
            let split = match (&file.split, &file.folder) {
                // Rows say it themselves, and `verify` compares.
                (Some(split), _) if form != StoryOrigin::Row || said.is_none() => Some(split.clone()),
                (_, Some(folder)) => {
                    Some(said.map_or_else(|| folder.clone(), |split| format!("{folder}/{split}")))
                }
                _ => said,
            };
            number += 1;
            Raw::Read(Box::new(Record { record, number: number - 1, split, form }))
        }
    };
    Box::new(reader.map(raw))
}
