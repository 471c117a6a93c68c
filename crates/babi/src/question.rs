//! A question about a story as an item: what prompts, arrays, pictures, scores and files see of it.

mod columns;

use wampimuk_core::ItemId;

use crate::solve::Solution;
use crate::text::{Asked, Line, Passage};
pub use columns::QuestionColumns;

/// Where a question stands in its dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Address<'a> {
    /// The number of the split.
    pub split: usize,
    /// The number of the part, such as a bAbI task.
    pub part: usize,
    /// The name of the part.
    pub task: &'a str,
    /// The number of the story in the split.
    pub story: u64,
    /// The index of the question in the split.
    pub index: u64,
}

/// A question about a story, with its proof. It borrows the story, which has other questions among its lines; what is
/// counted here are *facts*, the lines that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question<'a> {
    /// Where it stands.
    pub at: Address<'a>,
    /// The question.
    pub text: &'a str,
    /// Kind, answer and supports; its numbers are those of lines, as printed.
    pub solution: &'a Solution,
    /// The lines before it.
    before: &'a [Line],
    /// How many of these are questions.
    earlier: usize,
    /// The lines before it as formulas, and then the question.
    symbols: &'a [String],
}

impl<'a> Question<'a> {
    /// The question that a solution is about. `symbols` are the formulas of the passage's lines. `None` if the passage has
    /// no such question, or fewer formulas.
    pub fn new(
        at: Address<'a>,
        passage: &'a Passage,
        symbols: &'a [String],
        solution: &'a Solution,
    ) -> Option<Self> {
        let Some((Line::Question(asked), before)) = passage.lines.get(..solution.line)?.split_last() else {
            return None;
        };
        let symbols = symbols.get(..solution.line)?;
        let earlier = before.iter().filter(|line| matches!(line, Line::Question(_))).count();
        Some(Self { at, text: &asked.question, solution, before, earlier, symbols })
    }

    /// What makes two questions the same: the same formulas in the same order, whatever their wording.
    pub fn id(&self) -> ItemId {
        let mut text = String::new();
        for formula in self.formulas() {
            text.push_str(formula);
            text.push('\n');
        }
        text.push_str(self.formula());
        ItemId::of(text.as_bytes())
    }

    /// How many facts come before it.
    pub fn told(&self) -> usize {
        self.before.len() - self.earlier
    }

    /// The facts before it.
    pub fn facts(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        self.before.iter().filter_map(|line| match line {
            Line::Fact(text) => Some(text.as_str()),
            Line::Question(_) => None,
        })
    }

    /// The same as formulas.
    pub fn formulas(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        let is_fact = |(line, _): &(&Line, &String)| matches!(line, Line::Fact(_));
        self.before.iter().zip(self.symbols).filter(is_fact).map(|(_, formula)| formula.as_str())
    }

    /// The facts, and then the question with its answer.
    pub fn passage(&self) -> Passage {
        let (question, answer) = (self.text.to_owned(), self.solution.answer.clone());
        let mut lines: Vec<Line> = self.facts().map(|fact| Line::Fact(fact.to_owned())).collect();
        lines.push(Line::Question(Asked { question, answer, support: Vec::new() }));
        Passage { lines }
    }

    /// The question as a formula.
    pub fn formula(&self) -> &'a str {
        self.symbols.last().map_or("", String::as_str)
    }

    /// The facts that the answer rests on, counted from 1.
    pub fn supporting(&self) -> impl ExactSizeIterator<Item = usize> {
        self.positions(&self.solution.supporting)
    }

    /// All sets of facts that suffice, none too many.
    pub fn all_minimal(&self) -> impl ExactSizeIterator<Item = impl ExactSizeIterator<Item = usize>> {
        self.solution.all_minimal.iter().map(|set| self.positions(set))
    }

    /// Which facts these lines are, counted from 1.
    fn positions(&self, lines: &'a [usize]) -> impl ExactSizeIterator<Item = usize> {
        let Self { before, earlier, .. } = *self;
        lines.iter().map(move |&line| match earlier {
            0 => line,
            _ => before.iter().take(line).filter(|line| matches!(line, Line::Fact(_))).count(),
        })
    }
}
