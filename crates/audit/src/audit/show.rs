//! The results as tables and charts.

use super::{AuditReport, ColourAndNoun, Distractors, SplitAudit};
use crate::table::{percent, thousands};
use crate::{Chart, Table};

impl AuditReport {
    /// Tables for the terminal: the findings about all splits together, then each check split by split.
    pub fn tables(&self) -> Vec<Table> {
        let mut tables = vec![self.findings()];
        tables.extend(self.patterns());
        tables.extend([
            self.colour_and_noun("Colour and noun, by words", false, |split| &split.colour_and_noun),
            self.colour_and_noun("Colour and noun, sizes left aside", true, |split| {
                &split.colour_and_noun_by_class
            }),
            self.idle_words(),
            self.word_order(),
            self.distractors(),
            self.chance(),
            self.list_order(),
            self.readings(),
        ]);
        tables
    }

    fn rows(&self) -> impl Iterator<Item = &SplitAudit> {
        self.splits.iter().chain((self.splits.len() > 1).then_some(&self.all))
    }

    fn findings(&self) -> Table {
        let mut table = Table::new(
            format!("Findings ({} reading)", self.reading),
            &["split", "check", "severity", "finding"],
        );
        for split in std::iter::once(&self.all).chain(&self.splits) {
            for finding in &split.findings {
                // What holds of all splits together is said once.
                let said = |other: &super::Finding| {
                    other.check == finding.check && other.severity == finding.severity
                };
                let published =
                    ColourAndNoun::published(&split.split).is_some() && finding.check == "colour and noun";
                if split.split == self.all.split || published || !self.all.findings.iter().any(said) {
                    let (check, severity) = (finding.check.to_string(), finding.severity.name().to_string());
                    table.row([split.split.clone(), check, severity, finding.text.clone()]);
                }
            }
        }
        table
    }

    /// `published` adds what ReaSCAN's authors report, where any split is one that they report on.
    fn colour_and_noun(
        &self,
        title: &str,
        published: bool,
        pick: impl Fn(&SplitAudit) -> &ColourAndNoun,
    ) -> Table {
        let columns =
            ["split", "examples with both", "both needed", "colour suffices", "noun suffices", "either"];
        let mut table = Table::new(title, &columns);
        let reported = |split: &SplitAudit| ColourAndNoun::published(&split.split);
        let published = published && self.rows().any(|split| reported(split).is_some());
        if published {
            table.columns.push("ReaSCAN reports for gSCAN".to_string());
        }
        for split in self.rows() {
            let counts = pick(split);
            let shares =
                [counts.both_needed, counts.colour_suffices, counts.noun_suffices, counts.either_suffices];
            let mut row = vec![split.split.clone(), thousands(counts.both_needed.of)];
            row.extend(shares.map(crate::Share::percent));
            if published {
                row.push(reported(split).map_or_else(String::new, |shares| shares.map(percent).join(", ")));
            }
            table.row(row);
        }
        table
    }

    fn idle_words(&self) -> Table {
        let columns =
            ["split", "size", "colour", "noun", "clause", "all words", "examples without idle words"];
        let mut table = Table::new("Idle words: deleting the word leaves the same referents", &columns);
        for split in self.rows() {
            let idle = &split.idle_words;
            let shares = [idle.size, idle.colour, idle.noun, idle.clause, idle.all, idle.none_idle];
            table.row(std::iter::once(split.split.clone()).chain(shares.map(crate::Share::percent)));
        }
        table
    }

    fn word_order(&self) -> Table {
        let columns = ["split", "other command", "other referents", "undecided"];
        let mut table = Table::new("Word order: the words in another order make …", &columns);
        for split in self.rows() {
            let order = &split.word_order;
            table.row([
                split.split.clone(),
                order.reordered.percent(),
                order.other_referents.percent(),
                thousands(order.undecided),
            ]);
        }
        table
    }

    fn distractors(&self) -> Table {
        let columns = ["split", "distractors", "relevant", "for reference", "in the way", "irrelevant"];
        let mut table = Table::new("Distractors per example", &columns);
        for split in self.rows() {
            let objects = &split.distractors;
            let numbers = [objects.mean, objects.relevant, objects.for_reference, objects.in_the_way];
            let irrelevant = percent(objects.irrelevant());
            let numbers = numbers.map(|number| format!("{number:.2}"));
            table.row(std::iter::once(split.split.clone()).chain(numbers).chain([irrelevant]));
        }
        table
    }

    fn chance(&self) -> Table {
        let columns = ["split", "described by", "examples", "a guesser who uses", "finds the target in"];
        let mut table = Table::new("Chance", &columns);
        for split in self.rows() {
            for chance in &split.chance {
                for guess in &chance.guesses {
                    table.row([
                        split.split.clone(),
                        chance.description.clone(),
                        thousands(chance.examples),
                        guess.uses.clone(),
                        percent(Some(guess.accuracy)),
                    ]);
                }
            }
        }
        table
    }

    fn list_order(&self) -> Table {
        let columns = [
            "split",
            "target first",
            "best place",
            "right in",
            "chance",
            "agents face",
            "targets unevenly placed",
        ];
        let mut table = Table::new("What the file gives away", &columns);
        for split in self.rows() {
            let order = &split.list_order;
            let headings: Vec<&str> = split.headings.0.iter().map(|(heading, _)| heading.as_str()).collect();
            table.row([
                split.split.clone(),
                order.target_first.percent(),
                order.best_place.to_string(),
                order.best.percent(),
                percent(Some(order.chance)),
                headings.join(", "),
                percent(Some(split.target_cells.spread.uneven)),
            ]);
        }
        table
    }

    fn readings(&self) -> Table {
        let columns = ["split", "reading", "one referent", "several", "none", "exactly the target"];
        let mut table = Table::new("Referents under each reading of small and big", &columns);
        for split in self.rows() {
            for reading in wampimuk_command::Reading::ALL {
                let referents = split.readings.of(reading);
                let shares = [referents.unique, referents.ambiguous, referents.empty, referents.target];
                let names = [split.split.clone(), reading.name().to_string()];
                table.row(names.into_iter().chain(shares.map(crate::Share::percent)));
            }
        }
        table
    }

    /// Charts over the splits, and one of relevant distractors.
    pub fn charts(&self) -> Vec<Chart> {
        let over_splits = |title: &str, value: &dyn Fn(&SplitAudit) -> Option<f64>| {
            let bar = |split: &SplitAudit| Some((split.split.clone(), value(split)? * 100.0));
            Chart::bars(title, self.splits.iter().filter_map(bar).collect())
        };
        let mut charts = vec![
            over_splits("both colour and noun needed, %", &|split| split.colour_and_noun.both_needed.value()),
            over_splits("idle words, %", &|split| split.idle_words.all.value()),
            over_splits("irrelevant distractors, %", &|split| split.distractors.irrelevant()),
            over_splits("target first in the object list, %", &|split| split.list_order.target_first.value()),
            Chart::bars("relevant distractors", self.all.distractors.relevant_numbers.bars()),
        ];
        charts.extend(self.pattern_charts());
        charts
    }
}

impl Distractors {
    /// The share of distractors that are not relevant, if there are any.
    pub fn irrelevant(&self) -> Option<f64> {
        (self.mean > 0.0).then(|| 1.0 - self.relevant / self.mean)
    }
}
