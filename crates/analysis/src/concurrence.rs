//! Whether two benchmarks rank models alike.
//!
//! Liu et al. (2021) call it *concurrence*: a synthetic benchmark that ranks many models as a natural one does might have
//! led to the same inventions. A [`Board`] has models and what they reach on benchmarks; a [`Concurrence`] compares two of
//! the benchmarks over all models that have both. [`Board::published`] is Table 8 of the Dyna-bAbI paper, twenty models on
//! SQuAD and on stories, to which anybody's models can be added.
//!
//! ```
//! use wampimuk_analysis::concurrence::Board;
//!
//! let board = Board::published()?;
//! let (squad, mixed) = (board.benchmark("SQuAD").unwrap_or(0), board.benchmark("mix-t7").unwrap_or(0));
//! let concurrence = board.concurrence(squad, mixed);
//! assert_eq!(concurrence.models, 19);
//! assert_eq!(concurrence.pearson.map(|r| format!("{r:.2}")).as_deref(), Some("0.92"));
//! assert_eq!(concurrence.kendall.map(|tau| format!("{tau:.2}")).as_deref(), Some("0.78"));
//! # Ok::<(), wampimuk_analysis::concurrence::BoardError>(())
//! ```

mod boards;
mod correlation;
mod read;

use serde::Serialize;

pub use boards::{Boards, Concurrences};
pub use correlation::{kendall, least_squares, pearson};
pub use read::BoardError;

/// The group of models that a user adds without saying where they belong.
pub const OWN: &str = "yours";

/// Models and what they reach on benchmarks, in per cent.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Board {
    /// The names of the benchmarks.
    pub benchmarks: Vec<String>,
    /// The models.
    pub models: Vec<Entry>,
}

/// A model of a [`Board`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// What kind of model it is.
    pub group: String,
    /// What it reaches on each benchmark, where that is known.
    pub scores: Vec<Option<f64>>,
}

/// How two benchmarks go together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Concurrence {
    /// The benchmark that is compared with.
    pub with: String,
    /// The benchmark that is compared.
    pub benchmark: String,
    /// How many models have both.
    pub models: usize,
    /// Pearson's correlation; `None` for fewer than two models, or where all are equal.
    pub pearson: Option<f64>,
    /// Kendall's τ-b; `None` for the same reasons.
    pub kendall: Option<f64>,
    /// Slope and height at 0 of the straight line that fits best.
    pub trend: Option<(f64, f64)>,
}

impl Board {
    /// Table 8 of the Dyna-bAbI paper.
    pub fn published() -> Result<Self, BoardError> {
        Self::from_tsv(include_str!("../data/concurrence.tsv"))
    }

    /// The number of a benchmark, whatever the case of its letters.
    pub fn benchmark(&self, name: &str) -> Option<usize> {
        self.benchmarks.iter().position(|known| known.eq_ignore_ascii_case(name))
    }

    /// Adds the models of another board. A model that is there already gets the new scores in place of its old ones,
    /// keeps those that the other board does not have, and moves to the new group: so a model trained anew is compared
    /// by its published score on another benchmark.
    pub fn add(&mut self, other: &Self) {
        let places: Vec<usize> = other.benchmarks.iter().map(|name| self.benchmark_or_new(name)).collect();
        for entry in &other.models {
            let known = self.models.iter().position(|model| model.name == entry.name);
            let place = known.unwrap_or_else(|| {
                self.models.push(Entry { scores: Vec::new(), ..entry.clone() });
                self.models.len() - 1
            });
            let model = &mut self.models[place];
            model.group.clone_from(&entry.group);
            for (&place, score) in places.iter().zip(&entry.scores) {
                model.set(place, *score);
            }
        }
        let benchmarks = self.benchmarks.len();
        self.models.iter_mut().for_each(|model| model.scores.resize(benchmarks, None));
    }

    /// Two benchmarks, over all models that have both.
    pub fn concurrence(&self, with: usize, benchmark: usize) -> Concurrence {
        let pairs: Vec<(f64, f64)> = self.pairs(with, benchmark).map(|(_, pair)| pair).collect();
        let name = |number: usize| self.benchmarks.get(number).cloned().unwrap_or_default();
        Concurrence {
            with: name(with),
            benchmark: name(benchmark),
            models: pairs.len(),
            pearson: pearson(&pairs),
            kendall: kendall(&pairs),
            trend: least_squares(&pairs),
        }
    }

    /// The models that have both benchmarks, with what they reach.
    pub fn pairs(&self, with: usize, benchmark: usize) -> impl Iterator<Item = (&Entry, (f64, f64))> {
        self.models.iter().filter_map(move |model| {
            let score = |number: usize| model.scores.get(number).copied().flatten();
            Some((model, (score(with)?, score(benchmark)?)))
        })
    }

    /// The groups in the order in which they occur.
    pub fn groups(&self) -> Vec<&str> {
        let mut groups: Vec<&str> = Vec::new();
        for model in &self.models {
            if !groups.contains(&model.group.as_str()) {
                groups.push(&model.group);
            }
        }
        groups
    }

    fn benchmark_or_new(&mut self, name: &str) -> usize {
        self.benchmark(name).unwrap_or_else(|| {
            self.benchmarks.push(name.to_string());
            self.benchmarks.len() - 1
        })
    }
}

impl Entry {
    fn set(&mut self, place: usize, score: Option<f64>) {
        if self.scores.len() <= place {
            self.scores.resize(place + 1, None);
        }
        if score.is_some() {
            self.scores[place] = score;
        }
    }
}
