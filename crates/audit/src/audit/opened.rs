//! Audits of what was opened: a recipe or files.

use wampimuk_command::{Example, Lexicon, Semantics};
use wampimuk_source::{
    Error, Fold, ItemView, Opened, Pass, ReadingOptions, Source, SourceStory, StorySource,
};

use super::{Audit, AuditReport, DatasetAudit};
use crate::floors::{self, Extent, Teacher};
use crate::stories::{StoryAudit, StoryAuditReport, StoryItem};
use crate::{About, Address, LEAST};

/// How to audit.
#[derive(Clone, Debug, Default)]
pub struct AuditOptions {
    /// How texts are read.
    pub readings: ReadingOptions,
    /// The dataset that readers learn from, if not from the split `train`: a recipe, a folder or a file.
    pub learn_from: Option<String>,
    /// How many items readers learn from and are tried on; `None` for no readers.
    pub extent: Option<Extent>,
    /// The command that does it again, to stand in the report.
    pub command: Option<String>,
}

/// Looks for shortcuts, idle words, leaks and wrong labels.
///
/// # Errors
/// If an item cannot be had, or there is none: nothing can be said of it.
pub fn audit(
    name: &str,
    opened: &mut Opened,
    options: &AuditOptions,
    pass: &Pass<'_>,
) -> Result<DatasetAudit, Error> {
    if pass.choice.limit == Some(0) {
        let text = format!(
            "`--limit 0` leaves no item to audit; shares are judged from {LEAST} items of a split on, and without `--limit` \
             all items are looked at"
        );
        return Err(Error::Request(text));
    }
    let nothing = || Error::Request(format!("{name} has no item to audit"));
    let about = About { command: options.command.clone(), ..About::new(name, opened) };
    match opened {
        Opened::Commands(source) => {
            let mut report = AuditReport { about, ..commands(source, options, pass)? };
            if source.path.is_none() {
                report.name_examples(name);
            }
            if report.all.examples == 0 {
                return Err(nothing());
            }
            Ok(DatasetAudit::Commands(Box::new(report)))
        }
        Opened::Stories(source) => {
            source.read_by(&options.readings)?;
            let mut report = StoryAuditReport { about, ..stories(source, options, pass)? };
            if source.files() == 0 {
                report.summary.name_examples(name);
            }
            if report.stories == 0 {
                return Err(nothing());
            }
            Ok(DatasetAudit::Stories(Box::new(report)))
        }
        Opened::Riddles(_) => {
            let purpose = "`audit` looks for shortcuts to targets and actions";
            Err(Error::Riddles { name: name.to_owned(), purpose })
        }
    }
}

impl Fold for Audit {
    type Setup = (Semantics, Option<Extent>);

    fn new(lexicon: &Lexicon, (semantics, extent): &Self::Setup) -> Result<Self, Error> {
        let audit = Self::new(lexicon).with_semantics(*semantics);
        Ok(extent.iter().fold(audit, |audit, &extent| audit.with_sample(extent)))
    }

    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self {
        self.with_splits(names)
    }

    fn add(&mut self, item: &ItemView<'_>, example: &Example) {
        let &ItemView { split, index, place, .. } = item;
        self.add_at(Address { split, index, place }, example);
    }

    fn merge(self, other: Self) -> Self {
        self.merge(other)
    }
}

fn commands(source: &Source, options: &AuditOptions, pass: &Pass<'_>) -> Result<AuditReport, Error> {
    let semantics = floors::semantics_of(source, &options.readings, pass.choice)?;
    let mut audit = source.fold::<Audit>(pass, "audit", &(semantics, options.extent))?;
    let (sample, lexicon) = (audit.take_sample(), audit.lexicon().clone());
    let mut report = audit.finish();
    let mut kept = Vec::new();
    if let Some(extent) = options.extent {
        let teacher = Teacher { learn_from: options.learn_from.as_deref(), extent };
        let (floors, shown) = floors::of_commands(sample, (&lexicon, semantics), &teacher, pass)?;
        (report, kept) = (report.with_floors(floors), shown);
    }
    report.draw(&kept, &lexicon);
    Ok(report)
}

fn stories(source: &StorySource, options: &AuditOptions, pass: &Pass<'_>) -> Result<StoryAuditReport, Error> {
    let add = |audit: &mut StoryAudit, tale: &SourceStory, solved: &_| {
        *audit = std::mem::take(audit).with_sample(options.extent);
        audit.add(&StoryItem::from(tale), solved, &tale.solver);
    };
    let start = StoryAudit::default().with_sample(options.extent);
    let mut audit = source.fold(pass, "audit", start, add, StoryAudit::merge)?;
    let sample = audit.take_sample();
    let report = audit.finish();
    let Some(extent) = options.extent else { return Ok(report) };
    let teacher = Teacher { learn_from: options.learn_from.as_deref(), extent };
    Ok(report.with_floors(floors::of_stories(sample, &teacher, pass)?))
}
