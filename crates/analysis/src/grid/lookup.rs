//! A memory of train: how far does one get without understanding anything?

use std::collections::HashMap;

use wampimuk_command::{Command, Determiner, Example, Phrase};
use wampimuk_grid::{Action, Cell};

/// Remembers the answers of train by command and target cell, and answers with the most frequent one. What this gets
/// right shows nothing about composition.
#[derive(Clone, Debug, Default)]
pub struct Lookup {
    answers: HashMap<(Command, Cell), Answers>,
}

/// Answers, and how often each was seen.
type Answers = HashMap<Box<[Action]>, u64>;

impl Lookup {
    /// Remembers an item.
    pub fn learn(&mut self, example: &Example) {
        let Some(key) = key(example) else { return };
        *self.answers.entry(key).or_default().entry(example.actions.as_slice().into()).or_default() += 1;
    }

    /// Remembers what another one does.
    pub fn merge(&mut self, other: Self) {
        for (key, answers) in other.answers {
            let own = self.answers.entry(key).or_default();
            answers.into_iter().for_each(|(answer, count)| *own.entry(answer).or_default() += count);
        }
    }

    /// The answer to an item. Of two that are equally frequent, the one that comes first in the order of actions is
    /// taken, so nothing depends on the order of learning.
    pub fn answer(&self, example: &Example) -> Option<&[Action]> {
        let answers = self.answers.get(&key(example)?)?;
        let best =
            answers.iter().max_by(|(one, count), (two, other)| count.cmp(other).then_with(|| two.cmp(one)));
        best.map(|(answer, _)| &**answer)
    }
}

fn key(example: &Example) -> Option<(Command, Cell)> {
    let goal = example.world.objects().get(example.target)?.cell;
    let mut command = example.command.clone();
    forget_articles(&mut command.phrase);
    Some((command, goal))
}

/// "a" and "the" say nothing, and would only make commands rarer.
fn forget_articles(phrase: &mut Phrase) {
    phrase.determiner = Determiner::default();
    phrase.clauses.iter_mut().for_each(|clause| forget_articles(&mut clause.phrase));
}
