//! `wampimuk leaderboard`: what models reach, side by side.

use std::path::{Path, PathBuf};

use clap::Args;
use wampimuk_analysis::leaderboard::{self, Entry, Trained};
use wampimuk_families::read_text;

use crate::args::Common;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::Bars;
use crate::say::{check_report, json, say, write, write_report};

const EXAMPLES: &str = "Examples:
  wampimuk leaderboard                                        what was measured, all recipes
  wampimuk leaderboard gscan --report gscan.html              a page with charts and intervals
  wampimuk leaderboard gscan --add runs/mine/predictions.jsonl
  wampimuk leaderboard --add seed-0.jsonl --add seed-1.jsonl --model mine --selected-on dev --about \"2 layers, 100 epochs\"
  wampimuk leaderboard --add mine.jsonl --save board.jsonl     keep it, for --board board.jsonl

A file of predictions is what `wampimuk predict` writes, or any with a first line that names the recipe (`wampimuk score --help`
has one). It has to answer each split that it answers as a whole. Seeds of one model stand in one column.";

/// Options of `leaderboard`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Leaderboard {
    /// Only these recipes.
    #[arg(value_name = "RECIPE")]
    pub recipes: Vec<String>,
    /// Files of predictions to be placed on the board, one for each seed.
    #[arg(long, value_name = "PREDICTIONS")]
    pub add: Vec<PathBuf>,
    /// The name of the model that made them [default: what they say].
    #[arg(long, value_name = "NAME", requires = "add")]
    pub model: Option<String>,
    /// How it was trained, in a few words.
    #[arg(long, value_name = "TEXT", requires = "add", default_value = "")]
    pub about: String,
    /// The split that its weights were chosen on, or `nothing` if it was only asked [default: what they say].
    #[arg(long, value_name = "SPLIT", requires = "add")]
    pub selected_on: Option<String>,
    /// Where the files of predictions are kept for others, as a link or a folder [default: they are said not to be kept].
    #[arg(long, value_name = "LINK", requires = "add")]
    pub kept: Option<String>,
    /// Begin with this board instead of the one that comes with the program.
    #[arg(long, value_name = "FILE")]
    pub board: Option<PathBuf>,
    /// Write the board to a file, with all recipes.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Write a page, the tables as .csv, the charts as .svg or .png, or everything into DIR/.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Puts the board together and prints it.
pub fn run(options: &Leaderboard, common: &Common) -> Result<(), Failure> {
    let outputs = [options.report.as_deref(), options.save.as_deref()];
    let inputs = options.add.iter().chain(&options.board).map(PathBuf::as_path);
    options.overwrite.check(outputs.into_iter().flatten(), inputs)?;
    check_report(options.report.as_deref())?;
    let mut board = options.board.as_deref().map_or_else(|| Ok(leaderboard::Leaderboard::shipped()), read)?;
    let trained = Trained {
        model: options.model.clone(),
        about: options.about.clone(),
        selected_on: options.selected_on.clone(),
        predictions: options.kept.clone(),
    };
    let bars = Bars::new(common);
    for path in &options.add {
        board.add(Entry::read(path, &trained, common.threads(), &bars)?);
    }
    drop(bars);
    let whole = options.save.is_some().then(|| board.to_text());
    board.keep(&options.recipes)?;
    if let (Some(path), Some(whole)) = (&options.save, whole) {
        write(path, whole.as_bytes())?;
    }
    if let Some(path) = &options.report {
        write_report(path, board.report(), common)?;
    }
    if options.json {
        return json(&board.entries);
    }
    let tables = board.tables().into_iter().zip(board.trainings());
    tables.flat_map(|(scores, trainings)| [scores, trainings]).try_for_each(|table| say(table.to_text()))
}

fn read(path: &Path) -> Result<leaderboard::Leaderboard, Failure> {
    let text = read_text(path).map_err(|error| Failure::io("read", path, &error))?;
    leaderboard::Leaderboard::parse(&text)
        .map_err(|problem| Failure::Input(format!("failed to read {}: {problem}", path.display())))
}
