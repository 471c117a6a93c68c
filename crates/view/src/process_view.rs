//! Items with the way to their answer.

mod commands;
mod riddles;
mod stories;

use wampimuk_core::{Field, Items, Schema, Type};
use wampimuk_families::{Contents, Dataset};

use crate::frame::{Columns, Extended, View};

/// One more column: the intermediate truth between what is asked and the answer. It rewards or probes a way of reasoning
/// where the answer alone rewards being right.
#[derive(Debug)]
struct ProcessView;

/// The dataset with the process.
pub(crate) fn with_process(inner: Box<dyn Dataset>) -> View {
    let (ty, doc) = match inner.contents() {
        Contents::Commands(_) => (commands::ty(), commands::DOC),
        Contents::Riddles(_) => (riddles::ty(), riddles::DOC),
        Contents::Stories(_) => (stories::ty(), stories::DOC),
    };
    let mut schema: Schema = inner.schema().clone();
    schema.fields.push(Field::new("process", ty, doc));
    View { inner, schema, columns: Box::new(ProcessView) }
}

impl Columns for ProcessView {
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a> {
        match inner.contents() {
            Contents::Commands(family) => Box::new(Extended::new(inner, commands::Column::new(family))),
            Contents::Riddles(riddles) => Box::new(Extended::new(inner, riddles::Column::new(riddles))),
            Contents::Stories(family) => Box::new(Extended::new(inner, stories::Column::new(family))),
        }
    }
}

fn list(element: Type) -> Type {
    Type::List(Box::new(element))
}
