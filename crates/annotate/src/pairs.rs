//! Minimal pairs of items of any source.

mod commands;
mod riddles;
mod stories;

use wampimuk_core::{Field, Schema, Sink, Type};
use wampimuk_prompt::{PromptError, PromptForm, Written};
use wampimuk_source::{Opened, Pass};

use crate::{Error, Rows};

/// How pairs are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairOptions {
    /// As prompts of this form, instead of columns.
    pub prompts: Option<PromptForm>,
}

/// What was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairSummary {
    /// How many items were looked at.
    pub items: u64,
    /// How many pairs were found: at most two of each item.
    pub pairs: u64,
    /// How many items have none.
    pub alone: u64,
    /// How many parts of the files could not be read.
    pub unread: u64,
}

/// Writes the pairs of every chosen item: one whose answer changes and one whose answer stays, where they are found.
///
/// # Errors
/// If an item cannot be made or read, there are no such prompts, or the file cannot be written.
pub fn pairs(
    name: &str,
    opened: Opened,
    options: PairOptions,
    pass: &Pass<'_>,
    rows: Rows<'_>,
) -> Result<PairSummary, Error> {
    if let Some(form) = options.prompts {
        let (known, kind) = match &opened {
            Opened::Commands(_) => (PromptForm::OF_COMMANDS, "commands"),
            Opened::Riddles(_) => (PromptForm::OF_RIDDLES, "riddles"),
            Opened::Stories(_) => (PromptForm::OF_STORIES, "stories"),
        };
        PromptError::unless_known(form, known, kind)?;
    }
    match opened {
        Opened::Commands(source) => commands::write(&source, options, pass, rows),
        Opened::Riddles(source) => riddles::write(name, &source, options, pass, rows),
        Opened::Stories(source) => stories::write(&source, options, pass, rows),
    }
}

/// The columns of a row: where the item stands, what is changed, and both items, by these columns or as prompts.
fn schema(address: Vec<Field>, changes: &[&str], item: Vec<Field>, options: PairOptions) -> Schema {
    let mut fields = address;
    fields.extend([
        Field::new("change", Type::Word(changes.iter().map(ToString::to_string).collect()), "what differs"),
        Field::new("which", Type::U32, "which word, object or sentence it is"),
        Field::new("answer_changes", Type::Bool, "whether the partner's answer is another one"),
    ]);
    match options.prompts {
        Some(_) => fields.extend([
            Field::new("prompt", Type::Text, "the item as a question"),
            Field::new("answer", Type::Text, "its answer"),
            Field::new("partner_prompt", Type::Text, "the partner as a question"),
            Field::new("partner_answer", Type::Text, "its answer"),
        ]),
        None => fields.extend([
            Field::new("item", Type::Struct(item.clone()), "the item"),
            Field::new("partner", Type::Struct(item), "the same with one thing changed"),
        ]),
    }
    Schema { fields }
}

/// What every row says of the change.
struct Head {
    change: usize,
    which: usize,
    answer_changes: bool,
}

impl Head {
    fn write(&self, sink: &mut dyn Sink) {
        sink.word(self.change);
        sink.uint(self.which as u64);
        sink.bool(self.answer_changes);
    }
}

fn write_prompts(both: &[Written; 2], sink: &mut dyn Sink) {
    for Written { question, answer } in both {
        sink.text(question);
        sink.text(answer);
    }
}

fn list(element: Type) -> Type {
    Type::List(Box::new(element))
}

/// Counts an item with so many pairs.
fn count(summary: &mut PairSummary, pairs: usize) {
    summary.items += 1;
    summary.pairs += pairs as u64;
    summary.alone += u64::from(pairs == 0);
}
