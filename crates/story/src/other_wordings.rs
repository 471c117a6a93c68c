//! Wordings that are read and never written: those of the last public generator of bAbI in Lua, and those that Table 5 of
//! the Dyna-bAbI paper prints. Each is turned into the published one, of which the reader knows what it means.

use crate::wording::Lexicon;

impl Lexicon {
    /// A sentence in the published wording, without its full stop, if it has another one.
    pub(crate) fn sentence_as_published(&self, body: &str) -> Option<String> {
        let text = self.prefix_first(body);
        let text = self.as_dropped(text);
        let text = self.receiver_last(text);
        let text = in_for_at(text);
        (text != body).then_some(text)
    }

    /// A question in the published wording, without its question mark, if it has another one.
    pub(crate) fn question_as_published(&self, body: &str) -> Option<String> {
        let text = without_last(body);
        let text = match text.strip_suffix(" holding") {
            Some(rest) => format!("{rest} carrying"),
            None => text.to_owned(),
        };
        let text = if text.starts_with("Is ") { text.replacen(" at the ", " in the ", 1) } else { text };
        (text != body).then_some(text)
    }

    /// "She then went": "Then she went". "Following that, she went": "Following that she went".
    fn prefix_first(&self, body: &str) -> String {
        for prefix in &self.prefixes {
            if let Some(rest) = body.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(", ")) {
                return format!("{prefix} {rest}");
            }
        }
        let pronouns = self.people.iter().map(|person| &person.pronoun).chain([&self.they]);
        let second = |pronoun: &String| {
            let start = body.get(..pronoun.len())?;
            let rest = body.get(pronoun.len()..)?.strip_prefix(" then ")?;
            start.eq_ignore_ascii_case(pronoun).then(|| (pronoun.clone(), rest))
        };
        // All prefixes say the same.
        match (pronouns.into_iter().find_map(second), self.prefixes.last()) {
            (Some((pronoun, rest)), Some(prefix)) => format!("{prefix} {pronoun} {rest}"),
            _ => body.to_owned(),
        }
    }

    /// "let go of the milk": "dropped the milk".
    fn as_dropped(&self, text: String) -> String {
        match self.drops.first() {
            Some(verb) => text.replacen(" let go of the ", &format!(" {verb} the "), 1),
            None => text,
        }
    }

    /// "gave Mary the football": "gave the football to Mary".
    fn receiver_last(&self, text: String) -> String {
        let found = self.gives.iter().find_map(|verb| {
            let (giver, rest) = text.split_once(&format!(" {verb} "))?;
            let (to, object) = rest.split_once(" the ")?;
            let is_person = self.people.iter().any(|person| person.name == to);
            is_person.then(|| format!("{giver} {verb} the {object} to {to}"))
        });
        found.unwrap_or(text)
    }
}

/// A question about the last occasion, without the word that says so.
pub(crate) fn without_last(body: &str) -> &str {
    body.strip_suffix(" last").unwrap_or(body)
}

/// "is not at the park": "is not in the park". "either in the park or in the school": "either in the park or the school".
fn in_for_at(text: String) -> String {
    let Some((start, rest)) = text.split_once(" is ").or_else(|| text.split_once(" are ")) else {
        return text;
    };
    let be = &text[start.len()..text.len() - rest.len()];
    let rest =
        rest.strip_prefix("at the ").map_or_else(|| rest.to_owned(), |place| format!("in the {place}"));
    let rest = rest.replacen(" at the ", " in the ", 1);
    let rest = rest.replacen(" or in the ", " or the ", 1).replacen(" or at the ", " or the ", 1);
    format!("{start}{be}{rest}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Object, Person, Place, Question, Sentence, Story};

    #[test]
    fn other_wordings_mean_the_same() {
        let lexicon = Lexicon::published();
        let before =
            Story::new(lexicon.cast().unwrap(), [Sentence::new(Person(1), Event::Move(Place(0)))]).unwrap();
        let pairs = [
            ("John let go of the milk.", "John dropped the milk."),
            ("John let go of the milk there.", "John dropped the milk there."),
            ("John gave Mary the football.", "John gave the football to Mary."),
            ("John handed Mary the football.", "John handed the football to Mary."),
            ("Julie is at the park.", "Julie is in the park."),
            ("Julie is not at the park.", "Julie is not in the park."),
            ("Julie is no longer at the park.", "Julie is no longer in the park."),
            ("Bill and Julie are at the park.", "Bill and Julie are in the park."),
            ("John is either at the park or the school.", "John is either in the park or the school."),
            ("John is either at the park or at the school.", "John is either in the park or the school."),
            ("John is either in the park or in the school.", "John is either in the park or the school."),
            ("Following that, she went to the park.", "Following that she went to the park."),
            ("She then went to the park.", "Then she went to the park."),
            ("After that, she let go of the milk.", "After that she dropped the milk."),
        ];
        for (other, published) in pairs {
            let [theirs, ours] =
                [other, published].map(|text| lexicon.read(text, &before).map(|(sentence, _)| sentence));
            assert_eq!(theirs, ours, "{other}");
            assert!(theirs.is_ok(), "{other}");
        }
        for wrong in [
            "John gave Mary football.",
            "John gave the Mary the football.",
            "He then went to the park.",
            "John let go the milk.",
            "John is at park.",
            "Mary went at the park.",
        ] {
            assert!(lexicon.read(wrong, &before).is_err(), "{wrong}");
        }
    }

    #[test]
    fn other_questions_ask_the_same() {
        let lexicon = Lexicon::published();
        let pairs = [
            ("Is John at the park?", Question::IsIn(Person(2), Place(7))),
            ("What is John holding?", Question::Carrying(Person(2))),
            ("How many objects is John holding?", Question::HowMany(Person(2))),
            ("Who received the football last?", Question::WhoReceived(Object(1))),
            ("Who did John give the football to last?", Question::GaveToWhom(Person(2), Object(1))),
            ("What did John give to Mary last?", Question::GaveWhat(Person(2), Person(1))),
        ];
        for (text, question) in pairs {
            assert_eq!(lexicon.read_question(text), Ok(question), "{text}");
        }
        assert!(lexicon.read_question("Where is at the park?").is_err());
    }
}
