//! Items as questions for language models.

use wampimuk_core::{Field, ItemError, Items, Sink, SplitInfo, Type};
use wampimuk_families::Dataset;
use wampimuk_prompt::{PromptError, PromptView as Asked, PromptWriter, Prompter};

use crate::frame::{Columns, Extended, LastColumn, View};

/// Two more columns: the item as a prompt in its family's usual form, and the right answer as the prompt asks for it.
///
/// Such a dataset needs nothing of ours to be evaluated or trained on: whoever reads rows of text reads it.
#[derive(Debug)]
struct PromptView {
    /// Whether the cell of what a command is about is asked for.
    reference: bool,
}

/// The dataset with prompts.
pub(crate) fn with_prompts(inner: Box<dyn Dataset>, reference: bool) -> View {
    let mut schema = inner.schema().clone();
    schema.fields.extend([
        Field::new("prompt", Type::Text, "the item as a question for a language model, rules included"),
        Field::new("completion", Type::Text, "the right answer, written as the prompt asks for it"),
    ]);
    View { inner, schema, columns: Box::new(PromptView { reference }) }
}

impl Columns for PromptView {
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a> {
        let asked = |prompter: Prompter<'a>| match self.reference {
            true => prompter.with_view(Asked::Reference),
            false => Ok(prompter),
        };
        let writer = Prompter::usual(inner).and_then(asked).map(|prompter| prompter.worker());
        let column =
            Prompt { writer, splits: inner.splits(), question: String::new(), answer: String::new() };
        Box::new(Extended::new(inner, column))
    }
}

struct Prompt<'a> {
    /// Every family has a usual form, and a view `reference` has items that can be asked for cells.
    writer: Result<PromptWriter<'a>, PromptError>,
    splits: &'a [SplitInfo],
    question: String,
    answer: String,
}

impl LastColumn for Prompt<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<(), ItemError> {
        let writer = self.writer.as_mut().map_err(|error| error.clone());
        let prompt = writer.and_then(|writer| writer.prompt(split, index)).map_err(|error| match error {
            PromptError::Item(error) => error,
            error => ItemError::Impossible {
                split: self.splits.get(split).map(|split| split.name.clone()).unwrap_or_default(),
                index,
                reason: error.to_string(),
            },
        })?;
        (self.question, self.answer) = (prompt.question, prompt.answer);
        Ok(())
    }

    fn write(&self, sink: &mut dyn Sink) {
        sink.text(&self.question);
        sink.text(&self.answer);
    }
}
