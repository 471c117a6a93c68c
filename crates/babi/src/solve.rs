//! Answers to the questions of a passage, with the lines that they rest on.
//!
//! A passage is about people, objects and places ([`wampimuk_story`]) or about one of the other toy worlds
//! ([`worlds`]). It belongs to the first of these, in this order, which can read all its
//! lines. Every question is answered from the lines before it; a line after it does not count.

mod hint;
mod process;
mod solved;
mod story;

use std::collections::BTreeSet;

use thiserror::Error;
use wampimuk_story::{Lexicon, Rules, SupportStyle, support};

pub use self::process::{Known, Process};
pub use self::solved::{Fault, FaultKind, Solved};
pub use self::story::ReadStory;
use self::story::Unread;
use crate::text::{Passage, shortened};
use crate::worlds::{self, World, WorldError};

wampimuk_core::named! {
    /// What kind of question it is.
    pub enum Kind {
        /// Where is Mary?
        WherePerson = "where_person",
        /// Where is the apple?
        WhereObject = "where_object",
        /// Where was the apple before the kitchen?
        WhereWasObject = "where_was_object",
        /// Is Mary in the kitchen?
        YesNo = "yes_no",
        /// How many objects is Mary carrying?
        Counting = "counting",
        /// What is Mary carrying?
        List = "list",
        /// Who gave the apple to Mary? And four other forms.
        Giving = "giving",
        /// What is north of the kitchen? (task 4)
        Direction = "direction",
        /// Where was Mary before the park? (task 14)
        WhereWasPerson = "where_was_person",
        /// What is Gertrude afraid of? (task 15)
        Fear = "fear",
        /// What color is Greg? (task 16)
        Colour = "colour",
        /// Is the triangle above the red square? (task 17)
        Position = "position",
        /// Does the box fit in the chest? (task 18)
        Size = "size",
        /// How do you go from the kitchen to the garden? (task 19)
        Path = "path",
        /// Where will Sumit go? Why did Sumit go to the kitchen? (task 20)
        Motive = "motive",
    }
}

impl Kind {
    /// The name in the tables of the Dyna-bAbI paper; kinds that it does not have are named in the same way.
    pub fn name_in_paper(self) -> &'static str {
        match self {
            Kind::WherePerson => "where-P",
            Kind::WhereObject => "where-O",
            Kind::WhereWasObject => "where-was-O",
            Kind::YesNo => "yes-no",
            Kind::Giving => "give-qs",
            Kind::WhereWasPerson => "where-was-P",
            other => other.name(),
        }
    }

    /// The kind of this name, in either spelling.
    pub fn parse(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| name == kind.name() || name == kind.name_in_paper())
    }

    /// Whether two answers say the same: lists may have another order, and spaces after the commas; paths may not have
    /// another order; none is zero, as the public generator says.
    pub fn same_answer(self, one: &str, other: &str) -> bool {
        let zero = if self == Kind::Counting { "zero" } else { "" };
        let parts = |answer: &str| {
            let said = |part: &str| if part == zero { "none".to_owned() } else { part.to_owned() };
            let mut parts: Vec<String> = answer.split(',').map(|part| said(part.trim())).collect();
            if self == Kind::List {
                parts.sort_unstable();
            }
            parts
        };
        parts(one) == parts(other)
    }
}

wampimuk_core::named! {
    /// Whether a question has an answer.
    pub enum Status {
        /// Exactly one ("maybe" is one).
        Unique = "unique",
        /// Several fit the words of the question: two gifts, two paths. The answer is the one that the published data would have.
        ///
        /// In stories about people these are questions about gifts if an earlier gift fits with another answer ("Who gave
        /// the apple?" after it went from hand to hand), and questions for where an object was before a place if it came
        /// there earlier too, certainly from elsewhere. The answer is about the last gift or arrival.
        Ambiguous = "ambiguous",
        /// It does not follow from the story.
        Unknown = "unknown",
    }
}

/// The answer to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The printed number of the question.
    pub line: usize,
    /// What kind of question it is.
    pub kind: Kind,
    /// Whether it has an answer.
    pub status: Status,
    /// The answer; empty if it is unknown.
    pub answer: String,
    /// The printed numbers of the supporting lines.
    pub supporting: Vec<usize>,
    /// All minimal sets of lines that support the answer, by size and then by lines; as printed numbers.
    pub all_minimal: Vec<Vec<usize>>,
    /// Whether `all_minimal` has them all.
    pub complete: bool,
    /// The concepts of the supporting lines, in capitals: the support composition.
    pub composition: Vec<&'static str>,
}

/// Why a passage could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct SolveError {
    /// The printed number of the line.
    pub line: usize,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

/// Answers questions.
#[derive(Clone, Debug)]
pub struct Solver {
    /// The words of stories about people, objects and places.
    pub lexicon: Lexicon,
    /// How such stories are read.
    pub rules: Rules,
    /// Which support is *the* support.
    pub style: SupportStyle,
    /// In which order several objects are named.
    pub listing: ListOrder,
    /// The most steps of a search for supports.
    pub steps: usize,
    /// The lines that are passed over.
    pub unrelated: Unrelated,
}

/// Lines in stories about people, objects and places that say nothing about them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Unrelated {
    /// These lines.
    pub lines: BTreeSet<String>,
    /// Facts of these tasks.
    pub tasks: Vec<u8>,
}

impl Unrelated {
    /// Whether a line that is no sentence about people is one of them.
    pub fn has(&self, line: &str) -> bool {
        let told = |world: &&dyn World| world.tasks().iter().any(|task| self.tasks.contains(task));
        self.lines.contains(line)
            || (!self.tasks.is_empty()
                && worlds::all().iter().filter(|world| told(world)).any(|world| world.reads(line)))
    }
}

/// In which order the answer to "What is Mary carrying?" names several objects. The order means nothing, see
/// [`Kind::same_answer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum ListOrder {
    /// As she first came by them, even if she lost and found them since: so it is in the published files.
    #[default]
    AsTaken,
    /// By their names: so it is in files of Dyna-bAbI.
    ByName,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver {
            lexicon: Lexicon::published(),
            rules: Rules::default(),
            style: SupportStyle::default(),
            listing: ListOrder::default(),
            steps: support::STEPS,
            unrelated: Unrelated::default(),
        }
    }
}

impl Solver {
    /// The solutions of all questions of a passage, in their order.
    ///
    /// ```
    /// use wampimuk_babi::{Passage, Solver, Status, text::Passages};
    ///
    /// let text = "1 Mary took the apple.\n2 Mary went to the park.\n3 Where is the apple?\n";
    /// for found in Passages::of(text) {
    ///     let solutions = Solver::default().solve(&found?.passage)?;
    ///     assert_eq!((solutions[0].answer.as_str(), solutions[0].supporting.as_slice()), ("park", &[1, 2][..]));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A line that cannot be read, or that contradicts those before it; lines from several worlds.
    pub fn solve(&self, passage: &Passage) -> Result<Vec<Solution>, SolveError> {
        let unread = match self.read_lines(passage) {
            Ok(read) => return self.solve_story(&read),
            Err(unread) => unread,
        };
        let facts: Vec<(usize, &str)> = passage.facts().collect();
        let mut refusal = None;
        for &world in worlds::all() {
            if facts.iter().all(|(_, fact)| world.reads(fact)) {
                match self.solve_world(world, &facts, passage) {
                    Ok(solutions) => return Ok(solutions),
                    Err(error) => refusal = refusal.or(Some(error)),
                }
            }
        }
        // stories about people come first, so if they can read all facts, it is they who say what is wrong
        let only_question = facts.last().is_none_or(|&(last, _)| last < unread.line);
        match refusal {
            Some(error) if !only_question => Err(error),
            _ => Err(self.explain(&facts, unread)),
        }
    }

    /// Reads a passage about people, objects and places.
    ///
    /// # Errors
    /// The first line that cannot be read. Sentences that contradict each other are no error here.
    pub fn read_story(&self, passage: &Passage) -> Result<ReadStory, SolveError> {
        self.read_lines(passage).map_err(|unread| {
            let facts: Vec<(usize, &str)> = passage.facts().collect();
            self.explain(&facts, unread)
        })
    }

    fn solve_world(
        &self,
        world: &dyn World,
        numbered: &[(usize, &str)],
        passage: &Passage,
    ) -> Result<Vec<Solution>, SolveError> {
        let facts: Vec<&str> = numbered.iter().map(|&(_, fact)| fact).collect();
        let error = |error: WorldError, asked: usize| {
            let line = error.fact.and_then(|fact| numbered.get(fact)).map_or(asked, |&(line, _)| line);
            SolveError { line, message: error.message }
        };
        world.check(&facts).map_err(|refused| error(refused, 1))?;
        let printed = |facts: &[usize]| -> Vec<usize> {
            facts.iter().filter_map(|&fact| numbered.get(fact)).map(|&(line, _)| line).collect()
        };
        let mut solutions = Vec::new();
        for (line, asked) in passage.questions() {
            let told = numbered.partition_point(|&(number, _)| number < line);
            let found = world
                .solve(&facts[..told], &asked.question, self.steps)
                .map_err(|refused| error(refused, line))?;
            solutions.push(Solution {
                line,
                kind: found.kind,
                status: found.status,
                answer: found.answer,
                supporting: printed(&found.canonical),
                all_minimal: found.minimal.iter().map(|facts| printed(facts)).collect(),
                complete: found.complete,
                composition: found.composition,
            });
        }
        Ok(solutions)
    }

    /// Says what is wrong with a passage that no world can read, given what stories about people cannot read: the
    /// world that reads most of its first facts knows best.
    fn explain(&self, facts: &[(usize, &str)], unread: Unread) -> SolveError {
        let told = facts.partition_point(|&(line, _)| line < unread.line);
        let read_by = |world: &dyn World| facts.iter().take_while(|(_, fact)| world.reads(fact)).count();
        let mut best: Option<(usize, &dyn World)> = None;
        for &world in worlds::all() {
            let read = read_by(world);
            if read > best.map_or(told, |(most, _)| most) {
                best = Some((read, world));
            }
        }
        let mixed = |at: usize, name: &str, of_people: bool| {
            let &(line, fact) = facts.get(at)?;
            let of_people = of_people && self.reads_alone(fact);
            let other = worlds::all().iter().find(|world| world.reads(fact)).map(|world| world.name());
            let other = if of_people { PEOPLE } else { other? };
            let fact = shortened(fact);
            Some(SolveError {
                line,
                message: format!("{fact} is about {other}, but the lines before it are about {name}"),
            })
        };
        match best {
            Some((read, world)) => match facts.get(read) {
                None => {
                    let message = format!("this passage is about {}, not about {PEOPLE}", world.name());
                    SolveError { line: unread.line, message }
                }
                Some(&(line, fact)) => mixed(read, world.name(), true).unwrap_or_else(|| {
                    let before = facts[..read].iter().map(|&(_, fact)| fact);
                    let hint = hint::misspelt(fact, before).map_or(String::new(), |hint| format!(": {hint}"));
                    let message = format!("{} is no sentence about {}{hint}", shortened(fact), world.name());
                    SolveError { line, message }
                }),
            },
            None => {
                let at_fact = facts.get(told).is_some_and(|&(line, _)| line == unread.line);
                let mixed = if at_fact && told > 0 { mixed(told, PEOPLE, false) } else { None };
                mixed.unwrap_or_else(|| self.complain(unread))
            }
        }
    }
}

/// What the stories of [`wampimuk_story`] are about.
const PEOPLE: &str = "people, objects and places";

#[cfg(test)]
mod tests;
