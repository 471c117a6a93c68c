//! The statistics of stories as tables and charts.

use super::published::{published_main_split, published_split, published_task};
use super::stats_report::{GroupStats, KindStats, StoryStatsReport, paper_concepts};
use crate::table::{fine_percent, share, thousands};
use crate::{Chart, Table};

/// How many answers and compositions are listed; the report has all.
const LISTED: usize = 8;

fn decimal(number: Option<f64>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| format!("{number:.2}"))
}

/// A dash for nothing.
fn list(names: &[&str]) -> String {
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}

fn count(count: u64) -> String {
    if count == 0 { String::new() } else { thousands(count) }
}

impl StoryStatsReport {
    /// Tables for the terminal.
    pub fn tables(&self) -> Vec<Table> {
        vec![
            self.task_table(),
            self.split_table(),
            self.concept_sets(),
            self.kind_table(),
            self.size_table(),
            self.composition_table("Support compositions", |kind| &kind.compositions),
            self.composition_table("Support compositions, finer", |kind| &kind.fine_compositions),
            self.proof_table(),
            self.token_table(),
            self.shared_table(),
        ]
    }

    /// Data for charts: questions by kind and sizes of supports, for each split.
    pub fn charts(&self) -> Vec<Chart> {
        let mut charts = Vec::new();
        for split in &self.splits {
            let kinds = split.kinds.iter().map(|kind| (kind.paper_kind.clone(), kind.questions as f64));
            charts.push(Chart::bars(format!("Questions of {}", split.split), kinds.collect()));
            let mut bins = [0; 4];
            for kind in &split.kinds {
                for (bin, more) in bins.iter_mut().zip(kind.size_bins(false)) {
                    *bin += more;
                }
            }
            let bars =
                ["1", "2", "3", "≥ 4"].iter().zip(bins).map(|(&size, count)| (size.to_owned(), count as f64));
            charts.push(Chart::bars(format!("Supporting lines in {}", split.split), bars.collect()));
        }
        charts
    }

    /// The paper's Table 1, with its figures beside ours.
    fn task_table(&self) -> Table {
        let columns = [
            "task",
            "events",
            "constructs",
            "questions",
            "sentences",
            "published",
            "supporting",
            "published",
            "smallest",
        ];
        let mut table = Table::new("Tasks", &columns);
        for task in &self.tasks {
            let published = published_task(&task.task);
            let kinds: Vec<&str> = task.kinds.iter().map(|kind| kind.paper_kind.as_str()).collect();
            table.row([
                task.task.clone(),
                list(&task.events()),
                list(&task.constructs()),
                list(&kinds),
                decimal(task.mean_sentences),
                decimal(published.map(|task| task.sentences)),
                decimal(task.mean_recorded_supports),
                decimal(published.map(|task| task.supports)),
                decimal(task.mean_smallest_supports),
            ]);
        }
        table
    }

    /// The paper's Table 2, with its figures beside ours.
    fn split_table(&self) -> Table {
        let columns = [
            "split",
            "stories",
            "questions",
            "published",
            "length",
            "published",
            "supporting",
            "published",
            "smallest",
            "faulty stories",
        ];
        let mut table = Table::new("Splits", &columns);
        for split in &self.splits {
            let published =
                published_split(&split.split).or_else(|| published_main_split(&self.dataset, &split.split));
            table.row([
                split.split.clone(),
                thousands(split.stories),
                thousands(split.questions),
                published.map_or_else(|| "–".to_owned(), |split| thousands(split.questions)),
                decimal(split.mean_sentences),
                decimal(published.map(|split| split.sentences)),
                decimal(split.mean_recorded_supports),
                decimal(published.map(|split| split.supports)),
                decimal(split.mean_smallest_supports),
                thousands(split.faulty),
            ]);
        }
        table
    }

    /// The paper's Tables 6 and 7, with counts instead of marks.
    fn concept_sets(&self) -> Table {
        let mut concepts: Vec<String> = paper_concepts().into_iter().map(str::to_owned).collect();
        let mut kinds: Vec<String> = Vec::new();
        for cell in &self.cells {
            for (name, _) in &cell.concepts.0 {
                if !concepts.contains(name) {
                    concepts.push(name.clone());
                }
            }
            for kind in &cell.kinds {
                if !kinds.contains(&kind.paper_kind) {
                    kinds.push(kind.paper_kind.clone());
                }
            }
        }
        concepts.retain(|name| self.cells.iter().any(|cell| cell.concepts.get(name) > 0));
        let mut table = Table::new("Concept sets: sentences and questions", &["task", "split"]);
        table.columns.extend(concepts.iter().chain(&kinds).cloned());
        for cell in &self.cells {
            let questions = |name: &String| {
                let found = cell.kinds.iter().find(|kind| kind.paper_kind == *name);
                found.map_or(0, |kind| kind.questions)
            };
            let row = [cell.task.clone(), cell.split.clone()].into_iter();
            let counts =
                concepts.iter().map(|name| cell.concepts.get(name)).chain(kinds.iter().map(questions));
            table.row(row.chain(counts.map(count)));
        }
        table
    }

    /// Rows for each kind of questions of each task and split.
    fn by_kind(&self, mut row: impl FnMut(&GroupStats, &KindStats)) {
        for cell in &self.cells {
            for kind in &cell.kinds {
                row(cell, kind);
            }
        }
    }

    fn kind_table(&self) -> Table {
        let columns = ["task", "split", "kind", "questions", "ambiguous", "unknown", "majority", "answers"];
        let mut table = Table::new("Questions and answers", &columns);
        self.by_kind(|cell, kind| {
            let answers: Vec<String> = kind
                .answers
                .0
                .iter()
                .take(LISTED)
                .map(|(answer, count)| format!("{} {}", shortened(answer), thousands(*count)))
                .collect();
            let more = kind.answers.0.len().saturating_sub(LISTED);
            let more = if more == 0 { String::new() } else { format!(", and {more} others") };
            table.row([
                cell.task.clone(),
                cell.split.clone(),
                kind.kind.clone(),
                thousands(kind.questions),
                thousands(kind.ambiguous),
                thousands(kind.unknown),
                kind.majority.percent(),
                answers.join(", ") + &more,
            ]);
        });
        table
    }

    fn size_table(&self) -> Table {
        let columns = ["task", "split", "kind", "recorded 1", "2", "3", "≥ 4", "smallest 1", "2", "3", "≥ 4"];
        let mut table = Table::new("Questions by number of supporting lines", &columns);
        self.by_kind(|cell, kind| {
            let bins = [kind.size_bins(true), kind.size_bins(false)].concat();
            let row = [cell.task.clone(), cell.split.clone(), kind.kind.clone()].into_iter();
            table.row(row.chain(bins.into_iter().map(count)));
        });
        table
    }

    fn composition_table(&self, title: &str, of: fn(&KindStats) -> &crate::Tally) -> Table {
        let columns = ["task", "split", "kind", "different", "compositions"];
        let mut table = Table::new(title, &columns);
        self.by_kind(|cell, kind| {
            let tally = of(kind);
            if tally.0.is_empty() {
                return;
            }
            let all: Vec<String> = tally
                .0
                .iter()
                .take(LISTED)
                .map(|(names, count)| {
                    let names = if names.is_empty() { "none" } else { names };
                    format!("{names} {}", thousands(*count))
                })
                .collect();
            let more = tally.0.len().saturating_sub(LISTED);
            let more = if more == 0 { String::new() } else { format!(", and {more} others") };
            table.row([
                cell.task.clone(),
                cell.split.clone(),
                kind.kind.clone(),
                tally.0.len().to_string(),
                all.join(", ") + &more,
            ]);
        });
        table
    }

    fn proof_table(&self) -> Table {
        let columns = ["task", "split", "kind", "one", "two", "three", "more", "not all found"];
        let mut table = Table::new("Questions by number of minimal supports", &columns);
        self.by_kind(|cell, kind| {
            let several: u64 = kind.proofs.total() - kind.proofs.get("0");
            let few = ["1", "2", "3"].map(|number| kind.proofs.get(number));
            let more = several - few.iter().sum::<u64>();
            let row = [cell.task.clone(), cell.split.clone(), kind.kind.clone()].into_iter();
            table.row(row.chain(few.into_iter().chain([more, kind.more_proofs]).map(count)));
        });
        table
    }

    fn token_table(&self) -> Table {
        let columns = ["task", "split", "shortest", "25 %", "50 %", "90 %", "longest", "over 512", "share"];
        let mut table = Table::new("Tokens (words and punctuation) up to and with a question", &columns);
        for cell in &self.cells {
            let tokens = cell.tokens;
            let lengths = [
                tokens.least,
                tokens.quarter,
                tokens.half,
                tokens.nine_tenths,
                tokens.most,
                tokens.over_512.count,
            ];
            let row = [cell.task.clone(), cell.split.clone()].into_iter().chain(lengths.map(thousands));
            table.row(row.chain([fine_percent(tokens.over_512.value())]));
        }
        table
    }

    fn shared_table(&self) -> Table {
        let columns = [
            "split",
            "also in",
            "questions",
            "same text",
            "",
            "same meaning",
            "",
            "stories",
            "same beginning",
            "",
        ];
        let mut table =
            Table::new("Repeated questions, and questions and beginnings of stories shared", &columns);
        for shared in &self.shared {
            let same = shared.split == shared.other;
            table.row([
                shared.split.clone(),
                if same { "itself, again".to_owned() } else { shared.other.clone() },
                thousands(shared.questions),
                thousands(shared.texts),
                fine_percent(share(shared.texts, shared.questions)),
                thousands(shared.meanings),
                fine_percent(share(shared.meanings, shared.questions)),
                thousands(shared.stories),
                thousands(shared.openings),
                fine_percent(share(shared.openings, shared.stories)),
            ]);
        }
        table
    }
}

/// A text that fits into a cell.
pub(crate) fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
