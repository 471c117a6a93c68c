//! Answers in the words of a dataset.

use std::borrow::Cow;
use std::collections::BTreeMap;

use wampimuk_command::Lexicon;
use wampimuk_families::Contents;
use wampimuk_grid::Action;

use super::{Answer, ParseMode, parse, read};
use crate::PromptView;

/// Reads answers in the language of a dataset. In English it reads as [`read`](read()) and [`parse`](parse()) do; in a fresh language
/// actions have other names. (Answers about stories are words of their stories, in any language.)
#[derive(Clone, Debug, Default)]
pub struct AnswerReader {
    /// The names of actions that are not those of English.
    actions: BTreeMap<String, &'static str>,
}

impl AnswerReader {
    /// For answers to items of a dataset.
    pub fn of(contents: Contents<'_>) -> Self {
        match contents {
            Contents::Commands(family) => Self::in_words_of(family.lexicon()),
            Contents::Riddles(_) | Contents::Stories(_) => Self::default(),
        }
    }

    /// For answers to commands in the words of a lexicon.
    pub fn in_words_of(lexicon: &Lexicon) -> Self {
        let named = Action::ALL.map(|action| (lexicon.speech.action(action), action.name()));
        let others = named.into_iter().filter(|(word, name)| word != name);
        Self { actions: others.map(|(word, name)| (word.to_owned(), name)).collect() }
    }

    /// Finds the answer in free text and reads it.
    pub fn read(&self, text: &str, view: PromptView, mode: ParseMode) -> Answer {
        read(&self.plain(text), view, mode)
    }

    /// Reads an answer that stands alone, without a label.
    pub fn parse(&self, text: &str, view: PromptView) -> Answer {
        parse(&self.plain(text), view)
    }

    /// A text with actions under their names in English.
    pub fn plain<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.actions.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut plain = String::with_capacity(text.len());
        let mut rest = text;
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            plain.push_str(self.actions.get(&word.to_ascii_lowercase()).copied().unwrap_or(word));
            let end = after.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(after.len());
            plain.push_str(&after[..end]);
            rest = &after[end..];
        }
        Cow::Owned(plain)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_core::Language;

    use super::*;

    #[test]
    fn fresh_actions_are_read() {
        let lexicon = Lexicon::gscan().in_language(&Language { fresh: 7, grammar: false });
        let reader = AnswerReader::in_words_of(&lexicon);
        let say = |action: Action| lexicon.speech.action(action).to_owned();
        let (walk, left) = (say(Action::Walk), say(Action::TurnLeft));
        let text = format!("I {walk}, then.\n**Answer:** {left}, {}; {walk}", walk.to_uppercase());
        let expected = Answer::Actions(vec![Action::TurnLeft, Action::Walk, Action::Walk]);
        assert_eq!(reader.read(&text, PromptView::Actions, ParseMode::Strict), expected);
        assert_eq!(reader.parse("nothing", PromptView::Actions), Answer::Actions(Vec::new()));
        assert!(matches!(reader.parse(&format!("{walk}{walk}"), PromptView::Actions), Answer::Unparsed(_)));
        let english = AnswerReader::in_words_of(&Lexicon::gscan());
        assert!(matches!(english.plain(&text), Cow::Borrowed(_)));
        assert!(matches!(english.read(&text, PromptView::Actions, ParseMode::Strict), Answer::Unparsed(_)));
    }
}
