//! `wampimuk stats`: what is in a dataset.

mod stories;

use serde_json::json;
use wampimuk_audit::{
    DistractorKinds, Evidence, EvidenceReport, Stats, StatsReport, Table, own_reading, paper_questions,
    questions_of,
};
use wampimuk_command::{Example, GridFamily, Lexicon, Reading};
use wampimuk_dataset::Recorded;
use wampimuk_families::AnyRecipe;
use wampimuk_gscan::Holdout;

use crate::args::{self, Common};
use crate::failure::Failure;
use crate::report::Page;
use crate::say::say;
use crate::source::{Fold, Seen, Source};
use crate::stories::StorySource;

/// What is counted.
struct Counts {
    stats: Stats,
    evidence: Evidence,
}

impl Fold for Counts {
    type Setup = Vec<Holdout>;

    fn new(lexicon: &Lexicon, holdouts: &Self::Setup) -> Result<Self, Failure> {
        let mut questions = paper_questions(lexicon);
        questions.extend(questions_of(holdouts));
        let evidence =
            Evidence::new(lexicon, questions).map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Self { stats: Stats::new(lexicon), evidence })
    }

    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self {
        Self { stats: self.stats.with_splits(names), ..self }
    }

    fn add(&mut self, split: &str, example: &Example) {
        self.stats.add(split, example);
        self.evidence.add(split, example);
    }

    fn merge(self, other: Self) -> Self {
        Self { stats: self.stats.merge(other.stats), evidence: self.evidence.merge(other.evidence) }
    }
}

/// Counts and prints.
pub fn run(options: &args::Stats, common: &Common) -> Result<(), Failure> {
    let source = match StorySource::of(Source::open(&options.path, &options.choice, common)?)? {
        Ok(source) => return stories::run(options, common, &source),
        Err(source) => source.require_grid(&options.path, "`stats` counts words, worlds and actions")?,
    };
    let holdouts = source.dataset.as_ref().map_or_else(Vec::new, |dataset| match dataset.recipe() {
        AnyRecipe::Gscan(recipe) => recipe.generate.holdouts.clone(),
        AnyRecipe::Reascan(_) | AnyRecipe::Riddle(_) | AnyRecipe::Stories(_) => Vec::new(),
    });
    let Counts { mut stats, evidence } =
        source.fold::<Counts>(&options.choice, common, "stats", &holdouts)?;
    add_distractors(&mut stats, &source, options, common)?;
    let (stats, evidence) = (stats.finish(), evidence.finish());
    let tally = source.grid().and_then(GridFamily::candidates);
    if let Some(path) = &options.report {
        page(&options.path, &stats, &evidence).write(path)?;
    }
    if options.json {
        let drawn = tally.map(|tally| {
            json!({
                "candidates": tally.candidates,
                "dropped": tally.dropped,
                "pool": tally.pool,
                "test_candidates": tally.test_candidates,
                "equivalents_removed": tally.equivalents,
            })
        });
        say(format!("{:#}", json!({ "stats": stats, "evidence": evidence, "released_procedure": drawn })))?;
        return Ok(());
    }
    for table in tables(options, &stats, &evidence) {
        say(table.to_text())?;
    }
    if let Some(tally) = tally {
        say(format!(
            "The released procedure enumerated {} candidates, dropped {} with two held-out combinations, drew {} for test \
             and dropped {} of these because train has an equivalent.",
            tally.candidates, tally.dropped, tally.test_candidates, tally.equivalents
        ))?;
    }
    Ok(())
}

/// Counts which distractors were placed, as far as generator or file says so. Items are read once more for it, and only
/// if they are ReaSCAN's and the first one says something.
fn add_distractors(
    stats: &mut Stats,
    source: &Source,
    options: &args::Stats,
    common: &Common,
) -> Result<(), Failure> {
    let first = source.first_command(&options.choice)?;
    if first.is_none_or(|command| own_reading(&command) != Reading::Existential) {
        return Ok(());
    }
    let result = source.each(&options.choice, common, "distractors", |item| {
        let item = item?;
        let kinds = kinds(&item).ok_or(Failure::BrokenPipe)?;
        stats.add_distractors(item.split, item.command, kinds);
        Ok(())
    });
    match result {
        Ok(()) | Err(Failure::BrokenPipe) => Ok(()),
        Err(failure) => Err(failure),
    }
}

/// Which distractors an item has; `None` if that is not known.
fn kinds(item: &Seen<'_>) -> Option<DistractorKinds> {
    let recorded = match item.recorded {
        Some(Recorded::Original(claims)) => claims.distractors,
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

fn tables(options: &args::Stats, stats: &StatsReport, evidence: &EvidenceReport) -> Vec<Table> {
    if options.evidence {
        return evidence.tables();
    }
    let mut tables = vec![published(stats)];
    tables.extend(if options.all { stats.tables() } else { stats.overview() });
    tables
}

/// Our sizes beside the published ones of the set that fits.
fn published(stats: &StatsReport) -> Table {
    let length = stats.split("target_lengths").or_else(|| stats.split("target_lengths_test"));
    let set = match length {
        _ if stats.has_clauses() => "reascan",
        Some(split) if split.examples > 0 => "length",
        _ => "compositional",
    };
    stats.beside_published(set)
}

fn page(name: &str, stats: &StatsReport, evidence: &EvidenceReport) -> Page {
    let mut page = Page::new(&format!("Statistics of {name}"));
    page.table(&published(stats));
    stats.overview().iter().for_each(|table| page.table(table));
    if evidence.examples > 0 {
        evidence.tables().iter().for_each(|table| page.table(table));
    }
    for split in &stats.splits {
        page.section(&split.split);
        page.charts(&stats.charts(&split.split));
    }
    page
}
