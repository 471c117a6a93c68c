//! Which new pairs of command and object each training item can be given.

use std::collections::{BTreeMap, HashMap};

use wampimuk_command::{Command, Reading};
use wampimuk_core::{Stream, Words};

use super::compose::NovelSequence;
use super::items::Rewriter;
use super::language::Language;
use super::options::AugmentError;
use crate::{Gscan, TargetKind};

/// A new pair of command and object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rewrite {
    /// The number of the command.
    pub command: usize,
    /// The object it is said to refer to.
    pub kind: TargetKind,
    /// The number of the template it came of, among the words of the column.
    pub template: usize,
}

/// What one training item can become.
pub(super) struct Choices<'a> {
    /// The pair of command and target of each item.
    pub pairs: Vec<u32>,
    /// The rewrites of each pair.
    pub options: Vec<Vec<u32>>,
    pub rewriter: Option<Rewriter<'a>>,
    pub rewrites: &'a [Rewrite],
    pub train: usize,
}

impl Choices<'_> {
    pub fn is_source(&self, item: u32) -> bool {
        !self.options[self.pairs[item as usize] as usize].is_empty()
    }

    /// One of the rewrites of an item, drawn evenly from those that may be; `None` if none may.
    pub fn choose(&mut self, item: u32, stream: &mut Stream) -> Result<Option<u32>, AugmentError> {
        let options = &self.options[self.pairs[item as usize] as usize];
        if options.is_empty() {
            return Ok(None);
        }
        let Some(rewriter) = &mut self.rewriter else { return Ok(Some(*stream.choose(options))) };
        let mut options = options.clone();
        stream.shuffle(&mut options);
        for option in options {
            let rewrite = &self.rewrites[option as usize];
            let item = rewriter.make(self.train, item.into(), Some(rewrite))?;
            if item.certificate.holds_under(Reading::Superlative, item.example.target) {
                return Ok(Some(option));
            }
        }
        Ok(None)
    }

    /// This many copies of items with their rewrites. Each item is taken once before any is taken twice.
    pub fn copies(
        &mut self,
        sources: &mut Vec<u32>,
        count: u64,
        stream: &mut Stream,
    ) -> Result<Vec<(u32, u32)>, AugmentError> {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        let mut copies = Vec::with_capacity(count);
        stream.shuffle(sources);
        while copies.len() < count && !sources.is_empty() {
            let mut useful = Vec::with_capacity(sources.len());
            for &source in sources.iter() {
                if copies.len() == count {
                    break;
                }
                if let Some(rewrite) = self.choose(source, stream)? {
                    copies.push((source, rewrite));
                    useful.push(source);
                }
            }
            *sources = useful;
        }
        Ok(copies)
    }
}

/// The number of each training item's pair of command and target, and the pairs, sorted.
#[expect(clippy::type_complexity, reason = "two lists, said in the line above")]
pub(super) fn pairs(
    base: &Gscan,
    train: usize,
    len: u32,
) -> Result<(Vec<u32>, Vec<(usize, TargetKind)>), AugmentError> {
    let mut maker = base.maker();
    let mut numbers: HashMap<(usize, TargetKind), u32> = HashMap::new();
    let mut pairs = Vec::with_capacity(len as usize);
    for index in 0..len {
        let item = maker.make(train, index.into())?;
        let object = item.example.world.objects()[item.example.target];
        let kind = TargetKind { shape: object.shape, colour: object.colour, size: object.size };
        let next = numbers.len() as u32;
        pairs.push(*numbers.entry((item.command, kind)).or_insert(next));
    }
    let mut sorted: Vec<((usize, TargetKind), u32)> = numbers.into_iter().collect();
    sorted.sort_unstable_by_key(|&((command, kind), _)| (command, kind.shape, kind.colour, kind.size));
    let mut ranks = vec![0; sorted.len()];
    for (rank, &(_, number)) in (0..).zip(&sorted) {
        ranks[number as usize] = rank;
    }
    pairs.iter_mut().for_each(|pair| *pair = ranks[*pair as usize]);
    Ok((pairs, sorted.into_iter().map(|(kind, _)| kind).collect()))
}

/// The new pairs that are of the language, the texts of their templates, and which of them each training pair can become.
pub(super) fn apply(
    novel: &[NovelSequence],
    language: &Language,
    pairs: usize,
) -> (Vec<Rewrite>, Words, Vec<Vec<u32>>) {
    let mut rewrites = Vec::new();
    let mut texts = vec![String::new()];
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut choices = vec![Vec::new(); pairs];
    for novel in novel {
        let Some((command, kind)) = language.read(&novel.sequence) else { continue };
        let text = novel.template.text(|token| language.text(token));
        let template = *numbers.entry(text).or_insert_with_key(|text| {
            texts.push(text.clone());
            texts.len() - 1
        });
        for &source in &novel.sources {
            choices[source as usize].push(rewrites.len() as u32);
        }
        rewrites.push(Rewrite { command, kind, template });
    }
    (rewrites, texts.into(), choices)
}

/// Whether the words of a command are true of an object. Sizes are relative and need a world.
pub(super) fn agree(command: &Command, kind: TargetKind) -> bool {
    let phrase = &command.phrase;
    phrase.noun.is_none_or(|noun| noun == kind.shape)
        && phrase.colour.is_none_or(|colour| colour == kind.colour)
}
