//! What is in a dataset, wherever its items come from.

use serde::Serialize;
use wampimuk_command::{CandidateCounts, Example, GridFamily, Lexicon, Reading};
use wampimuk_dataset::RecordedClaims;
use wampimuk_families::AnyRecipe;
use wampimuk_gscan::Holdout;
use wampimuk_source::{Error, Fold, ItemView, Opened, Pass, Source, SourceStory, StorySource};

use super::published::opened::published_set;
use super::{DistractorKinds, SplitStats, Stats, StatsReport};
use crate::stories::{StoryItem, StoryStats, StoryStatsReport};
use crate::table::thousands;
use crate::{
    About, Chart, Evidence, EvidenceReport, Page, Report, Table, draw_chart, paper_questions, questions_of,
};

/// What is in a dataset.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum DatasetStats {
    /// Commands in grid worlds.
    Commands(Box<CommandStats>),
    /// Stories with questions.
    Stories(Box<StoryStatsReport>),
}

/// What is in a dataset of commands in grid worlds.
#[derive(Clone, Debug, Serialize)]
pub struct CommandStats {
    /// Everything that is counted.
    pub stats: StatsReport,
    /// How often the parts of each hold-out occur in train.
    pub evidence: EvidenceReport,
    /// What the released procedure drew, where it was used.
    pub released_procedure: Option<CandidateCounts>,
    /// The published set that the items are of, or are made like: `compositional`, `length` or `reascan`. Others are not
    /// compared with published numbers.
    pub published_set: Option<&'static str>,
    /// Whether the items are of a certified recipe: published numbers belong to another one, and are for orientation only.
    pub is_of_other_recipe: bool,
}

/// Which tables are wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Sizes beside the published ones, and an overview.
    #[default]
    Overview,
    /// All of them.
    All,
    /// Of commands, how often the parts of each hold-out occur in train.
    Evidence,
}

/// Of stories, how many tables are an overview: tasks, splits, and which concepts and questions they have.
const OVERVIEW: usize = 3;

/// Counts what is in a dataset.
///
/// # Errors
/// If an item cannot be had.
pub fn stats(name: &str, opened: &Opened, pass: &Pass<'_>) -> Result<DatasetStats, Error> {
    match opened {
        Opened::Commands(source) => Ok(DatasetStats::Commands(Box::new(commands(source, pass)?))),
        Opened::Stories(source) => Ok(DatasetStats::Stories(Box::new(stories(name, source, pass)?))),
        Opened::Riddles(_) => {
            let purpose = "`stats` counts words, worlds and actions";
            Err(Error::Riddles { name: name.to_owned(), purpose })
        }
    }
}

impl DatasetStats {
    /// The tables, without those that are empty.
    pub fn tables(&self, detail: Detail) -> Vec<Table> {
        match self {
            Self::Commands(found) => found.tables(detail),
            Self::Stories(report) => {
                let mut tables = report.tables();
                if detail == Detail::Overview {
                    tables.truncate(OVERVIEW);
                }
                tables.retain(|table| !table.rows.is_empty());
                tables
            }
        }
    }

    /// A page: an overview and contents, then tables and charts by split. Charts beyond the first few are folded.
    pub fn page(&self, about: &About) -> Page {
        let mut page = Page::new(&format!("Statistics of {}", about.name));
        match self {
            Self::Commands(found) => {
                let CommandStats { stats, evidence, .. } = &**found;
                let items: u64 = stats.splits.iter().map(|split| split.examples).sum();
                let count = stats.splits.iter().filter(|split| split.examples > 0).count();
                page.paragraph(&format!("{} items in {count} splits.", thousands(items)));
                page.section("Sizes, duplicates and overlap");
                found.tables(Detail::Overview).iter().for_each(|table| page.table(table));
                if evidence.examples > 0 {
                    page.section("Evidence for parts of commands");
                    evidence.tables().iter().for_each(|table| page.table(table));
                }
                page.section("Charts by split");
                let mut splits = stats.splits.iter().map(|split| (&split.split, stats.charts(&split.split)));
                if let Some((first, charts)) = splits.next() {
                    page.paragraph(&format!("Of {first}; those of the other splits are folded."));
                    page.charts(&charts);
                }
                for (split, charts) in splits.filter(|(_, charts)| !charts.is_empty()) {
                    page.fold(&format!("{split}: {} charts", charts.len()), |page| page.charts(&charts));
                }
                page.section("What the words mean");
                COMMAND_WORDS.iter().for_each(|definition| page.paragraph(definition));
            }
            Self::Stories(report) => {
                let tables = self.tables(Detail::All);
                let (first, more) = tables.split_at(tables.len().min(OVERVIEW));
                page.section("Overview");
                first.iter().for_each(|table| page.table(table));
                page.section("Events, questions and proofs");
                page.fold(&format!("{} tables", more.len()), |page| {
                    more.iter().for_each(|table| page.table(table));
                });
                page.section("Charts");
                page.charts(&report.charts());
                page.section("What the words mean");
                STORY_WORDS.iter().for_each(|definition| page.paragraph(definition));
            }
        }
        page.made_by(about.digest.as_deref(), about.command.as_deref());
        page
    }

    /// The page with all tables and charts. Files have what is counted two by two as well.
    pub fn report(&self, about: &About) -> Report {
        let mut tables = self.tables(Detail::All);
        if let Self::Commands(found) = self {
            tables.extend(found.stats.spreadsheets());
        }
        Report {
            title: format!("Statistics of {}", about.name),
            page: self.page(about),
            tables,
            pictures: self.charts().iter().map(draw_chart).collect(),
        }
    }

    /// Everything that a page draws, in its order, with the split in each title.
    pub fn charts(&self) -> Vec<Chart> {
        match self {
            Self::Commands(found) => {
                let stats = &found.stats;
                let of_split = |split: &SplitStats| {
                    let name =
                        |chart: Chart| Chart { title: format!("{}: {}", split.split, chart.title), ..chart };
                    stats.charts(&split.split).into_iter().map(name).collect::<Vec<_>>()
                };
                stats.splits.iter().flat_map(of_split).collect()
            }
            Self::Stories(report) => report.charts(),
        }
    }
}

/// What the words of a page about commands mean.
const COMMAND_WORDS: [&str; 10] = [
    "Split: a named list of items. A hold-out is a split whose kind of item never occurs in train.",
    "Unique answers: different combinations of command, actions and target cell. Unique targets: of command, target cell and look \
     of the target, which the authors' spreadsheets call world states. Per command: divided by the number of different commands. \
     Mean distance: rows and columns from the agent to the target.",
    "Identical in train: the whole item, but for the order of its objects. Equivalent: the same command, actions and target cell. \
     Same placement: the same command, agent cell, target cell and look of the target.",
    "Actions: how many actions the right answer has. Words: how many words the command has. ReaSCAN's bins: the lengths that the \
     paper's figures have as bars.",
    "Target: the object that the command refers to. Referred target: the words that name it, such as \"small red square\".",
    "Placed targets: which combinations of size, colour and shape targets have.",
    "Situation: where agent and target stand; direction and distance lead from the agent to the target.",
    "Size and colour words and nouns in phrases are counted in commands, sizes, colours and shapes of objects in worlds.",
    "Objects in the world: how many objects worlds have. Described by: which words the phrase of the command has.",
    "Published: what the paper or the published files say of the same split; empty where they say nothing.",
];

/// What the words of a page about stories mean.
const STORY_WORDS: [&str; 9] = [
    "Task: the bAbI task, or the part of the recipe, that a story belongs to. Events and constructs: what its sentences tell, and \
     in which forms.",
    "Sentences, length: before a question, on average. Supporting: recorded supporting lines, on average; smallest: lines of the \
     smallest support, on average. Published, beside each: the paper's figure.",
    "Faulty stories: those with a line that cannot be read or contradicts the lines before.",
    "Support: a minimal set of lines that shows the answer. Composition: which concepts these lines use; finer: with concepts \
     apart that the paper counts as one.",
    "Kind of question: what is asked, such as where a person is or what they carry. Ambiguous: its words fit several occasions; \
     unknown: the answer does not follow.",
    "Majority: how often the most frequent answer is right. Answers: how many different ones there are.",
    "Minimal supports: how many different supports a question has; not all found: there are too many to look at.",
    "Tokens: words and punctuation up to and with the question; 50 %: half of the questions have at most so many; over 512: more \
     than the usual limit of pre-trained readers.",
    "Same text, same meaning: questions after the same lines, word by word or in other words. Same beginning: stories whose first \
     sentences say the same.",
];

impl CommandStats {
    fn tables(&self, detail: Detail) -> Vec<Table> {
        let Self { stats, evidence, .. } = self;
        let mut tables: Vec<Table> = self
            .published_set
            .into_iter()
            .map(|set| stats.beside_published(set, self.is_of_other_recipe))
            .collect();
        match detail {
            Detail::Evidence => return evidence.tables(),
            Detail::Overview => tables.extend(stats.overview()),
            Detail::All => tables.extend(stats.tables()),
        }
        tables
    }
}

/// What is counted.
#[derive(Clone)]
struct Counts {
    stats: Stats,
    evidence: Evidence,
    /// Whether it is counted which distractors were placed, as far as generator or file says so.
    has_distractors: bool,
}

impl Fold for Counts {
    type Setup = (Vec<Holdout>, bool);

    fn new(lexicon: &Lexicon, (holdouts, has_distractors): &Self::Setup) -> Result<Self, Error> {
        let mut questions = paper_questions(lexicon);
        questions.extend(questions_of(holdouts));
        let evidence =
            Evidence::new(lexicon, questions).map_err(|error| Error::Request(error.to_string()))?;
        Ok(Self { stats: Stats::new(lexicon), evidence, has_distractors: *has_distractors })
    }

    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self {
        Self { stats: self.stats.with_splits(names), ..self }
    }

    fn add(&mut self, item: &ItemView<'_>, example: &Example) {
        self.stats.add(item.split, example);
        self.evidence.add(item.split, example);
        if let Some(kinds) = kinds(item).filter(|_| self.has_distractors) {
            self.stats.add_distractors(item.split, item.command, kinds);
        }
    }

    fn merge(self, other: Self) -> Self {
        let (stats, evidence) = (self.stats.merge(other.stats), self.evidence.merge(other.evidence));
        Self { stats, evidence, ..self }
    }
}

fn commands(source: &Source, pass: &Pass<'_>) -> Result<CommandStats, Error> {
    let holdouts = source.dataset.as_ref().map_or_else(Vec::new, |dataset| match dataset.recipe() {
        AnyRecipe::Gscan(recipe) => recipe.generate.holdouts.clone(),
        AnyRecipe::Reascan(_) | AnyRecipe::Riddle(_) | AnyRecipe::Stories(_) => Vec::new(),
    });
    // Only ReaSCAN places them by kind.
    let first = source.first_command(pass.choice)?;
    let has_distractors = first.is_some_and(|command| Reading::of(&command) == Reading::Existential);
    let Counts { stats, evidence, .. } =
        source.fold::<Counts>(pass, "stats", &(holdouts, has_distractors))?;
    let released_procedure = source.grid().and_then(GridFamily::candidates);
    let (stats, mut evidence) = (stats.finish(), evidence.finish());
    let set = published_set(source, &stats);
    let is_of_other_recipe = set.is_some_and(|set| set.is_of_other_recipe);
    if set.is_none() || is_of_other_recipe {
        evidence.forget_published();
    }
    let published_set = set.map(|set| set.name);
    Ok(CommandStats { stats, evidence, released_procedure, published_set, is_of_other_recipe })
}

/// Which distractors an item has; `None` if that is not known.
fn kinds(item: &ItemView<'_>) -> Option<DistractorKinds> {
    let recorded = match item.recorded {
        Some(RecordedClaims::Original(claims)) => claims.distractors,
        _ => None,
    };
    let recorded = recorded.map(|claims| DistractorKinds {
        full_relation: claims.full_relation,
        relation: claims.relation,
        attribute: claims.attribute,
        isomorphism: claims.isomorphism,
        random: claims.random,
    });
    recorded.or_else(|| DistractorKinds::of(item.cast))
}

fn stories(name: &str, source: &StorySource, pass: &Pass<'_>) -> Result<StoryStatsReport, Error> {
    let made = source.source.manifest.as_ref().map(|manifest| manifest.recipe_name.as_str());
    let start = StoryStats::default().with_splits(source.split_names());
    let start = start.with_dataset(made.unwrap_or(name));
    let add = |stats: &mut StoryStats, tale: &SourceStory, solved: &_| {
        stats.add(&StoryItem::from(tale), solved, &tale.solver);
    };
    Ok(source.fold(pass, "stats", start, add, StoryStats::merge)?.finish())
}
