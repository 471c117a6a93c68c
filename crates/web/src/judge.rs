//! Answers to items, judged by the rule of `wampimuk score`.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use wampimuk_families::{Contents, Workers};
use wampimuk_grid::{Action, Simulation};
use wampimuk_prompt::{Answer, ParseMode, PromptView, Prompter, read};
use wampimuk_score::Judge;

use crate::command::{Asked, object_at};
use crate::session::{Opened, Problem};
use crate::world::described;

/// What can be said about an answer.
#[derive(Debug, Serialize)]
pub(crate) struct Judged {
    exact: bool,
    fulfils: bool,
    reached: bool,
    accuracy: f64,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    /// The right answer.
    expected: String,
    /// The actions as they were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    actions: Option<Vec<&'static str>>,
    /// The wrong object that the agent went to.
    #[serde(skip_serializing_if = "Option::is_none")]
    wrong_object: Option<String>,
    /// The words that exclude this object: whoever went there missed one of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missed: Vec<String>,
}

/// Judges an answer to an item.
pub(crate) fn judged(opened: &Opened, split: usize, index: u64, said: &str) -> Result<Judged, Problem> {
    let dataset = opened.dataset.as_ref();
    let view = view(opened);
    let answer = read(said, view, ParseMode::Whole);
    let judgement = Judge::new(dataset).judge(split, index, &answer).map_err(Problem::new)?;
    let prompter = Prompter::usual(dataset).and_then(|prompter| prompter.with_view(view));
    let prompt = prompter.and_then(|prompter| prompter.prompt(split, index)).map_err(Problem::new)?;
    let actions = match &answer {
        Answer::Actions(actions) => Some(actions.iter().copied().map(Action::name).collect()),
        _ => None,
    };
    let (wrong_object, missed) = match &answer {
        Answer::Actions(actions) if !judgement.reached => {
            elsewhere(opened, split, index, actions).unwrap_or_default()
        }
        _ => Default::default(),
    };
    Ok(Judged {
        exact: judgement.exact,
        fulfils: judgement.fulfils,
        reached: judgement.reached,
        accuracy: judgement.accuracy,
        why: judgement.why.map(|why| why.to_string()),
        expected: prompt.answer,
        actions,
        wrong_object,
        missed,
    })
}

/// What is asked for where items are looked at.
fn view(opened: &Opened) -> PromptView {
    match opened.dataset.contents() {
        Contents::Commands(_) => PromptView::Actions,
        Contents::Riddles(_) => PromptView::Output,
        Contents::Stories(_) => PromptView::Answer,
    }
}

/// The object that actions lead to in place of the target, and the words that exclude it.
fn elsewhere(
    opened: &Opened,
    split: usize,
    index: u64,
    actions: &[Action],
) -> Option<(Option<String>, Vec<String>)> {
    let Workers::Commands(family, mut items) = opened.dataset.contents().workers() else { return None };
    let example = &items.make(split, index).ok()?.example;
    let mut run = Simulation::new(example.world.clone());
    for &action in actions.iter().take_while(|action| !matches!(action, Action::Push | Action::Pull)) {
        run.step(action);
    }
    let object =
        object_at(&example.world, run.world().agent().cell).filter(|&object| object != example.target)?;
    let asked = Asked::of(family, example.command.clone(), &example.world, family.reading());
    Some((Some(described(&example.world.objects()[object], family)), asked.words_against(object)))
}

/// A line of a file of predictions. Other keys are left alone.
#[derive(Debug, Deserialize)]
struct Line {
    split: String,
    index: u64,
    prediction: Said,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Said {
    Tokens(Vec<String>),
    Text(String),
}

/// What can be said about a line of a file of predictions.
#[derive(Debug, Serialize)]
pub(crate) struct JudgedLine {
    /// The number of the line, from 1.
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    judged: Option<Judged>,
    /// Why the line says nothing about an item of this dataset.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Judges the lines of a file. A first line that says which model it was is passed over, as are empty lines.
pub(crate) fn predictions(opened: &Opened, text: &str, first: usize) -> Vec<JudgedLine> {
    let mut all = Vec::new();
    for (number, line) in (first + 1..).zip(text.lines()) {
        if line.trim().is_empty() || is_header(line) {
            continue;
        }
        all.push(judged_line(opened, number, line));
    }
    all
}

fn is_header(line: &str) -> bool {
    line.contains("\"wampimuk\"")
        && serde_json::from_str::<Value>(line).is_ok_and(|value| value["wampimuk"] == "predictions")
}

fn judged_line(opened: &Opened, number: usize, line: &str) -> JudgedLine {
    let mut found =
        JudgedLine { line: number, split: None, index: None, said: None, judged: None, problem: None };
    let Line { split, index, prediction } = match serde_json::from_str(line) {
        Ok(line) => line,
        Err(error) => {
            found.problem = Some(format!("expected `split`, `index` and `prediction`: {error}"));
            return found;
        }
    };
    let said = match prediction {
        Said::Tokens(tokens) => tokens.join(","),
        Said::Text(text) => text,
    };
    match opened.split(&split).and_then(|split| judged(opened, split, index, &said)) {
        Ok(judged) => found.judged = Some(judged),
        Err(problem) => found.problem = Some(problem.message),
    }
    (found.split, found.index, found.said) = (Some(split), Some(index), Some(said));
    found
}
