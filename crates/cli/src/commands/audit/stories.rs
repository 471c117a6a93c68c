//! Stories: wrong and open answers, poor supports, shortcuts.

use wampimuk_audit::stories::{Solved, StoryAudit, StoryAuditReport, StorySuspect};

use crate::args::{Audit, Common};
use crate::failure::Failure;
use crate::report::Page;
use crate::say::say;
use crate::stories::{StorySource, Tale};

/// Audits and prints.
pub fn run(options: &Audit, common: &Common, mut source: StorySource) -> Result<(), Failure> {
    source.read_by(&options.readings)?;
    let add = |audit: &mut StoryAudit, tale: &Tale, solved: &Solved| {
        audit.add(&tale.item(), solved, &tale.solver);
    };
    let start = StoryAudit::default();
    let audit = source.fold(&options.choice, common, "audit", start, add, StoryAudit::merge)?;
    let report = audit.finish();
    if let Some(path) = &options.report {
        page(&options.path, &report).write(path)?;
    }
    if options.json {
        let json =
            serde_json::to_string_pretty(&report).map_err(|error| Failure::Input(error.to_string()))?;
        return say(json);
    }
    for table in report.tables().iter().filter(|table| !table.rows.is_empty()) {
        // Sentences make a table too wide for a terminal.
        match table.title.starts_with("Suspects") {
            true => say(suspects(&report, &table.title))?,
            false => say(table.to_text())?,
        }
    }
    Ok(())
}

/// The first questions and lines with each flaw, one below the other.
fn suspects(report: &StoryAuditReport, title: &str) -> String {
    let mut text = format!("{title}\n");
    let mut last = None;
    for StorySuspect { flaw, place, line, text: said, recorded, derived, reason, .. } in &report.suspects {
        if last.replace(flaw) != Some(flaw) {
            text.push_str(&format!("{}\n", flaw.name()));
        }
        text.push_str(&format!("  {place}, line {line}: {said}\n"));
        let recorded = if recorded.is_empty() { String::new() } else { format!("recorded {recorded}; ") };
        let derived = if derived.is_empty() { String::new() } else { format!("follows {derived}; ") };
        text.push_str(&format!("    {recorded}{derived}{reason}\n"));
    }
    text
}

fn page(name: &str, report: &StoryAuditReport) -> Page {
    let mut page = Page::new(&format!("Audit of {name}"));
    for table in report.tables().iter().filter(|table| !table.rows.is_empty()) {
        page.table(table);
    }
    page.charts(&report.charts());
    page
}
