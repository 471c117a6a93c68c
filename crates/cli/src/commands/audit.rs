//! `wampimuk audit`: shortcuts, idle words, leaks and wrong labels.

mod stories;

use wampimuk_audit::{Audit, AuditReport, Severity, own_reading};
use wampimuk_command::{Example, Lexicon, Reading, Semantics};

use crate::args::{self, Common};
use crate::failure::Failure;
use crate::report::Page;
use crate::say::say;
use crate::source::{Fold, Source};
use crate::stories::StorySource;

impl Fold for Audit {
    type Setup = Semantics;

    fn new(lexicon: &Lexicon, semantics: &Semantics) -> Result<Self, Failure> {
        Ok(Self::new(lexicon).with_semantics(*semantics))
    }

    fn with_splits<'n>(self, names: impl IntoIterator<Item = &'n str>) -> Self {
        self.with_splits(names)
    }

    fn add(&mut self, split: &str, example: &Example) {
        self.add(split, example);
    }

    fn merge(self, other: Self) -> Self {
        self.merge(other)
    }
}

/// Audits and prints.
pub fn run(options: &args::Audit, common: &Common) -> Result<(), Failure> {
    let source = match StorySource::of(Source::open(&options.path, &options.choice, common)?)? {
        Ok(source) => return stories::run(options, common, source),
        Err(source) => {
            source.require_grid(&options.path, "`audit` looks for shortcuts to targets and actions")?
        }
    };
    let reading = match options.readings.of_commands()? {
        Some(reading) => reading,
        None => source
            .first_command(&options.choice)?
            .map_or(Reading::Superlative, |command| own_reading(&command)),
    };
    let report = source.fold::<Audit>(&options.choice, common, "audit", &reading.into())?.finish();
    if let Some(path) = &options.report {
        page(&options.path, &report).write(path)?;
    }
    if options.json {
        let json =
            serde_json::to_string_pretty(&report).map_err(|error| Failure::Input(error.to_string()))?;
        say(json)?;
        return Ok(());
    }
    for table in report.tables() {
        say(colour(&table.to_text(), common.colour_stdout()))?;
    }
    Ok(())
}

/// Paints the severities.
fn colour(text: &str, colour: bool) -> String {
    if !colour {
        return text.to_string();
    }
    [(Severity::Warning, 31), (Severity::Note, 33), (Severity::Fine, 32)].into_iter().fold(
        text.to_string(),
        |text, (severity, code)| {
            let name = format!("  {}  ", severity.name());
            text.replace(&name, &format!("  \x1b[{code}m{}\x1b[0m  ", severity.name()))
        },
    )
}

fn page(name: &str, report: &AuditReport) -> Page {
    let mut page = Page::new(&format!("Audit of {name}"));
    for table in report.tables() {
        page.table(&table);
    }
    page.charts(&report.charts());
    page
}
