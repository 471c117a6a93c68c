//! Stories: wrong and open answers, poor supports, shortcuts.

use wampimuk_audit::stories::{Solved, StoryAudit, StoryAuditReport};

use crate::args::{Audit, Common};
use crate::failure::Failure;
use crate::report::Page;
use crate::say::say;
use crate::stories::StorySource;

/// Audits and prints.
pub fn run(options: &Audit, common: &Common, mut source: StorySource) -> Result<(), Failure> {
    source.read_by(&options.readings)?;
    let mut audit = Some(StoryAudit::default());
    source.each(
        &options.choice,
        common,
        "audit",
        |tale| {
            let item = tale.item();
            let mut one = StoryAudit::default();
            one.add(&item, &Solved::of(&tale.solver, item.passage), &tale.solver);
            one
        },
        |found| {
            let (_, one) = found?;
            audit = audit.take().map(|audit| audit.merge(one));
            Ok(())
        },
    )?;
    let report = audit.unwrap_or_default().finish();
    if let Some(path) = &options.report {
        page(&options.path, &report).write(path)?;
    }
    if options.json {
        let json =
            serde_json::to_string_pretty(&report).map_err(|error| Failure::Input(error.to_string()))?;
        return say(json);
    }
    report.tables().iter().filter(|table| !table.rows.is_empty()).try_for_each(|table| say(table.to_text()))
}

fn page(name: &str, report: &StoryAuditReport) -> Page {
    let mut page = Page::new(&format!("Audit of {name}"));
    for table in report.tables().iter().filter(|table| !table.rows.is_empty()) {
        page.table(table);
    }
    page.charts(&report.charts());
    page
}
