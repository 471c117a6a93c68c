//! Sentences, questions and answers in words, and back.
//!
//! The words are data: a [`Lexicon`] has the names and synonyms, and [`Lexicon::published`] is that of the published
//! bAbI tasks 1–3 and 5–13. What a sentence *means* is a [`Sentence`]; which of the synonyms it uses is a [`Wording`].
//! Writing and reading are inverse to each other.

use thiserror::Error;

use crate::other_wordings::without_last;
use crate::questions::{Answer, Question};
use crate::world::{Cast, CastError, Event, Object, Person, Place, Sentence, Story};

/// A person's name, and the pronoun for them.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PersonName {
    /// The name.
    pub name: String,
    /// "he", "she", or whatever a recipe says.
    pub pronoun: String,
}

/// The words of a family of stories. All names of one kind are different; so are the synonyms of one verb.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lexicon {
    /// The people.
    pub people: Vec<PersonName>,
    /// The objects, without article.
    pub objects: Vec<String>,
    /// The places, without article.
    pub places: Vec<String>,
    /// Ways to say "went".
    pub moves: Vec<String>,
    /// Ways to say "took".
    pub grabs: Vec<String>,
    /// Ways to say "dropped".
    pub drops: Vec<String>,
    /// Ways to say "gave".
    pub gives: Vec<String>,
    /// Ways to say "not".
    pub negations: Vec<String>,
    /// What comes before a pronoun: "after that".
    pub prefixes: Vec<String>,
    /// The pronoun for two people.
    pub they: String,
    /// Numbers from zero on; larger ones are written in digits.
    pub numbers: Vec<String>,
}

/// Which of several ways to put a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Wording {
    /// Which synonym of the verb, or of "not".
    pub verb: usize,
    /// Which prefix, before a pronoun.
    pub prefix: usize,
    /// Whether "there" follows after something is taken or dropped. It says nothing, and sometimes misleads.
    pub there: bool,
}

/// What could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum WordingError {
    /// No template and no names fit.
    #[error("`{0}` is no sentence or question of these stories")]
    Unknown(String),
    /// A pronoun after a line that does not explain it.
    #[error("`{0}` has a pronoun, but the line before has no such subject")]
    Pronoun(String),
}

fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

impl Lexicon {
    /// The words of the published tasks, of all of them together.
    pub fn published() -> Lexicon {
        let name =
            |(name, pronoun): (&str, &str)| PersonName { name: name.to_owned(), pronoun: pronoun.to_owned() };
        let people = [
            ("Daniel", "he"),
            ("Mary", "she"),
            ("John", "he"),
            ("Sandra", "she"),
            ("Fred", "he"),
            ("Bill", "he"),
            ("Jeff", "he"),
            ("Julie", "she"),
        ];
        Lexicon {
            people: people.into_iter().map(name).collect(),
            objects: words(&["apple", "football", "milk"]),
            places: words(&[
                "bathroom", "bedroom", "garden", "hallway", "kitchen", "office", "cinema", "park", "school",
            ]),
            moves: words(&["journeyed", "moved", "travelled", "went", "went back"]),
            grabs: words(&["grabbed", "picked up", "took", "got"]),
            drops: words(&["discarded", "dropped", "left", "put down"]),
            gives: words(&["gave", "handed", "passed"]),
            negations: words(&["not", "no longer"]),
            prefixes: words(&["After that", "Following that", "Afterwards", "Then"]),
            they: "they".to_owned(),
            numbers: words(&[
                "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
            ]),
        }
    }

    /// How many of each kind there are.
    pub fn cast(&self) -> Result<Cast, CastError> {
        Cast::new(self.people.len(), self.objects.len(), self.places.len())
    }

    /// How many synonyms there are for the verb of an event: wordings have smaller numbers. One where there is no choice.
    pub fn synonyms(&self, event: Event) -> usize {
        self.verbs(event).len().max(1)
    }

    fn verbs(&self, event: Event) -> &[String] {
        match event {
            Event::Move(_) => &self.moves,
            Event::Grab(_) => &self.grabs,
            Event::Drop(_) => &self.drops,
            Event::Give(..) => &self.gives,
            Event::IsNot(_) => &self.negations,
            Event::Is(_) | Event::Either(..) => &[],
        }
    }

    pub(crate) fn person(&self, person: Person) -> &str {
        self.people.get(person.index()).map_or("?", |person| &person.name)
    }

    pub(crate) fn object(&self, object: Object) -> &str {
        self.objects.get(object.index()).map_or("?", String::as_str)
    }

    pub(crate) fn place(&self, place: Place) -> &str {
        self.places.get(place.index()).map_or("?", String::as_str)
    }

    /// A sentence in words. A person or thing that the lexicon has no word for is written as a question mark.
    pub fn write(&self, sentence: &Sentence, wording: Wording) -> String {
        let mut text = String::with_capacity(64);
        let mut say = |words: &[&str]| words.iter().for_each(|words| text.push_str(words));
        match (sentence.antecedent, sentence.and) {
            (None, None) => say(&[self.person(sentence.who)]),
            (None, Some(other)) => say(&[self.person(sentence.who), " and ", self.person(other)]),
            (Some(_), and) => {
                let prefix = self.prefixes.get(wording.prefix).map_or("?", String::as_str);
                let pronoun = match and {
                    Some(_) => &self.they,
                    None => {
                        self.people.get(sentence.who.index()).map_or(&self.they, |person| &person.pronoun)
                    }
                };
                say(&[prefix, " ", pronoun]);
            }
        }
        let verb = self.verbs(sentence.event).get(wording.verb).map_or("?", String::as_str);
        let there = if wording.there { " there" } else { "" };
        let be = if sentence.and.is_some() { " are " } else { " is " };
        match sentence.event {
            Event::Move(place) => say(&[" ", verb, " to the ", self.place(place), "."]),
            Event::Is(place) => say(&[be, "in the ", self.place(place), "."]),
            Event::IsNot(place) => say(&[be, verb, " in the ", self.place(place), "."]),
            Event::Either(one, other) => {
                say(&[be, "either in the ", self.place(one), " or the ", self.place(other), "."]);
            }
            Event::Grab(object) | Event::Drop(object) => {
                say(&[" ", verb, " the ", self.object(object), there, "."]);
            }
            Event::Give(object, to) => {
                say(&[" ", verb, " the ", self.object(object), " to ", self.person(to), "."]);
            }
        }
        text
    }

    /// Reads the sentence that follows a story. A pronoun means the subjects of the line before. Wordings of the public
    /// generator and of the Dyna-bAbI paper are read as well, as the published ones that say the same.
    pub fn read(&self, text: &str, before: &Story) -> Result<(Sentence, Wording), WordingError> {
        let body = text.trim().strip_suffix('.');
        let body = body.ok_or_else(|| WordingError::Unknown(text.to_owned()))?;
        self.read_published(text, body, before).or_else(|error| match self.sentence_as_published(body) {
            Some(other) => self.read_published(text, &other, before),
            None => Err(error),
        })
    }

    fn read_published(
        &self,
        text: &str,
        body: &str,
        before: &Story,
    ) -> Result<(Sentence, Wording), WordingError> {
        let unknown = || WordingError::Unknown(text.to_owned());
        for (number, prefix) in self.prefixes.iter().enumerate() {
            let Some(rest) = body.strip_prefix(prefix.as_str()).and_then(|rest| rest.strip_prefix(' '))
            else {
                continue;
            };
            let (pronoun, rest) = rest.split_once(' ').ok_or_else(unknown)?;
            let antecedent = before.len().wrapping_sub(1);
            let explained = before.sentences().last().filter(|last| match last.and {
                Some(_) => pronoun == self.they,
                None => self.people.get(last.who.index()).is_some_and(|person| person.pronoun == pronoun),
            });
            let last = explained.ok_or_else(|| WordingError::Pronoun(text.to_owned()))?;
            let (event, wording) = self.predicate(rest, last.and.is_some()).ok_or_else(unknown)?;
            let sentence = Sentence { who: last.who, and: last.and, event, antecedent: Some(antecedent) };
            return Ok((sentence, Wording { prefix: number, ..wording }));
        }
        for (who, rest) in starting(self.people.iter().map(|person| person.name.as_str()), body) {
            let who = Person(who);
            if let Some(rest) = rest.strip_prefix("and ") {
                for (other, rest) in starting(self.people.iter().map(|person| person.name.as_str()), rest) {
                    if let Some((event, wording)) = self.predicate(rest, true) {
                        return Ok((Sentence::new(who, event).and(Person(other)), wording));
                    }
                }
            } else if let Some((event, wording)) = self.predicate(rest, false) {
                return Ok((Sentence::new(who, event), wording));
            }
        }
        Err(unknown())
    }

    /// Reads what follows the subject.
    fn predicate(&self, text: &str, plural: bool) -> Option<(Event, Wording)> {
        let plain = |event| Some((event, Wording::default()));
        if let Some(rest) = text.strip_prefix(if plural { "are " } else { "is " }) {
            if let Some(pair) = rest.strip_prefix("either in the ") {
                let (one, other) = pair.split_once(" or the ")?;
                return plain(Event::Either(self.find_place(one)?, self.find_place(other)?));
            }
            if let Some(place) = rest.strip_prefix("in the ") {
                return plain(Event::Is(self.find_place(place)?));
            }
            return starting(self.negations.iter().map(String::as_str), rest).find_map(|(verb, rest)| {
                let place = self.find_place(rest.strip_prefix("in the ")?)?;
                Some((Event::IsNot(place), Wording { verb: usize::from(verb), ..Wording::default() }))
            });
        }
        let verbs = |verbs: &'static str, list| starting(list, text).map(move |found| (verbs, found));
        let all = verbs("move", self.moves.iter().map(String::as_str))
            .chain(verbs("grab", self.grabs.iter().map(String::as_str)))
            .chain(verbs("drop", self.drops.iter().map(String::as_str)))
            .chain(verbs("give", self.gives.iter().map(String::as_str)));
        for (kind, (verb, rest)) in all {
            let wording = Wording { verb: usize::from(verb), ..Wording::default() };
            let found = match kind {
                "move" => rest
                    .strip_prefix("to the ")
                    .and_then(|place| self.find_place(place))
                    .map(|place| (Event::Move(place), wording)),
                "give" => rest.strip_prefix("the ").and_then(|rest| rest.rsplit_once(" to ")).and_then(
                    |(object, to)| {
                        Some((Event::Give(self.find_object(object)?, self.find_person(to)?), wording))
                    },
                ),
                _ => rest.strip_prefix("the ").and_then(|rest| {
                    let (object, there) = match self.find_object(rest) {
                        Some(object) => (object, false),
                        None => (self.find_object(rest.strip_suffix(" there")?)?, true),
                    };
                    let event = if kind == "grab" { Event::Grab(object) } else { Event::Drop(object) };
                    Some((event, Wording { there, ..wording }))
                }),
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A question in words.
    pub fn ask(&self, question: Question) -> String {
        match question {
            Question::WherePerson(who) => format!("Where is {}?", self.person(who)),
            Question::WhereObject(what) => format!("Where is the {}?", self.object(what)),
            Question::WhereWas(what, place) => {
                format!("Where was the {} before the {}?", self.object(what), self.place(place))
            }
            Question::IsIn(who, place) => format!("Is {} in the {}?", self.person(who), self.place(place)),
            Question::Carrying(who) => format!("What is {} carrying?", self.person(who)),
            Question::HowMany(who) => format!("How many objects is {} carrying?", self.person(who)),
            Question::WhoGaveTo(what, to) => {
                format!("Who gave the {} to {}?", self.object(what), self.person(to))
            }
            Question::WhoGave(what) => format!("Who gave the {}?", self.object(what)),
            Question::WhoReceived(what) => format!("Who received the {}?", self.object(what)),
            Question::GaveToWhom(from, what) => {
                format!("Who did {} give the {} to?", self.person(from), self.object(what))
            }
            Question::GaveWhat(from, to) => {
                format!("What did {} give to {}?", self.person(from), self.person(to))
            }
        }
    }

    /// Reads a question, in other wordings as well.
    pub fn read_question(&self, text: &str) -> Result<Question, WordingError> {
        let read =
            |body: &str| self.question(body).or_else(|| self.question(&self.question_as_published(body)?));
        let body = text.trim().strip_suffix('?').map(str::trim_end);
        body.and_then(read).ok_or_else(|| WordingError::Unknown(text.to_owned()))
    }

    /// Whether a question says that it is about the last occasion.
    pub fn asks_for_last(&self, text: &str) -> bool {
        let body = text.trim().strip_suffix('?').unwrap_or(text);
        without_last(body) != body
    }

    fn question(&self, body: &str) -> Option<Question> {
        if let Some(rest) = body.strip_prefix("Where was the ") {
            let (what, place) = rest.split_once(" before the ")?;
            Some(Question::WhereWas(self.find_object(what)?, self.find_place(place)?))
        } else if let Some(what) = body.strip_prefix("Where is the ") {
            self.find_object(what).map(Question::WhereObject)
        } else if let Some(who) = body.strip_prefix("Where is ") {
            self.find_person(who).map(Question::WherePerson)
        } else if let Some(rest) = body.strip_prefix("Is ") {
            let (who, place) = rest.split_once(" in the ")?;
            Some(Question::IsIn(self.find_person(who)?, self.find_place(place)?))
        } else if let Some(rest) = body.strip_prefix("What is ") {
            self.find_person(rest.strip_suffix(" carrying")?).map(Question::Carrying)
        } else if let Some(rest) = body.strip_prefix("How many objects is ") {
            self.find_person(rest.strip_suffix(" carrying")?).map(Question::HowMany)
        } else if let Some(rest) = body.strip_prefix("Who gave the ") {
            match self.find_object(rest) {
                Some(what) => Some(Question::WhoGave(what)),
                None => {
                    let (what, to) = rest.rsplit_once(" to ")?;
                    Some(Question::WhoGaveTo(self.find_object(what)?, self.find_person(to)?))
                }
            }
        } else if let Some(what) = body.strip_prefix("Who received the ") {
            self.find_object(what).map(Question::WhoReceived)
        } else if let Some(rest) = body.strip_prefix("Who did ") {
            let (from, what) = rest.strip_suffix(" to")?.split_once(" give the ")?;
            Some(Question::GaveToWhom(self.find_person(from)?, self.find_object(what)?))
        } else {
            let (from, to) = body.strip_prefix("What did ")?.split_once(" give to ")?;
            Some(Question::GaveWhat(self.find_person(from)?, self.find_person(to)?))
        }
    }

    /// An answer in words: several objects are joined by commas in the order of their names, and none is "nothing".
    pub fn answer(&self, answer: &Answer) -> String {
        match answer {
            Answer::Place(place) => self.place(*place).to_owned(),
            Answer::Person(person) => self.person(*person).to_owned(),
            Answer::Object(object) => self.object(*object).to_owned(),
            Answer::Objects(objects) if objects.is_empty() => "nothing".to_owned(),
            Answer::Objects(objects) => {
                let mut names: Vec<&str> = objects.iter().map(|&object| self.object(object)).collect();
                names.sort_unstable();
                names.join(",")
            }
            Answer::Count(count) => self.numbers.get(*count).cloned().unwrap_or_else(|| count.to_string()),
            Answer::Yes => "yes".to_owned(),
            Answer::No => "no".to_owned(),
            Answer::Maybe => "maybe".to_owned(),
            Answer::Unknown => "unknown".to_owned(),
        }
    }

    fn find_person(&self, name: &str) -> Option<Person> {
        index(self.people.iter().map(|person| person.name.as_str()), name).map(Person)
    }

    fn find_object(&self, name: &str) -> Option<Object> {
        index(self.objects.iter().map(String::as_str), name).map(Object)
    }

    fn find_place(&self, name: &str) -> Option<Place> {
        index(self.places.iter().map(String::as_str), name).map(Place)
    }
}

fn index<'a>(mut names: impl Iterator<Item = &'a str>, name: &str) -> Option<u8> {
    names.position(|other| other == name).and_then(|index| u8::try_from(index).ok())
}

/// The names with which a text begins, each with what follows after a space.
fn starting<'a, 't>(
    names: impl Iterator<Item = &'a str>,
    text: &'t str,
) -> impl Iterator<Item = (u8, &'t str)> {
    (0..=u8::MAX)
        .zip(names)
        .filter_map(move |(number, name)| Some((number, text.strip_prefix(name)?.strip_prefix(' ')?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_undoes_writing() {
        let lexicon = Lexicon::published();
        let cast = lexicon.cast().unwrap();
        let mut events = vec![Event::Either(Place(6), Place(0))];
        for place in (0..9).map(Place) {
            events.extend([Event::Move(place), Event::Is(place), Event::IsNot(place)]);
        }
        for object in (0..3).map(Object) {
            events.extend([Event::Grab(object), Event::Drop(object), Event::Give(object, Person(7))]);
        }
        let mut texts = std::collections::BTreeSet::new();
        for event in events {
            let subjects = if event.object().is_some() { vec![None] } else { vec![None, Some(Person(3))] };
            for (and, pronoun) in subjects.into_iter().flat_map(|and| [(and, false), (and, true)]) {
                let first = Sentence { and, ..Sentence::new(Person(1), Event::Move(Place(0))) };
                let story = Story::new(cast, [first]).unwrap();
                let sentence = Sentence { antecedent: pronoun.then_some(0), event, ..first };
                for verb in 0..lexicon.synonyms(event) {
                    for prefix in 0..if pronoun { lexicon.prefixes.len() } else { 1 } {
                        for there in [false, true] {
                            let there = there && matches!(event, Event::Grab(_) | Event::Drop(_));
                            let wording = Wording { verb, prefix, there };
                            let text = lexicon.write(&sentence, wording);
                            assert_eq!(lexicon.read(&text, &story), Ok((sentence, wording)), "{text}");
                            texts.insert(text);
                        }
                    }
                }
            }
        }
        assert!(texts.len() > 900, "{}", texts.len());
    }

    #[test]
    fn pronouns_have_to_fit() {
        let lexicon = Lexicon::published();
        let story =
            Story::new(lexicon.cast().unwrap(), [Sentence::new(Person(1), Event::Move(Place(0)))]).unwrap();
        for text in ["Then he went to the park.", "Then they went to the park."] {
            assert_eq!(lexicon.read(text, &story), Err(WordingError::Pronoun(text.to_owned())));
        }
        assert!(lexicon.read("Then she went to the park.", &story).is_ok());
        for text in ["Mary went to the park", "Mary went to the moon.", "Mary ate the apple.", ""] {
            assert_eq!(lexicon.read(text, &story), Err(WordingError::Unknown(text.to_owned())));
        }
    }
}
