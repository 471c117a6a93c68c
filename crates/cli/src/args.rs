//! The command line.

use std::io::IsTerminal;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use clap::builder::PossibleValue;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use wampimuk_command::Reading;
use wampimuk_core::Watch;
use wampimuk_engine::{Format, Share};
use wampimuk_source::Pass;
use wampimuk_story as story;
use wampimuk_view::ExtraColumn;

pub use crate::commands::augment::Augment;
pub use crate::commands::completions::Completions;
pub use crate::commands::concur::Concur;
pub use crate::commands::eval::Eval;
pub use crate::commands::leaderboard::Leaderboard;
pub use crate::commands::open::Open;
pub use crate::commands::pairs::Pairs;
pub use crate::commands::score::Score;
pub use crate::commands::show::Show;
#[cfg(feature = "models")]
pub use crate::commands::{export::Export, predict::Predict, reproduce::Reproduce, train::Train};

use crate::overwrite::Overwrite;
use crate::version::VERSION;

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

Exit codes: 0 fine, 1 a check failed, 2 bad usage or input, 3 input/output.";

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

/// A recipe and what to change about it.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Adjust {
    /// The seed [default: 0].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Change a key of the recipe, e.g. `--set splits.shots=5` or `--set generate.grid_size=8`; entries of lists have
    /// numbers (`generate.parts.0.before=9`), and `@FILE` stands for the text of a file.
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = with_text_of_file)]
    pub set: Vec<String>,
    /// Say it all in a fresh language: content words are words that do not exist, and the number chooses which. The items are
    /// those in English. The same as `--set language.fresh=N`.
    #[arg(long, value_name = "N")]
    pub fresh: Option<u64>,
    /// Function words and word order of the fresh language are others, too.
    #[arg(long, requires = "fresh")]
    pub fresh_grammar: bool,
}

impl Adjust {
    /// The seed.
    pub fn seed(&self) -> u64 {
        self.seed.unwrap_or(0)
    }

    /// All changes to the recipe.
    pub fn changes(&self) -> Vec<String> {
        let fresh = self.fresh.map(|key| format!("language.fresh={key}"));
        let grammar = self.fresh_grammar.then(|| "language.grammar=true".to_owned());
        self.set.iter().cloned().chain(fresh).chain(grammar).collect()
    }
}

/// Options of `generate`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk generate gscan                                    data/gscan: Parquet, card, manifest
  wampimuk generate reascan --shard 0/4 --out /mnt/reascan   a quarter of it; see `wampimuk merge`
  wampimuk generate gscan --seed 7 --format jsonl --out data/gscan-7
  wampimuk generate gscan-released --format original --out dataset.txt.gz
  wampimuk generate my-recipe.toml --limit 10000 --out - | head
  wampimuk generate gscan --set splits.shots=10 --out data/gscan-10-shot
  wampimuk generate reascan --pairs --limit 1000             with minimal pairs of each item
  wampimuk generate mix-t12 --process --limit 1000           with what is known after each line
  wampimuk generate gscan --fresh 7 --out data/gscan-fresh   the same items in words that do not exist
  wampimuk generate riddle --limit 100 --format arc          a task in each file
  wampimuk generate riddle-colours --split test --format arc-colours --out - | head -1
  wampimuk generate reascan --dry-run                        what it would make, how big, how long
  wampimuk generate babi --format babi                       the twenty tasks as text
  wampimuk generate mix-t12 --split test --format squad --out test.json
  wampimuk generate inject-t7 --babi tasks_1-20_v1-2         published stories, with proved questions added
  wampimuk generate mix_T7.json                              a configuration of the Dyna-bAbI kit, certified")]
pub struct Generate {
    /// A shipped recipe (see `wampimuk recipes`), a TOML file, or a JSON configuration of the Dyna-bAbI kit.
    pub recipe: String,
    /// Where to write: a directory, s3://bucket/prefix, a file (its ending says the format), or - for standard output
    /// [default: data/RECIPE]. A directory that is not finished is continued.
    #[arg(long, short, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// The format of the files [default: parquet in directories, jsonl on standard output].
    #[arg(long, short, value_name = "FORMAT")]
    pub format: Option<FormatArg>,
    /// At most this many items of each split. Items of stories are questions: the last story is cut after its last one.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// Only these splits.
    #[arg(long = "split", value_name = "NAME", value_delimiter = ',')]
    pub splits: Vec<String>,
    /// Take the stories of bAbI tasks from the published files in this folder instead of telling new ones. Answers and
    /// supports are derived anew, and the questions that the recipe adds are proved. The recipe's sizes say how many
    /// published questions are read.
    #[arg(long, value_name = "DIR")]
    pub babi: Option<PathBuf>,
    /// Make one of several parts, e.g. 0/4, 1/4, 2/4 or 3/4, each on a machine of its own; `wampimuk merge` joins them.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Share>,
    /// At most this many items in a file of a directory [default: 262144, or 32768 for riddles and stories].
    #[arg(long, value_name = "N")]
    pub shard_items: Option<NonZeroU64>,
    /// Add columns: `pairs`, the item with one thing changed, so that the answer changes or stays; `process`, the way to the
    /// answer; `image`, a PNG of the world of a command.
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub with: Vec<Column>,
    /// The same as `--with pairs`.
    #[arg(long)]
    pub pairs: bool,
    /// The same as `--with process`.
    #[arg(long)]
    pub process: bool,
    /// Another task with the same items: `reference` asks for the target's cell instead of the actions.
    #[arg(long, value_name = "VIEW")]
    pub view: Option<View>,
    /// Replace files that are there already.
    #[arg(long)]
    pub force: bool,
    /// Print what would be made, with estimates of size and time, and make nothing.
    #[arg(long)]
    pub dry_run: bool,
    /// Print the dry run as JSON.
    #[arg(long, requires = "dry_run")]
    pub json: bool,
    /// Changes to the recipe.
    #[command(flatten)]
    pub adjust: Adjust,
}

/// An optional column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Column {
    /// A picture of the world.
    Image,
    /// Minimal pairs.
    Pairs,
    /// Word by word, or line by line.
    Process,
}

/// A task with the items of a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Which actions fulfil the command: the dataset as it is.
    Actions,
    /// Which cell the command refers to.
    Reference,
}

impl Generate {
    /// What is wanted beside the dataset's own columns.
    pub fn extras(&self) -> Vec<ExtraColumn> {
        let columns = self.with.iter().map(|column| match column {
            Column::Image => ExtraColumn::Image,
            Column::Pairs => ExtraColumn::Pairs,
            Column::Process => ExtraColumn::Process,
        });
        let reference = (self.view == Some(View::Reference)).then_some(ExtraColumn::Reference);
        let flags = [(self.pairs, ExtraColumn::Pairs), (self.process, ExtraColumn::Process)];
        let named = flags.into_iter().filter_map(|(wanted, extra)| wanted.then_some(extra));
        let mut extras: Vec<ExtraColumn> = columns.chain(named).chain(reference).collect();
        extras.sort_unstable();
        extras.dedup();
        extras
    }
}

/// A format of files, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormatArg(pub Format);

impl FormatArg {
    const ALL: [Self; Format::ALL.len()] = {
        let mut all = [Self(Format::Parquet); Format::ALL.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = Self(Format::ALL[at]);
            at += 1;
        }
        all
    };
}

impl ValueEnum for FormatArg {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.about()))
    }
}

/// Options of `merge`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk generate gscan --shard 0/2 --out /mnt/shared/gscan     on one machine
  wampimuk generate gscan --shard 1/2 --out /mnt/shared/gscan     on another
  wampimuk merge /mnt/shared/gscan                                on any, when both are done
  wampimuk merge part-0 part-1 --out data/gscan                   if they wrote to different folders

The result has the bytes of a dataset that was made by one machine.")]
pub struct Merge {
    /// The directories that hold the parts.
    #[arg(required = true, value_name = "DIR")]
    pub parts: Vec<String>,
    /// Where the whole goes [default: the one directory that holds all parts].
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<String>,
    /// Remove the parts when the whole is there.
    #[arg(long = "move")]
    pub move_files: bool,
    /// Replace a dataset that is there already.
    #[arg(long)]
    pub force: bool,
    /// Print a summary as JSON.
    #[arg(long)]
    pub json: bool,
}

/// Options of `recipes`.
#[derive(Debug, ClapArgs)]
pub struct Recipes {
    /// What to print [default: the list].
    #[command(subcommand)]
    pub action: Option<RecipesAction>,
    /// Print the list as JSON.
    #[arg(long)]
    pub json: bool,
}

const CONVERT: &str = "Examples:
  wampimuk recipes convert mix_T7.json > mine.toml
  wampimuk recipes convert diverse_T12.json --released

Standard error says what the kit would accept and hardly anybody means, and what is different in the recipe.";

const PROPOSE: &str = "Examples:
  wampimuk recipes propose --scores scores.csv > next.toml && wampimuk generate next.toml
  wampimuk recipes propose --scores items.jsonl --recipe mix-t7 --worst 5 --size 500

Each entry has a kind (where_person, …), a composition ([\"MOVE\",\"GIVE\"] or \"MOVE+GIVE\"; POSS is GRAB or DROP) and,
if wanted, a support (number of lines); and it has correct and total, or accuracy (0 to 1) and count, or it is one
question with correct true or false. Entries of one cell are added up.

The worst cells are those with the lowest upper end of the 95 % Wilson interval: a cell that was tried three times does
not come before one that fails reliably. Each becomes a part with a filter; cells that the base recipe never leads to are
named in a comment and left out.";

/// What `recipes` prints.
#[derive(Debug, Subcommand)]
pub enum RecipesAction {
    /// The TOML of a shipped recipe, to copy and change.
    Show {
        /// Its name.
        name: String,
    },
    /// The JSON Schema of a family's recipes, for editors; without a name, one for each family.
    Schema {
        /// The family.
        family: Option<String>,
    },
    /// A configuration of the Dyna-bAbI kit as a recipe.
    #[command(after_help = CONVERT)]
    Convert {
        /// The JSON file: what to generate (`tasks`), or what to add to published stories (`inject_config`).
        file: PathBuf,
        /// As the kit does it, defects included, instead of what the file asks for with every answer proved.
        #[arg(long)]
        released: bool,
    },
    /// A recipe that targets what a model fails at: evaluate, propose, generate, train, evaluate again.
    #[command(after_help = PROPOSE)]
    Propose {
        /// Scores by kind of question and composition: JSON lines, a JSON list or CSV; - for standard input.
        #[arg(long, value_name = "FILE")]
        scores: PathBuf,
        /// The recipe whose way of telling stories is used: a shipped one or a TOML file.
        #[arg(long, value_name = "RECIPE", default_value = "mix-t12")]
        recipe: String,
        /// How many of the worst cells become parts.
        #[arg(long, value_name = "N", default_value_t = 10)]
        worst: usize,
        /// Questions of each part in train; dev and test have a tenth.
        #[arg(long, value_name = "N", default_value_t = 1000)]
        size: u64,
    },
}

/// How texts are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ReadingArg {
    /// Some other member of the class is larger (smaller): ReaSCAN's reading.
    Existential,
    /// The smallest (biggest) of its class: gSCAN's reading.
    Superlative,
    /// The smallest (biggest) of its noun, whatever the colour.
    ColourBlind,
    /// Stories: what the words say, and that things stay as they are.
    Linguistic,
    /// Stories: what the generator knows too, such as that nobody goes to where they are.
    Generator,
}

/// What remains of a sentence that is hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MaskingArg {
    /// After a hidden change of hands, the object may be anywhere.
    Coarse,
    /// Changing hands is known not to move it.
    Fine,
}

/// Which supporting lines are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SupportsArg {
    /// The smallest set that proves the answer.
    Smallest,
    /// As published: for what somebody carries, every line in which they have a hand in an object.
    History,
}

/// How texts are read, and what is left out of their proofs.
#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct Readings {
    /// How small and big are read [default: superlative, or existential for ReaSCAN's wording]; or how much is read into
    /// stories [default: the recipe's, or linguistic].
    #[arg(long)]
    pub reading: Option<ReadingArg>,
    /// Of stories, what remains of lines that do not support an answer [default: the recipe's, or coarse].
    #[arg(long)]
    pub masking: Option<MaskingArg>,
    /// Of stories, which supporting lines are listed [default: the recipe's, or smallest].
    #[arg(long)]
    pub supports: Option<SupportsArg>,
}

impl Readings {
    /// The same for whoever reads.
    pub fn plain(&self) -> wampimuk_source::ReadingOptions {
        let commands = wampimuk_source::AnyReading::Commands;
        let stories = wampimuk_source::AnyReading::Stories;
        wampimuk_source::ReadingOptions {
            reading: self.reading.map(|reading| match reading {
                ReadingArg::Existential => commands(Reading::Existential),
                ReadingArg::Superlative => commands(Reading::Superlative),
                ReadingArg::ColourBlind => commands(Reading::ColourBlind),
                ReadingArg::Linguistic => stories(story::StoryReading::Linguistic),
                ReadingArg::Generator => stories(story::StoryReading::Generator),
            }),
            masking: self.masking.map(|masking| match masking {
                MaskingArg::Coarse => story::Masking::Coarse,
                MaskingArg::Fine => story::Masking::Fine,
            }),
            supports: self.supports.map(|supports| match supports {
                SupportsArg::Smallest => story::SupportStyle::Smallest,
                SupportsArg::History => story::SupportStyle::History,
            }),
        }
    }
}

/// Options of `solve`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk solve dataset.txt.gz > answers.jsonl
  wampimuk solve dataset.txt --compare
  wampimuk solve gscan --split test --limit 5
  wampimuk solve qa2_test.txt                  the questions of a bAbI file, with proofs
  wampimuk solve tasks_1-20_v1-2/en-valid-10k --compare --supports history
  wampimuk solve mix-t7 --split test --limit 5

Each line: {\"index\":0,\"split\":\"test\",\"target\":{\"row\":4,\"column\":1},\"referents\":[…],\"actions\":[\"turn left\",…]}.
`target` is null and `problem` says why where the command has no referent or several.
Of stories: {\"story\":0,\"line\":3,\"question\":\"Where is the apple?\",\"answer\":\"park\",\"supporting\":[1,2],\"all_minimal\":[[1,2]],
\"complete\":true,\"composition\":[\"GRAB\",\"MOVE\"],\"status\":\"unique\"}, with lines counted as they are printed.")]
pub struct Solve {
    /// A dataset, a file of any supported format, - for standard input, or a recipe.
    pub path: String,
    /// Compare with what is recorded (targets and actions, or answers and supports) and print the agreement; exit code 1
    /// if any target, action or answer differs.
    #[arg(long)]
    pub compare: bool,
    /// Print the agreement as JSON.
    #[arg(long, requires = "compare")]
    pub json: bool,
    /// How to read.
    #[command(flatten)]
    pub readings: Readings,
    /// Add the relation graphs of command and world to each line, and which object plays which phrase.
    #[arg(long, conflicts_with = "compare")]
    pub graph: bool,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

/// Which items to read.
#[derive(Clone, Debug, Default, ClapArgs)]
pub struct Choice {
    /// Only this split.
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    /// At most this many items of each split; of stories, questions of each file and split.
    #[arg(long, value_name = "N")]
    pub limit: Option<u64>,
    /// The recipe whose words the file uses, if it has no manifest: a shipped one or a TOML file.
    #[arg(long, value_name = "RECIPE")]
    pub recipe: Option<String>,
    /// Changes to the recipe.
    #[command(flatten)]
    pub adjust: Adjust,
}

impl Choice {
    /// The same for whoever opens and reads.
    fn plain(&self) -> wampimuk_source::Choice {
        let Self { split, limit, recipe, adjust } = self.clone();
        wampimuk_source::Choice {
            split,
            limit,
            recipe,
            seed: adjust.seed(),
            set: adjust.changes(),
            trust: false,
        }
    }

    /// The same for whoever reads files with or without a look at their checksums.
    pub fn trusting(&self, trust: bool) -> wampimuk_source::Choice {
        wampimuk_source::Choice { trust, ..self.plain() }
    }
}

/// Whether files are believed.
#[derive(Clone, Copy, Debug, Default, ClapArgs)]
pub struct Trust {
    /// Read files of a dataset without comparing them with its manifest, and that with its recipe.
    #[arg(long)]
    pub trust: bool,
}

/// Options of `verify`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk verify data/gscan
  wampimuk verify dataset.txt.gz --json
  wampimuk verify data/riddle                  a folder of tasks: every output is derived anew
  wampimuk verify task.json                    a single task needs nothing but itself
  wampimuk verify data/mix-t7                  stories: every answer and support is proved anew
  wampimuk verify mix-t7 --limit 1000          a recipe keeps its promises without any file
  wampimuk verify a1_test.jsonl --strict       what could not be checked fails, too

Every promise holds (✓, with how many items it was tried on), is broken (✗, with how many break it and the first places),
or was not checked (–, with the reason); it may also hold for some and not have been checked for others. Splits of files
without recipe are judged where they bear a name of the papers: visual, …, adverb_2, target_lengths (gSCAN's B to I), a1,
…, c2 (ReaSCAN), with or without _dev and _test, and train, dev and test beside them.

Exit codes: 0 nothing is broken, 1 something is broken, there are no items, or (with --strict) something was not checked.")]
pub struct Verify {
    /// A dataset, a file of any supported format, a folder of tasks, or a recipe.
    pub path: String,
    /// Print the result as JSON.
    #[arg(long)]
    pub json: bool,
    /// How many broken items of each kind to print.
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub show: usize,
    /// Fail (exit code 1) if a promise could not be checked, on all items or on some.
    #[arg(long)]
    pub strict: bool,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
}

/// Options of `stats`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk stats data/gscan
  wampimuk stats gscan-released --evidence
  wampimuk stats dataset.txt --report stats.html
  wampimuk stats tasks_1-20_v1-2/en-valid-10k  a folder of bAbI files
  wampimuk stats data/mix-t7 --all             events, questions, proofs and lengths of stories
  wampimuk stats gscan reascan-simple reascan-1rc reascan-2rc --split train --report figures.html   beside each other")]
pub struct Stats {
    /// A dataset, a file of any supported format, or a recipe. Several datasets of commands are compared.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<String>,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
    /// How often the parts of each hold-out occur in train, beside the paper's figures.
    #[arg(long)]
    pub evidence: bool,
    /// Print every table, not only the overview.
    #[arg(long)]
    pub all: bool,
    /// Write a page with charts, the tables as .csv, the charts as .svg or .png, or everything into DIR/.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

/// How many items readers learn from and are tried on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FloorChoice {
    /// 15,000 items of train, 5,000 of each other split.
    #[default]
    Usual,
    /// 4,000 and 1,500: for a first look.
    Quick,
    /// No readers that learn, and no orders of words.
    None,
}

/// Options of `audit`.
#[derive(Debug, ClapArgs)]
#[command(after_help = "Examples:
  wampimuk audit gscan-released
  wampimuk audit dataset.txt --report audit.html
  wampimuk audit tasks_1-20_v1-2/en-valid-10k  wrong answers, poor supports and shortcuts in stories
  wampimuk audit dec_test.jsonl --recipe mix-t7  the kit's events in the words of a recipe")]
pub struct Audit {
    /// A dataset, a file of any supported format, or a recipe.
    pub path: String,
    /// Print everything as JSON.
    #[arg(long)]
    pub json: bool,
    /// Print every table, not only the summary and the floors.
    #[arg(long)]
    pub all: bool,
    /// What readers learn from, if not from the split `train`: a recipe, a dataset or a file.
    #[arg(long, value_name = "PATH")]
    pub learn_from: Option<String>,
    /// How many items readers without understanding learn from and are tried on.
    #[arg(long, value_enum, default_value_t)]
    pub floors: FloorChoice,
    /// Write a page with summary, tables and charts.
    #[arg(long, value_name = "FILE.html|FILE.csv|FILE.svg|FILE.png|DIR/")]
    pub report: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// How to read.
    #[command(flatten)]
    pub readings: Readings,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
    /// Whether files are believed.
    #[command(flatten)]
    pub believe: Trust,
}

/// A change of a recipe, with the text of a file in place of `@FILE`. Only arguments name files: changes that are kept beside
/// weights and predictions hold the text itself.
fn with_text_of_file(change: &str) -> Result<String, String> {
    let named = change.split_once('=').and_then(|(key, value)| Some((key, value.trim().strip_prefix('@')?)));
    let Some((key, path)) = named else { return Ok(change.to_owned()) };
    let text = wampimuk_families::read_text(Path::new(path)).map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("{key}={}", toml::Value::String(text)))
}
