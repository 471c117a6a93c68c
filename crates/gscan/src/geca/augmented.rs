//! A dataset whose training items are rewritten.

use wampimuk_command::{
    CandidateCounts, Command, Example, GridFamily, GridItems, GridSetting, LengthBounds, Lexicon, Reading,
    Surface,
};
use wampimuk_core::{Digest, Family, Field, Items, Role, Schema, SplitInfo, StreamKey, Type, Words};

use super::choices::{Choices, Rewrite, agree, apply, pairs};
use super::compose::compose;
use super::items::{AugmentedItems, Rewriter};
use super::language::Language;
use super::options::{AugmentError, AugmentMode, GecaOptions, MOST_COPIES};
use crate::Gscan;

/// What was found on the way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GecaFindings {
    /// Different pairs of command and target in train.
    pub pairs: usize,
    /// New pairs of command and object.
    pub novel: usize,
    /// How many of these are not of the language (such as "push a big big square"), and were left out.
    pub strange: usize,
    /// In how many of those of the language the command's words are true of the object: the noun is its shape, and the
    /// colour, if there is one, its colour.
    pub agreeing: usize,
    /// Training items that some new pair could be applied to.
    pub sources: u64,
    /// Training items that were rewritten in their place.
    pub replaced: u64,
    /// Rewritten copies that were added.
    pub added: u64,
}

/// A gSCAN dataset whose train has been augmented; all other splits are as they were.
///
/// A rewritten item has another command and another target in the same cell, but the actions it had. Whether they still
/// carry out the command was never asked, neither here nor by the authors, and often they do not. Three columns say what
/// was done to an item: `augmented`, `source` and `template`.
#[derive(Debug)]
pub struct Augmented {
    base: Gscan,
    options: GecaOptions,
    digest: Digest,
    infos: Vec<SplitInfo>,
    schema: Schema,
    findings: GecaFindings,
    train: usize,
    pub(super) rewrites: Vec<Rewrite>,
    /// For each training item the number of its rewrite, or [`AS_IT_WAS`]; empty if all stay.
    replaced: Vec<u32>,
    /// The copies: an item of train and the number of its rewrite.
    added: Vec<(u32, u32)>,
}

/// The number of no rewrite.
const AS_IT_WAS: u32 = u32::MAX;

impl Augmented {
    /// Augments the train of a dataset. The dataset's seed decides about everything that is drawn.
    ///
    /// # Errors
    /// If there is no train, or nothing in it can be rewritten, or an item cannot be made.
    pub fn new(base: Gscan, options: GecaOptions) -> Result<Self, AugmentError> {
        let is_train = |info: &SplitInfo| info.role == Role::Train;
        let train = base.splits().iter().position(is_train).ok_or(AugmentError::NoTrain)?;
        let len = base.splits()[train].len;
        let short = u32::try_from(len).ok().filter(|&len| len < AS_IT_WAS);
        let short = short.ok_or(AugmentError::Long(len))?;
        if options.count > MOST_COPIES {
            return Err(AugmentError::Count(options.count));
        }
        let text = format!("geca\n{}\n{}", Family::digest(&base), options.text());
        let digest = Digest::of(text.as_bytes());
        let key = |name: &str| StreamKey::new(&digest, name, base.seed());

        let (pairs, kinds) = pairs(&base, train, short)?;
        let language = Language::new(&base, options.linearisation);
        let sequences: Vec<_> =
            kinds.iter().map(|&(command, kind)| language.sequence(command, kind)).collect();
        let novel = compose(&sequences, &options.composing, &mut key("compose").stream(0));
        let mut findings = GecaFindings { pairs: kinds.len(), novel: novel.len(), ..GecaFindings::default() };
        let (rewrites, templates, becomes) = apply(&novel, &language, kinds.len());
        findings.strange = novel.len() - rewrites.len();
        let agrees = |rewrite: &&Rewrite| agree(&base.commands()[rewrite.command].command, rewrite.kind);
        findings.agreeing = rewrites.iter().filter(agrees).count();

        let mut choices = Choices {
            pairs,
            options: becomes,
            rewriter: options.unique.then(|| Rewriter::new(&base)),
            rewrites: &rewrites,
            train,
        };
        let mut sources: Vec<u32> = (0..short).filter(|&item| choices.is_source(item)).collect();
        findings.sources = sources.len() as u64;
        let mut replaced = Vec::new();
        if options.mode == AugmentMode::Replace {
            replaced = vec![AS_IT_WAS; choices.pairs.len()];
            let key = key("replace");
            for &item in &sources {
                if let Some(rewrite) = choices.choose(item, &mut key.stream(item.into()))? {
                    replaced[item as usize] = rewrite;
                    findings.replaced += 1;
                }
            }
        }
        let added = choices.copies(&mut sources, options.count, &mut key("append").stream(0))?;
        findings.added = added.len() as u64;
        let wanted = options.count > 0 || options.mode == AugmentMode::Replace;
        if wanted && added.is_empty() && findings.replaced == 0 {
            let GecaFindings { novel, strange, .. } = findings;
            return Err(AugmentError::Nothing { novel, strange, unique: options.unique });
        }
        drop(choices);
        let mut infos = base.splits().to_vec();
        infos[train].len = len + findings.added;
        let mut schema = base.columns().schema().clone();
        schema.fields.extend(fields(templates));
        Ok(Self { options, digest, infos, schema, findings, train, rewrites, replaced, added, base })
    }

    /// The dataset that was augmented.
    pub fn base(&self) -> &Gscan {
        &self.base
    }

    /// How it was augmented.
    pub fn options(&self) -> &GecaOptions {
        &self.options
    }

    /// What was found on the way.
    pub fn findings(&self) -> GecaFindings {
        self.findings
    }

    /// The number of the split that was augmented.
    pub fn train(&self) -> usize {
        self.train
    }

    /// The item of the base that an item was made of, and the number of its rewrite, if it was rewritten.
    pub(super) fn origin(&self, split: usize, index: u64) -> (u64, Option<&Rewrite>) {
        if split != self.train {
            return (index, None);
        }
        let own = self.base.splits()[split].len;
        match index.checked_sub(own).and_then(|copy| self.added.get(usize::try_from(copy).ok()?)) {
            Some(&(source, rewrite)) => (source.into(), self.rewrites.get(rewrite as usize)),
            None => {
                let number = usize::try_from(index).ok().and_then(|index| self.replaced.get(index));
                (index, number.and_then(|&number| self.rewrites.get(number as usize)))
            }
        }
    }
}

/// What is said of each item beside the columns of the base.
fn fields(templates: Words) -> [Field; 3] {
    [
        Field::new(
            "augmented",
            Type::Bool,
            "whether command and target were changed: the actions were not, and need not carry out the command",
        ),
        Field::new(
            "source",
            Type::U64,
            "the index of the item of the recipe's own split that it was made of",
        ),
        Field::new(
            "template",
            Type::Word(templates),
            "the template that gave the new command and target, empty if nothing was changed",
        ),
    ]
}

impl Family for Augmented {
    fn family(&self) -> &'static str {
        Family::family(&self.base)
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn seed(&self) -> u64 {
        self.base.seed()
    }

    fn splits(&self) -> &[SplitInfo] {
        &self.infos
    }

    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn items(&self) -> Box<dyn Items + '_> {
        Box::new(AugmentedItems::new(self))
    }
}

impl GridFamily for Augmented {
    fn lexicon(&self) -> &Lexicon {
        self.base.lexicon()
    }

    fn surface(&self) -> Surface {
        self.base.surface()
    }

    fn reading(&self) -> Reading {
        self.base.reading()
    }

    fn setting(&self) -> GridSetting {
        self.base.setting()
    }

    fn heavy_from(&self) -> u8 {
        Gscan::heavy_from(&self.base)
    }

    fn may_repeat(&self) -> bool {
        true
    }

    fn some_command(&self) -> Command {
        self.base.some_command()
    }

    fn possible_splits(&self, example: &Example) -> Vec<usize> {
        Gscan::possible_splits(&self.base, example)
    }

    fn is_held_out(&self, example: &Example) -> bool {
        self.base.is_held_out(example)
    }

    fn bounds(&self) -> LengthBounds {
        self.base.bounds()
    }

    fn vocabulary(&self) -> Vec<String> {
        self.base.vocabulary()
    }

    fn candidates(&self) -> Option<CandidateCounts> {
        self.base.candidates()
    }

    fn grid_items(&self) -> Box<dyn GridItems + '_> {
        Box::new(AugmentedItems::new(self))
    }
}
