//! How an agent says what it does, and what it is told.

use wampimuk_command::Lexicon;
use wampimuk_grid::Action;
use wampimuk_prompt::answer::find;
use wampimuk_prompt::{Answer, AnswerReader, ParseMode, PromptView, Response, parse};

use crate::{Settings, Speech};

/// What ends a conversation if the agent says it.
const DONE: &str = "done";

/// What an agent wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    /// To do this.
    Act(Vec<Action>),
    /// To end.
    Done,
    /// Something that cannot be read, and why.
    Unclear(String),
}

impl Wish {
    /// Reads what an agent said, by the rule for answers, in the language of its dataset.
    pub fn read(text: &str, settings: &Settings, reader: &AnswerReader) -> Self {
        let text = Response::of(text).answer;
        let found = match find(&reader.plain(&text), PromptView::Actions, ParseMode::Whole) {
            Ok(found) => found,
            Err(reason) => return Self::Unclear(reason.to_string()),
        };
        if found.trim().trim_end_matches('.').eq_ignore_ascii_case(DONE) {
            return Self::Done;
        }
        match (parse(&found, PromptView::Actions), settings.moves) {
            (Answer::Actions(actions), Some(most)) if actions.len() > most as usize => {
                Self::Unclear(format!("{} actions, and a turn has at most {most}", actions.len()))
            }
            (Answer::Actions(actions), _) => Self::Act(actions),
            (Answer::Unparsed(reason), _) => Self::Unclear(reason.to_string()),
            _ => Self::Unclear("expected actions".to_owned()),
        }
    }
}

/// What an agent is told about acting.
pub(crate) fn how_to_act(settings: &Settings, turns: u32, lexicon: &Lexicon) -> String {
    let say = |action| lexicon.speech.action(action);
    let (left, walk) = (say(Action::TurnLeft), say(Action::Walk));
    let (list, example) = match settings.moves {
        Some(1) => ("one action".to_owned(), left.to_owned()),
        Some(most) => (format!("up to {most} actions, separated by commas"), format!("{left}, {walk}")),
        None => ("one action or several, separated by commas".to_owned(), format!("{left}, {walk}, {walk}")),
    };
    let end = match (settings.sight, settings.speech) {
        (Some(_), Speech::Text) => format!("When the command is carried out, answer with \"{DONE}\"."),
        (Some(_), Speech::Tools) => format!("When the command is carried out, call the tool `{DONE}`."),
        (None, _) => {
            "The conversation ends by itself as soon as the command is carried out, or cannot be carried out any more as it \
             says. Do not do more than it asks for."
                .to_owned()
        }
    };
    if settings.speech == Speech::Tools {
        // Hosts name tools once, for all languages.
        let others = Action::ALL.into_iter().filter(|&action| say(action) != action.name());
        let tools: Vec<String> =
            others.map(|action| format!("{} is the tool `{}`", say(action), action.name())).collect();
        let tools = if tools.is_empty() { String::new() } else { format!(" {}.", tools.join(", ")) };
        return format!(
            "Act by calling tools, one action at a time; each of them tells you what you see then. You have at most {turns} \
             calls.{tools} {end}"
        );
    }
    format!(
        "Answer with {list}. They are carried out, and you are told what you see then. You have at most {turns} turns. {end} You \
         may think aloud first. End with a line that begins with `Answer:`, for example\nAnswer: {example}"
    )
}

/// What an agent is told after a turn.
pub(crate) fn told(view: &str, left: u32) -> String {
    format!("{}\nTurns left: {left}", view.trim_end())
}

/// What an agent is told whose answer could not be read.
pub(crate) fn told_unclear(reason: &str, view: &str, left: u32) -> String {
    format!("Nothing was done, because your answer could not be read: {reason}.\n{}", told(view, left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Action::{Push, TurnLeft, Walk};

    #[test]
    fn wishes_are_read_like_answers() {
        let few = Settings { moves: Some(2), ..Settings::default() };
        let read = |text: &str| Wish::read(text, &few, &AnswerReader::default());
        assert_eq!(read("I turn.\nAnswer: turn left, walk"), Wish::Act(vec![TurnLeft, Walk]));
        assert_eq!(read("<think>Answer: done</think>push"), Wish::Act(vec![Push]));
        for text in ["done", "Answer: Done.", "There.\n**Answer:** `done`", "<answer>done</answer>"] {
            assert_eq!(read(text), Wish::Done, "{text}");
        }
        for text in ["", "Answer:", "I am done", "Answer: walk, walk, walk", "walk until done", "<think>walk"]
        {
            assert!(matches!(read(text), Wish::Unclear(_)), "{text}");
        }
        assert_eq!(read("Answer: nothing"), Wish::Act(Vec::new()));
    }
}
