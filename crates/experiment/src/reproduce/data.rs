//! What a paper draws of its data alone.

use wampimuk_analysis::paper::{DataComparison, Paper};
use wampimuk_audit::{About, Beside, DatasetStats, NamedStats, Table, stats};
use wampimuk_core::Watch;
use wampimuk_draw::{Picture, panels};
use wampimuk_families::Contents;
use wampimuk_show::derivation;
use wampimuk_source::{Choice, Opened, Pass, open};

use super::ReproductionOptions;
use crate::Error;

/// What asks for it.
pub const GROUP: &str = "data";

/// Several datasets beside each other.
#[derive(Debug)]
pub struct DataFigures {
    /// Which figures these are.
    pub title: String,
    /// Their numbers.
    pub tables: Vec<Table>,
    /// The charts.
    pub pictures: Vec<Picture>,
}

/// The commands that show the same, if it is asked for.
pub fn commands(paper: &Paper, options: &ReproductionOptions) -> Vec<String> {
    let Some(DataComparison { recipes, split, derivation, .. }) = wanted(paper, options) else {
        return Vec::new();
    };
    let items = recipes.iter().filter(|_| derivation.is_some());
    let graphs = items.map(|recipe| format!("wampimuk show {recipe} --split {split} --graph --as svg"));
    let counts = format!("wampimuk stats {} --split {split}", recipes.join(" "));
    std::iter::once(counts).chain(graphs).collect()
}

fn wanted<'p>(paper: &'p Paper, options: &ReproductionOptions) -> Option<&'p DataComparison> {
    paper.data.as_ref().filter(|_| options.also.iter().any(|group| group == GROUP))
}

/// Counts the datasets that a paper compares, if that is asked for: what `wampimuk stats` does with these names.
pub fn figures(
    paper: &Paper,
    options: &ReproductionOptions,
    watch: &dyn Watch,
) -> Result<Option<DataFigures>, Error> {
    let Some(wanted) = wanted(paper, options) else { return Ok(None) };
    let choice = Choice { split: Some(wanted.split.clone()), limit: options.limit, ..Choice::default() };
    let mut datasets = Vec::new();
    let mut derivations = wanted.derivation.as_deref().map(Derivations::new);
    for name in &wanted.recipes {
        let opened = open(name, &choice)?;
        if let Some(derivations) = &mut derivations {
            derivations.add(name, &opened, &wanted.split)?;
        }
        let pass = Pass { choice: &choice, threads: options.machine.threads, watch };
        let found = stats(name, &opened, &pass)?;
        if let DatasetStats::Commands(found) = found {
            let About { digest, .. } = About::new(name, &opened);
            datasets.push(NamedStats { name: name.clone(), digest, stats: found.stats });
        }
    }
    let beside = Beside::new(&datasets);
    let (mut title, mut tables) = (wanted.title.clone(), beside.tables());
    if let Some(limit) = options.limit {
        // Each table is printed, and read by programs, without what stands above all of them.
        let titles = tables.iter_mut().map(|table| &mut table.title);
        let add =
            |title: &mut String| title.push_str(&format!(" (incomplete: at most {limit} items of each)"));
        std::iter::once(&mut title).chain(titles).for_each(add);
    }
    let mut pictures = beside.pictures();
    if let Some(Derivations { table, rows }) = derivations {
        let drawn = panels(&table.title, &rows, 1);
        pictures.push(Picture { label: table.title.clone(), ..drawn });
        tables.push(table);
    }
    Ok(Some(DataFigures { title, tables, pictures }))
}

/// The first item of each dataset, step by step.
struct Derivations {
    table: Table,
    rows: Vec<(String, Picture)>,
}

impl Derivations {
    fn new(title: &str) -> Self {
        let heads = [
            "dataset",
            "pattern",
            "command",
            "objects",
            "relations between them",
            "referents of the command",
        ];
        Self { table: Table::new(title, &heads), rows: Vec::new() }
    }

    fn add(&mut self, name: &str, opened: &Opened, split: &str) -> Result<(), Error> {
        let Opened::Commands(source) = opened else { return Ok(()) };
        let Some(dataset) = source.dataset.as_deref() else { return Ok(()) };
        let Contents::Commands(family) = dataset.contents() else { return Ok(()) };
        let made = derivation(family, wampimuk_show::split_number(dataset, split)?, 0)?;
        let counts = [made.objects.to_string(), made.relations.to_string(), made.referents.to_string()];
        self.table.row([name.to_owned(), made.pattern.clone(), made.command].into_iter().chain(counts));
        self.rows.push((format!("{name}: {}", made.pattern), made.picture));
        Ok(())
    }
}
