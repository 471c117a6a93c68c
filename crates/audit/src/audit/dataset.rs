//! What is wrong with a dataset, wherever its items come from.

use serde::Serialize;
use wampimuk_command::{Example, Lexicon, Semantics};
use wampimuk_source::{Error, Fold, Opened, Pass, Readings, Source, StorySource, Tale};

use super::{Audit, AuditReport};
use crate::floors::{self, Extent, Teacher};
use crate::stories::{StoryAudit, StoryAuditReport, StoryItem};
use crate::{Page, Table};

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
    pub readings: Readings,
    /// The dataset that readers learn from, if not from the split `train`: a recipe, a folder or a file.
    pub learn_from: Option<String>,
    /// How many items readers learn from and are tried on; `None` for no readers.
    pub extent: Option<Extent>,
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
    match opened {
        Opened::Commands(source) => Ok(DatasetAudit::Commands(Box::new(commands(source, options, pass)?))),
        Opened::Stories(source) => {
            source.read_by(&options.readings)?;
            Ok(DatasetAudit::Stories(Box::new(stories(source, pass)?)))
        }
        Opened::Riddles(_) => {
            let purpose = "`audit` looks for shortcuts to targets and actions";
            Err(Error::Riddles { name: name.to_owned(), purpose })
        }
    }
}

impl DatasetAudit {
    /// The tables, without those that are empty.
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

    /// A page with tables and charts.
    pub fn page(&self, name: &str) -> Page {
        let mut page = Page::new(&format!("Audit of {name}"));
        self.tables().iter().for_each(|table| page.table(table));
        page.charts(&match self {
            Self::Commands(report) => report.charts(),
            Self::Stories(report) => report.charts(),
        });
        page
    }
}

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
        report.floors = floors::of_commands(sample, (audit.lexicon(), semantics), &teacher, pass)?;
    }
    Ok(report)
}

fn stories(source: &StorySource, pass: &Pass<'_>) -> Result<StoryAuditReport, Error> {
    let add = |audit: &mut StoryAudit, tale: &Tale, solved: &_| {
        audit.add(&StoryItem::from(tale), solved, &tale.solver);
    };
    Ok(source.fold(pass, "audit", StoryAudit::default(), add, StoryAudit::merge)?.finish())
}
