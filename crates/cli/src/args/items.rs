//! Options that say which items, and how they are read and written.

use std::path::Path;

use clap::builder::PossibleValue;
use clap::{Args as ClapArgs, ValueEnum};
use wampimuk_command::Reading;
use wampimuk_engine::Format;
use wampimuk_story as story;

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

/// A change of a recipe, with the text of a file in place of `@FILE`. Only arguments name files: changes that are kept beside
/// weights and predictions hold the text itself.
fn with_text_of_file(change: &str) -> Result<String, String> {
    let named = change.split_once('=').and_then(|(key, value)| Some((key, value.trim().strip_prefix('@')?)));
    let Some((key, path)) = named else { return Ok(change.to_owned()) };
    let text = wampimuk_families::read_text(Path::new(path)).map_err(|error| format!("{path}: {error}"))?;
    Ok(format!("{key}={}", toml::Value::String(text)))
}
