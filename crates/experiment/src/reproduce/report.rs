//! A reproduction as tables, JSON and a page.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use wampimuk_analysis::paper::{DrawnFigure, Filled, summary};
use wampimuk_audit::{Page, Report, Table};
use wampimuk_draw::Picture;

use super::data::DataFigures;
use super::record::{self, Record};

/// The tables and figures of a paper with our numbers.
#[derive(Debug)]
pub struct Reproduced {
    /// The paper.
    pub title: String,
    /// What readers of the tables should know.
    pub notes: Vec<String>,
    /// Its tables.
    pub tables: Vec<Filled>,
    /// Its figures.
    pub figures: Vec<DrawnFigure>,
    /// What is about the data alone, if that was asked for.
    pub data: Option<DataFigures>,
    /// What each training was, as its own files say.
    pub records: Vec<Record>,
}

impl Reproduced {
    /// All of it as text, piece by piece.
    pub fn texts(&self) -> Vec<String> {
        let tables = self.tables.iter().map(|table| table.shown().to_text());
        let figures = self.figures.iter().map(|figure| figure.table().to_text());
        let data = self.data.iter().flat_map(|data| &data.tables).map(Table::to_text);
        let notes = self.notes.iter().map(|note| format!("{note}\n"));
        let end = [record::table(&self.records).to_text(), summary(&self.tables)];
        tables.chain(figures).chain(data).chain(notes).chain(end).collect()
    }

    /// All of it as JSON, with the program and the command that it was made by.
    pub fn json(&self, program: &str, command: &str) -> Value {
        json!({
            "paper": self.title,
            "program": program,
            "command": command,
            "tables": self.tables,
            "figures": self.figures,
            "data": self.data.as_ref().map(|data| &data.tables),
            "trainings": self.records,
        })
    }

    /// The page with all of it.
    pub fn report(&self) -> Report {
        let title = format!("{}, made anew", self.title);
        let shown: Vec<Table> = self.tables.iter().map(Filled::shown).collect();
        let behind: Vec<Table> = self.figures.iter().map(DrawnFigure::table).collect();
        let pictures: Vec<Picture> = self.figures.iter().map(DrawnFigure::picture).collect();
        let came = record::table(&self.records);
        let mut page = Page::new(&title);
        let digests: BTreeMap<&str, &str> = self.records.iter().flat_map(Record::digests).collect();
        let digests: Vec<String> =
            digests.iter().map(|(recipe, digest)| format!("{recipe} {digest}")).collect();
        page.made_by(Some(&format!("recipes: {}", digests.join(", "))), None);
        page.paragraph(&summary(&self.tables));
        self.notes.iter().for_each(|note| page.paragraph(note));
        page.section("Tables");
        shown.iter().for_each(|table| page.open_table(table));
        if !pictures.is_empty() {
            page.section("Figures");
            page.all_pictures(&pictures);
            page.fold("Their numbers", |page| behind.iter().for_each(|table| page.table(table)));
        }
        if let Some(data) = &self.data {
            page.section(&data.title);
            page.all_pictures(&data.pictures);
            page.fold("Their numbers", |page| data.tables.iter().for_each(|table| page.table(table)));
        }
        page.section("What these numbers come from");
        page.table(&came);
        page.section("What the words mean");
        WORDS.iter().for_each(|definition| page.paragraph(definition));
        let (mut tables, mut pictures) = ([shown, behind].concat(), pictures);
        if let Some(data) = &self.data {
            tables.extend(data.tables.iter().cloned());
            pictures.extend(data.pictures.iter().cloned());
        }
        tables.push(came);
        Report { title, page, tables, pictures }
    }
}

/// What the words of the page mean.
const WORDS: [&str; 5] = [
    "Numbers are percent: mean ± standard deviation over seeds (with n − 1), and an interval of 95 %, Wilson's for one seed, \
     for several what covers a bootstrap over seeds and items and Wilson's of the mean among the items of one. n: how many items.",
    "= : the published value lies in our interval, or ours within two of its standard deviations, or both keep the published \
     bound. + : ours is above, - : below. The number is ours minus theirs.",
    "Incomplete: the training has made fewer updates than the paper's or has other settings or data, there are fewer seeds than \
     in the paper, or not all items were asked, as the files of the training say. Nothing follows from it.",
    "Chance: one of the objects of the world is chosen, each as likely, and everything else is done right.",
    "A published number stands only beside the recipe that it belongs to. Certified recipes have none: they are new items, \
     without the artifacts of the released ones.",
];
