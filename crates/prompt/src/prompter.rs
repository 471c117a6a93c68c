//! From items to prompts.

use wampimuk_command::{GridFamily, GridItem};
use wampimuk_core::ItemId;
use wampimuk_families::{Dataset, Made, Workers};
use wampimuk_pair::commands::Partner;

use crate::grid::{Layout, Paraphraser};
use crate::story::{self, AnswerRules};
use crate::{PromptError, PromptForm, PromptView, riddle};

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

/// Writes items of a dataset as prompts.
#[derive(Clone, Copy)]
pub struct Prompter<'d> {
    dataset: &'d dyn Dataset,
    form: PromptForm,
    view: PromptView,
    instructions: bool,
}

impl<'d> Prompter<'d> {
    /// Prompts of this form that ask for what the family usually asks for, with instructions. See [`PromptForm::of`] for the
    /// forms that a dataset has.
    pub fn new(dataset: &'d dyn Dataset, form: PromptForm) -> Result<Self, PromptError> {
        let (known, views) = (PromptForm::of(dataset), PromptView::of(dataset));
        match (known.contains(&form), views.first()) {
            (true, Some(&view)) => Ok(Self { dataset, form, view, instructions: true }),
            _ => Err(PromptError::Form {
                form: form.name(),
                family: dataset.family(),
                known: known.iter().map(|form| form.name()).collect(),
            }),
        }
    }

    /// Prompts in the dataset's usual form.
    pub fn usual(dataset: &'d dyn Dataset) -> Result<Self, PromptError> {
        Self::new(dataset, PromptForm::of(dataset).first().copied().unwrap_or(PromptForm::Json))
    }

    /// The same prompts, but they ask for something else.
    pub fn with_view(self, view: PromptView) -> Result<Self, PromptError> {
        let known = PromptView::of(self.dataset);
        if known.contains(&view) {
            return Ok(Self { view, ..self });
        }
        let known = known.iter().map(|view| view.name()).collect();
        Err(PromptError::View { view: view.name(), family: self.dataset.family(), known })
    }

    /// The same prompts with or without the rules of the task and of the answer. Bare prompts have the item alone: for
    /// those who say the rules once, or let examples say them.
    #[must_use]
    pub fn with_instructions(self, instructions: bool) -> Self {
        Self { instructions, ..self }
    }

    /// The form.
    pub fn form(&self) -> PromptForm {
        self.form
    }

    /// The view.
    pub fn view(&self) -> PromptView {
        self.view
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

/// Items that are at hand.
impl Prompter<'_> {
    /// An item as a prompt.
    pub fn write(&self, made: &Made<'_>, split: usize, index: u64) -> Prompt {
        let Self { form, view, instructions, .. } = *self;
        let (question, answer) = match made {
            Made::Command(family, item) => self.layout().item(*family, item),
            Made::Riddle(riddles, riddle) => riddle::Page { riddles, riddle, form, instructions }.write(),
            Made::Story(family, question) => {
                let page = story::Page { form, instructions, told: AnswerRules::of(*family) };
                (page.question(question), question.solution.answer.clone())
            }
        };
        Prompt { id: made.id(), split, index, form, view, question, answer }
    }

    /// The partner of an item as a prompt. Nothing differs from the item's but what the pair is about.
    pub fn write_partner(&self, family: &dyn GridFamily, item: &GridItem, partner: &Partner) -> Prompt {
        self.variant(item, self.layout().partner(family, item, partner))
    }

    /// An item as a prompt with its command in other words.
    pub fn write_paraphrase(
        &self,
        family: &dyn GridFamily,
        item: &GridItem,
        paraphraser: &Paraphraser,
    ) -> Prompt {
        self.variant(item, self.layout().paraphrase(family, item, paraphraser))
    }

    fn variant(&self, item: &GridItem, (question, answer): (String, String)) -> Prompt {
        let GridItem { id, split, index, .. } = *item;
        Prompt { id, split, index, form: self.form, view: self.view, question, answer }
    }

    fn layout(&self) -> Layout {
        Layout { form: self.form, view: self.view, instructions: self.instructions }
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
        let count = self.prompter.dataset.splits().len();
        if split >= count {
            return Err(PromptError::Split { split, count });
        }
        let made = self.workers.make(split, index)?;
        Ok(self.prompter.write(&made, split, index))
    }
}
