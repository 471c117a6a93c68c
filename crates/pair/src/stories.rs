//! Minimal pairs of questions about stories: the same story with one sentence changed, or the same story with one word of
//! the question changed.
//!
//! A partner has exactly one answer, and the solver has found all minimal sets of sentences that show it. Nothing but the
//! one sentence says anything else: a change that would give a pronoun of the next sentence another meaning is none.

mod edits;
mod understood;

use wampimuk_babi::question::Address;
use wampimuk_babi::{Asked, Line, Passage, Question, Solution, Solver, Status};
use wampimuk_core::{ItemId, Role};
use wampimuk_dyna::StoryFamily;
use wampimuk_story::Story;

use crate::dice::Dice;
use crate::{Pair, both};
use edits::Edit;
use understood::Understood;

/// What is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Change {
    /// One word of a sentence is another.
    Changed,
    /// A sentence is added.
    Added,
    /// A sentence is not there.
    Removed,
    /// One word of the question is another.
    Question,
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Changed, Self::Added, Self::Removed, Self::Question];

    /// The name, as in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Question => "question",
        }
    }
}

/// A question about a story, made or read.
#[derive(Clone, Copy, Debug)]
pub struct Item<'a> {
    /// Who reads the story.
    pub solver: &'a Solver,
    /// The facts, and then the question with its recorded answer; in the words that the solver reads.
    pub passage: &'a Passage,
}

/// A question with its story, and what follows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// The facts, and then the question with its answer.
    pub passage: Passage,
    /// The facts as formulas, and then the question.
    pub symbols: Vec<String>,
    /// The answer and its proofs.
    pub solution: Solution,
    /// The story, if it is about people, objects and places.
    pub story: Option<Story>,
}

impl Proved {
    /// The same as a question of a dataset.
    pub fn question<'a>(&'a self, at: Address<'a>) -> Option<Question<'a>> {
        Question::new(at, &self.passage, &self.symbols, &self.solution)
    }

    /// The facts.
    pub fn facts(&self) -> impl Iterator<Item = &str> {
        self.passage.facts().map(|(_, fact)| fact)
    }

    /// The question.
    pub fn asked(&self) -> &str {
        self.passage.lines.last().map_or("", Line::text)
    }
}

/// The other item of a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partner {
    /// What is changed.
    pub change: Change,
    /// Which fact, counted from 1 as supports are: of the item, or of the partner if one was added; 0 is the question.
    pub which: usize,
    /// The question.
    pub proved: Proved,
}

/// An item that was solved, with its pairs.
#[derive(Clone, Debug)]
pub struct Paired {
    /// The item, with the answer that follows.
    pub own: Proved,
    /// Its pairs; none if the recorded answer is another one.
    pub pairs: Vec<Pair<Partner>>,
}

/// The most candidates of one kind of change that are solved, and how many lines are read for that at most.
const TRIES: usize = 64;
const LINES: usize = 200_000;

impl Item<'_> {
    /// The pairs of the item with partners that are allowed. `None` if it cannot be solved.
    pub fn pairs(&self, allowed: impl Fn(&Partner) -> bool) -> Option<Paired> {
        let own = Understood::of(self.solver, self.passage)?;
        let recorded = match self.passage.lines.last() {
            Some(Line::Question(asked)) => asked.answer.as_str(),
            _ => "",
        };
        let solution = &own.solution;
        let is_right =
            solution.status == Status::Unique && solution.kind.same_answer(recorded, &solution.answer);
        let partner = |answer_changes| self.partner(&own, answer_changes, &allowed);
        let pairs = if is_right { both(partner) } else { Vec::new() };
        let (passage, story) = (self.passage.clone(), own.story().cloned());
        let Understood { symbols, solution, .. } = own;
        Some(Paired { own: Proved { passage, symbols, solution, story }, pairs })
    }

    /// A partner whose answer changes, or one whose answer stays.
    fn partner(
        &self,
        own: &Understood<'_>,
        answer_changes: bool,
        allowed: &impl Fn(&Partner) -> bool,
    ) -> Option<Partner> {
        let mut dice = Dice::new(ItemId::of(own.symbols.join("\n").as_bytes()), answer_changes.into());
        let mut kinds = Change::ALL;
        dice.shuffle(&mut kinds);
        let most = (LINES / own.symbols.len().max(1)).clamp(4, TRIES);
        kinds.into_iter().find_map(|change| {
            let edits = own.edits(change, answer_changes, &mut dice);
            edits.take(most).find_map(|edit| {
                let partner = self.edited(own, edit)?;
                let other = &partner.proved.solution;
                let same = own.solution.kind.same_answer(&own.solution.answer, &other.answer);
                (same != answer_changes && allowed(&partner)).then_some(partner)
            })
        })
    }

    /// The item with a change, if only that says something else and there is exactly one answer.
    fn edited(&self, own: &Understood<'_>, edit: Edit) -> Option<Partner> {
        let Edit { change, which, text } = edit;
        let mut passage = self.passage.clone();
        let lines = &mut passage.lines;
        let question = lines.len().checked_sub(1)?;
        match (change, text) {
            (Change::Removed, _) => drop(lines.remove(which - 1)),
            (Change::Added, Some(text)) => lines.insert(which - 1, Line::Fact(text)),
            (Change::Changed, Some(text)) => *lines.get_mut(which - 1)? = Line::Fact(text),
            (Change::Question, Some(question_text)) => {
                lines[question] = Line::Question(Asked { question: question_text, ..Asked::default() });
            }
            (_, None) => return None,
        }
        let read = own.read_again(self.solver, &passage)?;
        if !is_only_change(change, which, &own.symbols, &read.symbols) {
            return None;
        }
        let solution = self.solver.solve(&passage).ok()?.pop()?;
        let is_certain = solution.status == Status::Unique && solution.complete;
        if !is_certain || solution.kind != own.solution.kind {
            return None;
        }
        if let Some(Line::Question(asked)) = passage.lines.last_mut() {
            asked.answer.clone_from(&solution.answer);
            asked.support.clone_from(&solution.supporting);
        }
        let proved = Proved { passage, symbols: read.symbols, solution, story: read.story };
        Some(Partner { change, which, proved })
    }
}

/// Whether the formulas differ just where they are said to.
fn is_only_change(change: Change, which: usize, own: &[String], other: &[String]) -> bool {
    let without = |list: &[String], place: usize| -> Vec<String> {
        let kept = list.iter().enumerate().filter(|(number, _)| *number != place);
        kept.map(|(_, formula)| formula.clone()).collect()
    };
    // One of two equal sentences in a row could be either.
    let is_repeated = |list: &[String], place: usize| {
        let here = list.get(place);
        here == list.get(place + 1) || place > 0 && here == list.get(place - 1)
    };
    match change {
        Change::Added => own == without(other, which - 1) && !is_repeated(other, which - 1),
        Change::Removed => without(own, which - 1) == other && !is_repeated(own, which - 1),
        Change::Changed | Change::Question => {
            let place = if change == Change::Question { own.len().wrapping_sub(1) } else { which - 1 };
            own.get(place) != other.get(place) && without(own, place) == without(other, place)
        }
    }
}

/// Makes the pairs of questions that recipes made, one after another.
pub struct Pairs<'f> {
    family: &'f dyn StoryFamily,
    /// Who reads the stories of a part.
    reader: Option<(String, Solver)>,
}

impl<'f> Pairs<'f> {
    /// For the questions of a dataset.
    pub fn of(family: &'f dyn StoryFamily) -> Self {
        Self { family, reader: None }
    }

    /// The pairs of a question, in the words of the dataset. Partners begin as stories of the question's split may begin,
    /// and those of training items belong to no hold-out, so training on pairs keeps splits apart.
    pub fn pairs(&mut self, question: &Question<'_>) -> Vec<Pair<Partner>> {
        let family = self.family;
        let task = question.at.task;
        if self.reader.as_ref().is_none_or(|(part, _)| part != task) {
            self.reader = family.solver(task).map(|solver| (task.to_owned(), solver));
        }
        let Some((_, solver)) = &self.reader else { return Vec::new() };
        let Some(passage) = family.plain(&question.passage()) else { return Vec::new() };
        let role = family.splits().get(question.at.split).map(|split| split.role);
        let allowed = |Partner { proved, .. }: &Partner| {
            let facts = proved.symbols.split_last().map_or(&[][..], |(_, facts)| facts);
            let begins = family.role_of(task, proved.story.as_ref(), facts);
            let held_out = || proved.question(question.at).is_none_or(|partner| family.is_held_out(&partner));
            (begins.is_none() || begins == role) && (role != Some(Role::Train) || !held_out())
        };
        let paired = Item { solver, passage: &passage }.pairs(allowed);
        let mut pairs = paired.map(|paired| paired.pairs).unwrap_or_default();
        if let Some(words) = family.relexicon() {
            for Pair { partner: Partner { proved, .. }, .. } in &mut pairs {
                proved.passage = words.apply_to(&proved.passage);
                proved.solution.answer = words.apply(&proved.solution.answer);
            }
        }
        pairs
    }
}
