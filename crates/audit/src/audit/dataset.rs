//! What is wrong with a dataset, wherever its items come from.

use serde::Serialize;
use wampimuk_command::{Example, Lexicon, Semantics};
use wampimuk_source::{Error, Fold, Opened, Pass, ReadingOptions, Source, SourceStory, StorySource};

use super::{Audit, AuditReport};
use crate::floors::{self, Extent, Floors, Teacher};
use crate::stories::{StoryAudit, StoryAuditReport, StoryItem};
use crate::{About, Chart, Page, Report, Summary, Table, draw_chart};

/// What is wrong with a dataset.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum DatasetAudit {
    /// Commands in grid worlds.
    Commands(Box<AuditReport>),
    /// Stories with questions.
    Stories(Box<StoryAuditReport>),
}

/// How to audit.
#[derive(Clone, Debug, Default)]
pub struct AuditOptions {
    /// How texts are read.
    pub readings: ReadingOptions,
    /// The dataset that readers learn from, if not from the split `train`: a recipe, a folder or a file.
    pub learn_from: Option<String>,
    /// How many items readers learn from and are tried on; `None` for no readers.
    pub extent: Option<Extent>,
    /// The command that does it again, to stand in the report.
    pub command: Option<String>,
}

/// Looks for shortcuts, idle words, leaks and wrong labels.
///
/// # Errors
/// If an item cannot be had.
pub fn audit(
    name: &str,
    opened: &mut Opened,
    options: &AuditOptions,
    pass: &Pass<'_>,
) -> Result<DatasetAudit, Error> {
    let about = About { command: options.command.clone(), ..About::new(name, opened) };
    match opened {
        Opened::Commands(source) => {
            let report = AuditReport { about, ..commands(source, options, pass)? };
            Ok(DatasetAudit::Commands(Box::new(report)))
        }
        Opened::Stories(source) => {
            source.read_by(&options.readings)?;
            let report = StoryAuditReport { about, ..stories(source, options, pass)? };
            Ok(DatasetAudit::Stories(Box::new(report)))
        }
        Opened::Riddles(_) => {
            let purpose = "`audit` looks for shortcuts to targets and actions";
            Err(Error::Riddles { name: name.to_owned(), purpose })
        }
    }
}

impl DatasetAudit {
    /// What was audited, and by what.
    pub fn about(&self) -> &About {
        match self {
            Self::Commands(report) => &report.about,
            Self::Stories(report) => &report.about,
        }
    }

    /// The findings, worst first.
    pub fn summary(&self) -> &Summary {
        match self {
            Self::Commands(report) => &report.summary,
            Self::Stories(report) => &report.summary,
        }
    }

    /// How far readers get.
    pub fn floors(&self) -> &Floors {
        match self {
            Self::Commands(report) => &report.floors,
            Self::Stories(report) => &report.floors,
        }
    }

    /// The tables of details, without those that are empty.
    pub fn tables(&self) -> Vec<Table> {
        match self {
            Self::Commands(report) => report.tables(),
            Self::Stories(report) => {
                let mut tables = report.tables();
                tables.retain(|table| !table.rows.is_empty());
                tables
            }
        }
    }

    /// A page: the summary, floors, definitions, then all tables and charts.
    pub fn page(&self, name: &str) -> Page {
        let mut page = Page::new(&format!("Audit of {name}"));
        page.findings(&self.summary().text(FIRST));
        page.section("All findings");
        page.findings(&self.summary().text(usize::MAX));
        page.section("Floors");
        floors::tables(self.floors(), true).iter().for_each(|table| page.table(table));
        page.charts(&floors::charts(self.floors()));
        page.section("What the words mean");
        DEFINITIONS.iter().for_each(|definition| page.paragraph(definition));
        page.section("Details");
        self.tables().iter().for_each(|table| page.table(table));
        page.section("Charts");
        page.charts(&self.charts());
        let about = self.about();
        page.made_by(about.digest.as_deref(), about.command.as_deref());
        page
    }
}

impl DatasetAudit {
    /// The page with all tables and charts.
    pub fn report(&self, name: &str) -> Report {
        let tables = floors::tables(self.floors(), true).into_iter().chain(self.tables());
        let charts = [floors::charts(self.floors()), self.charts()].concat();
        Report {
            title: format!("Audit of {name}"),
            page: self.page(name),
            tables: tables.collect(),
            pictures: charts.iter().map(draw_chart).collect(),
        }
    }

    /// The charts of details.
    fn charts(&self) -> Vec<Chart> {
        match self {
            Self::Commands(report) => report.charts(),
            Self::Stories(report) => report.charts(),
        }
    }
}

/// How many findings of a topic stand above the contents of a page.
const FIRST: usize = 3;

/// What the words of a report mean.
const DEFINITIONS: [&str; 6] = [
    "Chance: a blind choice among the objects that commands of the pattern can be about; of questions, always the most \
     frequent answer.",
    "Order bound: 1/m for a command whose words have m grammatical orders of different meaning, averaged. Grammatical is what \
     keeps the rules that all commands of the data keep.",
    "Vote: each order that refers to exactly one object of the world votes for it; unique: only those that do so under \
     every reading of small and big; promised: only those that also keep every promise that the data keep.",
    "Learnt readers: logistic regression and boosted trees that rank the candidates by features; the better of both is shown. \
     They are lower bounds of what can be had without understanding.",
    "Interval: Wilson's, at 95 %. p: the chance of so much or more if nothing were wrong, corrected by Holm's rule for all \
     comparisons of the report.",
    "Equivalent items: the same command, actions and target cell; of questions, the same but for synonyms.",
];

impl Fold for Audit {
    type Setup = (Semantics, Option<Extent>);

    fn new(lexicon: &Lexicon, (semantics, extent): &Self::Setup) -> Result<Self, Error> {
        let audit = Self::new(lexicon).with_semantics(*semantics);
        Ok(extent.iter().fold(audit, |audit, &extent| audit.with_sample(extent)))
    }

    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self {
        self.with_splits(names)
    }

    fn add(&mut self, split: &str, example: &Example) {
        self.add(split, example);
    }

    fn merge(self, other: Self) -> Self {
        self.merge(other)
    }
}

fn commands(source: &Source, options: &AuditOptions, pass: &Pass<'_>) -> Result<AuditReport, Error> {
    let semantics = floors::semantics_of(source, &options.readings, pass.choice)?;
    let mut audit = source.fold::<Audit>(pass, "audit", &(semantics, options.extent))?;
    let mut report = audit.finish();
    if let Some(extent) = options.extent {
        let sample = audit.take_sample();
        let teacher = Teacher { learn_from: options.learn_from.as_deref(), extent };
        let found = floors::of_commands(sample, (audit.lexicon(), semantics), &teacher, pass)?;
        report = report.with_floors(found);
    }
    Ok(report)
}

fn stories(source: &StorySource, options: &AuditOptions, pass: &Pass<'_>) -> Result<StoryAuditReport, Error> {
    let add = |audit: &mut StoryAudit, tale: &SourceStory, solved: &_| {
        *audit = std::mem::take(audit).with_sample(options.extent);
        audit.add(&StoryItem::from(tale), solved, &tale.solver);
    };
    let start = StoryAudit::default().with_sample(options.extent);
    let mut audit = source.fold(pass, "audit", start, add, StoryAudit::merge)?;
    let report = audit.finish();
    let Some(extent) = options.extent else { return Ok(report) };
    let teacher = Teacher { learn_from: options.learn_from.as_deref(), extent };
    Ok(report.with_floors(floors::of_stories(audit.take_sample(), &teacher, pass)?))
}
