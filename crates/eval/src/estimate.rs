//! What a study takes before anything is sent.

use serde::Serialize;
use wampimuk_analysis::interval::wilson;
use wampimuk_audit::Table;
use wampimuk_core::Watch;

use crate::Error;
use crate::asker::Asker;
use crate::conversation::Conversation;
use crate::journal::Journal;
use crate::plan::{Block, Plan};
use crate::variant::Variant;

/// What asking takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// All requests; of conversations, as many as they may have turns.
    pub requests: u64,
    /// Those that are answered already, or that finished conversations did not need.
    pub answered: u64,
    /// Tokens of what is still to be asked; of conversations, if they take all of their turns.
    pub input_tokens: u64,
    /// Whether these are the most that conversations can take.
    pub in_turns: bool,
    /// Whether these are counted with the tokenizer of a model, and not estimated from the length of texts.
    pub exact: bool,
    /// The most tokens of the answers; `None` if nothing limits them.
    pub output_tokens_at_most: Option<u64>,
    /// The most that they cost, if prices are known and answers end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost_at_most: Option<f64>,
    /// What is asked, split by split.
    pub parts: Vec<Part>,
}

/// What is asked about a split.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Part {
    /// The model.
    pub model: String,
    /// The dataset.
    pub data: String,
    /// How items are written.
    pub form: &'static str,
    /// The split.
    pub split: String,
    /// Whether items themselves are asked about, or what differs from them.
    pub variant: Variant,
    /// How many items.
    pub items: u64,
    /// Of how many.
    pub of: u64,
    /// Tokens of a question, in the mean; of conversations, of the first request.
    pub tokens: u64,
    /// The width of the 95 % interval of a share of one half among so many items.
    pub width: f64,
}

impl Estimate {
    /// What is asked, split by split.
    pub fn table(&self) -> Table {
        const HEADS: [&str; 9] = [
            "model",
            "data",
            "form",
            "split",
            "about",
            "items",
            "of",
            "tokens of a question",
            "width of the 95 % interval",
        ];
        let mut table = Table::new("What is asked", &HEADS);
        for part in &self.parts {
            table.row([
                part.model.clone(),
                part.data.clone(),
                part.form.to_owned(),
                part.split.clone(),
                part.variant.title().to_owned(),
                part.items.to_string(),
                part.of.to_string(),
                part.tokens.to_string(),
                format!("{:.1}", part.width * 100.0),
            ]);
        }
        table
    }

    /// What asking takes, in words.
    pub fn sentence(&self) -> String {
        let left = self.requests - self.answered;
        let output = match self.output_tokens_at_most {
            Some(most) => format!("at most {most} tokens answered"),
            None => "as many answered as the server lets be".to_owned(),
        };
        let cost = self.cost_at_most.map(|cost| format!(", at a cost of at most {cost:.2}"));
        let widest = self.parts.iter().map(|part| part.width).fold(0.0, f64::max);
        let most = if self.in_turns { "at most " } else { "" };
        let counted = if self.exact { "" } else { "about " };
        format!(
            "{most}{} requests, {} of them answered already; {most}{left} to send: {counted}{} tokens asked, {output}{}. \
             Intervals will be at most {:.1} points wide.",
            self.requests,
            self.answered,
            self.input_tokens,
            cost.unwrap_or_default(),
            widest * 100.0
        )
    }
}

/// Requests and tokens, added up.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    requests: u64,
    answered: u64,
    input: u64,
}

impl Plan {
    /// What this study takes beyond what the journal has.
    ///
    /// # Errors
    /// If an item cannot be made, or the caller asked to stop.
    pub fn estimate(&self, journal: Option<&Journal>, watch: &dyn Watch) -> Result<Estimate, Error> {
        let study = &self.study;
        watch.begin("plan", Some(self.conversations() / u64::from(study.samples)));
        let (mut sums, mut parts) = (Sums::default(), Vec::new());
        for block in &self.blocks {
            parts.push(self.part(block, journal, &mut sums, watch)?);
        }
        let Sums { requests, answered, input } = sums;
        let most = study.longest_answer().map(|most| (requests - answered).saturating_mul(most));
        let output = most.or_else(|| (study.prices.output == 0.0).then_some(0));
        let cost = output.filter(|_| study.prices.is_known()).map(|output| study.prices.cost(input, output));
        Ok(Estimate {
            requests,
            answered,
            input_tokens: input,
            in_turns: study.play.is_some(),
            exact: self.counter.is_exact(),
            output_tokens_at_most: most,
            cost_at_most: cost,
            parts,
        })
    }

    fn part(
        &self,
        block: &Block,
        journal: Option<&Journal>,
        sums: &mut Sums,
        watch: &dyn Watch,
    ) -> Result<Part, Error> {
        let mut asker = Asker::new(self, block)?;
        let (mut items, mut tokens) = (0, 0);
        for &index in &block.indices {
            watch.done(1)?;
            let Some(conversation) = asker.conversation(index)? else { continue };
            items += 1;
            tokens += conversation.tokens();
            for sample in 0..self.study.samples {
                add(&conversation, sample, journal, sums)?;
            }
        }
        let split = &self.data[block.data].dataset()?.splits()[block.split];
        let [low, high] = wilson(0.5, items);
        Ok(Part {
            model: self.study.models[block.model].name.clone(),
            data: self.data[block.data].name.clone(),
            form: block.writing.name(),
            split: split.name.clone(),
            variant: block.variant,
            items,
            of: split.len,
            tokens: tokens / items.max(1),
            width: high - low,
        })
    }
}

/// Adds what a sample of a conversation takes.
fn add(
    conversation: &Conversation,
    sample: u32,
    journal: Option<&Journal>,
    sums: &mut Sums,
) -> Result<(), Error> {
    let Some(play) = conversation.play() else {
        sums.requests += 1;
        match journal.is_some_and(|journal| journal.has(conversation.key(sample))) {
            true => sums.answered += 1,
            false => sums.input += conversation.tokens(),
        }
        return Ok(());
    };
    let (most, mut conversation) = (u64::from(play.turns_left()), conversation.clone());
    sums.requests += most;
    let heard = match journal {
        Some(journal) => journal.replay(&mut conversation, sample)?,
        None => 0,
    };
    if conversation.is_over() {
        sums.answered += most;
        return Ok(());
    }
    sums.answered += heard;
    let (left, first) = (most - heard, conversation.tokens());
    // Each turn adds what is seen then, which is about as long as the first view; rules are said once.
    let view = conversation.play().map_or(0, |play| crate::tokens::estimate(&play.view()) + 16);
    sums.input += left * first + view * left.saturating_sub(1) * left / 2;
    Ok(())
}
