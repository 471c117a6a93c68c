//! From items to conversations.

use std::sync::Arc;

use serde_json::{Value, json};
use wampimuk_families::Made;
use wampimuk_play::Stand;
use wampimuk_prompt::{Prompt, PromptView, Prompter};

use crate::Error;
use crate::conversation::{Conversation, Envelope, Opening};
use crate::image::Pictures;
use crate::item::{Item, Maker};
use crate::plan::{Block, Plan};
use crate::shots::Examples;
use crate::study::ShotChoice;
use crate::tokens::TokenCounter;
use crate::variant::Variant;
use crate::writing::Writing;

/// Tokens of a picture, whatever a server makes of it.
const PICTURE: u64 = 1000;

/// Begins conversations about the items of a block.
pub struct Asker<'p> {
    maker: Maker<'p>,
    writer: Writer<'p>,
}

impl std::fmt::Debug for Asker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asker").field("block", self.writer.block).finish_non_exhaustive()
    }
}

impl<'p> Asker<'p> {
    /// Conversations about the items of a block of the plan.
    ///
    /// # Errors
    /// If the dataset has no such form, or examples cannot be made.
    pub fn new(plan: &'p Plan, block: &'p Block) -> Result<Self, Error> {
        let dataset = plan.data[block.data].dataset()?;
        let maker = Maker::new(dataset, block.split, block.variant);
        Ok(Self { maker, writer: Writer::new(plan, block)? })
    }

    /// The conversation about an item; `None` if there is nothing to ask, as where no partner was found.
    ///
    /// # Errors
    /// If the item cannot be made.
    pub fn conversation(&mut self, index: u64) -> Result<Option<Conversation>, Error> {
        Ok(self.at_hand(index)?.map(|(_, conversation)| conversation))
    }

    /// The same with the item.
    pub(crate) fn at_hand(&mut self, index: u64) -> Result<Option<(Item<'_>, Conversation)>, Error> {
        let Self { maker, writer } = self;
        let Some(item) = maker.make(index)? else { return Ok(None) };
        let conversation = writer.conversation(&item)?;
        Ok(Some((item, conversation)))
    }

    /// How many items were judged as examples by the hold-outs' predicates so far, and how many were passed over.
    pub fn judged(&self) -> (u64, u64) {
        self.writer.examples.as_ref().map_or((0, 0), |(examples, _)| (examples.looked, examples.passed))
    }

    /// What is asked for.
    pub fn view(&self) -> PromptView {
        self.writer.speaker.prompter.view()
    }
}

/// Writes items as messages.
struct Speaker<'p> {
    prompter: Prompter<'p>,
    counter: TokenCounter,
    /// Who draws the worlds; none where they are written.
    pictures: Option<Pictures<'p>>,
}

/// Something said, as a message, as it is read, and how many tokens that is.
#[derive(Clone, Debug, Default)]
struct Spoken {
    messages: Vec<Value>,
    text: String,
    tokens: u64,
}

impl Speaker<'_> {
    /// A question.
    fn question(&mut self, item: &Item<'_>, prompt: &Prompt) -> Result<Spoken, Error> {
        let (content, text, picture) = match &mut self.pictures {
            None => (Value::from(prompt.question.as_str()), prompt.question.clone(), 0),
            Some(pictures) => {
                let (content, text) = pictures.content(item, prompt)?;
                (content, text, PICTURE)
            }
        };
        let tokens = self.counter.count(&text) + picture;
        Ok(Spoken { messages: vec![said_by("user", content)], text, tokens })
    }

    /// A question and its answer.
    fn example(&mut self, item: &Item<'_>, spoken: &mut Spoken) -> Result<(), Error> {
        let prompt = item.prompt(&self.prompter);
        let answer = match prompt.view {
            PromptView::Output => format!("Answer:\n{}", prompt.answer),
            _ => format!("Answer: {}", prompt.answer),
        };
        let question = self.question(item, &prompt)?;
        spoken.tokens += question.tokens + self.counter.count(&answer);
        spoken.text.push_str(&format!("{}\n\n{answer}\n\n", question.text));
        spoken.messages.extend(question.messages);
        spoken.messages.push(said_by("assistant", answer.into()));
        Ok(())
    }
}

/// Writes items as conversations.
struct Writer<'p> {
    plan: &'p Plan,
    block: &'p Block,
    speaker: Speaker<'p>,
    /// Who chooses examples, and who makes them; nobody where there are none.
    examples: Option<(Examples<'p>, Maker<'p>)>,
    envelope: Arc<Envelope>,
    /// The examples that all questions begin with; their messages are in the envelope.
    fixed: Spoken,
    /// Where plays begin; none where answers are in one piece.
    stand: Option<Stand<'p>>,
}

impl<'p> Writer<'p> {
    fn new(plan: &'p Plan, block: &'p Block) -> Result<Self, Error> {
        let dataset = plan.data[block.data].dataset()?;
        let study = &plan.study;
        let pictures = match block.writing {
            Writing::Text(_) => None,
            Writing::Image => Some(Pictures::new(dataset)?),
        };
        let family = dataset.contents().commands();
        let stand = study.play.zip(family);
        let stand = stand.map(|(play, family)| Stand::new(family, play.settings(block.writing.form())));
        let examples = Examples::new(dataset, study.shots);
        let mut writer = Self {
            plan,
            block,
            speaker: Speaker { prompter: plan.prompter(block)?, counter: plan.counter.clone(), pictures },
            examples: examples.map(|examples| {
                let maker = Maker::new(dataset, examples.split(), Variant::Item);
                (examples, maker)
            }),
            envelope: Arc::default(),
            fixed: Spoken::default(),
            stand,
        };
        if study.shot_choice == ShotChoice::Fixed {
            writer.fixed = writer.shown(&plan.shots[block.data])?;
        }
        let fixed = std::mem::take(&mut writer.fixed.messages);
        writer.envelope = Arc::new(writer.envelope(fixed));
        Ok(writer)
    }

    /// What all requests have in common.
    fn envelope(&self, fixed: Vec<Value>) -> Envelope {
        let study = &self.plan.study;
        let parameters = Value::Object(study.sent()).to_string();
        // The braces of the parameters become those of the whole.
        let after = match parameters.strip_prefix('{') {
            Some("}") | None => "]}".to_owned(),
            Some(rest) => format!("],{rest}"),
        };
        let model = Value::from(study.models[self.block.model].name.as_str());
        Envelope { before: format!("{{\"model\":{model},\"messages\":["), fixed, after }
    }

    fn conversation(&mut self, item: &Item<'_>) -> Result<Conversation, Error> {
        let (counter, envelope) = (self.plan.counter.clone(), self.envelope.clone());
        let prompt = item.prompt(&self.speaker.prompter);
        if let (Some(stand), Made::Command(_, own)) = (&self.stand, item.made) {
            let play = stand.begin(own)?;
            let text = play.opening().to_owned();
            let (tokens, messages) = (counter.count(&text), vec![said_by("user", text.as_str().into())]);
            let (shots, play) = (Vec::new(), Some(play));
            let opening = Opening { envelope, prompt, text, shots, messages, tokens, counter, play };
            return Ok(Conversation::new(opening));
        }
        let chosen = match (self.plan.study.shot_choice, &mut self.examples) {
            (ShotChoice::Each, Some((examples, _))) => {
                Some(examples.choose((item.split as u64 + 1) << 40 | item.index)?)
            }
            _ => None,
        };
        let (shots, spoken) = match chosen {
            Some(chosen) => {
                let spoken = self.shown(&chosen)?;
                (chosen, spoken)
            }
            None => (self.plan.shots[self.block.data].clone(), self.fixed.clone()),
        };
        let Spoken { mut messages, mut text, mut tokens } = spoken;
        let question = self.speaker.question(item, &prompt)?;
        messages.extend(question.messages);
        text.push_str(&question.text);
        tokens += question.tokens;
        let play = None;
        Ok(Conversation::new(Opening { envelope, prompt, text, shots, messages, tokens, counter, play }))
    }

    /// Examples, with their answers.
    fn shown(&mut self, indices: &[u64]) -> Result<Spoken, Error> {
        let mut spoken = Spoken::default();
        let Some((_, maker)) = &mut self.examples else { return Ok(spoken) };
        for &index in indices {
            if let Some(item) = maker.make(index)? {
                self.speaker.example(&item, &mut spoken)?;
            }
        }
        Ok(spoken)
    }
}

fn said_by(role: &str, content: Value) -> Value {
    json!({ "role": role, "content": content })
}
