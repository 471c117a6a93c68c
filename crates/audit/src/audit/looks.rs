//! What a split has that belongs into the summary.

use wampimuk_command::Reading;
use wampimuk_readers::statistics::tail;

use super::{Flaw, Severity, SplitAudit};
use crate::Share;
use crate::summary::{At, Looks, Topic};

/// The least share of targets that would have to move, of words that are idle, worth mentioning.
const UNEVEN: f64 = 0.05;
const IDLE: f64 = 0.05;

impl SplitAudit {
    /// Adds what was counted here.
    pub(super) fn look(&self, reading: &str, looks: &mut Looks) {
        let at = |topic| At { topic, split: &self.split, group: "", example: None };
        let with = |topic, flaw: Flaw| At { example: self.shown.address(flaw as usize), ..at(topic) };
        let leaks = &self.leaks;
        let known = "items that train has, the same in everything".to_owned();
        looks.count(at(Topic::Leaks), Severity::Warning, leaks.identical, known);
        let text =
            "items that train has but for other objects: same command, actions, and target in the same cell";
        looks.count(at(Topic::Leaks), Severity::Warning, leaks.reworded(), text.to_owned());
        let text =
            "items whose command, actions and target cell train has with a target that looks different";
        looks.count(at(Topic::KnownAnswers), Severity::Note, leaks.another_target(), text.to_owned());
        let text = "items that the split has more than once, but for one of each".to_owned();
        looks.count(at(Topic::Leaks), Severity::Note, leaks.repeated, text);
        let of = self.examples;
        let wrong = Share { count: self.labels.wrong, of };
        let text = "action lists that do not do what is asked".to_owned();
        looks.count(with(Topic::Labels, Flaw::Actions), Severity::Warning, wrong, text);
        let read = Reading::ALL.into_iter().find(|known| known.name() == reading).unwrap_or_default();
        let unique = self.readings.of(read).target;
        let several = Share { count: unique.of - unique.count, of: unique.of };
        let text = format!("targets that are not the only referent under the {reading} reading");
        looks.count(with(Topic::Labels, Flaw::Referents), Severity::Warning, several, text);
        let agree = self.readings.agree;
        let disagree = Share { count: agree.of - agree.count, of: agree.of };
        let text = "targets that are the only referent under some readings of small and big only".to_owned();
        looks.count(with(Topic::Readings, Flaw::Readings), Severity::Note, disagree, text);
        let spread = self.target_cells.spread;
        let moved = Share { count: (spread.uneven * of as f64).round() as u64, of };
        let text = format!(
            "targets that would have to move to stand evenly (χ² {:.0} at {} degrees)",
            spread.chi_square, spread.degrees
        );
        if spread.degrees > 0 {
            let matters = spread.uneven >= UNEVEN;
            looks.test(at(Topic::Position), moved, tail(spread.deviations), matters, text);
        }
        let idle = self.idle_words.all;
        if idle.value().is_some_and(|share| share >= IDLE) {
            let text = "words that can be deleted without effect".to_owned();
            looks.count(with(Topic::IdleWords, Flaw::Words), Severity::Note, idle, text);
        }
        let clauses = self.idle_words.clause;
        let text = "clauses that can be deleted without effect".to_owned();
        looks.count(with(Topic::IdleWords, Flaw::Clauses), Severity::Note, clauses, text);
    }
}
