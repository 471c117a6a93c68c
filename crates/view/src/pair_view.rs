//! Items with their minimal pairs.

use wampimuk_command::GridItem;
use wampimuk_core::{Field, Items, Sink, Type, Words};
use wampimuk_families::Dataset;
use wampimuk_pair::{Change, Partner, Partners};

use crate::frame::{Columns, Extended, LastColumn, View, commands};
use crate::objects::{plain_objects, write_objects};
use crate::{ExtraColumn, ViewError};

/// One more column: partners of the item with one word or one object changed.
///
/// At most one whose answer changes and one whose answer stays, in this order: a list, and an empty one where no partner was
/// found. Grid and agent are the item's. A partner of a training item could be a training item itself and belongs to no
/// hold-out, so training on pairs keeps splits apart.
#[derive(Debug)]
struct PairView;

const DOC: &str =
    "at most two partners with one word or one object changed, in the same grid, with the same agent";

/// The dataset with pairs.
///
/// # Errors
/// If its items are not commands in grid worlds, or are to have no actions.
pub(crate) fn with_pairs(inner: Box<dyn Dataset>) -> Result<View, ViewError> {
    let (extra, family) = (ExtraColumn::Pairs, inner.family());
    let family_of_commands = commands(&*inner, extra)?;
    let column = |name: &'static str| {
        let found = inner.schema().fields.iter().find(|field| field.name == name);
        found.ok_or(ViewError::NoColumn { extra, family, column: name })
    };
    let no = |column: &'static str| ViewError::NoColumn { extra, family, column };
    let actions = column("actions")?.clone();
    let command = column("command")?.clone();
    Partners::new(family_of_commands).ok_or(no("command"))?;
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
    Ok(View { inner, schema, columns: Box::new(PairView) })
}

impl Columns for PairView {
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a> {
        let partners = inner.contents().commands().and_then(Partners::new);
        Box::new(Extended::new(inner, Pairs { partners, pairs: Vec::new() }))
    }
}

struct Pairs<'a> {
    /// Always there: a dataset without commands is refused.
    partners: Option<Partners<'a>>,
    pairs: Vec<Pair>,
}

struct Pair {
    partner: Partner,
    answer_changes: bool,
    tokens: Vec<u8>,
}

impl LastColumn for Pairs<'_> {
    fn make(&mut self, item: &GridItem) -> Result<(), String> {
        self.pairs.clear();
        let Some(partners) = &self.partners else { return Ok(()) };
        for answer_changes in [true, false] {
            let pair = partners.of(item, answer_changes).and_then(|partner| {
                let tokens = partners.tokens(&partner.example)?;
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
