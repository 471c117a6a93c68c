//! What is wrong with a dataset, wherever its items come from.

use serde::Serialize;
use wampimuk_command::{Example, Lexicon, Reading, Semantics};
use wampimuk_source::{Error, Fold, Opened, Pass, Readings, Source, StorySource, Tale};

use super::{Audit, AuditReport};
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

/// Looks for shortcuts, idle words, leaks and wrong labels.
///
/// # Errors
/// If an item cannot be had.
pub fn audit(
    name: &str,
    opened: &mut Opened,
    readings: &Readings,
    pass: &Pass<'_>,
) -> Result<DatasetAudit, Error> {
    match opened {
        Opened::Commands(source) => Ok(DatasetAudit::Commands(Box::new(commands(source, readings, pass)?))),
        Opened::Stories(source) => {
            source.read_by(readings)?;
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
    type Setup = Semantics;

    fn new(lexicon: &Lexicon, semantics: &Semantics) -> Result<Self, Error> {
        Ok(Self::new(lexicon).with_semantics(*semantics))
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

fn commands(source: &Source, readings: &Readings, pass: &Pass<'_>) -> Result<AuditReport, Error> {
    let reading = match readings.of_commands()? {
        Some(reading) => reading,
        None => {
            let first = source.first_command(pass.choice)?;
            first.map_or(Reading::Superlative, |command| Reading::of(&command))
        }
    };
    Ok(source.fold::<Audit>(pass, "audit", &reading.into())?.finish())
}

fn stories(source: &StorySource, pass: &Pass<'_>) -> Result<StoryAuditReport, Error> {
    let add = |audit: &mut StoryAudit, tale: &Tale, solved: &_| {
        audit.add(&StoryItem::from(tale), solved, &tale.solver);
    };
    Ok(source.fold(pass, "audit", StoryAudit::default(), add, StoryAudit::merge)?.finish())
}
