//! More questions for stories that have some: the original's *inject*.
//!
//! The released engine reads each story; after every question of the story come all questions of certain kinds that the
//! engine thinks can be asked there. The story's own questions stay as they are, but for the numbers of their lines.

use thiserror::Error;
use wampimuk_babi::text::{Asked, Line, Passage};
use wampimuk_story::{CastError, Lexicon, Story, StoryError, WordingError};

use super::ask::{Kind, Kinds};
use super::defect::Defects;
use super::engine::{Engine, TooLong};
use super::order::Order;

/// Words for up to 1024 lines: the longest published stories have some 300.
const WORDS: usize = 16;

/// Why nothing could be added to a story.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum InjectError {
    /// The lexicon has too many words.
    #[error(transparent)]
    Cast(#[from] CastError),
    /// A line is not about people, objects and places.
    #[error("line {line}: {error}")]
    Words {
        /// The printed number of the line.
        line: usize,
        /// What is wrong.
        error: WordingError,
    },
    /// A line does not fit the story.
    #[error("line {line}: {error}")]
    Story {
        /// The printed number of the line.
        line: usize,
        /// What is wrong.
        error: StoryError,
    },
    /// There are too many lines.
    #[error(transparent)]
    Length(#[from] TooLong),
}

/// Adds all questions of some kinds after each question of a passage, in the order of kinds and then of names.
///
/// Questions for yes or no are asked for all places: the original would ask for the place where somebody really is, and a
/// text does not say that of everybody.
pub fn inject(passage: &Passage, kinds: Kinds, lexicon: &Lexicon) -> Result<Passage, InjectError> {
    let cast = lexicon.cast()?;
    let mut story = Story::empty(cast);
    let mut engine: Engine<WORDS> = Engine::new(&cast, Order::of_names(lexicon), Defects::RELEASED);
    let mut lines = Vec::new();
    // the new printed numbers of old lines, and of told lines
    let (mut numbers, mut told) = (Vec::new(), Vec::new());
    for (index, line) in passage.lines.iter().enumerate() {
        numbers.push(lines.len() + 1);
        match line {
            Line::Fact(text) => {
                told.push(lines.len() + 1);
                lines.push(line.clone());
                let line = index + 1;
                let (sentence, _) =
                    lexicon.read(text, &story).map_err(|error| InjectError::Words { line, error })?;
                story.push(sentence).map_err(|error| InjectError::Story { line, error })?;
                engine.tell(&sentence)?;
            }
            Line::Question(asked) => {
                let renumbered =
                    |line: &usize| line.checked_sub(1).and_then(|line| numbers.get(line)).copied();
                let support = asked.support.iter().filter_map(renumbered).collect();
                lines.push(Line::Question(Asked { support, ..asked.clone() }));
                let mut claims = Vec::new();
                for kind in Kind::ALL.into_iter().filter(|&kind| kinds.has(kind)) {
                    engine.askable(kind, &mut claims);
                }
                for claim in claims {
                    lines.push(Line::Question(Asked {
                        question: lexicon.ask(claim.question),
                        answer: lexicon.answer(&claim.answer),
                        support: claim.support.iter().filter_map(|line| told.get(line)).copied().collect(),
                    }));
                }
            }
        }
    }
    Ok(Passage { lines })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(text: &str) -> Line {
        Line::Fact(text.to_owned())
    }

    fn question(question: &str, answer: &str, support: &[usize]) -> Line {
        let (question, answer) = (question.to_owned(), answer.to_owned());
        Line::Question(Asked { question, answer, support: support.to_vec() })
    }

    #[test]
    fn questions_are_added_and_lines_renumbered() {
        let passage = Passage {
            lines: vec![
                fact("Mary moved to the park."),
                fact("Mary got the milk there."),
                question("Where is the milk?", "park", &[1, 2]),
                fact("John went to the office."),
                question("Where is John?", "office", &[4]),
            ],
        };
        let kinds = [Kind::WherePerson, Kind::WhereObject].into_iter().collect();
        let injected = inject(&passage, kinds, &Lexicon::published()).unwrap();
        let expected = [
            fact("Mary moved to the park."),
            fact("Mary got the milk there."),
            question("Where is the milk?", "park", &[1, 2]),
            question("Where is the milk?", "park", &[1, 2]),
            question("Where is Mary?", "park", &[1]),
            fact("John went to the office."),
            question("Where is John?", "office", &[6]),
            question("Where is the milk?", "park", &[1, 2]),
            question("Where is John?", "office", &[6]),
            question("Where is Mary?", "park", &[1]),
        ];
        assert_eq!(injected.lines, expected);
    }

    #[test]
    fn what_cannot_be_read_is_named_by_its_line() {
        let injected = |lines: Vec<Line>| inject(&Passage { lines }, Kinds::ALL, &Lexicon::published());
        let strange = injected(vec![fact("Mary moved to the park."), fact("Sheep are afraid of wolves.")]);
        assert!(matches!(strange, Err(InjectError::Words { line: 2, .. })));
        let selfish = injected(vec![fact("Mary gave the milk to Mary.")]);
        assert!(matches!(selfish, Err(InjectError::Story { line: 1, .. })));
        let long = injected(vec![fact("Mary moved to the park."); 1_025]);
        assert_eq!(long, Err(InjectError::Length(TooLong { most: 1_024 })));
    }
}
