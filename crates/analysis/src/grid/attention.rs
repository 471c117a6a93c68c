//! Where models look, averaged: at which kind of word while they say which action, and where in the world, seen from the
//! target. Single items are seen in animations (`show --predictions`).
//!
//! Weights are added up in whole units, so that the order of adding does not matter.

use std::collections::BTreeMap;

use serde::Serialize;
use wampimuk_command::{Lexicon, Register};
use wampimuk_grid::{Action, Cell};

use super::Case;
use crate::predictions::Attention;

/// Weights are added up in units of this.
const UNIT: f64 = (1u64 << 30) as f64;
/// How many rows and columns around the target are told apart.
const REACH: i32 = 6;
const SIDE: usize = 2 * REACH as usize + 1;
/// The actions, and what is none.
const ROWS: usize = Action::ALL.len() + 1;
/// What stands before and after a command, which encoders may read too.
const ENDS: [&str; 2] = ["(start)", "(end)"];

/// The kinds of a command's words, in order: a verb, an adverb, a size, a colour or a noun; other words are themselves.
pub type Template = Vec<String>;

/// Attention to words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordAttention {
    items: u64,
    /// Steps by action.
    steps: [u64; ROWS],
    /// For each word, the weights in these steps.
    weights: Vec<[u64; ROWS]>,
}

/// Attention to cells, by where they lie seen from the target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WorldAttention {
    steps: u64,
    near: Vec<u64>,
    beyond: u64,
}

/// Attention in one split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AttentionCounts {
    templates: BTreeMap<Template, WordAttention>,
    world: WorldAttention,
}

impl AttentionCounts {
    /// Adds the attention of an answer. Weights that do not fit the command are left out.
    pub(super) fn add(&mut self, case: &Case<'_>, answer: &[Option<Action>], attention: &Attention) {
        let template = template(case);
        let row = |at: usize| answer.get(at).copied().flatten().map_or(ROWS - 1, |action| action as usize);
        let fitting = |weights: &Vec<f32>| fitting(weights, template.len()).map(<[f32]>::to_vec);
        if let Some(rows) = attention.command.iter().map(fitting).collect::<Option<Vec<_>>>()
            && let Some(first) = rows.first()
        {
            let has_ends = first.len() > template.len();
            let named = if has_ends { with_ends(template) } else { template };
            let own = self.templates.entry(named).or_default();
            own.items += 1;
            own.weights.resize(first.len(), [0; ROWS]);
            for (at, weights) in rows.iter().enumerate() {
                own.steps[row(at)] += 1;
                own.weights
                    .iter_mut()
                    .zip(weights)
                    .for_each(|(sums, &weight)| sums[row(at)] += units(weight));
            }
        }
        if let Some(goal) = case.goal() {
            let side = usize::from(case.example.world.side());
            attention.world.iter().for_each(|weights| self.world.add(weights, side, goal));
        }
    }

    /// Adds what another one counted.
    pub(super) fn merge(&mut self, other: Self) {
        for (template, words) in other.templates {
            self.templates.entry(template).or_default().merge(&words);
        }
        self.world.merge(&other.world);
    }
}

impl WordAttention {
    fn merge(&mut self, other: &Self) {
        self.items += other.items;
        self.steps.iter_mut().zip(other.steps).for_each(|(own, other)| *own += other);
        self.weights.resize(self.weights.len().max(other.weights.len()), [0; ROWS]);
        for (own, other) in self.weights.iter_mut().zip(&other.weights) {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
    }
}

impl WorldAttention {
    fn add(&mut self, weights: &[f32], side: usize, goal: Cell) {
        self.steps += 1;
        self.near.resize(SIDE * SIDE, 0);
        for (cell, &weight) in weights.iter().enumerate() {
            let offset = |at: usize, goal: u8| at as i32 - i32::from(goal);
            let (row, column) =
                (offset(cell / side.max(1), goal.row), offset(cell % side.max(1), goal.column));
            if row.abs() <= REACH && column.abs() <= REACH {
                self.near[(row + REACH) as usize * SIDE + (column + REACH) as usize] += units(weight);
            } else {
                self.beyond += units(weight);
            }
        }
    }

    fn merge(&mut self, other: &Self) {
        self.steps += other.steps;
        self.near.resize(self.near.len().max(other.near.len()), 0);
        self.near.iter_mut().zip(&other.near).for_each(|(own, other)| *own += other);
        self.beyond += other.beyond;
    }
}

fn units(weight: f32) -> u64 {
    (f64::from(weight).clamp(0.0, 1.0) * UNIT) as u64
}

/// The weights of a command with so many words, with or without its ends. Rows of batches may go on with zeros.
fn fitting(weights: &[f32], words: usize) -> Option<&[f32]> {
    if weights.len() == words {
        return Some(weights);
    }
    let (own, rest) = weights.split_at_checked(words + ENDS.len())?;
    rest.iter().all(|weight| *weight == 0.0).then_some(own)
}

fn with_ends(template: Template) -> Template {
    let [start, end] = ENDS.map(str::to_owned);
    std::iter::once(start).chain(template).chain([end]).collect()
}

fn template(case: &Case<'_>) -> Template {
    let words = case.example.command.tokens(case.lexicon, case.surface, Register::Words);
    words.into_iter().map(|word| kind(case.lexicon, word).unwrap_or(word).to_owned()).collect()
}

/// Which kind of word it is.
fn kind(lexicon: &Lexicon, word: &str) -> Option<&'static str> {
    let is_adverb = |own: &str| own == word || own.split(' ').any(|part| part == word);
    if lexicon.verbs.iter().any(|verb| verb.word == word) {
        Some("verb")
    } else if lexicon.adverbs.iter().any(|adverb| is_adverb(&adverb.word.word)) {
        Some("adverb")
    } else if lexicon.sizes.iter().any(|size| size.word == word) {
        Some("size")
    } else if lexicon.colours.iter().any(|colour| colour.word == word) {
        Some("colour")
    } else if lexicon.nouns.iter().any(|noun| noun.word.word == word) || word == "object" {
        Some("noun")
    } else {
        None
    }
}

/// Attention in a split, as mean shares of the weight.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AttentionReport {
    /// All commands: words of one kind together.
    pub words: WordReport,
    /// By template, the most common first.
    pub templates: Vec<WordReport>,
    /// Around the target, which is in the middle: rows from north to south, columns from west to east.
    pub around_target: Vec<Vec<f64>>,
    /// Farther away.
    pub beyond: f64,
}

/// Attention to words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct WordReport {
    /// The words.
    pub words: Template,
    /// How many items.
    pub items: u64,
    /// For each action that was said, the share that each word has.
    pub actions: Vec<ActionReport>,
}

/// Attention to words while one action was said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ActionReport {
    /// The action.
    pub action: &'static str,
    /// In how many steps.
    pub steps: u64,
    /// The mean weight of each word.
    pub weights: Vec<f64>,
}

impl AttentionReport {
    /// The attention of several runs; `None` if nothing is known of it.
    pub(super) fn of<'c>(counts: impl Iterator<Item = &'c AttentionCounts>) -> Option<Self> {
        let mut all = AttentionCounts::default();
        counts.for_each(|counts| all.merge(counts.clone()));
        let AttentionCounts { templates, world } = all;
        if templates.is_empty() && world.steps == 0 {
            return None;
        }
        let share = |sum: u64| if world.steps == 0 { 0.0 } else { sum as f64 / UNIT / world.steps as f64 };
        let around_target = world.near.chunks(SIDE).map(|row| row.iter().map(|&sum| share(sum)).collect());
        let (around_target, beyond) = (around_target.collect(), share(world.beyond));
        let words = together(&templates).report();
        let mut templates: Vec<WordReport> = templates
            .into_iter()
            .map(|(template, counts)| Named { words: template, counts }.report())
            .collect();
        templates.sort_by(|one, other| other.items.cmp(&one.items).then_with(|| one.words.cmp(&other.words)));
        Some(Self { words, templates, around_target, beyond })
    }

    /// How far the map around the target goes, to each side.
    pub const REACH: i32 = REACH;
}

struct Named {
    words: Template,
    counts: WordAttention,
}

/// The templates as one, in which each kind of word occurs once.
fn together(templates: &BTreeMap<Template, WordAttention>) -> Named {
    let order = |word: &str| {
        let kinds = [ENDS[0], "verb", "size", "colour", "noun", "adverb"];
        let last = if word == ENDS[1] { kinds.len() + 1 } else { kinds.len() };
        kinds.iter().position(|kind| *kind == word).unwrap_or(last)
    };
    let mut words: Template = Vec::new();
    for word in templates.keys().flatten() {
        if !words.contains(word) {
            words.push(word.clone());
        }
    }
    words.sort_by(|one, other| order(one).cmp(&order(other)).then_with(|| one.cmp(other)));
    let mut counts = WordAttention { weights: vec![[0; ROWS]; words.len()], ..WordAttention::default() };
    for (template, own) in templates {
        counts.items += own.items;
        counts.steps.iter_mut().zip(own.steps).for_each(|(sum, steps)| *sum += steps);
        for (word, weights) in template.iter().zip(&own.weights) {
            if let Some(place) = words.iter().position(|other| other == word) {
                counts.weights[place].iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
        }
    }
    Named { words, counts }
}

impl Named {
    fn report(self) -> WordReport {
        let Self { words, counts: WordAttention { items, steps, weights } } = self;
        let name = |row: usize| Action::ALL.get(row).map_or("(no action)", |action| action.name());
        let actions = (0..ROWS)
            .filter(|&row| steps[row] > 0)
            .map(|row| ActionReport {
                action: name(row),
                steps: steps[row],
                weights: weights.iter().map(|sums| sums[row] as f64 / UNIT / steps[row] as f64).collect(),
            })
            .collect();
        WordReport { words, items, actions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_may_have_ends_and_go_on_with_zeros() {
        assert_eq!(fitting(&[0.5, 0.5], 2), Some(&[0.5, 0.5][..]));
        assert_eq!(fitting(&[0.1, 0.5, 0.3, 0.1], 2), Some(&[0.1, 0.5, 0.3, 0.1][..]));
        assert_eq!(fitting(&[0.1, 0.5, 0.3, 0.1, 0.0], 2).map(<[f32]>::len), Some(4));
        assert_eq!(fitting(&[0.1, 0.5, 0.3, 0.1, 0.2], 2), None);
        assert_eq!(fitting(&[0.1, 0.5, 0.4], 2), None);
    }

    #[test]
    fn templates_become_one_by_kind_of_word() {
        let own = |weights: &[u64]| {
            let weights = weights.iter().map(|&weight| {
                let mut row = [0; ROWS];
                row[0] = weight << 30;
                row
            });
            let mut steps = [0; ROWS];
            steps[0] = 2;
            WordAttention { items: 1, steps, weights: weights.collect() }
        };
        let words = |words: &str| words.split(' ').map(str::to_owned).collect::<Template>();
        let templates = BTreeMap::from([
            (words("(start) verb a noun (end)"), own(&[0, 1, 0, 1, 0])),
            (words("(start) verb a colour noun (end)"), own(&[0, 0, 0, 2, 0, 0])),
        ]);
        let report = together(&templates).report();
        assert_eq!(report.words, words("(start) verb colour noun a (end)"));
        assert_eq!(report.items, 2);
        let walk = &report.actions[0];
        assert_eq!(
            (walk.action, walk.steps, &walk.weights[..]),
            ("walk", 4, &[0.0, 0.25, 0.5, 0.25, 0.0, 0.0][..])
        );
    }
}
