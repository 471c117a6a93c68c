//! The command line.

mod items;

use std::io::IsTerminal;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use wampimuk_core::Watch;
use wampimuk_source::Pass;

use crate::commands::{
    audit::Audit, augment::Augment, completions::Completions, concur::Concur, eval::Eval, generate::Generate,
    leaderboard::Leaderboard, merge::Merge, open::Open, pairs::Pairs, recipes::Recipes, score::Score,
    show::Show, solve::Solve, stats::Stats, verify::Verify,
};
#[cfg(feature = "models")]
use crate::commands::{export::Export, predict::Predict, reproduce::Reproduce, train::Train};
use crate::version::VERSION;
pub use items::{Adjust, Choice, FormatArg, Readings, Trust};

/// Certified benchmarks for compositional generalisation: generate, verify, audit, draw.
#[derive(Debug, Parser)]
#[command(name = "wampimuk", version, long_version = VERSION, about, arg_required_else_help = true, after_help = EXAMPLES)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
    /// Options of every command.
    #[command(flatten)]
    pub common: Common,
}

const EXAMPLES: &str = "Examples:
  wampimuk generate gscan                       the whole of gSCAN as Parquet, in seconds
  wampimuk generate gscan --limit 3 --out -     a first look, as JSON lines
  wampimuk show gscan --index 42                draw an item in the terminal
  wampimuk show riddle --index 3                a task of inputs and outputs
  wampimuk solve qa2_test.txt                   answers to the questions of a story, with proofs
  wampimuk verify data/gscan                    re-derive every label, check every promise

Exit codes: 0 fine, 1 a check failed, 2 bad usage or input, 3 input/output, 4 not checked.";

/// Options of every command.
#[derive(Clone, Debug, ClapArgs)]
pub struct Common {
    /// Print no progress and no remarks.
    #[arg(long, short, global = true, display_order = 901)]
    pub quiet: bool,
    /// When to use colours.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN", display_order = 902)]
    pub color: When,
    /// Worker threads (default: one for each core).
    #[arg(long, global = true, value_name = "N", display_order = 903)]
    pub threads: Option<std::num::NonZeroUsize>,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Common {
    /// Whether to colour what goes to standard output.
    pub fn colour_stdout(&self) -> bool {
        self.colour(std::io::stdout().is_terminal())
    }

    /// Whether to colour what goes to standard error.
    pub fn colour_stderr(&self) -> bool {
        self.colour(std::io::stderr().is_terminal())
    }

    fn colour(&self, terminal: bool) -> bool {
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()),
        }
    }

    /// A pass over these items.
    pub fn pass<'a>(&self, choice: &'a wampimuk_source::Choice, watch: &'a dyn Watch) -> Pass<'a> {
        Pass { choice, threads: self.threads(), watch }
    }

    /// How many threads to use.
    pub fn threads(&self) -> usize {
        self.threads.map_or_else(wampimuk_core::cores, std::num::NonZero::get)
    }
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Make a dataset from a recipe.
    Generate(Generate),
    /// Rewrite and add items of train, as data augmentation does.
    Augment(Augment),
    /// Join the parts of a dataset that several machines have made.
    Merge(Merge),
    /// List the shipped recipes, print one, or print the schema of recipes.
    Recipes(Recipes),
    /// Derive targets and actions, or answers and their proofs, from the text alone: a JSON line for each item.
    Solve(Solve),
    /// Write minimal pairs: items with exactly one thing changed, so that the answer changes or stays.
    Pairs(Pairs),
    /// Re-derive every label and check every promise of a dataset.
    Verify(Verify),
    /// Count what is in a dataset.
    Stats(Stats),
    /// Look for shortcuts, idle words, leaks and wrong labels.
    Audit(Audit),
    /// Draw items.
    Show(Show),
    /// Take an item apart in the browser.
    Open(Open),
    /// Teach a model a dataset.
    #[cfg(feature = "models")]
    Train(Train),
    /// Write down what a model answers.
    #[cfg(feature = "models")]
    Predict(Predict),
    /// Write a fine-tuned model for the library that it came from.
    #[cfg(feature = "models")]
    Export(Export),
    /// Make a paper's tables anew, and print them beside the published ones.
    #[cfg(feature = "models")]
    Reproduce(Reproduce),
    /// Score predictions: exact match, breakdowns, and where wrong answers lead.
    Score(Score),
    /// Ask language models over the network, and show what their answers are worth.
    Eval(Box<Eval>),
    /// Show what models reach on shipped recipes, side by side.
    Leaderboard(Leaderboard),
    /// Compare how two benchmarks rank models.
    Concur(Concur),
    /// Print what a shell needs to complete commands and options.
    Completions(Completions),
}
