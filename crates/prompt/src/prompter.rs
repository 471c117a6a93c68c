//! From items to prompts.

use wampimuk_core::ItemId;
use wampimuk_families::{Dataset, Workers};
use wampimuk_pair::stories::Pairs as StoryPairs;
use wampimuk_pair::{commands, riddles};

use crate::written::{Style, Written};
use crate::{GridContext, PromptError, PromptForm, PromptView, StoryContext};

/// An item as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prompt {
    /// The item's identity.
    pub id: ItemId,
    /// The number of its split.
    pub split: usize,
    /// Its index in the split.
    pub index: u64,
    /// How it is written.
    pub form: PromptForm,
    /// What is asked for.
    pub view: PromptView,
    /// What a language model is to read.
    pub question: String,
    /// The right answer, written as the question asks for it.
    pub answer: String,
}

/// The other item of a minimal pair as text. It differs from the item's in what is changed and in nothing else: objects are
/// told in the same order, and things keep their letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartnerPrompt {
    /// What is changed.
    pub change: &'static str,
    /// Whether the answer is another one than the item's.
    pub answer_changes: bool,
    /// What a language model is to read.
    pub question: String,
    /// The right answer, written as the question asks for it.
    pub answer: String,
}

/// Writes items of a dataset as prompts.
#[derive(Clone, Copy)]
pub struct Prompter<'d> {
    dataset: &'d dyn Dataset,
    style: Style,
}

impl<'d> Prompter<'d> {
    /// Prompts of this form that ask for what the family usually asks for, with instructions. See [`PromptForm::of`] for the
    /// forms that a dataset has.
    pub fn new(dataset: &'d dyn Dataset, form: PromptForm) -> Result<Self, PromptError> {
        PromptError::unless_known(form, PromptForm::of(dataset), dataset.family())?;
        let view = PromptView::of(dataset).first().copied().unwrap_or(PromptView::Answer);
        Ok(Self { dataset, style: Style { form, view, instructions: true } })
    }

    /// Prompts in the dataset's usual form.
    pub fn usual(dataset: &'d dyn Dataset) -> Result<Self, PromptError> {
        Self::new(dataset, PromptForm::of(dataset).first().copied().unwrap_or(PromptForm::Json))
    }

    /// The same prompts, but they ask for something else.
    pub fn with_view(self, view: PromptView) -> Result<Self, PromptError> {
        let known = PromptView::of(self.dataset);
        if known.contains(&view) {
            return Ok(Self { style: Style { view, ..self.style }, ..self });
        }
        let known = known.iter().map(|view| view.name()).collect();
        Err(PromptError::View { view: view.name(), family: self.dataset.family(), known })
    }

    /// The same prompts with or without the rules of the task and of the answer. Bare prompts have the item alone: for
    /// those who say the rules once, or let examples say them.
    #[must_use]
    pub fn with_instructions(self, instructions: bool) -> Self {
        Self { style: Style { instructions, ..self.style }, ..self }
    }

    /// The form.
    pub fn form(&self) -> PromptForm {
        self.style.form
    }

    /// The view.
    pub fn view(&self) -> PromptView {
        self.style.view
    }

    /// The prompt of item `index` of split number `split`. For many, a [`worker`](Self::worker) is faster.
    pub fn prompt(&self, split: usize, index: u64) -> Result<Prompt, PromptError> {
        self.worker().prompt(split, index)
    }

    /// Writes prompts one after another and reuses the memory of the items.
    pub fn worker(&self) -> PromptWriter<'d> {
        PromptWriter { prompter: *self, workers: self.dataset.contents().workers() }
    }
}

/// Writes prompts one after another.
pub struct PromptWriter<'d> {
    prompter: Prompter<'d>,
    workers: Workers<'d>,
}

impl PromptWriter<'_> {
    /// The prompt of item `index` of split number `split`.
    pub fn prompt(&mut self, split: usize, index: u64) -> Result<Prompt, PromptError> {
        let style = self.style(split)?;
        let (id, written) = match &mut self.workers {
            Workers::Commands(family, items) => {
                let item = items.make(split, index)?;
                (item.id, style.command(GridContext::from(*family), &item.example, item.id))
            }
            Workers::Riddles(riddles, maker) => {
                let riddle = maker.make(split, index)?;
                (riddle.id, style.riddle(riddles, riddle))
            }
            Workers::Stories(family, items) => {
                let question = items.make(split, index)?;
                (question.id(), style.question(StoryContext::from(*family), &question))
            }
        };
        let Style { form, view, .. } = style;
        let Written { question, answer } = written;
        Ok(Prompt { id, split, index, form, view, question, answer })
    }

    /// The prompts of an item's partners: at most one whose answer changes and one whose answer stays.
    pub fn partners(&mut self, split: usize, index: u64) -> Result<Vec<PartnerPrompt>, PromptError> {
        let style = self.style(split)?;
        let prompt = |change, answer_changes, Written { question, answer }| PartnerPrompt {
            change,
            answer_changes,
            question,
            answer,
        };
        Ok(match &mut self.workers {
            Workers::Commands(family, items) => {
                let (item, context) = (items.make(split, index)?, GridContext::from(*family));
                let pairs = commands::pairs(*family, item).into_iter();
                let written = |partner: &commands::Partner| {
                    style.partner_command(context, &item.example, item.id, partner)
                };
                pairs
                    .map(|pair| {
                        prompt(pair.partner.change.name(), pair.answer_changes, written(&pair.partner))
                    })
                    .collect()
            }
            Workers::Riddles(riddles, maker) => {
                let riddle = maker.make(split, index)?;
                let pairs = riddles::pairs(riddles, riddle).into_iter();
                let written = |partner: &riddles::Partner| style.riddle(riddles, &partner.riddle);
                pairs
                    .map(|pair| {
                        prompt(pair.partner.change.name(), pair.answer_changes, written(&pair.partner))
                    })
                    .collect()
            }
            Workers::Stories(family, items) => {
                let (question, context) = (items.make(split, index)?, StoryContext::from(*family));
                let pairs = StoryPairs::of(*family).pairs(&question).into_iter();
                let written = pairs.filter_map(|pair| {
                    let asked = pair.partner.proved.question(question.at)?;
                    Some(prompt(
                        pair.partner.change.name(),
                        pair.answer_changes,
                        style.question(context, &asked),
                    ))
                });
                written.collect()
            }
        })
    }

    /// How prompts of a split are written, if there is one of this number.
    fn style(&self, split: usize) -> Result<Style, PromptError> {
        let count = self.prompter.dataset.splits().len();
        if split < count { Ok(self.prompter.style) } else { Err(PromptError::Split { split, count }) }
    }
}
