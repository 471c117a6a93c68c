//! Sentences and questions as formulas: what they say, without wording and without pronouns.

use crate::questions::Question;
use crate::wording::Lexicon;
use crate::world::{Event, Person, Sentence};

impl Lexicon {
    /// What a sentence says, such as `give(Mary, apple, John)`. Two subjects make two formulas, joined by `&`.
    pub fn symbols(&self, sentence: &Sentence) -> String {
        let mut text = String::with_capacity(64);
        for (number, who) in sentence.subjects().enumerate() {
            if number > 0 {
                text.push_str(" & ");
            }
            self.formula(who, sentence.event, &mut text);
        }
        text
    }

    fn formula(&self, who: Person, event: Event, text: &mut String) {
        let (name, first, second) = match event {
            Event::Move(place) => ("move", self.place(place), None),
            Event::Is(place) => ("is_in", self.place(place), None),
            Event::IsNot(place) => ("not_in", self.place(place), None),
            Event::Either(one, other) => ("either_in", self.place(one), Some(self.place(other))),
            Event::Grab(object) => ("grab", self.object(object), None),
            Event::Drop(object) => ("drop", self.object(object), None),
            Event::Give(object, to) => ("give", self.object(object), Some(self.person(to))),
        };
        for words in [name, "(", self.person(who), ", ", first] {
            text.push_str(words);
        }
        if let Some(second) = second {
            text.push_str(", ");
            text.push_str(second);
        }
        text.push(')');
    }

    /// What a question asks, such as `gave(?, apple, Mary)`: the question mark stands for the answer.
    pub fn question_symbols(&self, question: Question) -> String {
        let (person, object, place) = (|who| self.person(who), |what| self.object(what), |at| self.place(at));
        match question {
            Question::WherePerson(who) => format!("in({}, ?)", person(who)),
            Question::WhereObject(what) => format!("in({}, ?)", object(what)),
            Question::WhereWas(what, at) => format!("before({}, {}, ?)", object(what), place(at)),
            Question::IsIn(who, at) => format!("in({}, {})", person(who), place(at)),
            Question::Carrying(who) => format!("carrying({}, ?)", person(who)),
            Question::HowMany(who) => format!("count(carrying({}, ?))", person(who)),
            Question::WhoGaveTo(what, to) => format!("gave(?, {}, {})", object(what), person(to)),
            Question::WhoGave(what) => format!("gave(?, {}, _)", object(what)),
            Question::WhoReceived(what) => format!("gave(_, {}, ?)", object(what)),
            Question::GaveToWhom(from, what) => format!("gave({}, {}, ?)", person(from), object(what)),
            Question::GaveWhat(from, to) => format!("gave({}, ?, {})", person(from), person(to)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::{Object, Place};

    #[test]
    fn formulas_have_no_pronouns() {
        let lexicon = Lexicon::published();
        let pair = Sentence::new(Person(1), Event::Move(Place(4))).and(Person(2)).referring_to(0);
        assert_eq!(lexicon.symbols(&pair), "move(Mary, kitchen) & move(John, kitchen)");
        let gift = Sentence::new(Person(1), Event::Give(Object(0), Person(2)));
        assert_eq!(lexicon.symbols(&gift), "give(Mary, apple, John)");
        assert_eq!(lexicon.question_symbols(Question::WhoReceived(Object(0))), "gave(_, apple, ?)");
    }
}
