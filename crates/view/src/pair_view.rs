//! Items with their minimal pairs.

use wampimuk_command::{Example, GridFamily, GridItem, Register};
use wampimuk_core::{Field, Items, Role, Sink, Type, Words};
use wampimuk_families::Dataset;
use wampimuk_pair::{Change, Item, Partner};

use crate::frame::{Columns, Extended, LastColumn, View, commands};
use crate::objects::{plain_objects, write_objects};
use crate::{ExtraColumn, ViewError};

/// One more column: partners of the item with one word or one object changed.
///
/// At most one whose answer changes and one whose answer stays, in this order: a list, and an empty one where no partner was
/// found. Grid and agent are the item's. A partner of a training item could be a training item itself and belongs to no
/// hold-out, so training on pairs keeps splits apart.
#[derive(Debug)]
struct PairView {
    tokens: Words,
}

const DOC: &str =
    "at most two partners with one word or one object changed, in the same grid, with the same agent";

/// The dataset with pairs.
///
/// # Errors
/// If its items are not commands in grid worlds, or are to have no actions.
pub(crate) fn with_pairs(inner: Box<dyn Dataset>) -> Result<View, ViewError> {
    let (extra, family) = (ExtraColumn::Pairs, inner.family());
    commands(&*inner, extra)?;
    let column = |name: &'static str| {
        let found = inner.schema().fields.iter().find(|field| field.name == name);
        found.ok_or(ViewError::NoColumn { extra, family, column: name })
    };
    let no = |column: &'static str| ViewError::NoColumn { extra, family, column };
    let actions = column("actions")?.clone();
    let command = column("command")?.clone();
    let tokens = words(&command).ok_or(no("command"))?;
    let objects = plain_objects(column("objects")?).ok_or(no("objects"))?;
    let target = column("target")?.clone();
    let changes: Words = Change::ALL.iter().map(|change| change.name().to_string()).collect();
    let fields = vec![
        Field::new("change", Type::Word(changes), "what differs: a word, or an object that was changed so"),
        Field::new(
            "which",
            Type::U8,
            "of the item: the word of `command` or the object of `objects`, from 0",
        ),
        Field::new("answer_changes", Type::Bool, "whether the answer differs from the item's"),
        command,
        objects,
        target,
        actions,
    ];
    let mut schema = inner.schema().clone();
    schema.fields.push(Field::new("pairs", Type::List(Box::new(Type::Struct(fields))), DOC));
    Ok(View { inner, schema, columns: Box::new(PairView { tokens }) })
}

/// The words of a column of lists of words.
fn words(column: &Field) -> Option<Words> {
    let Type::List(element) = &column.ty else { return None };
    let Type::Word(words) = &**element else { return None };
    Some(words.clone())
}

impl Columns for PairView {
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a> {
        let roles = inner.splits().iter().map(|split| split.role).collect();
        let family = inner.contents().commands();
        Box::new(Extended::new(inner, Pairs { family, roles, tokens: &self.tokens, pairs: Vec::new() }))
    }
}

struct Pairs<'a> {
    /// Always there: a dataset without commands is refused.
    family: Option<&'a dyn GridFamily>,
    roles: Vec<Role>,
    tokens: &'a [String],
    pairs: Vec<Pair>,
}

struct Pair {
    partner: Partner,
    answer_changes: bool,
    tokens: Vec<u8>,
}

impl Pairs<'_> {
    /// The tokens as numbers of the column's words, which are those that the recipe uses.
    fn numbers(&self, example: &Example, family: &dyn GridFamily) -> Option<Vec<u8>> {
        let tokens = example.command.tokens(family.lexicon(), family.surface(), Register::Words);
        let number = |token: &str| self.tokens.iter().position(|word| word == token)?.try_into().ok();
        tokens.into_iter().map(number).collect()
    }

    /// Whether the partner of an item of this split may be shown there.
    fn allows(&self, example: &Example, split: usize, family: &dyn GridFamily) -> bool {
        let is_train = self.roles.get(split) == Some(&Role::Train);
        self.numbers(example, family).is_some()
            && (!is_train || !family.is_held_out(example) && family.possible_splits(example).contains(&split))
    }
}

impl LastColumn for Pairs<'_> {
    fn make(&mut self, item: &GridItem) -> Result<(), String> {
        self.pairs.clear();
        let Some(family) = self.family else { return Ok(()) };
        let (lexicon, surface, reading) = (family.lexicon(), family.surface(), family.reading());
        let own = Item { example: &item.example, lexicon, surface, reading };
        for answer_changes in [true, false] {
            let found = own.partner(answer_changes, |example| self.allows(example, item.split, family));
            let pair = found.and_then(|partner| {
                let tokens = self.numbers(&partner.example, family)?;
                Some(Pair { partner, answer_changes, tokens })
            });
            self.pairs.extend(pair);
        }
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        sink.list(self.pairs.len());
        for Pair { partner: Partner { change, which, example }, answer_changes, tokens } in &self.pairs {
            sink.word(*change as usize);
            sink.uint(*which as u64);
            sink.bool(*answer_changes);
            sink.words(tokens);
            write_objects(example.world.objects(), sink);
            sink.uint(example.target as u64);
            sink.word_list(&mut example.actions.iter().map(|&action| action as u8));
        }
    }
}
