//! From items to prompts.

use wampimuk_command::{GridFamily, GridItem};
use wampimuk_core::ItemId;
use wampimuk_families::{Dataset, Made, Workers};

use crate::{
    GridContext, Paraphraser, Partner, Partners, PromptError, PromptForm, PromptView, StoryContext, Style,
    Written,
};

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
        let contents = self.dataset.contents();
        PromptWriter { prompter: *self, workers: contents.workers(), partners: Partners::new(contents) }
    }
}

/// Items that are at hand.
impl Prompter<'_> {
    /// An item as a prompt.
    pub fn write(&self, made: &Made<'_>, split: usize, index: u64) -> Prompt {
        let written = match made {
            Made::Command(family, item) => {
                self.style.command(GridContext::from(*family), &item.example, item.id)
            }
            Made::Riddle(riddles, riddle) => self.style.riddle(riddles, riddle),
            Made::Story(family, question) => self.style.question(StoryContext::from(*family), question),
        };
        self.prompt_of(written, made.id(), split, index)
    }

    /// The partner of an item as question and answer. Nothing differs from the item's but what the pair is about.
    pub fn write_partner(&self, partner: &Partner<'_>) -> Written {
        match partner {
            Partner::Command(family, item, partner) => {
                self.style.partner_command(GridContext::from(*family), &item.example, item.id, partner)
            }
            Partner::Riddle(riddles, _, partner) => self.style.riddle(riddles, &partner.riddle),
            Partner::Story(family, _, partner) => {
                self.style.proved(StoryContext::from(*family), &partner.proved)
            }
        }
    }

    /// An item as question and answer with its command in other words.
    pub fn write_paraphrase(
        &self,
        family: &dyn GridFamily,
        item: &GridItem,
        paraphraser: &Paraphraser,
    ) -> Written {
        self.style.paraphrase(GridContext::from(family), &item.example, item.id, paraphraser)
    }

    /// A prompt that was written, with the address of its item.
    pub fn prompt_of(&self, written: Written, id: ItemId, split: usize, index: u64) -> Prompt {
        let (Style { form, view, .. }, Written { question, answer }) = (self.style, written);
        Prompt { id, split, index, form, view, question, answer }
    }
}

/// Writes prompts one after another.
pub struct PromptWriter<'d> {
    prompter: Prompter<'d>,
    workers: Workers<'d>,
    partners: Partners<'d>,
}

impl PromptWriter<'_> {
    /// The prompt of item `index` of split number `split`.
    pub fn prompt(&mut self, split: usize, index: u64) -> Result<Prompt, PromptError> {
        let made = made(&self.prompter, &mut self.workers, split, index)?;
        Ok(self.prompter.write(&made, split, index))
    }

    /// The prompts of an item's partners: at most one whose answer changes and one whose answer stays.
    pub fn partners(&mut self, split: usize, index: u64) -> Result<Vec<PartnerPrompt>, PromptError> {
        let made = made(&self.prompter, &mut self.workers, split, index)?;
        let pairs = self.partners.all(made).into_iter();
        let prompts = pairs.map(|pair| {
            let Written { question, answer } = self.prompter.write_partner(&pair.partner);
            let change = pair.partner.change();
            PartnerPrompt { change, answer_changes: pair.answer_changes, question, answer }
        });
        Ok(prompts.collect())
    }
}

/// An item, if there is a split of this number.
fn made<'w>(
    prompter: &Prompter<'_>,
    workers: &'w mut Workers<'_>,
    split: usize,
    index: u64,
) -> Result<Made<'w>, PromptError> {
    let count = prompter.dataset.splits().len();
    if split >= count {
        return Err(PromptError::Split { split, count });
    }
    Ok(workers.make(split, index)?)
}
