//! What train says about the parts of each held-out combination.
//!
//! A hold-out is a fair test of composition only if its parts are there to be learnt. Each [`Question`] is a named
//! condition; [`Evidence`] counts the training examples that fulfil it. [`questions_of`] derives questions from a
//! recipe's hold-outs: each single feature, each pair of features, and the whole, which should not occur at all (but
//! for few-shot examples). [`paper_questions`] are the counts that the papers report.

mod paper;
mod parts;
mod reascan;
mod sight;

use serde::Serialize;
use wampimuk_command::{Example, Lexicon};
use wampimuk_core::{RecipeError, Verdict};
use wampimuk_gscan::{Condition, Features, Predicate, TargetKind};

use crate::splits::TRAIN;
use crate::table::{percent, share, thousands};
use crate::{Chart, Table};

pub use paper::paper_questions;
pub use parts::questions_of;
use sight::Seer;
pub use sight::Sight;

/// Something to be counted in train.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// The hold-out it is about.
    pub about: String,
    /// What is counted, in words.
    pub label: String,
    /// What is counted.
    pub condition: Counted,
    /// The number the paper gives.
    pub published: Option<u64>,
}

/// What is counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Counted {
    /// Examples with these features of command, target and placement, as in gSCAN's hold-outs.
    Features(Box<Condition>),
    /// Examples in which this stands anywhere in the command or the world, as in ReaSCAN's.
    Sight(Sight),
}

impl From<Condition> for Counted {
    fn from(condition: Condition) -> Self {
        Self::Features(Box::new(condition))
    }
}

/// The same in the numbers of a lexicon.
#[derive(Clone, Debug)]
enum Judge {
    Features(Predicate),
    Sight(Seer),
}

impl Judge {
    fn new(counted: &Counted, lexicon: &Lexicon) -> Result<Self, RecipeError> {
        match counted {
            Counted::Features(condition) => condition.predicate(lexicon).map(Self::Features),
            Counted::Sight(sight) => Seer::new(sight, lexicon).map(Self::Sight),
        }
    }

    /// Without features, because the agent starts on its target, conditions on features do not hold.
    fn holds(&self, features: Option<&Features<'_>>, example: &Example) -> bool {
        match self {
            Self::Features(predicate) => {
                features.is_some_and(|features| predicate.judge(features) == Verdict::Yes)
            }
            Self::Sight(seer) => seer.sees(example),
        }
    }
}

/// Counts the training examples that fulfil each of a list of conditions; other splits are passed over.
///
/// ```
/// use wampimuk_audit::{Evidence, questions_of};
/// use wampimuk_gscan::{Gscan, Recipe, shipped};
///
/// let recipe = Recipe::parse(shipped("gscan-demo").unwrap().toml).unwrap();
/// let dataset = Gscan::new(recipe, 0).unwrap();
/// let questions = questions_of(&dataset.recipe().generate.holdouts);
/// let mut evidence = Evidence::new(dataset.lexicon(), questions).unwrap();
/// let mut maker = dataset.maker();
/// for index in 0..100 {
///     evidence.add("train", &maker.make(0, index).unwrap().example);
/// }
/// let report = evidence.finish();
/// assert_eq!(report.examples, 100);
/// let red_squares = report.answers.iter().find(|answer| answer.question.about == "visual").unwrap();
/// assert_eq!(red_squares.question.label, "target shape square");
/// ```
#[derive(Clone, Debug)]
pub struct Evidence {
    questions: Vec<(Question, Judge)>,
    /// Whether the examples may have relative clauses, which says whose numbers to compare with.
    reascan: bool,
    counts: Vec<u64>,
    examples: u64,
    undirected: u64,
}

impl Evidence {
    /// Counters for these questions; each must make sense in the lexicon.
    pub fn new(lexicon: &Lexicon, questions: Vec<Question>) -> Result<Self, RecipeError> {
        let questions = questions
            .into_iter()
            .map(|question| Ok((Judge::new(&question.condition, lexicon)?, question)))
            .map(|result| result.map(|(judge, question)| (question, judge)))
            .collect::<Result<Vec<_>, RecipeError>>()?;
        let counts = vec![0; questions.len()];
        Ok(Self { questions, reascan: paper::is_reascan(lexicon), counts, examples: 0, undirected: 0 })
    }

    /// Counts an example, if it is one of train.
    pub fn add(&mut self, split: &str, example: &Example) {
        if split != TRAIN {
            return;
        }
        self.examples += 1;
        let Example { command, world, target, actions } = example;
        let object = world.objects()[*target];
        let agent = world.agent().cell;
        let features = agent.direction_to(object.cell).map(|direction| Features {
            command,
            target: TargetKind { shape: object.shape, colour: object.colour, size: object.size },
            direction,
            distance: agent.distance(object.cell),
            cells: Some((agent, object.cell)),
            actions: Some(actions.len()),
        });
        self.undirected += u64::from(features.is_none());
        for ((_, judge), count) in self.questions.iter().zip(&mut self.counts) {
            *count += u64::from(judge.holds(features.as_ref(), example));
        }
    }

    /// Adds what another has counted for the same questions.
    #[must_use]
    pub fn merge(mut self, other: Self) -> Self {
        self.examples += other.examples;
        self.undirected += other.undirected;
        for (mine, theirs) in self.counts.iter_mut().zip(&other.counts) {
            *mine += theirs;
        }
        self
    }

    /// The results.
    pub fn finish(&self) -> EvidenceReport {
        let answers = self.questions.iter().zip(&self.counts);
        EvidenceReport {
            examples: self.examples,
            undirected: self.undirected,
            published_examples: paper::train_size(self.reascan),
            answers: answers
                .map(|((question, _), &count)| Answer { question: question.clone(), count })
                .collect(),
        }
    }
}

/// What train says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EvidenceReport {
    /// How many training examples there are.
    pub examples: u64,
    /// Examples whose agent starts on its target: they have no direction and are not counted where features are.
    pub undirected: u64,
    /// How many training examples the published data have.
    pub published_examples: u64,
    /// The questions with their counts.
    pub answers: Vec<Answer>,
}

/// A question and how many training examples fulfil it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The question.
    #[serde(flatten)]
    pub question: Question,
    /// How many.
    pub count: u64,
}

impl EvidenceReport {
    /// Leaves out the published numbers, which belong to other data.
    #[cfg(feature = "files")]
    pub(crate) fn forget_published(&mut self) {
        self.published_examples = 0;
        self.answers.iter_mut().for_each(|answer| answer.question.published = None);
    }

    /// The answers as a table, with the published numbers where there are any.
    pub fn tables(&self) -> Vec<Table> {
        let heads = ["about", "what", "examples", "of train", "published", "of its train"];
        let is_compared = self.published_examples > 0;
        let mut table = Table::new("Evidence in train", if is_compared { &heads } else { &heads[..4] });
        for Answer { question, count } in &self.answers {
            let own = [
                question.about.clone(),
                question.label.clone(),
                thousands(*count),
                percent(share(*count, self.examples)),
            ];
            let published = question.published;
            let theirs = [
                published.map_or_else(String::new, thousands),
                published.map_or_else(String::new, |count| percent(share(count, self.published_examples))),
            ];
            table.row(own.into_iter().chain(is_compared.then_some(theirs).into_iter().flatten()));
        }
        vec![table]
    }

    /// A bar chart for each hold-out.
    pub fn charts(&self) -> Vec<Chart> {
        let mut charts: Vec<(&str, Vec<(String, f64)>)> = Vec::new();
        for Answer { question, count } in &self.answers {
            let bar = (question.label.clone(), *count as f64);
            match charts.last_mut() {
                Some((about, bars)) if *about == question.about => bars.push(bar),
                _ => charts.push((&question.about, vec![bar])),
            }
        }
        charts.into_iter().map(|(about, bars)| Chart::bars(format!("evidence for {about}"), bars)).collect()
    }
}
