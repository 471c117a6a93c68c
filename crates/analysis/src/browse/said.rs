//! What a model wrote, as it may be shown.

use wampimuk_grid::Action;
use wampimuk_prompt::AnswerReader;
use wampimuk_show::counted;

use crate::grid::answer;
use crate::predictions::Said;

/// How much of an answer is shown.
const LONGEST: usize = 4000;
/// How much of a token is shown.
const LONGEST_TOKEN: usize = 40;

/// A token of an answer, and the action that it is, if it is one.
pub(super) type Token = (String, Option<Action>);

/// The tokens of an answer to a command. A text is read as it is judged.
pub(super) fn tokens(said: &Said, reader: &AnswerReader) -> Vec<Token> {
    match said {
        Said::Tokens(tokens) => {
            let action = |token: &String| Action::from_name(&reader.plain(token));
            tokens.iter().map(|token| (shortened(token, LONGEST_TOKEN), action(token))).collect()
        }
        Said::Text(_) => {
            let name =
                |action: Option<Action>| action.map_or("(no action)", |action| action.name()).to_owned();
            answer(said, reader).into_iter().map(|action| (name(action), action)).collect()
        }
    }
}

/// The answer as it was given, or, of tokens, as a list in which repeated ones are counted.
pub(super) fn written(said: &Said, tokens: &[Token]) -> String {
    match said {
        Said::Tokens(_) => shortened(&counted(tokens.iter().map(|(word, _)| word.as_str())), LONGEST),
        Said::Text(text) => shortened(text, LONGEST),
    }
}

/// The beginning and the end of a long text.
pub(super) fn shortened(text: &str, longest: usize) -> String {
    let count = text.chars().count();
    if count <= longest {
        return text.to_owned();
    }
    let half = longest / 2;
    let (start, end): (String, String) =
        (text.chars().take(half).collect(), text.chars().skip(count - half).collect());
    format!("{start} [… {} characters …] {end}", count - 2 * half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_cut() {
        assert_eq!(shortened("abcdef", 6), "abcdef");
        assert_eq!(shortened("abcdefg", 4), "ab [… 3 characters …] fg");
        let said = Said::Tokens(vec!["x".repeat(1_000_000), "walk".into(), "walk".into()]);
        let tokens = tokens(&said, &AnswerReader::default());
        assert!(tokens[0].0.len() < 100 && tokens[0].1.is_none());
        assert!(written(&said, &tokens).ends_with(", walk ×2"));
    }
}
