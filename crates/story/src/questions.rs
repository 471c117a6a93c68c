//! Questions about a story, and the answers that follow from it.
//!
//! An answer is what holds in *all* worlds; where worlds differ, the answer is [`Answer::Unknown`], or "maybe" to a
//! question for yes or no. A question with an unknown answer is not one to ask in a benchmark; here it has an answer
//! nevertheless, so that nobody has to guess.

use crate::knowledge::{Holder, Knowledge};
use crate::world::{Event, Object, Person, Place, Places, Story};

/// A question at the end of the lines that were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Where is Mary?
    WherePerson(Person),
    /// Where is the apple?
    WhereObject(Object),
    /// Where was the apple before the kitchen? That is, before its last time there.
    WhereWas(Object, Place),
    /// Is Mary in the kitchen?
    IsIn(Person, Place),
    /// What is Mary carrying?
    Carrying(Person),
    /// How many objects is Mary carrying?
    HowMany(Person),
    /// Who gave the apple to Mary?
    WhoGaveTo(Object, Person),
    /// Who gave the apple?
    WhoGave(Object),
    /// Who received the apple?
    WhoReceived(Object),
    /// Who did Mary give the apple to?
    GaveToWhom(Person, Object),
    /// What did Mary give to John?
    GaveWhat(Person, Person),
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A place.
    Place(Place),
    /// A person.
    Person(Person),
    /// An object.
    Object(Object),
    /// The objects that a person carries, in the order of their numbers.
    Objects(Vec<Object>),
    /// How many they are.
    Count(usize),
    /// In all worlds.
    Yes,
    /// In no world.
    No,
    /// In some worlds, but not in all.
    Maybe,
    /// Worlds differ, or what the question presupposes did not happen.
    Unknown,
}

impl Question {
    /// The answer after as many lines of the story as are taken into account in `knowledge`.
    ///
    /// Questions about gifts are about the *last* gift that fits: the published questions once said so ("last").
    pub fn answer(self, story: &Story, knowledge: &Knowledge) -> Answer {
        let now = knowledge.now();
        match self {
            Question::WherePerson(person) => place(knowledge.person(person, now).only()),
            Question::WhereObject(object) => place(knowledge.object(object, now).only()),
            Question::WhereWas(object, before) => place(knowledge.before(object, before).only()),
            Question::IsIn(person, at) => {
                let places = knowledge.person(person, now);
                match (places.has(at), places.only()) {
                    (false, _) => Answer::No,
                    (true, Some(_)) => Answer::Yes,
                    (true, None) => Answer::Maybe,
                }
            }
            Question::Carrying(person) => {
                carried(story, knowledge, person).map_or(Answer::Unknown, Answer::Objects)
            }
            Question::HowMany(person) => carried(story, knowledge, person)
                .map_or(Answer::Unknown, |objects| Answer::Count(objects.len())),
            Question::WhoGaveTo(..)
            | Question::WhoGave(_)
            | Question::WhoReceived(_)
            | Question::GaveToWhom(..)
            | Question::GaveWhat(..) => {
                self.gifts(story, now).next().map_or(Answer::Unknown, |gift| self.about(&gift))
            }
        }
    }

    /// Whether the words fit an earlier occasion as well, with another answer: an earlier gift, or an earlier arrival
    /// of the object, certainly from elsewhere. [`answer`](Self::answer) is about the last occasion; to somebody who
    /// does not know this, the question is ambiguous.
    pub fn is_ambiguous(self, story: &Story, knowledge: &Knowledge) -> bool {
        if let Question::WhereWas(object, place) = self {
            let Some(from) = knowledge.before(object, place).only() else { return false };
            return (1..=knowledge.now()).any(|moment| {
                let before = knowledge.object(object, moment - 1);
                let arrives = knowledge.object(object, moment) == Places::one(place) && !before.has(place);
                arrives && !before.has(from)
            });
        }
        let mut gifts = self.gifts(story, knowledge.now()).map(|gift| self.about(&gift));
        let last = gifts.next();
        gifts.any(|other| Some(other) != last)
    }

    /// What the question asks about a gift.
    fn about(self, gift: &Gift) -> Answer {
        match self {
            Question::WhoReceived(_) | Question::GaveToWhom(..) => Answer::Person(gift.to),
            Question::GaveWhat(..) => Answer::Object(gift.what),
            _ => Answer::Person(gift.from),
        }
    }

    /// The last gift, among the first `lines` lines, that the question is about.
    pub(crate) fn gift(self, story: &Story, lines: usize) -> Option<Gift> {
        self.gifts(story, lines).next()
    }

    /// The gifts that fit the question, the last one first.
    fn gifts(self, story: &Story, lines: usize) -> impl Iterator<Item = Gift> {
        let told = &story.sentences()[..lines.min(story.len())];
        told.iter().enumerate().rev().filter_map(move |(line, sentence)| {
            let Event::Give(what, to) = sentence.event else { return None };
            let from = sentence.who;
            let fits = match self {
                Question::WhoGaveTo(object, receiver) => object == what && receiver == to,
                Question::WhoGave(object) | Question::WhoReceived(object) => object == what,
                Question::GaveToWhom(giver, object) => giver == from && object == what,
                Question::GaveWhat(giver, receiver) => giver == from && receiver == to,
                _ => false,
            };
            fits.then_some(Gift { line, from, what, to })
        })
    }
}

/// A gift that was told.
pub(crate) struct Gift {
    pub(crate) line: usize,
    from: Person,
    what: Object,
    to: Person,
}

fn place(place: Option<Place>) -> Answer {
    place.map_or(Answer::Unknown, Answer::Place)
}

/// What a person carries now; `None` if that is not known of some object.
fn carried(story: &Story, knowledge: &Knowledge, person: Person) -> Option<Vec<Object>> {
    let mut carried = Vec::new();
    for object in (0..story.cast().objects()).map(|object| Object(object as u8)) {
        match knowledge.holder(object, knowledge.now()) {
            Holder::By(holder) if holder == person => carried.push(object),
            Holder::By(_) | Holder::Nobody => {}
            Holder::Unknown => return None,
        }
    }
    Some(carried)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Rules;
    use crate::wording::Lexicon;

    /// Whether a question after these lines is ambiguous, and its answer.
    fn ask(lines: &[&str], question: &str) -> Result<(bool, String), Box<dyn std::error::Error>> {
        let lexicon = Lexicon::published();
        let mut story = Story::empty(lexicon.cast()?);
        for line in lines {
            let (sentence, _) = lexicon.read(line, &story)?;
            story.push(sentence)?;
        }
        let knowledge = Knowledge::of(&story, Rules::default())?;
        let question = lexicon.read_question(question)?;
        let answer = lexicon.answer(&question.answer(&story, &knowledge));
        Ok((question.is_ambiguous(&story, &knowledge), answer))
    }

    #[test]
    fn several_gifts_or_arrivals_are_ambiguous_if_the_answers_differ() {
        let gifts = [
            "Mary took the apple.",
            "Mary gave the apple to John.",
            "John gave the apple to Mary.",
            "Mary gave the apple to John.",
            "Mary took the milk.",
            "Mary gave the milk to John.",
        ];
        let way = [
            "Mary went to the park.",
            "Mary took the apple.",
            "Mary went to the school.",
            "Mary went to the office.",
            "Mary went to the school.",
            "Mary is not in the cinema.",
            "Mary went to the office.",
        ];
        let cases: [(&[&str], &str, bool, &str); 9] = [
            (&gifts, "Who gave the apple?", true, "Mary"),
            (&gifts, "Who received the apple?", true, "John"),
            (&gifts, "Who gave the apple to John?", false, "Mary"),
            (&gifts, "Who did Mary give the apple to?", false, "John"),
            (&gifts, "What did Mary give to John?", true, "milk"),
            (&gifts, "Who gave the milk?", false, "Mary"),
            (&way, "Where was the apple before the school?", true, "office"),
            (&way[..4], "Where was the apple before the school?", false, "park"),
            (&way, "Where was the apple before the office?", false, "unknown"),
        ];
        for (lines, question, ambiguous, answer) in cases {
            assert_eq!(ask(lines, question).unwrap(), (ambiguous, answer.to_owned()), "{question}");
        }
    }
}
