//! The kit's event lines (`dec_….jsonl`): a story, line by line, as events.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use wampimuk_babi::text::Spacing;
use wampimuk_babi::{Asked, Kind, Line, Passage, Solution, Status};
use wampimuk_story::{Answer, Event, Lexicon, Object, Person, Place, Question, Sentence, Story};

use super::text::one_story;
use super::{Found, StoryClaims, StoryHead, StoryWriteError, python};
use crate::error::FieldError;
use crate::original::parse_json;

/// A story as the kit records it, with all its fields in their order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct EventLine {
    /// What the kit's random numbers started from; -1 where the kit did not make the story itself.
    pub seed: i64,
    /// The events of each line; two where the line has two subjects.
    pub events: Vec<Vec<KitEvent>>,
    /// The lines as bAbI text.
    pub babi_story: Vec<String>,
    /// The pronouns of each person.
    pub coref_map: JsonMembers<Vec<String>>,
    /// What the kit's second engine answers to each question, by its printed number.
    pub ie_answers: JsonMembers<Option<Vec<OneOrMany>>>,
    /// The alternative supports that it finds.
    pub ie_s_facts: JsonMembers<Option<Vec<Vec<usize>>>>,
    /// The name of the story.
    pub uid: String,
    /// The task.
    pub task: String,
}

/// An event: something that happens, or a question.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
pub struct KitEvent {
    /// The printed number of the line.
    pub timestep: usize,
    /// What happens, or the kind of question.
    pub kind: String,
    /// The subject, or whom or what the question is about.
    pub source: Vec<String>,
    /// The place, the object, the receiver; or the answer.
    pub target: Vec<OneOrMany>,
    /// What is given, where a person really is, or the second thing that a question names.
    pub ternary: Vec<String>,
    /// Whether a pronoun stands for the subject.
    pub is_coref: bool,
    /// Whether the line has two subjects.
    pub is_conj: bool,
    /// Whether it is a question.
    pub is_q: bool,
    /// Always false in the kit's files.
    pub is_all_act: bool,
    /// What a reader knows of the subject's place then: `known`, `negated` or `indef`.
    pub gold_belief: String,
    /// The printed numbers of the supporting lines, ascending.
    pub supporting_facts: Vec<usize>,
    /// Those of them that tell of a place by way of another person.
    pub implicit_facts: Vec<usize>,
    /// Whether a filter chose the question.
    pub chosen_q: bool,
    /// Which form of question about a gift.
    pub sub_kind: Option<String>,
}

/// A word, or several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OneOrMany {
    /// A word.
    One(String),
    /// A list of words.
    Many(Vec<String>),
}

impl Serialize for OneOrMany {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One(word) => word.serialize(serializer),
            Self::Many(words) => words.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Words;
        impl<'de> Visitor<'de> for Words {
            type Value = OneOrMany;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a word or a list of words")
            }

            fn visit_str<E: de::Error>(self, word: &str) -> Result<OneOrMany, E> {
                Ok(OneOrMany::One(word.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMany, A::Error> {
                let mut words = Vec::new();
                while let Some(word) = list.next_element()? {
                    words.push(word);
                }
                Ok(OneOrMany::Many(words))
            }
        }
        deserializer.deserialize_any(Words)
    }
}

/// The members of a JSON object, in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonMembers<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for JsonMembers<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for JsonMembers<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
            type Value = JsonMembers<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<JsonMembers<T>, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(JsonMembers(members))
            }
        }
        deserializer.deserialize_map(Object(PhantomData))
    }
}

impl EventLine {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is not JSON, or a field is missing or of another type.
    pub fn parse(json: &[u8]) -> Result<Self, FieldError> {
        parse_json(json)
    }

    /// Appends the line as the kit writes it, and a line break. (The kit leaves out the last line break of a file.)
    pub fn write(&self, out: &mut Vec<u8>) {
        python::write(self, out);
        out.push(b'\n');
    }

    /// The line that the kit would write of a story about people, objects and places.
    ///
    /// A text does not tell everything that the kit records. There is no seed (-1) and no name other than that of the
    /// head; a story does not say where a person is who "is not in the kitchen", so `ternary` is empty; `implicit_facts` are those
    /// of the kit's engine and stay empty; and of two subjects the second comes first, as in the kit except for some
    /// pronouns. The answers and supports of its second engine are those of the solutions, where they are given.
    ///
    /// # Errors
    /// If a sentence or question is none of these stories.
    pub fn of(
        passage: &Passage,
        solutions: &[Solution],
        head: &StoryHead<'_>,
        lexicon: &Lexicon,
    ) -> Result<Self, StoryWriteError> {
        let cast = lexicon.cast().map_err(|error| StoryWriteError { line: 1, message: error.to_string() })?;
        let mut story = Story::empty(cast);
        let words = Words { lexicon };
        let mut events = Vec::with_capacity(passage.lines.len());
        let (mut ie_answers, mut ie_s_facts) = (Vec::new(), Vec::new());
        for (index, line) in passage.lines.iter().enumerate() {
            let number = index + 1;
            let refused = |message: String| StoryWriteError { line: number, message };
            events.push(match line {
                Line::Fact(text) => {
                    let (sentence, _) =
                        lexicon.read(text, &story).map_err(|error| refused(error.to_string()))?;
                    story.push(sentence).map_err(|error| refused(error.to_string()))?;
                    words.happens(number, &sentence)
                }
                Line::Question(asked) => {
                    let question =
                        lexicon.read_question(&asked.question).map_err(|error| refused(error.to_string()))?;
                    let solution = solutions.iter().find(|solution| solution.line == number);
                    ie_answers
                        .push((number.to_string(), solution.map(|solution| vec![words.found(solution)])));
                    let supports = solution.map(|solution| solution.all_minimal.clone());
                    ie_s_facts.push((number.to_string(), supports));
                    vec![words.asks(number, question, asked)]
                }
            });
        }
        let mut text = String::new();
        passage.write(&mut text, Spacing::Tab);
        Ok(Self {
            seed: -1,
            events,
            babi_story: text.split_inclusive('\n').map(str::to_owned).collect(),
            coref_map: words.pronouns(),
            ie_answers: JsonMembers(ie_answers),
            ie_s_facts: JsonMembers(ie_s_facts),
            uid: head.id.to_owned(),
            task: head.task.to_owned(),
        })
    }
}

/// Appends the line of a story, see [`EventLine::of`].
///
/// # Errors
/// If a sentence or question is none of these stories.
pub fn write_events(
    passage: &Passage,
    solutions: &[Solution],
    head: &StoryHead<'_>,
    lexicon: &Lexicon,
    out: &mut Vec<u8>,
) -> Result<(), StoryWriteError> {
    EventLine::of(passage, solutions, head, lexicon)?.write(out);
    Ok(())
}

/// The order of the kit's people in `coref_map`; others come after them.
const KIT_ORDER: [&str; 8] = ["John", "Daniel", "Fred", "Bill", "Jeff", "Julie", "Sandra", "Mary"];

/// Says in words what the kit records.
#[derive(Clone, Copy)]
struct Words<'l> {
    lexicon: &'l Lexicon,
}

impl Words<'_> {
    fn person(self, person: Person) -> String {
        self.lexicon.people.get(person.index()).map(|person| person.name.clone()).unwrap_or_default()
    }

    fn object(self, object: Object) -> String {
        self.lexicon.objects.get(object.index()).cloned().unwrap_or_default()
    }

    fn place(self, place: Place) -> String {
        self.lexicon.places.get(place.index()).cloned().unwrap_or_default()
    }

    fn pronouns(self) -> JsonMembers<Vec<String>> {
        let rank = |name: &str| KIT_ORDER.iter().position(|&other| other == name).unwrap_or(KIT_ORDER.len());
        let mut people: Vec<_> = self.lexicon.people.iter().collect();
        people.sort_by_key(|person| rank(&person.name));
        JsonMembers(
            people.into_iter().map(|person| (person.name.clone(), vec![person.pronoun.clone()])).collect(),
        )
    }

    /// The events of a sentence.
    fn happens(self, timestep: usize, sentence: &Sentence) -> Vec<KitEvent> {
        let one = |word: String| vec![OneOrMany::One(word)];
        let (kind, target, ternary, belief) = match sentence.event {
            Event::Move(place) => ("move", one(self.place(place)), vec![], "known"),
            Event::Is(place) => ("negate", one(self.place(place)), vec![self.place(place)], "known"),
            Event::IsNot(place) => ("negate", one(self.place(place)), vec![], "negated"),
            Event::Either(first, second) => (
                "indef",
                [first, second].map(|place| OneOrMany::One(self.place(place))).into(),
                vec![],
                "indef",
            ),
            Event::Grab(object) => ("grab", one(self.object(object)), vec![], "known"),
            Event::Drop(object) => ("drop", one(self.object(object)), vec![], "known"),
            Event::Give(object, to) => ("give", one(self.person(to)), vec![self.object(object)], "known"),
        };
        let event = |who: Person| KitEvent {
            timestep,
            kind: kind.to_owned(),
            source: vec![self.person(who)],
            target: target.clone(),
            ternary: ternary.clone(),
            is_coref: sentence.antecedent.is_some(),
            is_conj: sentence.and.is_some(),
            is_q: false,
            is_all_act: false,
            gold_belief: belief.to_owned(),
            supporting_facts: vec![],
            implicit_facts: vec![],
            chosen_q: false,
            sub_kind: None,
        };
        sentence.and.into_iter().chain([sentence.who]).map(event).collect()
    }

    /// The event that is a question.
    fn asks(self, timestep: usize, question: Question, asked: &Asked) -> KitEvent {
        let (kind, source, ternary, form) = match question {
            Question::WherePerson(who) => (Kind::WherePerson, self.person(who), None, None),
            Question::WhereObject(what) => (Kind::WhereObject, self.object(what), None, None),
            Question::WhereWas(what, place) => {
                (Kind::WhereWasObject, self.object(what), Some(self.place(place)), None)
            }
            Question::IsIn(who, place) => (Kind::YesNo, self.person(who), Some(self.place(place)), None),
            Question::Carrying(who) => (Kind::List, self.person(who), None, None),
            Question::HowMany(who) => (Kind::Counting, self.person(who), None, None),
            Question::WhoGaveTo(what, to) => {
                (Kind::Giving, self.object(what), Some(self.person(to)), Some("gave_to"))
            }
            Question::WhoGave(what) => (Kind::Giving, self.object(what), None, Some("gave")),
            Question::WhoReceived(what) => (Kind::Giving, self.object(what), None, Some("received")),
            Question::GaveToWhom(from, what) => {
                (Kind::Giving, self.person(from), Some(self.object(what)), Some("who_give"))
            }
            Question::GaveWhat(from, to) => {
                (Kind::Giving, self.person(from), Some(self.person(to)), Some("what_give"))
            }
        };
        let mut supporting_facts = asked.support.clone();
        supporting_facts.sort_unstable();
        KitEvent {
            timestep,
            kind: kind.name().to_owned(),
            source: vec![source],
            target: vec![self.answer(kind, &asked.answer)],
            ternary: ternary.into_iter().collect(),
            is_coref: false,
            is_conj: false,
            is_q: true,
            is_all_act: false,
            gold_belief: "known".to_owned(),
            supporting_facts,
            implicit_facts: vec![],
            chosen_q: true,
            sub_kind: form.map(str::to_owned),
        }
    }

    /// An answer: the answer to "what is Mary carrying?" is a list.
    fn answer(self, kind: Kind, answer: &str) -> OneOrMany {
        if kind != Kind::List {
            return OneOrMany::One(answer.to_owned());
        }
        if answer == self.lexicon.answer(&Answer::Objects(vec![])) {
            return OneOrMany::Many(vec![]);
        }
        OneOrMany::Many(answer.split(',').map(|word| word.trim().to_owned()).collect())
    }

    /// What a solution says, in the words of the kit's second engine.
    fn found(self, solution: &Solution) -> OneOrMany {
        match solution.status {
            Status::Unknown => OneOrMany::One("UNKNOWN".to_owned()),
            Status::Unique | Status::Ambiguous => self.answer(solution.kind, &solution.answer),
        }
    }
}

/// Reads a line as a story.
pub(super) fn read(json: &[u8]) -> Result<Found, FieldError> {
    let line = EventLine::parse(json)?;
    let passage = one_story("babi_story", &line.babi_story)?;
    if line.events.len() != passage.lines.len() {
        let expected = format!("the events of {} lines", passage.lines.len());
        return Err(FieldError::value("events", expected, line.events.len()));
    }
    let mut claims = Vec::new();
    for (index, (told, events)) in passage.lines.iter().zip(&line.events).enumerate() {
        let is_question = matches!(told, Line::Question(_));
        for (number, event) in events.iter().enumerate() {
            let field = |name: &str| format!("events[{index}][{number}].{name}");
            if event.timestep != index + 1 {
                return Err(FieldError::value(field("timestep"), (index + 1).to_string(), event.timestep));
            }
            if event.is_q != is_question {
                let expected = format!("{is_question}, as line {} of `babi_story` is", index + 1);
                return Err(FieldError::value(field("is_q"), expected, event.is_q));
            }
        }
        let Some(event) = events.first() else {
            return Err(FieldError::value(format!("events[{index}]"), "at least one event", "none"));
        };
        if is_question {
            let id = Some(format!("{}_{}", line.uid, index + 1));
            claims.push(StoryClaims { id, kind: Some(event.kind.clone()), ..StoryClaims::default() });
        }
    }
    Ok(Found { passage, id: Some(line.uid), task: Some(line.task), claims, ..Found::default() })
}
