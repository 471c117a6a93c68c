//! What is known after each line of a story: the way to an answer, line by line.

use wampimuk_story::{Answer, Holder, Knowledge, Object, Person, Places, Sentence};

use super::{ReadStory, Solver, Status};
use crate::text::{Asked, Line, Passage};

/// What a reader knows after each fact of a story who has read no further.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    /// After each fact, what the answer to the question would be then; empty if it does not follow.
    pub answers: Vec<String>,
    /// What becomes known of people and objects, in the order of the facts. Empty for stories about other things.
    pub known: Vec<Known>,
}

/// What is known of a person or an object after a fact, and until it comes up again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// The fact, counted from 1.
    pub fact: usize,
    /// The name of the person or object.
    pub name: String,
    /// Where they may be, in the order of the vocabulary; empty if that may be anywhere.
    pub places: Vec<String>,
    /// Who holds the object, if anybody does.
    pub holder: Option<String>,
}

impl Solver {
    /// What is known after each fact of a passage whose last line is its only question. `None` if it cannot be read.
    pub fn process(&self, passage: &Passage) -> Option<Process> {
        let facts = passage.lines.len().checked_sub(1)?;
        match self.read_story(passage) {
            Ok(read) if !read.questions.is_empty() => self.follow(&read, facts),
            _ => self.follow_world(passage),
        }
    }

    fn follow(&self, read: &ReadStory, facts: usize) -> Option<Process> {
        let &(_, question) = read.questions.last()?;
        let (mut answers, mut known_by) = (vec![None; facts], Vec::new());
        let (people, objects) = read.cast();
        let mut states: Vec<(Subject, State)> = people
            .into_iter()
            .map(Subject::Person)
            .chain(objects.into_iter().map(Subject::Object))
            .map(|subject| (subject, State { places: read.story.cast().places(), holder: Holder::Nobody }))
            .collect();
        let all = read.story.cast().places();
        let followed = Knowledge::follow(&read.story, self.rules, |known| {
            let number = read.numbers.get(known.now() - 1).copied().unwrap_or(1);
            let sentences: &[Sentence] = &read.story.sentences()[..known.now()];
            answers[number - 1] = Some(match question.answer(&read.story, known) {
                Answer::Unknown => String::new(),
                answer => self.answer(sentences, question, &answer),
            });
            for (subject, state) in &mut states {
                let now = subject.state(known);
                if std::mem::replace(state, now) != now {
                    known_by.push(self.known(number, *subject, now, all));
                }
            }
        });
        followed.ok()?;
        // Lines about something else leave the answer as it is.
        let mut last = String::new();
        let answer = |answer: Option<String>| {
            last = answer.unwrap_or_else(|| last.clone());
            last.clone()
        };
        Some(Process { answers: answers.into_iter().map(answer).collect(), known: known_by })
    }

    fn known(&self, fact: usize, subject: Subject, State { places, holder }: State, all: Places) -> Known {
        let lexicon = &self.lexicon;
        let person =
            |who: Person| lexicon.people.get(who.index()).map_or("?", |person| &person.name).to_owned();
        let name = match subject {
            Subject::Person(who) => person(who),
            Subject::Object(what) => lexicon.objects.get(what.index()).cloned().unwrap_or_default(),
        };
        let places = if places == all { Places::NONE } else { places };
        Known {
            fact,
            name,
            places: places.iter().filter_map(|place| lexicon.places.get(place.index()).cloned()).collect(),
            holder: match holder {
                Holder::By(who) => Some(person(who)),
                Holder::Nobody | Holder::Unknown => None,
            },
        }
    }

    /// The answers alone, each from the facts so far.
    fn follow_world(&self, passage: &Passage) -> Option<Process> {
        let (Line::Question(asked), facts) = passage.lines.split_last()? else { return None };
        let answer = |told: usize| {
            let mut lines = facts[..told].to_vec();
            lines.push(Line::Question(Asked { question: asked.question.clone(), ..Asked::default() }));
            let solution = self.solve(&Passage { lines }).ok()?.pop()?;
            Some(if solution.status == Status::Unknown { String::new() } else { solution.answer })
        };
        // A story that makes no sense as a whole has no process.
        answer(facts.len())?;
        let answers = (1..=facts.len()).map(|told| answer(told).unwrap_or_default()).collect();
        Some(Process { answers, known: Vec::new() })
    }
}

/// Who or what something is known of.
#[derive(Clone, Copy)]
enum Subject {
    Person(Person),
    Object(Object),
}

/// What is known of them.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    places: Places,
    holder: Holder,
}

impl Subject {
    fn state(self, known: &Knowledge) -> State {
        let now = known.now();
        match self {
            Self::Person(who) => State { places: known.person(who, now), holder: Holder::Nobody },
            Self::Object(what) => State { places: known.object(what, now), holder: known.holder(what, now) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Passages;

    fn process(text: &str) -> Process {
        let passage = Passages::of(text).next().unwrap().unwrap().passage;
        Solver::default().process(&passage).unwrap()
    }

    fn told(process: &Process) -> Vec<String> {
        let tell = |known: &Known| {
            let places = if known.places.is_empty() { "anywhere".into() } else { known.places.join("|") };
            let holder = known.holder.as_ref().map_or(String::new(), |holder| format!(" ({holder})"));
            format!("{} {} {places}{holder}", known.fact, known.name)
        };
        process.known.iter().map(tell).collect()
    }

    #[test]
    fn each_line_says_more() {
        let found = process(
            "1 John is either in the park or the school.\n2 Mary took the apple.\n3 Mary went to the school.\n\
             4 Mary gave the apple to John.\n5 John went to the office.\n6 Where is the apple?\n",
        );
        assert_eq!(found.answers, ["", "", "school", "school", "office"]);
        let expected = [
            "1 John park|school",
            "2 apple anywhere (Mary)",
            "3 Mary school",
            "3 apple school (Mary)",
            "4 John school",
            "4 apple school (John)",
            "5 John office",
            "5 apple office (John)",
        ];
        assert_eq!(told(&found), expected);
    }

    #[test]
    fn other_worlds_have_answers_only() {
        let found = process(
            "1 The office is north of the kitchen.\n2 The garden is south of the kitchen.\n3 What is south of the kitchen?\n",
        );
        assert_eq!((found.answers, found.known), (vec![String::new(), "garden".to_owned()], Vec::new()));
    }
}
