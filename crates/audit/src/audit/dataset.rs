//! What is wrong with a dataset, of whatever kind.

use serde::Serialize;

use super::{AuditReport, definitions};
use crate::floors::{self, Floors};
use crate::stories::StoryAuditReport;
use crate::{About, Chart, Example, Page, Report, Summary, Table, draw_chart};

/// What is wrong with a dataset.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum DatasetAudit {
    /// Commands in grid worlds.
    Commands(Box<AuditReport>),
    /// Stories with questions.
    Stories(Box<StoryAuditReport>),
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
        if let Self::Commands(report) = self
            && !report.drawn.is_empty()
        {
            page.section("Items that show them");
            report.examples().for_each(|(drawn, found)| {
                let texts = [("command", drawn.text.clone()), ("what it shows", found)];
                let (svg, title) = (drawn.svg.clone(), drawn.address.as_str());
                page.example(&Example { title, svg, animation: None, texts: &texts, folded: &[] });
            });
        }
        page.section("Floors");
        floors::tables(self.floors(), true).iter().for_each(|table| page.table(table));
        page.charts(&floors::charts(self.floors()));
        page.section("What the words mean");
        match self {
            Self::Commands(_) => definitions::of_commands().for_each(|text| page.paragraph(text)),
            Self::Stories(_) => definitions::of_stories().for_each(|text| page.paragraph(text)),
        }
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
