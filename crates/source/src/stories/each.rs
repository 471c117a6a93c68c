//! Story by story: read or made, then worked on in parallel, then handed on in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow::{self, Continue};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use wampimuk_babi::{Line, Passage, Solved};
use wampimuk_core::ordered;
use wampimuk_dataset::stories::{StoryFormat, StoryRecord, open};
use wampimuk_dataset::{FilePlace, ReadError};
use wampimuk_dyna::{StoryFamily, StoryItems};

use super::files::StoryFile;
use super::{SourceStory, StoryOrigin, StorySource};
use crate::source::chosen_splits;
use crate::{Choice, Error, Pass};

/// Stories that one thread works on at a time.
const LOT: usize = 8;
/// The most bytes that they have together, if they are more than one.
const LOT_BYTES: u64 = 1 << 20;

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

/// Who tells stories of the recipe, if that is known.
pub type Teller<'s> = Option<Box<dyn StoryItems + 's>>;

/// Why a pass ended early.
enum End<E> {
    Enough,
    Failed(E),
}

impl<E> From<E> for End<E> {
    fn from(error: E) -> Self {
        Self::Failed(error)
    }
}

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
        let look = |tale: &SourceStory, _: &mut Teller<'_>| {
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
    /// seen enough. The work is given the story and one who tells stories of the recipe, if that is known. Stories that
    /// cannot be read are handed on as errors. A limit counts questions, split by split; of files without a manifest, file by
    /// file.
    ///
    /// # Errors
    /// If there are no such stories, they cannot be made, or the caller asked to stop; and what `visit` gives.
    pub fn each<T: Send, E: From<Error> + Send>(
        &self,
        pass: &Pass<'_>,
        stage: &str,
        work: impl Fn(&SourceStory, &mut Teller<'_>) -> T + Sync,
        mut visit: impl FnMut(Result<(SourceStory, T), ReadError>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let Pass { choice, threads, watch } = *pass;
        watch.begin(stage, self.source.total(choice));
        let teller = || self.stories().map(StoryFamily::story_items);
        let mut limit = Limit::new(self, choice);
        let full = limit.full.clone();
        let mut is_there = choice.split.is_none() || self.files.is_empty();
        let some_say = AtomicBool::new(false);
        let ended = ordered(
            threads,
            self.lots(choice, &full).map_err(E::from)?,
            teller,
            |teller, lot: Vec<Raw>| {
                let mut done = Vec::with_capacity(lot.len());
                for raw in lot {
                    match self.tale(raw, teller).map_err(E::from)? {
                        Err(error) => done.push(Err(error)),
                        Ok(tale) if choice.split.is_some() && choice.split != tale.split => {
                            if tale.split.is_some() {
                                some_say.store(true, Ordering::Relaxed);
                            }
                        }
                        Ok(tale) => {
                            let result = work(&tale, teller);
                            done.push(Ok((tale, result)));
                        }
                    }
                }
                Ok::<_, End<E>>(done)
            },
            |done| {
                let mut questions = 0;
                for found in done {
                    let found = match found {
                        Err(error) => Err(error),
                        Ok((mut tale, mut result)) => {
                            is_there = true;
                            let wanted = limit.take(&tale);
                            if wanted == 0 {
                                continue;
                            }
                            if wanted < tale.questions() {
                                tale.keep(wanted);
                                result = work(&tale, &mut teller());
                            }
                            questions += wanted;
                            Ok((tale, result))
                        }
                    };
                    if visit(found)?.is_break() {
                        return Err(End::Enough);
                    }
                }
                watch.done(questions).map_err(Error::from).map_err(E::from)?;
                if limit.is_reached() { Err(End::Enough) } else { Ok(()) }
            },
        );
        if let Err(End::Failed(error)) = ended {
            return Err(error);
        }
        match (&choice.split, &self.source.path) {
            (Some(_), Some(path)) if !is_there && !some_say.load(Ordering::Relaxed) => {
                let message = format!(
                    "the stories in {} do not say which split they are of: leave out --split, or name the files of the split",
                    path.display()
                );
                Err(Error::Request(message).into())
            }
            (Some(split), Some(path)) if !is_there => {
                Err(Error::Split { path: path.clone(), what: "stories", split: split.clone() }.into())
            }
            _ => Ok(()),
        }
    }

    /// What there is to read or make, a few stories at a time. Of splits that are full, nothing more is made.
    fn lots<'s>(
        &'s self,
        choice: &Choice,
        full: &Arc<[AtomicBool]>,
    ) -> Result<Box<dyn Iterator<Item = Vec<Raw>> + Send + 's>, Error> {
        if !self.files.is_empty() {
            let wanted = choice.split.clone();
            let may_hold =
                move |file: &&StoryFile| wanted.is_none() || file.split.is_none() || file.split == wanted;
            let mut raws = self.files.iter().filter(may_hold).flat_map(raws_of);
            let lot = move || {
                let (mut lot, mut bytes) = (Vec::new(), 0);
                while lot.len() < LOT && bytes < LOT_BYTES {
                    let Some(raw) = raws.next() else { break };
                    bytes += raw.bytes();
                    lot.push(raw);
                }
                (!lot.is_empty()).then_some(lot)
            };
            return Ok(Box::new(std::iter::from_fn(lot)));
        }
        let Some(stories) = self.stories() else { return Ok(Box::new(std::iter::empty())) };
        let size = usize::try_from(LOT_BYTES / stories.recipe().generate.story_bytes())
            .map_or(LOT, |size| size.clamp(1, LOT));
        let full = full.clone();
        let of = move |split: usize| {
            let (full, all) = (full.clone(), stories.stories(split));
            let lot = move |start: u64| {
                let numbers = start..all.min(start + size as u64);
                numbers.map(|number| Raw::Made { split, number }).collect()
            };
            (0..all).step_by(size).take_while(move |_| !full[split].load(Ordering::Relaxed)).map(lot)
        };
        Ok(Box::new(chosen_splits(stories.splits(), choice)?.into_iter().flat_map(of)))
    }

    fn tale(&self, raw: Raw, teller: &mut Teller<'_>) -> Result<Found, Error> {
        let Record { record, number, split, mut form } = match (raw, teller.as_deref_mut()) {
            (Raw::Wrong(error), _) => return Ok(Err(error)),
            (Raw::Made { split, number }, Some(teller)) => {
                return Ok(Ok(self.made(teller, split, number)?));
            }
            (Raw::Made { .. }, None) => return Err(Error::Request("the recipe is not known".into())),
            (Raw::Read(record), teller) => {
                let mut record = *record;
                record.record.task = self.task(&record, teller).or(record.record.task);
                record
            }
        };
        let start = self.seen_from(&record.place);
        let place = start.to_string();
        let StoryRecord { passage, task, claims, place: at, story, .. } = record;
        let number = story.unwrap_or(number);
        let mut plain = self.undo(&passage);
        if form == StoryOrigin::Text
            && let Some(told) = teller
                .as_deref_mut()
                .and_then(|teller| self.in_words(&passage, split.as_deref(), number, teller))
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
        teller: &mut (dyn StoryItems + '_),
    ) -> Option<Passage> {
        let is_formula = |line: &Line| line.text().ends_with(')');
        if !self.is_own() || !passage.lines.first().is_some_and(is_formula) {
            return None;
        }
        let split = self.split_names().position(|name| Some(name) == split)?;
        let (narrative, _) = teller.story(split, number).ok()?;
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
    fn task(&self, record: &Record, teller: Option<&mut (dyn StoryItems + '_)>) -> Option<String> {
        let known = |task: &String| self.parts.contains_key(task);
        if record.record.task.as_ref().is_some_and(known) || !self.is_own() {
            return None;
        }
        if self.parts.len() == 1 {
            return self.parts.keys().next().cloned();
        }
        let split = self.split_names().position(|name| record.split.as_deref() == Some(name))?;
        let (_, part) = teller?.story(split, record.record.story.unwrap_or(record.number)).ok()?;
        Some(part.to_owned())
    }
}

impl Raw {
    /// How much memory it takes, roughly.
    fn bytes(&self) -> u64 {
        match self {
            Self::Read(record) => {
                record.record.passage.lines.iter().map(|line| line.text().len() as u64).sum()
            }
            Self::Wrong(_) | Self::Made { .. } => 0,
        }
    }
}

/// How many questions of each file and split are still wanted.
struct Limit {
    limit: u64,
    counts: BTreeMap<(Option<Arc<Path>>, Option<String>), u64>,
    /// Whether files that have no manifest are counted one by one: the shards of a split are one file that was divided.
    by_file: bool,
    /// Whether all that is read is of one file, or of none, and of one split.
    is_single: bool,
    names: Vec<String>,
    /// Which splits of the recipe are full.
    full: Arc<[AtomicBool]>,
}

impl Limit {
    fn new(source: &StorySource, choice: &Choice) -> Self {
        let names: Vec<String> = source.split_names().map(str::to_owned).collect();
        Self {
            limit: choice.limit.unwrap_or(u64::MAX),
            counts: BTreeMap::new(),
            by_file: source.source.manifest.is_none(),
            is_single: choice.split.is_some() && source.files.len() <= 1,
            full: names.iter().map(|_| AtomicBool::new(false)).collect(),
            names,
        }
    }

    /// How many questions of a story are wanted.
    fn take(&mut self, tale: &SourceStory) -> u64 {
        let file = tale.file.clone().filter(|_| self.by_file);
        let count = self.counts.entry((file, tale.split.clone())).or_default();
        let wanted = tale.questions().min(self.limit.saturating_sub(*count));
        *count = count.saturating_add(tale.questions());
        let split = self.names.iter().position(|name| Some(name) == tale.split.as_ref());
        if let Some(split) = split.filter(|_| *count >= self.limit) {
            self.full[split].store(true, Ordering::Relaxed);
        }
        wanted
    }

    /// Whether nothing more is wanted.
    fn is_reached(&self) -> bool {
        self.is_single && !self.counts.is_empty() && self.counts.values().all(|count| *count >= self.limit)
    }
}

/// What a file holds.
fn raws_of(file: &StoryFile) -> Box<dyn Iterator<Item = Raw> + Send + '_> {
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
