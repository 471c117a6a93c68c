//! Items at hand: made once, and then written, judged and sorted.

use wampimuk_command::Example;
use wampimuk_families::{Contents, Dataset, Made, Workers};
use wampimuk_prompt::{
    Answer, AnswerReader, Paraphraser, ParseMode, Partner, Partners, Prompt, PromptView, Prompter,
};
use wampimuk_score::{Judgement, judge_item, judge_partner};

use crate::Error;
use crate::variant::Variant;

/// Makes the items of a split, or something that differs from them in a known way.
pub(crate) struct Maker<'d> {
    split: usize,
    variant: Variant,
    workers: Workers<'d>,
    partners: Partners<'d>,
    paraphraser: Option<Paraphraser>,
    reader: AnswerReader,
}

/// An item at hand.
pub(crate) struct Item<'i> {
    pub split: usize,
    pub index: u64,
    pub made: Made<'i>,
    pub variant: Variant,
    partner: Option<Partner<'i>>,
    paraphraser: Option<&'i Paraphraser>,
    reader: &'i AnswerReader,
}

impl<'d> Maker<'d> {
    pub fn new(dataset: &'d dyn Dataset, split: usize, variant: Variant) -> Self {
        let contents = dataset.contents();
        Self {
            split,
            variant,
            workers: contents.workers(),
            partners: Partners::new(contents),
            paraphraser: contents.commands().and_then(Paraphraser::new),
            reader: AnswerReader::of(contents),
        }
    }

    /// Whether there are such items at all.
    pub fn has(dataset: &dyn Dataset, variant: Variant) -> bool {
        match (variant, dataset.contents()) {
            (Variant::Item | Variant::Changed | Variant::Same, _) => true,
            (Variant::Paraphrase, Contents::Commands(family)) => Paraphraser::new(family).is_some(),
            (Variant::Paraphrase, Contents::Riddles(_) | Contents::Stories(_)) => false,
        }
    }

    /// An item of the split, or what differs from it; `None` if there is nothing of the kind.
    pub fn make(&mut self, index: u64) -> Result<Option<Item<'_>>, Error> {
        let Self { split, variant, workers, partners, paraphraser, reader } = self;
        let made = workers.make(*split, index)?;
        let mut item =
            Item { split: *split, index, made, variant: *variant, partner: None, paraphraser: None, reader };
        match (*variant, made) {
            (Variant::Item, _) => {}
            (Variant::Changed | Variant::Same, _) => {
                let found = partners.find(made, *variant == Variant::Changed);
                let Some(partner) = found else { return Ok(None) };
                item.partner = Some(partner);
            }
            (Variant::Paraphrase, Made::Command(..)) => item.paraphraser = paraphraser.as_ref(),
            (Variant::Paraphrase, Made::Riddle(..) | Made::Story(..)) => return Ok(None),
        }
        Ok(Some(item))
    }
}

impl Item<'_> {
    /// The item as a prompt.
    pub fn prompt(&self, prompter: &Prompter<'_>) -> Prompt {
        let written = match (self.made, &self.partner, self.paraphraser) {
            (_, Some(partner), _) => prompter.write_partner(partner),
            (Made::Command(family, item), None, Some(paraphraser)) => {
                prompter.write_paraphrase(family, item, paraphraser)
            }
            _ => return prompter.write(&self.made, self.split, self.index),
        };
        prompter.prompt_of(written, self.made.id(), self.split, self.index)
    }

    /// The command in its world, if it is one.
    pub fn example(&self) -> Option<&Example> {
        match (self.made, &self.partner) {
            (_, Some(Partner::Command(.., partner))) => Some(&partner.example),
            (Made::Command(_, item), _) => Some(&item.example),
            (Made::Riddle(..) | Made::Story(..), _) => None,
        }
    }

    /// Reads an answer in free text, in the language of its dataset.
    pub fn read(&self, text: &str, view: PromptView) -> Answer {
        self.reader.read(text, view, ParseMode::Whole)
    }

    /// Judges an answer.
    pub fn judge(&self, answer: &Answer) -> Judgement {
        match &self.partner {
            Some(partner) => judge_partner(partner, answer),
            None => judge_item(&self.made, answer),
        }
    }

    /// How often somebody is right who chooses one of the objects blindly and does everything else right; `None` if
    /// this is no command.
    pub fn blind(&self, view: PromptView) -> Option<f64> {
        let (Made::Command(family, _), Some(example)) = (self.made, self.example()) else { return None };
        let objects = example.world.objects();
        let target = objects.get(example.target)?;
        let mut actions = Vec::new();
        let fits = objects.iter().enumerate().filter(|(number, object)| match view {
            PromptView::Reference => object.cell == target.cell,
            _ if object.cell != target.cell => false,
            _ => {
                example.command.execute(&example.world, *number, family.lexicon(), &mut actions);
                actions == example.actions
            }
        });
        Some(fits.count() as f64 / objects.len() as f64)
    }
}
