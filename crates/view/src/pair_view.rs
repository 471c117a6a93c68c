//! Items with their minimal pairs.

mod commands;
mod riddles;
mod stories;

use wampimuk_core::{Field, Items, Schema, Type, Words};
use wampimuk_families::{Contents, Dataset};

use crate::frame::{Columns, Extended, View};
use crate::{ExtraColumn, ViewError};

/// One more column: partners of the item with one thing changed.
///
/// At most one whose answer changes and one whose answer stays, in this order: a list, and an empty one where no partner was
/// found. A struct has what differs, and then those columns of the item that may differ.
#[derive(Debug)]
struct PairView {
    /// The words that tokens of commands are numbers of.
    tokens: Words,
}

/// The dataset with pairs.
///
/// # Errors
/// If its items are to have no answer.
pub(crate) fn with_pairs(inner: Box<dyn Dataset>) -> Result<View, ViewError> {
    let (name, doc, fields) = match inner.contents() {
        Contents::Commands(_) => ("pairs", commands::DOC, commands::fields(&*inner)?),
        // Riddles are made of pairs, which are a column of this name.
        Contents::Riddles(_) => ("minimal_pairs", riddles::DOC, riddles::fields(&*inner)?),
        Contents::Stories(_) => ("pairs", stories::DOC, stories::fields(&*inner)?),
    };
    let command = inner.schema().fields.iter().find(|field| field.name == "command");
    let tokens = command.and_then(words).unwrap_or_default();
    let mut schema: Schema = inner.schema().clone();
    schema.fields.push(Field::new(name, Type::List(Box::new(Type::Struct(fields))), doc));
    Ok(View { inner, schema, columns: Box::new(PairView { tokens }) })
}

impl Columns for PairView {
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a> {
        let tokens = &self.tokens;
        match inner.contents() {
            Contents::Commands(family) => {
                Box::new(Extended::new(inner, commands::Column::new(family, tokens)))
            }
            Contents::Riddles(riddles) => {
                Box::new(Extended::new(inner, riddles::Column::new(riddles, tokens)))
            }
            Contents::Stories(family) => Box::new(Extended::new(inner, stories::Column::new(family))),
        }
    }
}

/// The columns of these names, as the dataset has them.
fn columns(inner: &dyn Dataset, names: &[&'static str]) -> Result<Vec<Field>, ViewError> {
    let fields = &inner.schema().fields;
    let column = |&name: &&'static str| {
        let found = fields.iter().find(|field| field.name == name).cloned();
        found.ok_or(ViewError::NoColumn { extra: ExtraColumn::Pairs, family: inner.family(), column: name })
    };
    names.iter().map(column).collect()
}

/// The column of a change, one of these.
fn change(names: &[&str], doc: &'static str) -> Field {
    Field::new("change", Type::Word(names.iter().map(ToString::to_string).collect()), doc)
}

fn answer_changes() -> Field {
    Field::new("answer_changes", Type::Bool, "whether the answer differs from the item's")
}

/// The words of a column of lists of words.
fn words(column: &Field) -> Option<Words> {
    let Type::List(element) = &column.ty else { return None };
    let Type::Word(words) = &**element else { return None };
    Some(words.clone())
}

/// Tokens as numbers of these words, which are those that the recipe uses.
fn numbers(tokens: &[&str], words: &[String]) -> Vec<u8> {
    let number = |token: &&str| words.iter().position(|word| word == token)?.try_into().ok();
    tokens.iter().filter_map(number).collect()
}
