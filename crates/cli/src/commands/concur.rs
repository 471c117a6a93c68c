//! `wampimuk concur`: whether two benchmarks rank models alike.

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use wampimuk_analysis::concurrence::{Board, Boards};
use wampimuk_audit::Report;
use wampimuk_dataset::Input;
use wampimuk_families::text_of;

use crate::args::Common;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::say::{check_report, json, say, write_report};

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
    /// Write a page with tables and plots, the tables as .csv, the plots as .svg or .png, or everything into DIR/.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Compares and prints.
pub fn run(options: &Concur, common: &Common) -> Result<(), Failure> {
    options.overwrite.check(options.report.as_deref(), options.files.iter().map(PathBuf::as_path))?;
    check_report(options.report.as_deref())?;
    let own = options.files.iter().map(|path| board(path)).collect::<Result<Vec<_>, _>>()?;
    let boards = Boards::new(&own, &options.with, options.only)?;
    if let Some(path) = &options.report {
        let report = Report {
            title: boards.title(),
            page: boards.page(),
            tables: vec![boards.correlations(), boards.models()],
            pictures: boards.pictures(),
        };
        write_report(path, report, common)?;
    }
    if options.json {
        return json(&boards.concurrences());
    }
    say(boards.correlations().to_text())?;
    say(boards.models().to_text())
}

fn board(path: &Path) -> Result<Board, Failure> {
    let input = Input::open(path).map_err(|error| Failure::io("open", path, &error))?;
    let mut bytes = Vec::new();
    input.take(MOST_BYTES).read_to_end(&mut bytes).map_err(|error| Failure::io("read", path, &error))?;
    let failed = |reason: String| Failure::Input(format!("failed to read {}: {reason}", path.display()));
    if bytes.len() as u64 == MOST_BYTES {
        return Err(failed("it is too large for a table of models".to_string()));
    }
    let text = text_of(bytes).map_err(|error| failed(error.to_string()))?;
    Board::parse(&text).map_err(|error| failed(error.to_string()))
}
