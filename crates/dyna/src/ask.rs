//! Which questions can be asked of a story.
//!
//! Only questions whose answer follows from the story, and for which at least one line is needed: "Is Mary in the
//! park?" of somebody never mentioned has the answer "maybe", and teaches nothing.

use wampimuk_babi::Kind;
use wampimuk_core::{Stream, bits};
use wampimuk_story::{Answer, Event, Knowledge, Object, Person, Place, Places, Question, Story};

use crate::choice::Weights;

/// The kinds of questions about these stories, in the order of [`Ask`](crate::recipe::Ask).
pub const KINDS: [Kind; 7] = [
    Kind::WherePerson,
    Kind::WhereObject,
    Kind::WhereWasObject,
    Kind::YesNo,
    Kind::Counting,
    Kind::List,
    Kind::Giving,
];

/// The answers to yes-or-no questions.
const ANSWERS: [Answer; 3] = [Answer::Yes, Answer::No, Answer::Maybe];

/// A story up to now, and what is known of it.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// The story.
    pub story: &'a Story,
    /// What is known of all of it.
    pub known: &'a Knowledge,
}

impl Moment<'_> {
    /// All questions of a kind, appended to a list; of those for yes or no only ones with one answer, drawn among the
    /// answers that there are and that are wanted.
    pub fn questions(
        &self,
        kind: Kind,
        wanted: impl Fn(&Answer) -> bool,
        stream: &mut Stream,
        list: &mut Vec<Question>,
    ) {
        let known = self.known;
        let now = known.now();
        match kind {
            Kind::WherePerson => {
                let known = |person: &Person| known.person(*person, now).len() == 1;
                list.extend(self.people().filter(known).map(Question::WherePerson));
            }
            Kind::WhereObject => {
                let known = |object: &Object| known.object(*object, now).len() == 1;
                list.extend(self.objects().filter(known).map(Question::WhereObject));
            }
            Kind::WhereWasObject => {
                for object in self.objects() {
                    let arrived = |place: &Place| known.before(object, *place).only().is_some();
                    let visited = known.visited(object);
                    if visited.len() > 1 {
                        list.extend(
                            visited.iter().filter(arrived).map(|place| Question::WhereWas(object, place)),
                        );
                    }
                }
            }
            Kind::YesNo => self.yes_or_no(wanted, stream, list),
            Kind::Counting => list.extend(self.handlers().map(Question::HowMany)),
            Kind::List => list.extend(self.handlers().map(Question::Carrying)),
            Kind::Giving => self.gifts(list),
            _ => {}
        }
    }

    /// Everybody in the story.
    pub(crate) fn people(&self) -> impl Iterator<Item = Person> + use<> {
        (0..self.story.cast().people()).map(|person| Person(person as u8))
    }

    fn objects(&self) -> impl Iterator<Item = Object> + use<> {
        (0..self.story.cast().objects()).map(|object| Object(object as u8))
    }

    /// Whoever ever had a hand in something.
    fn handlers(&self) -> impl Iterator<Item = Person> {
        let sentences = &self.story.sentences()[..self.known.now()];
        self.people().filter(|person| sentences.iter().any(|sentence| sentence.hands(*person)))
    }

    /// Where a question has a certain answer about somebody.
    pub(crate) fn places(&self, person: Person, answer: &Answer) -> Places {
        let all = self.story.cast().places();
        let possible = self.known.person(person, self.known.now());
        match answer {
            _ if possible == all => Places::NONE,
            Answer::Yes if possible.len() == 1 => possible,
            Answer::Maybe if possible.len() > 1 => possible,
            Answer::No => all.without(possible),
            _ => Places::NONE,
        }
    }

    fn yes_or_no(&self, wanted: impl Fn(&Answer) -> bool, stream: &mut Stream, list: &mut Vec<Question>) {
        let there_is = |answer: &Answer| self.people().any(|person| !self.places(person, answer).is_empty());
        let possible = |&number: &usize| wanted(&ANSWERS[number]) && there_is(&ANSWERS[number]);
        let some = (0..ANSWERS.len()).filter(possible);
        let Some(number) = Weights::new([1; ANSWERS.len()]).draw_among(some, stream) else { return };
        for person in self.people() {
            let places = self.places(person, &ANSWERS[number]);
            if !places.is_empty() {
                let place = bits(places.0).nth(stream.index(places.len())).unwrap_or(0);
                list.push(Question::IsIn(person, Place(place as u8)));
            }
        }
    }

    fn gifts(&self, list: &mut Vec<Question>) {
        let first = list.len();
        for sentence in &self.story.sentences()[..self.known.now()] {
            let Event::Give(what, to) = sentence.event else { continue };
            let from = sentence.who;
            for question in [
                Question::WhoGaveTo(what, to),
                Question::WhoGave(what),
                Question::WhoReceived(what),
                Question::GaveToWhom(from, what),
                Question::GaveWhat(from, to),
            ] {
                if !list[first..].contains(&question) {
                    list.push(question);
                }
            }
        }
    }
}
