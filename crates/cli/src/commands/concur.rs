//! `wampimuk concur`: whether two benchmarks rank models alike.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use wampimuk_analysis::concurrence::{Board, Concurrence, OWN};
use wampimuk_audit::Table;
use wampimuk_core::closest;
use wampimuk_dataset::{Input, Output};
use wampimuk_draw::{Picture, Point, Scatter, scatter};

use crate::args::Common;
use crate::failure::Failure;
use crate::report::Page;
use crate::say::say;

const EXAMPLES: &str = "Examples:
  wampimuk concur                                  the twenty models of the Dyna-bAbI paper
  wampimuk concur mine.tsv --report concur.svg     yours among them, as a picture
  wampimuk score entnet.jsonl --json > entnet.json && wampimuk concur entnet.json squad.tsv
  wampimuk concur mine.tsv --only --with mix-t12   your models alone, compared with another benchmark

A table has tabs between its fields, and a header: model, perhaps group, and benchmarks (SQuAD, mix-t2, mix-t7, babi-2, or
any other). Scores are in per cent; what is not known is empty. A file of `wampimuk score --json` has the recipe as its
benchmark. A model of a published name takes the place of the published one and keeps its other scores.";

/// The most bytes of a file: far more than any table of models has.
const MOST_BYTES: u64 = 64 << 20;

/// Options of `concur`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Concur {
    /// Tables of your models, or what `wampimuk score --json` printed for stories; - for standard input.
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// The benchmark to compare with.
    #[arg(long, value_name = "BENCHMARK", default_value = "SQuAD")]
    pub with: String,
    /// Leave the published models out.
    #[arg(long, requires = "files")]
    pub only: bool,
    /// Write the scatter plots, or a page with tables and plots.
    #[arg(long, value_name = "FILE.svg|FILE.html")]
    pub report: Option<PathBuf>,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Two boards: what is published, and all models that are asked for.
struct Boards {
    published: Option<Board>,
    all: Board,
    with: usize,
}

/// Compares and prints.
pub fn run(options: &Concur, _: &Common) -> Result<(), Failure> {
    let boards = Boards::read(options)?;
    if let Some(path) = &options.report {
        boards.report(path)?;
    }
    if options.json {
        let json = json!({
            "with": boards.all.benchmarks[boards.with],
            "published": boards.published.as_ref().map(|board| boards.compare(board)),
            "all": boards.compare(&boards.all),
            "models": boards.all,
        });
        return say(format!("{json:#}"));
    }
    say(boards.correlations().to_text())?;
    say(boards.models().to_text())
}

impl Boards {
    fn read(options: &Concur) -> Result<Self, Failure> {
        let shipped = Board::published()
            .map_err(|error| Failure::Input(format!("failed to read the published scores: {error}")))?;
        let mut all = if options.only { Board::default() } else { shipped.clone() };
        for path in &options.files {
            all.add(&board(path)?);
        }
        let with = all.benchmark(&options.with).ok_or_else(|| {
            let names = || all.benchmarks.iter().map(String::as_str);
            let hint = match closest(&options.with, names()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
            };
            Failure::Input(format!("no model has a score of `{}` ({hint})", options.with))
        })?;
        let published = (!options.only && !options.files.is_empty()).then_some(shipped);
        Ok(Self { published, all, with })
    }

    /// Every other benchmark beside the one to compare with.
    fn compare(&self, board: &Board) -> Vec<Concurrence> {
        let Some(with) = board.benchmark(&self.all.benchmarks[self.with]) else { return Vec::new() };
        let others = (0..board.benchmarks.len()).filter(|&number| number != with);
        others.map(|number| board.concurrence(with, number)).collect()
    }

    fn correlations(&self) -> Table {
        let title = format!("Concurrence with {}", self.all.benchmarks[self.with]);
        let mut table = Table::new(title, &["benchmark", "over", "models", "Pearson r", "Kendall τ-b"]);
        let published = self.published.as_ref().map(|board| self.compare(board)).unwrap_or_default();
        for found in self.compare(&self.all) {
            let row = |found: &Concurrence, whose: &str| {
                let name = found.benchmark.clone();
                [
                    name,
                    whose.to_string(),
                    found.models.to_string(),
                    decimals(found.pearson),
                    decimals(found.kendall),
                ]
            };
            if let Some(before) = published.iter().find(|other| other.benchmark == found.benchmark) {
                table.row(row(before, "published"));
                table.row(row(&found, "with yours"));
            } else {
                table.row(row(&found, if self.published.is_some() { "with yours" } else { "all" }));
            }
        }
        table
    }

    fn models(&self) -> Table {
        let mut columns = vec!["model", "group"];
        columns.extend(self.all.benchmarks.iter().map(String::as_str));
        let mut table = Table::new("Accuracy in per cent", &columns);
        for model in &self.all.models {
            let score =
                |score: &Option<f64>| score.map_or_else(|| "–".to_string(), |score| format!("{score:.2}"));
            let scores = model.scores.iter().map(score);
            table.row([model.name.clone(), model.group.clone()].into_iter().chain(scores));
        }
        table
    }

    fn pictures(&self) -> Vec<Picture> {
        let groups: Vec<String> = self.all.groups().into_iter().map(str::to_string).collect();
        // Your own come last, so that the others look alike with and without them.
        let mut series: Vec<String> = groups.iter().filter(|group| *group != OWN).cloned().collect();
        series.extend(groups.iter().any(|group| group == OWN).then(|| OWN.to_string()));
        let place = |group: &str| series.iter().position(|own| own == group).unwrap_or(0);
        let draw = |found: Concurrence| {
            let benchmark = self.all.benchmark(&found.benchmark)?;
            let points = self.all.pairs(self.with, benchmark).map(|(model, (x, y))| Point {
                name: model.name.clone(),
                x,
                y,
                series: place(&model.group),
            });
            let (pearson, kendall) = (decimals(found.pearson), decimals(found.kendall));
            Some(scatter(&Scatter {
                title: format!("{} and {}: r = {pearson}, τ = {kendall}", found.benchmark, found.with),
                across: format!("{}, %", found.with),
                upright: format!("{}, %", found.benchmark),
                points: points.collect(),
                trend: found.trend,
                series: series.clone(),
            }))
        };
        self.compare(&self.all).into_iter().filter(|found| found.models > 0).filter_map(draw).collect()
    }

    fn report(&self, path: &Path) -> Result<(), Failure> {
        let title = format!("Concurrence with {}", self.all.benchmarks[self.with]);
        if path.extension().is_some_and(|extension| extension == "svg") {
            let mut output = Output::create(path)?;
            output.append(Picture::tile(&self.pictures(), 2, title).to_svg().as_bytes())?;
            return Ok(output.finish()?);
        }
        let mut page = Page::new(&title);
        page.table(&self.correlations());
        page.pictures(&self.pictures());
        page.table(&self.models());
        page.write(path)
    }
}

/// A correlation with two decimals, or a dash where there is none.
fn decimals(value: Option<f64>) -> String {
    value.map_or_else(|| "–".to_string(), |value| format!("{value:.2}"))
}

fn board(path: &Path) -> Result<Board, Failure> {
    let input = Input::open(path).map_err(|error| Failure::io("open", path, &error))?;
    let mut bytes = Vec::new();
    input.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| Failure::io("read", path, &error))?;
    let failed = |reason: String| Failure::Input(format!("failed to read {}: {reason}", path.display()));
    if bytes.len() as u64 == MOST_BYTES {
        return Err(failed("it is too large for a table of models".to_string()));
    }
    let text = std::str::from_utf8(&bytes).map_err(|_| failed("it is no text in UTF-8".to_string()))?;
    Board::parse(text).map_err(|error| failed(error.to_string()))
}
