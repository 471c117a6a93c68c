//! What is to be said about places, and about commands with relative clauses.

use super::{Finding, PatternAudit, Severity, SplitAudit, Spread};
use crate::table::{fine_percent, percent, thousands};
use crate::{Share, Tally};

/// Beyond this many standard deviations, counts are not even by chance: one in 700.
const SURPRISING: f64 = 3.0;

impl SplitAudit {
    /// A share over all patterns.
    fn over_patterns(&self, share: impl Fn(&PatternAudit) -> Share) -> Option<Share> {
        let mut all = Share::default();
        self.patterns.iter().for_each(|pattern| all.merge(share(pattern)));
        (all.of > 0).then_some(all)
    }

    pub(super) fn find_target_cells(&self) -> Option<Finding> {
        let Spread { deviations, uneven, chi_square, degrees } = self.target_cells.spread;
        let share = percent(Some(uneven));
        let (severity, text) = if deviations < SURPRISING {
            (
                Severity::Fine,
                format!("targets stand evenly in all cells (χ² {chi_square:.0}, {degrees} degrees)"),
            )
        } else {
            let severity = if uneven < 0.05 { Severity::Fine } else { Severity::Note };
            let test = format!("χ² {chi_square:.0}, {degrees} degrees");
            (severity, format!("targets stand unevenly: {share} would have to move ({test})"))
        };
        Some(Finding { check: "target cells", severity, text })
    }

    pub(super) fn find_shortcuts(&self) -> Option<Finding> {
        let readers = self.patterns.iter().flat_map(|pattern| {
            pattern.shortcuts.iter().filter_map(move |figure| Some((figure.value?, pattern, &figure.what)))
        });
        let (ceiling, pattern, what) = readers.max_by(|one, two| one.0.total_cmp(&two.0))?;
        let severity = match ceiling {
            0.9.. => Severity::Warning,
            0.5.. => Severity::Note,
            _ => Severity::Fine,
        };
        let (found, pattern) = (percent(Some(ceiling)), &pattern.pattern);
        let text =
            format!("the best reader with a handicap ({what}) finds the target in {found} ({pattern})");
        Some(Finding { check: "shortcuts", severity, text })
    }

    pub(super) fn find_clauses(&self) -> Option<Finding> {
        let needed = self.over_patterns(|pattern| pattern.needs.every_clause)?;
        let severity = match needed.value()? {
            0.95.. => Severity::Fine,
            0.5.. => Severity::Note,
            _ => Severity::Warning,
        };
        let text = format!("{} of the examples with clauses need all of them", needed.percent());
        Some(Finding { check: "clauses", severity, text })
    }

    pub(super) fn find_swaps(&self) -> Option<Finding> {
        let kept = self.over_patterns(|pattern| pattern.swaps_kept)?;
        let severity = match kept.value()? {
            0.5.. => Severity::Warning,
            0.1.. => Severity::Note,
            _ => Severity::Fine,
        };
        let text = format!("exchanging two phrases of clauses keeps the referents in {}", kept.percent());
        Some(Finding { check: "exchanged phrases", severity, text })
    }

    pub(super) fn find_pivots(&self) -> Option<Finding> {
        let pivots = self.patterns.iter().flat_map(|pattern| {
            let pivots = &pattern.pivots;
            let (rows, columns) = (("row", "column", &pivots.columns), ("column", "row", &pivots.rows));
            [(pivots.columns_spread, rows), (pivots.rows_spread, columns)]
        });
        let (spread, (line, other, tally)) = pivots
            .filter(|(spread, _)| spread.degrees > 0)
            .max_by(|one, two| one.0.uneven.total_cmp(&two.0.uneven))?;
        let (severity, text) = if spread.deviations < SURPRISING || spread.uneven < 0.05 {
            (Severity::Fine, "objects of \"same row\" and \"same column\" stand evenly".to_string())
        } else {
            let severity = if spread.uneven < 0.5 { Severity::Note } else { Severity::Warning };
            let (place, share) = most(tally)?;
            let (share, even) = (share.percent(), percent(Some(1.0 / tally.0.len() as f64)));
            (
                severity,
                format!(
                    "the object of \"same {line}\" stands in {other} {place} in {share}, where chance is {even}"
                ),
            )
        };
        Some(Finding { check: "pivots", severity, text })
    }

    pub(super) fn find_sizes(&self) -> Option<Finding> {
        let more = self.over_patterns(|pattern| pattern.sizes.more_than_two)?;
        let missed = self.over_patterns(|pattern| pattern.sizes.not_extreme)?;
        let severity = if more.count == 0 && missed.count == 0 { Severity::Fine } else { Severity::Note };
        let text = format!(
            "size words have more than two sizes to tell apart in {} of the examples; {} of the sized phrases mean a \
             size in between",
            fine_percent(more.value()),
            fine_percent(missed.value())
        );
        Some(Finding { check: "sizes", severity, text })
    }

    pub(super) fn find_articles(&self) -> Option<Finding> {
        let against = self.over_patterns(|pattern| pattern.articles.against_rule)?;
        let (severity, text) = if against.count == 0 {
            let the = self.over_patterns(|pattern| pattern.articles.the)?.percent();
            (Severity::Fine, format!("every article fits the world; {the} of those in clauses are \"the\""))
        } else {
            let count = thousands(against.count);
            (Severity::Note, format!("{count} articles say something else of the world than what holds"))
        };
        Some(Finding { check: "articles", severity, text })
    }
}

/// The most frequent entry; of equally frequent ones, the first.
fn most(tally: &Tally) -> Option<(&str, Share)> {
    let most = tally.0.iter().rev().max_by_key(|(_, count)| *count)?;
    Some((&most.0, Share { count: most.1, of: tally.total() }))
}
