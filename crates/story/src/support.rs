//! Supporting facts: which lines are needed to know an answer.
//!
//! A set of lines supports an answer if a reader who is shown only these lines, and the footprints of the others (see
//! the [crate's documentation](crate)), knows it. Sets from which no line can be left out are *minimal*. What has to be
//! known differs by question:
//!
//! * *where*, *yes*: the place. *no*: that it is not this place. *maybe*: all places that remain possible and no other.
//! * *where was … before*: the place just before the object came there, and that it came there. That it was not there
//!   again later is not asked for: this is how the published supports are made.
//! * *carrying*, *how many*: for each object that the person ever held, the last line in which they take, drop, give or get
//!   it, or, if they no longer hold it, any later line about the object.
//! * gifts: the line of the gift.

use std::collections::BTreeSet;

use crate::knowledge::{Contradiction, Knowledge, Rules, Scope};
use crate::proof_bounds::ProofBounds;
use crate::questions::{Answer, Question};
use crate::relevance::Asked;
pub use crate::search::SupportSearch;
use crate::world::{Event, Object, Person, Place, Places, Sentence, Story};

/// Which of the sets that support an answer is *the* support.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum SupportStyle {
    /// The smallest; of several, the one whose lines come first.
    #[default]
    Smallest,
    /// As published for questions about what a person carries: every line in which they take, drop, give or get an object. For
    /// other questions, the smallest.
    History,
}

/// The most steps that [`Supports::find`] takes unless told otherwise.
pub const STEPS: usize = 4096;

/// The sets of lines that support an answer. Lines are counted from 0 and ascend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Supports {
    /// The support.
    pub canonical: Vec<usize>,
    /// The minimal sets that were found: by size, then by lines.
    pub minimal: Vec<Vec<usize>>,
    /// Whether these are all there are. If not, `canonical` is the best of those found.
    pub complete: bool,
}

impl Supports {
    /// The supports of the answer to a question after the first `lines` lines; `None` if the answer is unknown.
    ///
    /// Every step of the search looks for one set that does without certain lines; after `steps` of them it ends.
    pub fn find(
        story: &Story,
        lines: usize,
        question: Question,
        rules: Rules,
        style: SupportStyle,
        steps: usize,
    ) -> Result<Option<Supports>, Contradiction> {
        let full = Knowledge::of_first(story, lines, rules)?;
        let mut prover = Prover { rules, style, steps, masked: Knowledge::default() };
        Ok(prover.prove(story, question, &full))
    }
}

/// Finds supports, one after another, with the same memory.
#[derive(Clone, Debug)]
pub struct Prover {
    /// How stories are read.
    pub rules: Rules,
    /// Which support is *the* support.
    pub style: SupportStyle,
    /// The most steps of a search.
    pub steps: usize,
    masked: Knowledge,
}

impl Prover {
    /// A prover with these choices.
    pub fn new(rules: Rules, style: SupportStyle, steps: usize) -> Prover {
        Prover { rules, style, steps, masked: Knowledge::default() }
    }

    /// As [`Supports::find`], where it is known already what the lines say: `full` has to be read with the same rules.
    pub fn prove(&mut self, story: &Story, question: Question, full: &Knowledge) -> Option<Supports> {
        self.prove_least(story, question, full, 0)
    }

    /// The same, but nothing if the support has fewer than `least` lines: then the search is not finished.
    pub fn prove_least(
        &mut self,
        story: &Story,
        question: Question,
        full: &Knowledge,
        least: usize,
    ) -> Option<Supports> {
        let goal = Goal::of(story, question, full)?;
        let lines = full.now();
        let bounds = ProofBounds::of(question, story, full, self.rules);
        let candidates = goal.candidates(&story.sentences()[..lines], full, self.rules);
        if candidates.len() < least {
            return None;
        }
        let knowledge = std::mem::take(&mut self.masked);
        let search = SupportSearch {
            hint: bounds.obvious.as_deref().unwrap_or_default(),
            candidates: Some(&candidates),
            least,
            ..SupportSearch::new(lines, self.steps)
        };
        let scope = goal.scope(&story.sentences()[..lines], &candidates);
        let mut judge = Judge { story, lines, goal, rules: self.rules, scope, knowledge };
        let sets = search.run(|shown| judge.supports(shown));
        self.masked = judge.knowledge;
        let (minimal, complete) = sets?;
        let canonical = match (self.style, question) {
            (SupportStyle::History, Question::Carrying(person) | Question::HowMany(person)) => {
                history(&story.sentences()[..lines], person)
            }
            _ => minimal.first().cloned().unwrap_or_default(),
        };
        Some(Supports { canonical, minimal, complete })
    }
}

/// How a set of lines fits an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It supports the answer, and no line can be left out.
    Minimal,
    /// It supports the answer, but so does a part of it.
    Redundant,
    /// It does not support the answer.
    Insufficient,
    /// The answer is unknown, so nothing supports it.
    NoAnswer,
}

impl Fit {
    /// How lines fit the answer to a question after the first `lines` lines: a check of supports from elsewhere.
    pub fn of(
        story: &Story,
        lines: usize,
        question: Question,
        rules: Rules,
        support: &[usize],
    ) -> Result<Fit, Contradiction> {
        let full = Knowledge::of_first(story, lines, rules)?;
        let Some(goal) = Goal::of(story, question, &full) else { return Ok(Fit::NoAnswer) };
        let lines = full.now();
        let scope = goal.scope(&story.sentences()[..lines], support);
        let mut judge = Judge { story, lines, goal, rules, scope, knowledge: Knowledge::default() };
        let mut shown = vec![false; judge.lines];
        for &line in support {
            if let Some(shown) = shown.get_mut(line) {
                *shown = true;
            }
        }
        if !judge.supports(&shown) {
            return Ok(Fit::Insufficient);
        }
        for line in 0..judge.lines {
            if std::mem::replace(&mut shown[line], false) {
                if judge.supports(&shown) {
                    return Ok(Fit::Redundant);
                }
                shown[line] = true;
            }
        }
        Ok(Fit::Minimal)
    }
}

/// Every line in which a person takes, drops, gives or gets an object, and the lines that explain the pronouns in these.
pub(crate) fn history(sentences: &[Sentence], person: Person) -> Vec<usize> {
    explained(sentences, (0..sentences.len()).filter(|&line| sentences[line].hands(person)))
}

/// What has to be known.
#[derive(Clone, Debug)]
enum Goal {
    /// That a person may now be exactly there.
    Person(Person, Places),
    /// That a person is now not there.
    Not(Person, Place),
    /// That an object is now there.
    Object(Object, Places),
    /// That an object was at one place at one moment, at another at a later one, and nowhere else in between.
    Crossing { object: Object, from: (usize, Places), to: (usize, Places) },
    /// One line of each group.
    Lines(Vec<Vec<usize>>),
}

impl Goal {
    fn of(story: &Story, question: Question, full: &Knowledge) -> Option<Goal> {
        let now = full.now();
        match (question, question.answer(story, full)) {
            (_, Answer::Unknown) => None,
            (Question::IsIn(person, place), Answer::No) => Some(Goal::Not(person, place)),
            (Question::WherePerson(person) | Question::IsIn(person, _), _) => {
                Some(Goal::Person(person, full.person(person, now)))
            }
            (Question::WhereObject(object), _) => Some(Goal::Object(object, full.object(object, now))),
            (Question::WhereWas(object, place), _) => {
                let here = Places::one(place);
                let (from, to) = full.arrival(object, place)?;
                Some(Goal::Crossing { object, from: (from, full.object(object, from)), to: (to, here) })
            }
            (Question::Carrying(person) | Question::HowMany(person), _) => {
                Some(Goal::Lines(hands(&story.sentences()[..now], person)))
            }
            _ => question.gift(story, now).map(|gift| Goal::Lines(vec![vec![gift.line]])),
        }
    }
}

impl Goal {
    /// The lines that can matter, ascending.
    fn candidates(&self, sentences: &[Sentence], full: &Knowledge, rules: Rules) -> Vec<usize> {
        let asked = match *self {
            Goal::Person(person, _) | Goal::Not(person, _) => Asked::person(person, full),
            Goal::Object(object, _) => Asked::object(object, full.now(), full.now(), full),
            Goal::Crossing { object, from, to } => Asked::object(object, from.0, to.0, full),
            Goal::Lines(ref groups) => return explained(sentences, groups.iter().flatten().copied()),
        };
        explained(sentences, asked.lines(sentences, full, rules.reading).into_iter())
    }

    /// Who and what some lines, and the goal, are about.
    fn scope(&self, sentences: &[Sentence], lines: &[usize]) -> Scope {
        let asked = match *self {
            Goal::Person(person, _) | Goal::Not(person, _) => Scope::NONE.and_person(person),
            Goal::Object(object, _) | Goal::Crossing { object, .. } => Scope::NONE.and_object(object),
            Goal::Lines(_) => Scope::NONE,
        };
        lines.iter().filter_map(|&line| sentences.get(line)).fold(asked, Scope::and_all_of)
    }
}

/// Lines and those that explain their pronouns, ascending.
fn explained(sentences: &[Sentence], lines: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut all: Vec<usize> = Vec::new();
    for line in lines {
        let mut next = Some(line);
        while let Some(line) = next {
            all.push(line);
            next = sentences[line].antecedent;
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// For each object that a person ever took, dropped, gave or got: the lines of which one must be known.
fn hands(sentences: &[Sentence], person: Person) -> Vec<Vec<usize>> {
    let touched: BTreeSet<Object> = sentences
        .iter()
        .filter(|sentence| sentence.hands(person))
        .filter_map(|sentence| sentence.event.object())
        .collect();
    let mut groups = Vec::new();
    for object in touched {
        let about = |sentence: &Sentence| sentence.event.object() == Some(object);
        let Some(last) = sentences.iter().rposition(|sentence| about(sentence) && sentence.hands(person))
        else {
            continue;
        };
        let holds = match sentences[last].event {
            Event::Grab(_) => true,
            Event::Give(_, to) => to == person,
            _ => false,
        };
        let later = (last + 1..sentences.len()).filter(|&line| !holds && about(&sentences[line]));
        groups.push(std::iter::once(last).chain(later).collect());
    }
    groups
}

/// Decides whether lines support the goal.
struct Judge<'a> {
    story: &'a Story,
    lines: usize,
    goal: Goal,
    rules: Rules,
    /// Who and what the lines that may be shown are about.
    scope: Scope,
    knowledge: Knowledge,
}

impl Judge<'_> {
    fn supports(&mut self, shown: &[bool]) -> bool {
        if let Goal::Lines(groups) = &self.goal {
            let clear = |&line: &usize| {
                let mut next = Some(line);
                while let Some(line) = next {
                    if !shown[line] {
                        return false;
                    }
                    next = self.story.sentences()[line].antecedent;
                }
                true
            };
            return groups.iter().all(|group| group.iter().any(clear));
        }
        let known = &mut self.knowledge;
        let learned = known.learn_about(self.story, self.lines, |line| shown[line], &self.scope, self.rules);
        if learned.is_err() {
            return false;
        }
        match self.goal {
            Goal::Person(person, places) => known.person(person, self.lines) == places,
            Goal::Not(person, place) => !known.person(person, self.lines).has(place),
            Goal::Object(object, places) => known.object(object, self.lines) == places,
            Goal::Crossing { object, from, to } => {
                let either = from.1.or(to.1);
                known.object(object, from.0) == from.1
                    && known.object(object, to.0) == to.1
                    && (from.0..to.0).all(|moment| known.object(object, moment).within(either))
            }
            Goal::Lines(_) => true,
        }
    }
}

/// What a line is about: an event, or a way of putting it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Concept {
    /// A person goes to a place.
    Move,
    /// A person is said to be in a place.
    Is,
    /// A person takes an object.
    Grab,
    /// A person drops an object.
    Drop,
    /// One person gives an object to another.
    Give,
    /// Two named subjects.
    Conj,
    /// "He" or "she".
    Coref,
    /// "They".
    Compound,
    /// "Is not in".
    Negate,
    /// "Is either in … or".
    Indef,
}

impl Concept {
    /// All of them.
    pub const ALL: [Concept; 10] = [
        Concept::Move,
        Concept::Is,
        Concept::Grab,
        Concept::Drop,
        Concept::Give,
        Concept::Conj,
        Concept::Coref,
        Concept::Compound,
        Concept::Negate,
        Concept::Indef,
    ];

    /// The name, in capitals as the Dyna-bAbI paper writes them.
    pub fn name(self) -> &'static str {
        match self {
            Concept::Move => "MOVE",
            Concept::Is => "IS",
            Concept::Grab => "GRAB",
            Concept::Drop => "DROP",
            Concept::Give => "GIVE",
            Concept::Conj => "CONJ",
            Concept::Coref => "COREF",
            Concept::Compound => "COMPOUND",
            Concept::Negate => "NEGATE",
            Concept::Indef => "INDEF",
        }
    }

    /// The name in the paper's tables, which count "is in" as MOVE and have POSS for GRAB and DROP.
    pub fn name_in_paper(self) -> &'static str {
        match self {
            Concept::Is => "MOVE",
            Concept::Grab | Concept::Drop => "POSS",
            other => other.name(),
        }
    }
}

/// The concepts of some lines, in the order of [`Concept`]: the paper's support composition f_c.
///
/// Negations and indefinite sentences count as such and not as moves. "They" counts as COMPOUND rather than as COREF and
/// CONJ; the line that explains it has two named subjects and brings CONJ along.
pub fn composition(story: &Story, lines: &[usize]) -> Vec<Concept> {
    let mut concepts = BTreeSet::new();
    for sentence in lines.iter().filter_map(|&line| story.sentences().get(line)) {
        concepts.insert(match sentence.event {
            Event::Move(_) => Concept::Move,
            Event::Is(_) => Concept::Is,
            Event::IsNot(_) => Concept::Negate,
            Event::Either(..) => Concept::Indef,
            Event::Grab(_) => Concept::Grab,
            Event::Drop(_) => Concept::Drop,
            Event::Give(..) => Concept::Give,
        });
        match (sentence.and, sentence.antecedent) {
            (Some(_), Some(_)) => concepts.insert(Concept::Compound),
            (Some(_), None) => concepts.insert(Concept::Conj),
            (None, Some(_)) => concepts.insert(Concept::Coref),
            (None, None) => false,
        };
    }
    concepts.into_iter().collect()
}
