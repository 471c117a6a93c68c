//! What is to be said about a split.

use serde::Serialize;
use wampimuk_command::Reading;
use wampimuk_readers::statistics::at_least;

use super::{ColourAndNoun, SplitAudit};
use crate::Share;
use crate::table::{percent, thousands};

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// As it should be.
    Fine,
    /// Worth knowing when results are read.
    Note,
    /// A model can score without what the split is meant to test, or the data are wrong.
    Warning,
}

impl Severity {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Fine, Self::Note, Self::Warning];

    /// `fine`, `note` or `warning`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Note => "note",
            Self::Warning => "warning",
        }
    }
}

/// Something found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub check: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// One line of explanation.
    pub text: String,
}

impl ColourAndNoun {
    /// What ReaSCAN's authors (section 3) report for a split of the released gSCAN data: the shares of examples in
    /// which both are needed, colour suffices, shape suffices, either suffices.
    ///
    /// These are shares with size words left aside: 5 of 11 groups of distractors are drawn, which leaves out every
    /// other kind of that colour (2 groups) in 27.3 %, of that shape (3 groups) in 12.1 %, and all five in 1.3 %; both
    /// are then needed in 61.9 %. Read as they are, size words tell apart what colours and nouns would have to, and
    /// both are needed in fewer.
    pub fn published(split: &str) -> Option<[Option<f64>; 4]> {
        match split.trim_end_matches("_test") {
            "visual_easier" => Some([Some(0.627), Some(0.252), Some(0.106), Some(0.014)]),
            "visual" => Some([Some(0.625), None, None, None]),
            _ => None,
        }
    }
}

impl SplitAudit {
    /// What is to be said about the split; `reading` is the one its labels are held to.
    pub(super) fn find(&self, reading: Reading) -> Vec<Finding> {
        let checks = [
            self.find_labels(),
            self.find_referents(reading),
            self.find_readings(),
            self.find_colour_and_noun(),
            self.find_idle_words(),
            self.find_word_order(),
            self.find_distractors(),
            self.find_chance(),
            self.find_list_order(),
            self.find_heading(),
            self.find_target_cells(),
            self.find_shortcuts(),
            self.find_clauses(),
            self.find_swaps(),
            self.find_pivots(),
            self.find_sizes(),
            self.find_articles(),
        ];
        checks.into_iter().flatten().collect()
    }

    fn find_labels(&self) -> Option<Finding> {
        let (wrong, other) = (self.labels.wrong, self.labels.not_canonical);
        let (severity, text) = match (wrong, other) {
            (0, 0) => (Severity::Fine, "all recorded actions are the canonical ones".to_string()),
            (0, _) => (
                Severity::Note,
                format!("{} action lists are right but not the canonical ones", thousands(other)),
            ),
            _ => (Severity::Warning, format!("{} action lists do not do what is asked", thousands(wrong))),
        };
        Some(Finding { check: "labels", severity, text })
    }

    fn find_referents(&self, reading: Reading) -> Option<Finding> {
        let Share { count, of } = self.readings.of(reading).target;
        let name = reading.name();
        let (severity, text) = if count == of {
            (Severity::Fine, format!("every target is the only referent under the {name} reading"))
        } else {
            let others = thousands(of - count);
            (
                Severity::Warning,
                format!("{others} targets are not the only referent under the {name} reading"),
            )
        };
        Some(Finding { check: "referents", severity, text })
    }

    fn find_readings(&self) -> Option<Finding> {
        let Share { count, of } = self.readings.agree;
        let (severity, text) = if count == of {
            (Severity::Fine, "all readings of small and big give the same referent".to_string())
        } else {
            let disagree = Share { count: of - count, of }.percent();
            (Severity::Note, format!("the reading of small and big decides the referent in {disagree}"))
        };
        Some(Finding { check: "readings", severity, text })
    }

    fn find_colour_and_noun(&self) -> Option<Finding> {
        let needed = self.colour_and_noun.both_needed;
        let value = needed.value()?;
        let severity = match value {
            0.95.. => Severity::Fine,
            0.8.. => Severity::Note,
            _ => Severity::Warning,
        };
        let mut text = format!(
            "where a command has colour and noun, both are needed in {}, sizes left aside in {}",
            needed.percent(),
            self.colour_and_noun_by_class.both_needed.percent()
        );
        if let Some([published, ..]) = ColourAndNoun::published(&self.split) {
            text += &format!(" (released gSCAN, as ReaSCAN reports: {})", percent(published));
        }
        Some(Finding { check: "colour and noun", severity, text })
    }

    fn find_idle_words(&self) -> Option<Finding> {
        let idle = self.idle_words.all;
        let severity = match idle.value()? {
            0.5.. => Severity::Warning,
            0.05.. => Severity::Note,
            _ => Severity::Fine,
        };
        let text = format!(
            "{} of the size, colour and noun words can be deleted without effect; {} of the examples need all",
            idle.percent(),
            self.idle_words.none_idle.percent()
        );
        Some(Finding { check: "idle words", severity, text })
    }

    fn find_word_order(&self) -> Option<Finding> {
        let changed = self.word_order.other_referents;
        let (severity, text) = if changed.count > 0 {
            // That some order matters is not enough: how much is to be had without order is for the floors to say.
            let severity = if changed.value()? < 0.95 { Severity::Note } else { Severity::Fine };
            (severity, format!("another order of the words has other referents in {}", changed.percent()))
        } else if self.word_order.undecided > 0 {
            let undecided = thousands(self.word_order.undecided);
            (
                Severity::Note,
                format!("no order with other referents was found, {undecided} cases are undecided"),
            )
        } else {
            (Severity::Note, "no order of the words has other referents: a bag of words suffices".to_string())
        };
        Some(Finding { check: "word order", severity, text })
    }

    fn find_distractors(&self) -> Option<Finding> {
        let objects = &self.distractors;
        if objects.mean == 0.0 {
            let text = "there are no distractors".to_string();
            return Some(Finding { check: "distractors", severity: Severity::Warning, text });
        }
        let severity = if objects.relevant < 0.5 * objects.mean { Severity::Note } else { Severity::Fine };
        let text = format!(
            "of {:.1} distractors {:.1} matter: {:.1} for finding the target, {:.1} in the way",
            objects.mean, objects.relevant, objects.for_reference, objects.in_the_way
        );
        Some(Finding { check: "distractors", severity, text })
    }

    fn find_chance(&self) -> Option<Finding> {
        let chances =
            || self.chance.iter().filter_map(|chance| Some((chance, chance.guesses.first()?.accuracy)));
        let (low, least) = chances().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let (high, most) = chances().max_by(|a, b| a.1.total_cmp(&b.1))?;
        let (severity, text) = if most > 1.5 * least {
            let (low, high) = (&low.description, &high.description);
            let (least, most) = (percent(Some(least)), percent(Some(most)));
            (Severity::Note, format!("a random object is right in {least} ({low}) to {most} ({high})"))
        } else {
            (Severity::Fine, format!("a random object is right in {}", percent(Some(most))))
        };
        Some(Finding { check: "chance", severity, text })
    }

    fn find_list_order(&self) -> Option<Finding> {
        let order = &self.list_order;
        let best = order.best.value()?;
        // The best of all places was chosen after looking at them: each place is a look.
        let looks = f64::from(u32::try_from(self.list_order.best_place + 1).unwrap_or(u32::MAX)).max(16.0);
        let by_chance = looks * at_least(order.best.count as f64, order.best.of, order.chance) > 0.01;
        let (severity, word) = match best / order.chance {
            _ if by_chance => (Severity::Fine, "tells nothing"),
            2.0.. if best >= 0.5 => (Severity::Warning, "gives the target away"),
            1.25.. => (Severity::Note, "favours one place"),
            _ => (Severity::Fine, "tells nothing"),
        };
        let text = format!(
            "the object list {word}: place {} is the target in {}, chance is {}",
            order.best_place,
            order.best.percent(),
            percent(Some(order.chance))
        );
        Some(Finding { check: "object list", severity, text })
    }

    fn find_heading(&self) -> Option<Finding> {
        let (severity, text) = match &self.headings.0[..] {
            [(only, _)] => (Severity::Note, format!("every agent starts facing {only}")),
            headings => (Severity::Fine, format!("agents start facing {} ways", headings.len())),
        };
        Some(Finding { check: "heading", severity, text })
    }
}
