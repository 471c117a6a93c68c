//! The audit of stories as tables and charts.

use super::audit::{AuditedKind, StoryAuditReport, StorySuspect};
use super::flaws::Flaw;
use super::shortcuts::Shortcut;
use super::stats_show::shortened;
use crate::table::{fine_percent, tenths, thousands};
use crate::{Chart, Table};

impl StoryAuditReport {
    /// Tables for the terminal: flaws of answers and supports, suspects, shortcuts.
    pub fn tables(&self) -> Vec<Table> {
        vec![self.answers(), self.supports(), self.suspects(), self.shortcuts()]
    }

    /// Data for charts: how far shortcuts get, for each split and kind.
    pub fn charts(&self) -> Vec<Chart> {
        let chart = |score: &super::ShortcutScore| {
            let bars = score
                .right
                .iter()
                .filter_map(|(shortcut, share)| Some((shortcut.name().to_owned(), tenths(share.value()?))));
            Chart::bars(format!("Shortcuts: {} in {}, % right", score.kind, score.split), bars.collect())
        };
        self.shortcuts.iter().filter(|score| score.task.is_none()).map(chart).collect()
    }

    fn rows(&self) -> impl Iterator<Item = (&str, &AuditedKind)> {
        let cells = self.kinds.iter().map(|cell| (cell.task.as_str(), cell));
        cells.chain([("all", &self.all)])
    }

    /// A column with a count and one with a share for each flaw that occurs.
    fn flaws(&self, title: &str, about_support: bool) -> Table {
        let whole = if about_support { "supports" } else { "questions" };
        let mut table = Table::new(title, &["task", "kind", whole]);
        let occur = |flaw: &Flaw| self.all.count(*flaw) > 0 && flaw.is_about_support() == about_support;
        let flaws: Vec<Flaw> = Flaw::ALL.into_iter().filter(occur).collect();
        for flaw in &flaws {
            table.columns.extend([flaw.name().to_owned(), String::new()]);
        }
        for (task, cell) in self.rows() {
            let of = if about_support { cell.supports } else { cell.questions };
            if about_support && of == 0 {
                continue;
            }
            let mut row = vec![task.to_owned(), cell.kind.clone(), thousands(of)];
            for &flaw in &flaws {
                let share = cell.share(flaw);
                // lines are no part of the questions
                let part = if matches!(flaw, Flaw::Unreadable | Flaw::Contradiction) {
                    String::new()
                } else {
                    fine_percent(share.value())
                };
                row.extend([thousands(share.count), part]);
            }
            table.row(row);
        }
        table
    }

    fn answers(&self) -> Table {
        self.flaws("Questions and their answers", false)
    }

    fn supports(&self) -> Table {
        self.flaws("Supports of right answers", true)
    }

    fn suspects(&self) -> Table {
        let columns = ["flaw", "place", "line", "question", "recorded", "follows", "reason"];
        let mut table = Table::new("Suspects: the first of each kind", &columns);
        for StorySuspect { flaw, place, line, text, recorded, derived, reason, .. } in &self.suspects {
            let texts = [text, recorded, derived, reason].map(|text| shortened(text));
            let head = [flaw.name().to_owned(), place.clone(), line.to_string()];
            table.row(head.into_iter().chain(texts));
        }
        table
    }

    fn shortcuts(&self) -> Table {
        let mut table =
            Table::new("Shortcuts: how often a guess is right", &["split", "task", "kind", "questions"]);
        table.columns.extend(Shortcut::ALL.map(|shortcut| shortcut.name().to_owned()));
        table.columns.push("learnt from".to_owned());
        for score in &self.shortcuts {
            let questions = score.of(Shortcut::Majority).of;
            let task = score.task.clone().unwrap_or_else(|| "all".to_owned());
            let head = [score.split.clone(), task, score.kind.clone(), thousands(questions)].into_iter();
            let shares = Shortcut::ALL.map(|shortcut| score.of(shortcut).percent());
            table.row(head.chain(shares).chain([score.learnt_from.clone()]));
        }
        table
    }
}
