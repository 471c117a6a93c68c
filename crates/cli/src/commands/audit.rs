//! `wampimuk audit`: shortcuts, idle words, leaks and wrong labels.

use wampimuk_audit::stories::{StoryAuditReport, StorySuspect};
use wampimuk_audit::{DatasetAudit, Severity, audit};

use crate::args::{Audit, Common};
use crate::failure::Failure;
use crate::progress::{Bars, opening};
use crate::say::{json, say, write};

/// Audits and prints.
pub fn run(options: &Audit, common: &Common) -> Result<(), Failure> {
    let mut opened = opening(&options.path, &options.choice, common)?;
    let (choice, bars) = (options.choice.plain(), Bars::new(common));
    let pass = common.pass(&choice, &bars);
    let found = audit(&options.path, &mut opened, &options.readings.plain(), &pass)?;
    drop(bars);
    if let Some(path) = &options.report {
        write(path, found.page(&options.path).html().as_bytes())?;
    }
    if options.json {
        return json(&found);
    }
    for table in found.tables() {
        match &found {
            DatasetAudit::Commands(_) => say(colour(&table.to_text(), common.colour_stdout()))?,
            // Sentences make a table too wide for a terminal.
            DatasetAudit::Stories(report) if table.title.starts_with("Suspects") => {
                say(suspects(report, &table.title))?;
            }
            DatasetAudit::Stories(_) => say(table.to_text())?,
        }
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
