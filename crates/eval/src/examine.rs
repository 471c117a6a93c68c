//! Answers, judged.

use serde::Serialize;
use wampimuk_core::ItemId;
use wampimuk_play::Play;
use wampimuk_prompt::{Answer, PromptView, Unparsed};
use wampimuk_score::AnswerFault;
use xxhash_rust::xxh3::xxh3_64;

use crate::Error;
use crate::conversation::Conversation;
use crate::item::Item;
use crate::journal::{Entry, Journal};
use crate::reply::Ending;
use crate::variant::Variant;

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// The right answer; of a conversation, the command is carried out.
    Right,
    /// An answer that can be read, and is another one.
    Wrong,
    /// Something was said, and no answer can be read in it.
    Unreadable,
    /// The model or its server declined.
    Refused,
    /// The limit of tokens came before the end. What may be there of an answer does not count.
    Cut,
    /// Nothing was said.
    Empty,
    /// No reply was to be had. This says nothing about the model, and does not count.
    Failed,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 7] =
        [Self::Right, Self::Wrong, Self::Unreadable, Self::Refused, Self::Cut, Self::Empty, Self::Failed];

    /// The name, as files have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Wrong => "wrong",
            Self::Unreadable => "unreadable",
            Self::Refused => "refused",
            Self::Cut => "cut",
            Self::Empty => "empty",
            Self::Failed => "failed",
        }
    }

    /// Whether it says something about the model.
    pub const fn counts(self) -> bool {
        !matches!(self, Self::Failed)
    }

    /// Whether an answer was read.
    pub const fn is_read(self) -> bool {
        matches!(self, Self::Right | Self::Wrong)
    }
}

/// What a model said, whoever asked it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// What became of the request; of a conversation, of the last one.
    pub ending: Ending,
    /// The answer, without the thinking before it; of a conversation, the last one.
    pub answer: String,
    /// The thinking.
    pub reasoning: String,
    /// Why there is no answer.
    pub why: String,
    /// Tokens of all questions.
    pub prompt_tokens: u64,
    /// Tokens of all answers.
    pub completion_tokens: u64,
    /// From sending to answer, over all requests.
    pub milliseconds: u64,
    /// How often requests were sent.
    pub attempts: u32,
    /// What was said turn by turn; nothing of answers in one piece.
    pub turns: Vec<String>,
}

impl Said {
    /// What the entries of a conversation come to; `None` if there are none.
    fn of(entries: &[Entry], is_play: bool) -> Option<Self> {
        let last = entries.last()?;
        let sum = |of: fn(&Entry) -> u64| entries.iter().map(of).sum();
        Some(Self {
            ending: last.ending,
            answer: last.answer.clone(),
            reasoning: last.reasoning.clone(),
            why: last.why.clone(),
            prompt_tokens: sum(|entry| entry.prompt_tokens),
            completion_tokens: sum(|entry| entry.completion_tokens),
            milliseconds: sum(|entry| entry.milliseconds),
            attempts: entries.iter().map(|entry| entry.attempts).sum(),
            turns: if is_play {
                entries.iter().map(|entry| entry.answer.clone()).collect()
            } else {
                Vec::new()
            },
        })
    }
}

/// An answer to a question, judged.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The item's identity.
    pub id: ItemId,
    /// Its index in the split.
    pub index: u64,
    /// Whether the item itself was asked about, or what differs from it.
    pub variant: Variant,
    /// Which of the answers to this question.
    pub sample: u32,
    /// What the model read first.
    pub question: String,
    /// Which items of train are the examples in it.
    pub shots: Vec<u64>,
    /// The right answer.
    pub expected: String,
    /// What the model said.
    pub said: Said,
    /// The answer that was read in it; empty if there is none. Of conversations, all actions.
    pub parsed: String,
    /// The same, to be drawn.
    pub answer: Answer,
    /// What it comes to.
    pub outcome: Outcome,
    /// What is wrong with it, in words.
    pub why: String,
}

impl Sample {
    /// The same for the same answer, however it was written: two answers that were read are compared by this.
    pub(crate) fn meaning(&self) -> Option<u64> {
        self.outcome.is_read().then(|| xxh3_64(self.parsed.as_bytes()))
    }
}

/// What a model said to an item, before it is judged.
pub(crate) struct Claim {
    pub sample: u32,
    pub question: String,
    pub shots: Vec<u64>,
    pub expected: String,
    pub said: Said,
}

/// Judges an answer in one piece.
pub(crate) fn examine(item: &Item<'_>, view: PromptView, claim: Claim) -> Sample {
    let Claim { sample, question, shots, expected, said } = claim;
    let answer = match said.ending {
        Ending::Answered => item.read(&said.answer, view),
        _ => Answer::Unparsed(Unparsed::Missing),
    };
    let judgement = item.judge(&answer);
    let (outcome, why) = match (said.ending, &judgement.why) {
        (Ending::Answered, None) => (Outcome::Right, String::new()),
        (Ending::Answered, Some(AnswerFault::Unparsed(reason))) => (Outcome::Unreadable, reason.to_string()),
        (Ending::Answered, Some(why)) => (Outcome::Wrong, why.to_string()),
        (ending, _) => without_answer(ending, &said.why),
    };
    Sample {
        id: item.made.id(),
        index: item.index,
        variant: item.variant,
        sample,
        question,
        shots,
        expected,
        parsed: if outcome.is_read() { written(&answer) } else { String::new() },
        answer,
        said,
        outcome,
        why,
    }
}

/// Judges a command that was carried out in conversation: whether it is done, not how often the model was unclear before.
pub(crate) fn examine_play(item: &Item<'_>, play: &Play, claim: Claim) -> Sample {
    let mut judged = examine(item, PromptView::Actions, claim);
    let answer = Answer::Actions(play.actions().to_vec());
    let end = play.end().map_or("", wampimuk_play::End::name);
    let none_read = play.unclear() == play.turns();
    (judged.outcome, judged.why) = match judged.said.ending {
        Ending::Failed | Ending::Refused => without_answer(judged.said.ending, &judged.said.why),
        _ if play.is_fulfilled() => (Outcome::Right, String::new()),
        Ending::Cut | Ending::Empty if none_read => without_answer(judged.said.ending, ""),
        Ending::Answered if none_read => (Outcome::Unreadable, "no turn could be read".to_owned()),
        _ => (Outcome::Wrong, format!("{end} (after {} turns)", play.turns())),
    };
    judged.parsed = written(&answer);
    judged.answer = answer;
    judged
}

fn without_answer(ending: Ending, why: &str) -> (Outcome, String) {
    match ending {
        Ending::Refused => (Outcome::Refused, "the model declined".into()),
        Ending::Cut => (Outcome::Cut, "the limit of tokens came first".into()),
        Ending::Empty => (Outcome::Empty, "nothing was said".into()),
        Ending::Answered | Ending::Failed => (Outcome::Failed, why.to_owned()),
    }
}

/// What a model said in a conversation, by what the journal knows; `None` if it is not over.
pub(crate) fn examine_conversation(
    item: &Item<'_>,
    mut conversation: Conversation,
    sample: u32,
    view: PromptView,
    journal: &Journal,
) -> Result<Option<Sample>, Error> {
    let mut entries = Vec::new();
    while !conversation.is_over() {
        let Some(entry) = journal.get(conversation.key(sample))? else { break };
        let has_failed = entry.ending == Ending::Failed;
        conversation.hear(&entry);
        entries.push(entry);
        if has_failed {
            break;
        }
    }
    let Some(said) = Said::of(&entries, conversation.play().is_some()) else { return Ok(None) };
    if !conversation.is_over() && said.ending != Ending::Failed {
        return Ok(None);
    }
    let (question, expected) = (conversation.text.clone(), conversation.prompt.answer.clone());
    let claim = Claim { sample, question, shots: conversation.shots.clone(), expected, said };
    Ok(Some(match conversation.play() {
        Some(play) => examine_play(item, play, claim),
        None => examine(item, view, claim),
    }))
}

/// An answer in the plainest words.
fn written(answer: &Answer) -> String {
    match answer {
        Answer::Actions(actions) if actions.is_empty() => "nothing".to_owned(),
        Answer::Actions(actions) => actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(", "),
        Answer::Cell(cell) => format!("row {}, column {}", cell.row, cell.column),
        Answer::Words(words) => words.join(", "),
        Answer::Grid(rows) => {
            let row = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            rows.iter().map(row).collect::<Vec<_>>().join("\n")
        }
        Answer::Unparsed(Unparsed::Sentence(words)) => words.join(", "),
        Answer::Unparsed(_) => String::new(),
    }
}
