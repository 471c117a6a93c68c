//! Answers to items, judged by the rule of `wampimuk score`.

use serde::Serialize;
use wampimuk_analysis::grid::{Case, Ending, answer, judge};
use wampimuk_analysis::predictions::Said;
use wampimuk_command::{Command, GridFamily, GridItem, Lexicon};
use wampimuk_families::Workers;
use wampimuk_grid::{Action, World};
use wampimuk_prompt::{AnswerReader, ParseMode, PromptView, Prompter, read};
use wampimuk_score::grid::destination;
use wampimuk_score::{Judge, Judgement};

use crate::command::{Asked, object_at};
use crate::session::{Opened, Problem};
use crate::world::{WorldFile, described};

/// What can be said about an answer.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Judged {
    pub exact: bool,
    pub fulfils: bool,
    pub reached: bool,
    pub accuracy: f64,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The right answer.
    pub expected: String,
    /// What kind of item it is: the verb and the clauses of a command, the kind of a question.
    pub kind: String,
    /// The actions as they were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<&'static str>>,
    /// Where a wrong answer leads.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<String>,
    /// Why the object is there that it leads to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    /// What was missed: the kind of word or clause without which that object would be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed: Option<String>,
    /// The wrong object that the agent went to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wrong_object: Option<String>,
    /// The words that exclude this object: whoever went there missed one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
}

/// Where a wrong answer leads, in texts.
#[derive(Debug, Default)]
pub(crate) struct Wrong {
    pub ending: Option<String>,
    pub role: Option<String>,
    pub missed: Option<String>,
}

pub(crate) fn wrong(ending: Option<Ending>) -> Wrong {
    let (role, missed) = ending.and_then(Ending::reason).unzip();
    Wrong {
        ending: ending.map(|ending| ending.to_string()),
        role: role.map(|role| role.to_string()),
        missed: missed.map(|missed| missed.to_string()),
    }
}

/// Judges an answer to an item.
pub(crate) fn judged(opened: &Opened, split: usize, index: u64, said: &Said) -> Result<Judged, Problem> {
    match opened.dataset.contents().workers() {
        Workers::Commands(family, mut items) => {
            Ok(command(family, items.make(split, index).map_err(Problem::new)?, said))
        }
        Workers::Stories(_, mut items) => {
            let kind = items.make(split, index).map_err(Problem::new)?.solution.kind.name();
            other(opened, split, index, &said.text(), PromptView::Answer, kind)
        }
        Workers::Riddles(_, mut maker) => {
            let kind = maker.make(split, index).map_err(Problem::new)?.operation.kind().name();
            other(opened, split, index, &said.text(), PromptView::Output, kind)
        }
    }
}

fn command(family: &dyn GridFamily, item: &GridItem, said: &Said) -> Judged {
    let GridItem { example, cast, .. } = item;
    let (lexicon, reading) = (family.lexicon(), family.reading());
    let case = Case { example, cast, lexicon, surface: family.surface(), reading };
    let tokens = answer(said, &AnswerReader::in_words_of(lexicon));
    let verdict = judge(&case, &tokens, None);
    let actions: Vec<Action> = tokens.iter().flatten().copied().collect();
    let Wrong { ending, role, missed } = wrong(verdict.ending);
    let (wrong_object, words) = match verdict.judgement.reached {
        true => Default::default(),
        false => elsewhere(family, &example.command, &example.world, example.target, &actions),
    };
    Judged {
        expected: listed(&example.actions),
        kind: kind_of(&example.command, lexicon),
        actions: Some(actions.iter().map(|action| action.name()).collect()),
        ending,
        role,
        missed,
        wrong_object,
        words,
        ..Judged::of(verdict.judgement)
    }
}

fn other(
    opened: &Opened,
    split: usize,
    index: u64,
    said: &str,
    view: PromptView,
    kind: &str,
) -> Result<Judged, Problem> {
    let dataset = opened.dataset.as_ref();
    let answer = read(said, view, ParseMode::Whole);
    let judgement = Judge::new(dataset).judge(split, index, &answer).map_err(Problem::new)?;
    let prompter = Prompter::usual(dataset).and_then(|prompter| prompter.with_view(view));
    let prompt = prompter.and_then(|prompter| prompter.prompt(split, index)).map_err(Problem::new)?;
    Ok(Judged { expected: prompt.answer, kind: kind.replace('_', " "), ..Judged::of(judgement) })
}

impl Judged {
    pub fn of(judgement: Judgement) -> Self {
        let Judgement { exact, fulfils, reached, accuracy, why, .. } = judgement;
        Self { exact, fulfils, reached, accuracy, why: why.map(|why| why.to_string()), ..Self::default() }
    }
}

/// Actions as they stand in a file.
pub(crate) fn listed(actions: &[Action]) -> String {
    actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(", ")
}

/// "push, 2 clauses"
pub(crate) fn kind_of(command: &Command, lexicon: &Lexicon) -> String {
    let verb = command.deed(lexicon).name();
    match command.phrase.count() - 1 {
        0 => verb.to_owned(),
        1 => format!("{verb}, 1 clause"),
        clauses => format!("{verb}, {clauses} clauses"),
    }
}

/// The object that actions lead to in place of the target, and the words that exclude it.
fn elsewhere(
    family: &dyn GridFamily,
    command: &Command,
    world: &World,
    target: usize,
    actions: &[Action],
) -> (Option<String>, Vec<String>) {
    let object = object_at(world, destination(world, actions)).filter(|&object| object != target);
    let Some(object) = object else { return Default::default() };
    let asked = Asked::of(family, command.clone(), world, family.reading());
    (Some(described(&world.objects()[object], family)), asked.words_against(object))
}

/// Judges a world that was made to be the output of a riddle; also gives the grid that stands for it in files.
pub(crate) fn guessed(
    opened: &Opened,
    split: usize,
    index: u64,
    world: &WorldFile,
) -> Result<(Judged, String), Problem> {
    let Workers::Riddles(riddles, mut maker) = opened.dataset.contents().workers() else {
        return Err(Problem::new("this recipe has no riddles"));
    };
    let riddle = maker.make(split, index).map_err(Problem::new)?;
    let grid = riddle.grid(&world.world(riddles.lexicon(), u8::MAX)?).unwrap_or_default();
    let row = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    let text = grid.iter().map(row).collect::<Vec<_>>().join("\n");
    Ok((judged(opened, split, index, &Said::Text(text.clone()))?, text))
}
