//! Answers to questions about stories.

use wampimuk_babi::{Kind, Solution, Status};
use wampimuk_prompt::answer::normalised;
use wampimuk_prompt::{Answer, Unparsed};

use super::{AnswerFault, Judgement};

/// Judges an answer to a question about a story, whose solution is this.
pub fn judge(asked: &Solution, answer: &Answer) -> Judgement {
    let right = meanings(asked.kind, &normalised(&asked.answer));
    let judgement = match answer {
        Answer::Words(given) => {
            let given = meanings(asked.kind, given);
            match given == right {
                true => Judgement::right(right.len()),
                false => Judgement {
                    accuracy: accuracy(asked.kind, &given, &right),
                    ..Judgement::wrong(right.len(), AnswerFault::Words)
                },
            }
        }
        // Words of a recipe may read as a sentence does.
        Answer::Unparsed(Unparsed::Sentence(given)) if meanings(asked.kind, given) == right => {
            Judgement::right(right.len())
        }
        _ => Judgement::other(right.len(), answer),
    };
    Judgement { sound: asked.status == Status::Unique, ..judgement }
}

/// The parts of an answer, each spelt in one way: numbers are words, directions are letters, and lists have an order of
/// their own.
fn meanings(kind: Kind, parts: &[String]) -> Vec<String> {
    let spelt = |part: &String| {
        match kind {
            Kind::Counting => number(part),
            Kind::Path => direction(part),
            _ => part,
        }
        .to_string()
    };
    let mut parts: Vec<String> = parts.iter().map(spelt).collect();
    if kind == Kind::List {
        parts.sort_unstable();
    }
    parts
}

/// The English word for a number that may be written in digits.
fn number(text: &str) -> &str {
    const WORDS: [&str; 11] =
        ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    match text.parse::<usize>() {
        Ok(number) => WORDS.get(number).copied().unwrap_or(text),
        Err(_) if text == "zero" => WORDS[0],
        Err(_) => text,
    }
}

/// The letter of a direction.
fn direction(text: &str) -> &str {
    match text {
        "north" => "n",
        "south" => "s",
        "east" => "e",
        "west" => "w",
        other => other,
    }
}

/// The share of parts that are right, of a list in any order.
fn accuracy(kind: Kind, given: &[String], right: &[String]) -> f64 {
    let equal = match kind {
        Kind::List => {
            let mut left = right.to_vec();
            let mut take = |part: &&String| {
                left.iter().position(|other| other == *part).map(|place| left.swap_remove(place)).is_some()
            };
            given.iter().filter(|part| take(part)).count()
        }
        _ => given.iter().zip(right).filter(|(given, right)| given == right).count(),
    };
    equal as f64 / given.len().max(right.len()).max(1) as f64
}

#[cfg(test)]
mod tests {
    use wampimuk_prompt::{ParseMode, PromptView, parse, read};

    use super::*;

    fn judged(kind: Kind, right: &str, given: &str) -> Judgement {
        judge(&asked(kind, right), &parse(given, PromptView::Answer))
    }

    fn asked(kind: Kind, right: &str) -> Solution {
        Solution {
            line: 1,
            kind,
            status: Status::Unique,
            answer: right.to_string(),
            supporting: Vec::new(),
            all_minimal: Vec::new(),
            complete: true,
            composition: Vec::new(),
        }
    }

    #[test]
    fn a_sentence_is_read_only_if_it_is_the_answer() {
        let asked = asked(Kind::WherePerson, "old railway station");
        let judged = |text: &str| judge(&asked, &read(text, PromptView::Answer, ParseMode::Whole));
        for right in ["The old railway station.", "Answer: old railway station"] {
            assert!(judged(right).exact, "{right}");
        }
        for (text, is_read) in [
            ("It is the old railway station", false),
            ("Answer: in the old railway station", true),
            ("park", true),
        ] {
            let judgement = judged(text);
            assert!(!judgement.exact && judgement.parsed == is_read, "{text}");
        }
    }

    #[test]
    fn lists_have_no_order_and_paths_have_one() {
        assert!(judged(Kind::List, "apple,milk", "the milk and the apple").exact);
        assert!(!judged(Kind::List, "apple,milk", "apple").exact);
        assert!(!judged(Kind::List, "apple,milk", "apple, apple").exact);
        assert_eq!(judged(Kind::List, "apple,milk", "apple, apple").accuracy, 0.5);
        assert!(judged(Kind::Path, "n,e", "north, east").exact);
        assert!(!judged(Kind::Path, "n,e", "e, n").exact);
        assert_eq!(judged(Kind::Path, "n,e", "n, w").accuracy, 0.5);
    }

    #[test]
    fn numbers_are_numbers_where_numbers_are_asked_for() {
        for given in ["two", "Two.", "2"] {
            assert!(judged(Kind::Counting, "two", given).exact, "{given}");
        }
        for given in ["none", "0", "zero"] {
            assert!(judged(Kind::Counting, "none", given).exact, "{given}");
        }
        assert!(!judged(Kind::Counting, "two", "12").exact);
        assert!(!judged(Kind::Counting, "two", "two or three").exact);
    }

    #[test]
    fn nothing_is_found_within_a_sentence() {
        assert!(judged(Kind::WherePerson, "kitchen", "the Kitchen.").exact);
        for given in
            ["Mary is in the kitchen", "kitchen or garden", "kitchen, garden", "not the kitchen", "kitchens"]
        {
            let judgement = judged(Kind::WherePerson, "kitchen", given);
            assert!(
                !judgement.exact && judgement.parsed && judgement.why == Some(AnswerFault::Words),
                "{given}"
            );
        }
    }
}
