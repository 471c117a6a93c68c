//! Stories about people, objects and places: from lines to sentences, and from questions to solutions.

use std::collections::BTreeSet;

use wampimuk_story::{
    Answer, Concept, Contradiction, Event, Holder, Knowledge, Object, Person, Question, Sentence, Story,
    StoryError, Supports, Wording, WordingError, composition,
};

use super::hint::hint;
use super::{Kind, ListOrder, Solution, SolveError, Solver, Status};
use crate::text::{Line, Passage, shortened};

/// A passage about people, objects and places, understood.
#[derive(Clone, Debug)]
pub struct ReadStory {
    /// The sentences.
    pub story: Story,
    /// The printed number of each sentence.
    pub numbers: Vec<usize>,
    /// How each sentence is put.
    pub wordings: Vec<Wording>,
    /// The questions, each with its printed number.
    pub questions: Vec<(usize, Question)>,
    /// The printed numbers of questions that say that they are about the last occasion, so that no earlier one is meant.
    pub about_last: BTreeSet<usize>,
}

impl ReadStory {
    /// How many sentences come before the line with this number.
    pub fn told_before(&self, number: usize) -> usize {
        self.numbers.partition_point(|&other| other < number)
    }

    /// The printed numbers of sentences.
    pub fn printed(&self, sentences: &[usize]) -> Vec<usize> {
        sentences.iter().filter_map(|&sentence| self.numbers.get(sentence).copied()).collect()
    }

    /// Who and what occurs in the sentences, each once.
    pub fn cast(&self) -> (BTreeSet<Person>, BTreeSet<Object>) {
        let (mut people, mut objects) = (BTreeSet::new(), BTreeSet::new());
        for sentence in self.story.sentences() {
            people.extend(sentence.subjects());
            objects.extend(sentence.event.object());
            if let Event::Give(_, to) = sentence.event {
                people.insert(to);
            }
        }
        (people, objects)
    }
}

/// The first line that could not be read.
pub(super) struct Unread {
    /// Its printed number.
    pub(super) line: usize,
    /// What it says.
    text: String,
    why: Why,
}

enum Why {
    /// The words do not fit.
    Words(WordingError),
    /// The words fit, but nothing can be like that.
    Sense(StoryError),
    /// There are too many words.
    Lexicon(String),
}

impl From<Question> for Kind {
    fn from(question: Question) -> Kind {
        match question {
            Question::WherePerson(_) => Kind::WherePerson,
            Question::WhereObject(_) => Kind::WhereObject,
            Question::WhereWas(..) => Kind::WhereWasObject,
            Question::IsIn(..) => Kind::YesNo,
            Question::Carrying(_) => Kind::List,
            Question::HowMany(_) => Kind::Counting,
            Question::WhoGaveTo(..)
            | Question::WhoGave(_)
            | Question::WhoReceived(_)
            | Question::GaveToWhom(..)
            | Question::GaveWhat(..) => Kind::Giving,
        }
    }
}

impl Solver {
    pub(super) fn read_lines(&self, passage: &Passage) -> Result<ReadStory, Unread> {
        let cast = self.lexicon.cast().map_err(|error| Unread {
            line: 1,
            text: String::new(),
            why: Why::Lexicon(error.to_string()),
        })?;
        let mut read = ReadStory {
            story: Story::empty(cast),
            numbers: Vec::new(),
            wordings: Vec::new(),
            questions: Vec::new(),
            about_last: BTreeSet::new(),
        };
        for (number, line) in (1..).zip(&passage.lines) {
            match line {
                Line::Fact(text) => {
                    let unread = |why| Unread { line: number, text: text.clone(), why };
                    let found = self.lexicon.read(text, &read.story);
                    if found.is_err() && self.unrelated.has(text) {
                        continue;
                    }
                    let (sentence, wording) = found.map_err(|error| unread(Why::Words(error)))?;
                    read.story.push(sentence).map_err(|error| unread(Why::Sense(error)))?;
                    read.numbers.push(number);
                    read.wordings.push(wording);
                }
                Line::Question(asked) => {
                    let question = self.lexicon.read_question(&asked.question).map_err(|error| Unread {
                        line: number,
                        text: asked.question.clone(),
                        why: Why::Words(error),
                    })?;
                    read.questions.push((number, question));
                    if self.lexicon.asks_for_last(&asked.question) {
                        read.about_last.insert(number);
                    }
                }
            }
        }
        Ok(read)
    }

    /// Whether a sentence could be part of a story about people.
    pub(super) fn reads_alone(&self, fact: &str) -> bool {
        self.lexicon.cast().is_ok_and(|cast| {
            !matches!(self.lexicon.read(fact, &Story::empty(cast)), Err(WordingError::Unknown(_)))
        })
    }

    /// What is wrong with a line.
    pub(super) fn complain(&self, unread: Unread) -> SolveError {
        let text = shortened(&unread.text);
        let message = match unread.why {
            Why::Words(WordingError::Pronoun(_)) => {
                format!("{text} has a pronoun, but the sentence before has no such subject")
            }
            Why::Words(WordingError::Unknown(_)) => {
                format!("{text} cannot be read: {}", hint(&self.lexicon, unread.text.trim()))
            }
            Why::Sense(StoryError::Gift { .. }) => format!("{text} is a gift to the giver"),
            Why::Sense(StoryError::Subjects { .. }) => {
                format!("{text} has two subjects, which only two people who go somewhere can be")
            }
            Why::Sense(StoryError::Pronoun { .. }) => format!("{text} has a pronoun that nothing explains"),
            Why::Sense(StoryError::Stranger { .. }) => format!("{text} is about a stranger"),
            Why::Words(error) => format!("{text} cannot be read: {error}"),
            Why::Sense(error) => format!("{text} makes no sense: {error}"),
            Why::Lexicon(message) => message,
        };
        SolveError { line: unread.line, message }
    }

    pub(super) fn solve_story(&self, read: &ReadStory) -> Result<Vec<Solution>, SolveError> {
        let story = &read.story;
        Knowledge::of(story, self.rules).map_err(|_| self.contradiction(read))?;
        let mut known = Knowledge::default();
        let mut told = None;
        let mut solutions = Vec::new();
        for &(line, question) in &read.questions {
            let lines = read.told_before(line);
            let impossible = |at: Contradiction| SolveError {
                line: read.numbers.get(at.line).copied().unwrap_or(line),
                message: at.to_string(),
            };
            if told != Some(lines) {
                known.learn(story, lines, |_| true, self.rules).map_err(impossible)?;
                told = Some(lines);
            }
            let kind = Kind::from(question);
            let found = Supports::find(story, lines, question, self.rules, self.style, self.steps)
                .map_err(impossible)?;
            let answer = question.answer(story, &known);
            let is_ambiguous = || !read.about_last.contains(&line) && question.is_ambiguous(story, &known);
            solutions.push(match found {
                Some(found) if answer != Answer::Unknown => Solution {
                    line,
                    kind,
                    status: if is_ambiguous() { Status::Ambiguous } else { Status::Unique },
                    answer: self.answer(&read.story.sentences()[..lines], question, &answer),
                    supporting: read.printed(&found.canonical),
                    all_minimal: found.minimal.iter().map(|lines| read.printed(lines)).collect(),
                    complete: found.complete,
                    composition: composition(story, &found.canonical)
                        .into_iter()
                        .map(Concept::name)
                        .collect(),
                },
                _ => Solution {
                    line,
                    kind,
                    status: Status::Unknown,
                    answer: String::new(),
                    supporting: Vec::new(),
                    all_minimal: Vec::new(),
                    complete: true,
                    composition: Vec::new(),
                },
            });
        }
        Ok(solutions)
    }

    /// An answer in words, with lists in the order that is asked for.
    pub(super) fn answer(&self, told: &[Sentence], question: Question, answer: &Answer) -> String {
        match (self.listing, question, answer) {
            (ListOrder::AsTaken, Question::Carrying(who), Answer::Objects(objects))
                if !objects.is_empty() =>
            {
                let gets = |sentence: &Sentence, object: Object| match sentence.event {
                    Event::Grab(what) => what == object && sentence.who == who,
                    Event::Give(what, to) => what == object && to == who,
                    _ => false,
                };
                let taken = |object: Object| told.iter().position(|sentence| gets(sentence, object));
                let mut objects = objects.clone();
                objects.sort_by_key(|&object| taken(object));
                let names: Vec<String> =
                    objects.into_iter().map(|object| self.lexicon.answer(&Answer::Object(object))).collect();
                names.join(",")
            }
            _ => self.lexicon.answer(answer),
        }
    }

    /// The first line of a story that cannot be true together with those before it, and why.
    ///
    /// A story with a contradiction does not get better with more lines, so halving finds the line.
    fn contradiction(&self, read: &ReadStory) -> SolveError {
        let story = &read.story;
        let possible = |lines: &usize| Knowledge::of_first(story, *lines, self.rules).is_ok();
        let (mut good, mut bad) = (0, story.len());
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            if possible(&middle) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        let line = read.numbers.get(good).copied().unwrap_or(1);
        let why = Knowledge::of_first(story, good, self.rules).ok().and_then(|before| {
            let sentence = story.sentences().get(good)?;
            let object = sentence.event.object()?;
            let holder = before.holder(object, good);
            let expected = match sentence.event {
                Event::Grab(_) => Holder::Nobody,
                _ => Holder::By(sentence.who),
            };
            let what = self.lexicon.objects.get(object.index())?;
            match holder {
                Holder::Nobody if expected != holder => Some(format!("nobody holds the {what} then")),
                Holder::By(who) if expected != holder => {
                    let name = &self.lexicon.people.get(who.index())?.name;
                    Some(format!("{name} holds the {what} then"))
                }
                _ => None,
            }
        });
        let why = why.unwrap_or_else(|| match read.printed(&self.conflict(story, good)).as_slice() {
            [] => "it does not fit what was told before".to_owned(),
            lines => {
                let lines: Vec<String> = lines.iter().map(usize::to_string).collect();
                format!("it does not fit together with what lines {} say about places", lines.join(", "))
            }
        });
        SolveError { line, message: format!("this cannot be: {why}") }
    }

    /// Lines which cannot be true together with the line `at`, and of which none can be left out. Empty for long
    /// stories, in which looking for them takes too long.
    fn conflict(&self, story: &Story, at: usize) -> Vec<usize> {
        const LONG: usize = 500;
        if at > LONG {
            return Vec::new();
        }
        let mut shown = vec![true; at + 1];
        for line in 0..at {
            shown[line] = false;
            if Knowledge::of_shown(story, at + 1, |line| shown[line], self.rules).is_ok() {
                shown[line] = true;
            }
        }
        (0..at).filter(|&line| shown[line]).collect()
    }
}
