//! From scores to the next recipe: which compositions a model fails at, and a dataset that targets them.
//!
//! This is the loop of the Dyna-bAbI paper: evaluate, look at the weakest combinations of question and concepts, generate
//! more of exactly these. Small cells are noisy, so cells are ordered by how good they may be at best, given how often
//! they were tried: by the upper end of the 95 % Wilson interval of their accuracy. A cell with one error in one try may
//! still be good; one with sixty errors in a hundred tries is not.

mod read;

use std::collections::BTreeMap;
use std::fmt;

use thiserror::Error;
use wampimuk_core::{RecipeError, Role};
use wampimuk_story::Concept;

use crate::dataset::Stories;
use crate::kit::{TextError, recipe_text};
use crate::recipe::{Ask, ConceptName, Condition, Engine, Kind, Part, Recipe, SplitRecipe};
use crate::tasks::story_task;

/// The number of standard deviations of a 95 % interval.
const Z: f64 = 1.959_963_985;

/// The kinds of questions, with their names and short names.
const KINDS: [(Kind, &str, &str); 7] = [
    (Kind::WherePerson, "where_person", "wp"),
    (Kind::WhereObject, "where_object", "wo"),
    (Kind::WhereWasObject, "where_was_object", "wwo"),
    (Kind::YesNo, "yes_no", "yn"),
    (Kind::Counting, "counting", "counting"),
    (Kind::List, "list", "list"),
    (Kind::Giving, "giving", "giving"),
];

/// The concepts, with the names that files have for them in capitals.
const CONCEPTS: [(ConceptName, &str); 11] = [
    (ConceptName::Move, "MOVE"),
    (ConceptName::Is, "IS"),
    (ConceptName::Grab, "GRAB"),
    (ConceptName::Drop, "DROP"),
    (ConceptName::Poss, "POSS"),
    (ConceptName::Give, "GIVE"),
    (ConceptName::Conj, "CONJ"),
    (ConceptName::Coref, "COREF"),
    (ConceptName::Compound, "COMPOUND"),
    (ConceptName::Negate, "NEGATE"),
    (ConceptName::Indef, "INDEF"),
];

/// What is wrong with a file of scores.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {}expected {expected}, found {found}", field.as_ref().map(|field| format!("`{field}`: ")).unwrap_or_default())]
pub struct ScoreError {
    /// Where: a line, or an element of a list.
    pub place: String,
    /// The field.
    pub field: Option<String>,
    /// What should be there.
    pub expected: String,
    /// What is there.
    pub found: String,
}

/// Which questions a score is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The number of the kind in [`KINDS`].
    kind: usize,
    /// The numbers of the concepts in [`CONCEPTS`], ascending.
    composition: Vec<usize>,
    /// How many supporting lines, if the scores tell that apart.
    support: Option<u32>,
}

/// How often a model was right.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    /// How often it was right; not whole where a file has an accuracy only.
    pub correct: f64,
    /// How often it was asked.
    pub total: f64,
}

/// Scores by kind of question, composition of the support and, where given, number of supporting lines.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scores {
    cells: BTreeMap<Cell, Score>,
    /// Whether the concepts are those of the paper's tables, which have POSS, and count "is in" as MOVE.
    paper: bool,
}

impl Score {
    /// The share of right answers.
    pub fn accuracy(self) -> f64 {
        self.correct / self.total
    }

    /// The 95 % Wilson interval of the accuracy.
    pub fn interval(self) -> (f64, f64) {
        let (share, total) = (self.accuracy(), self.total);
        let middle = share + Z * Z / (2.0 * total);
        let half = Z * (share * (1.0 - share) / total + Z * Z / (4.0 * total * total)).sqrt();
        let whole = 1.0 + Z * Z / total;
        (((middle - half) / whole).max(0.0), ((middle + half) / whole).min(1.0))
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = self.interval();
        let [share, least, most] = [self.accuracy(), least, most].map(|share| share * 100.0);
        write!(f, "{share:.1} % of {} right (95 %: {least:.1} to {most:.1})", self.total.round())
    }
}

impl Cell {
    fn concepts(&self) -> impl Iterator<Item = ConceptName> {
        self.composition.iter().map(|&number| CONCEPTS[number].0)
    }

    /// What questions of the cell are like: all its concepts, and no other.
    fn condition(&self, paper: bool) -> Condition {
        let inside = |concept: Concept| {
            let moved = paper && concept == Concept::Is;
            self.concepts().any(|name| name.covers(concept) || moved && name == ConceptName::Move)
        };
        let covered = |name: &ConceptName| {
            Concept::ALL.into_iter().any(|concept| name.covers(concept) && inside(concept))
        };
        let none = CONCEPTS.iter().map(|&(name, _)| name);
        Condition {
            kinds: vec![KINDS[self.kind].0],
            support: self.support.map(|lines| [lines, lines]),
            all: self.concepts().collect(),
            none: none.filter(|name| *name != ConceptName::Poss && !covered(name)).collect(),
            ..Condition::default()
        }
    }

    /// A name for a part: letters, digits and underscores.
    fn name(&self) -> String {
        let mut name = KINDS[self.kind].2.to_owned();
        for &concept in &self.composition {
            name.push('_');
            name.push_str(&CONCEPTS[concept].1.to_lowercase());
        }
        name.truncate(56);
        if let Some(lines) = self.support {
            name.push_str(&format!("_s{lines}"));
        }
        name
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.composition.iter().map(|&number| CONCEPTS[number].1).collect();
        write!(f, "{} over {}", KINDS[self.kind].1, names.join("+"))?;
        match self.support {
            Some(1) => write!(f, ", 1 supporting line"),
            Some(lines) => write!(f, ", {lines} supporting lines"),
            None => Ok(()),
        }
    }
}

impl Scores {
    /// Reads scores: JSON lines, a JSON list of objects, or CSV with a header.
    ///
    /// Every entry has `kind` and `composition`, and may have `support`, a number of lines. It has `correct` and `total`,
    /// or `accuracy` and `count`, or it is one question with `correct` true or false. Entries for the same cell are added
    /// up. An accuracy without a count weighs as little as a single question. Other fields are ignored.
    ///
    /// # Errors
    /// If an entry is not like that: its place, the field, and what was expected.
    pub fn parse(text: &str) -> Result<Scores, ScoreError> {
        read::scores(text)
    }

    /// All cells with their scores, those with the lowest upper bound first; among equals, the larger one.
    pub fn worst(&self) -> Vec<(&Cell, Score)> {
        let mut cells: Vec<(&Cell, Score)> = self.cells.iter().map(|(cell, &score)| (cell, score)).collect();
        cells.sort_by(|(_, one), (_, other)| {
            let bound = one.interval().1.total_cmp(&other.interval().1);
            bound.then(other.total.total_cmp(&one.total))
        });
        cells
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }
}

/// How much is to be proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish {
    /// How many of the worst cells.
    pub worst: usize,
    /// How many questions of each in train; dev and test have a tenth.
    pub size: u64,
}

/// A recipe that targets the worst cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// The recipe: a part for each cell.
    pub recipe: Recipe,
    /// For each part, what it is about and why.
    pub reasons: Vec<String>,
    /// Cells that the base recipe never leads to, and what was tried.
    pub left_out: Vec<(String, String)>,
    /// How many cells there were.
    cells: usize,
}

/// Makes a recipe whose parts are those of a base recipe, with filters for the worst cells. Cells without any error are not
/// among the worst. Hold-outs of the base are not kept, and every answer is proved.
///
/// # Errors
/// If no cell has errors, or the base recipe can tell none of the worst.
pub fn propose(scores: &Scores, base: &Recipe, wish: Wish) -> Result<Proposal, RecipeError> {
    let wrong = |cell: &(&Cell, Score)| cell.1.correct < cell.1.total;
    let worst: Vec<(&Cell, Score)> = scores.worst().into_iter().filter(wrong).take(wish.worst).collect();
    if worst.is_empty() {
        return Err(RecipeError::new("no score is below 100 %").hint("there is nothing to target"));
    }
    let mut recipe = base.clone();
    recipe.title = format!("Targets: the weakest compositions, told as in {}", base.title);
    recipe.generate.engine = Engine::Certified;
    recipe.generate.holdouts.clear();
    recipe.generate.parts.clear();
    recipe.splits.clear();
    let (mut reasons, mut left_out) = (Vec::new(), Vec::new());
    for (cell, score) in worst {
        let reason = format!("{cell}: {score}");
        let part = target(cell, scores.paper, base, &recipe.generate.parts);
        match part.and_then(|part| check(&part, &recipe).map(|()| part)) {
            Ok(part) => {
                recipe.generate.parts.push(part);
                reasons.push(reason);
            }
            Err(error) => left_out.push((reason, error.to_string())),
        }
    }
    if recipe.generate.parts.is_empty() {
        let first = left_out.first().map_or(String::new(), |(reason, error)| format!("; {reason}: {error}"));
        return Err(RecipeError::new(format!("the base recipe tells none of the worst compositions{first}"))
            .hint("another base recipe, or a larger number of worst ones, may help"));
    }
    let parts = &recipe.generate.parts;
    let split = |name: &str, role, size: u64| SplitRecipe {
        name: name.to_owned(),
        role,
        title: String::new(),
        holdout: None,
        each: false,
        parts: parts.iter().map(|part| (part.name.clone(), size)).collect(),
    };
    let tenth = wish.size.div_ceil(10);
    recipe.splits = vec![
        split("train", Role::Train, wish.size),
        split("dev", Role::Dev, tenth),
        split("test", Role::Test, tenth),
    ];
    Ok(Proposal { recipe, reasons, left_out, cells: scores.len() })
}

/// The part of a cell: like the first part of the base that asks such questions.
fn target(cell: &Cell, paper: bool, base: &Recipe, others: &[Part]) -> Result<Part, RecipeError> {
    let told = base.generate.parts.iter().filter_map(told_part);
    let mut candidates: Vec<Part> = told.collect();
    let kind = KINDS[cell.kind].0;
    let chosen = candidates.iter().position(|part| *weight(&mut part.ask.clone(), kind) > 0.0).unwrap_or(0);
    if candidates.is_empty() {
        return Err(RecipeError::new(
            "no part of the base recipe tells stories of people, objects and places",
        ));
    }
    let mut ask = Ask::default();
    *weight(&mut ask, kind) = 1.0;
    let name = cell.name();
    let taken = |name: &str| others.iter().any(|part| part.name == name);
    let name = if taken(&name) {
        (2..).map(|number: u32| format!("{name}_{number}")).find(|name| !taken(name)).unwrap_or(name)
    } else {
        name
    };
    Ok(Part {
        name,
        task: None,
        ask,
        filters: vec![cell.condition(paper)],
        shares: Vec::new(),
        inject: Vec::new(),
        rephrase: false,
        released: None,
        ..candidates.swap_remove(chosen)
    })
}

/// A part with everything that its task says; `None` if it is about another world.
fn told_part(part: &Part) -> Option<Part> {
    match part.task {
        None => part.actions.map(|_| part.clone()),
        Some(task) => Some(Part { max_tokens: part.max_tokens, ..story_task(task)? }),
    }
}

fn weight(ask: &mut Ask, kind: Kind) -> &mut f64 {
    match kind {
        Kind::WherePerson => &mut ask.where_person,
        Kind::WhereObject => &mut ask.where_object,
        Kind::WhereWasObject => &mut ask.where_was_object,
        Kind::YesNo => &mut ask.yes_no,
        Kind::Counting => &mut ask.counting,
        Kind::List => &mut ask.list,
        Kind::Giving => &mut ask.giving,
    }
}

/// Tries whether a part can be told.
fn check(part: &Part, recipe: &Recipe) -> Result<(), RecipeError> {
    let mut alone = recipe.clone();
    alone.generate.parts = vec![part.clone()];
    alone.splits = vec![SplitRecipe {
        name: "test".to_owned(),
        role: Role::Test,
        title: String::new(),
        holdout: None,
        each: false,
        parts: BTreeMap::from([(part.name.clone(), 1)]),
    }];
    Stories::new(alone, 0).map(|_| ())
}

impl Proposal {
    /// The recipe as TOML, with the reasons as comments.
    ///
    /// # Errors
    /// If the base recipe has numbers that TOML has not.
    pub fn text(&self) -> Result<String, TextError> {
        const PART: &str = "\n[[generate.parts]]\n";
        let recipe = recipe_text(&self.recipe)?;
        let mut pieces = recipe.split(PART);
        let mut text = format!(
            "# The worst of {} cells (kind of question × composition), by the upper end of the 95 % Wilson interval.\n",
            self.cells
        );
        for (reason, error) in &self.left_out {
            text.push_str(&format!("# Left out: {reason}.\n#   {}\n", error.replace('\n', " ")));
        }
        text.push_str(pieces.next().unwrap_or_default());
        for (piece, reason) in pieces.zip(&self.reasons) {
            text.push_str(&format!("\n# {reason}{PART}{piece}"));
        }
        Ok(text)
    }
}

#[cfg(test)]
mod tests;
