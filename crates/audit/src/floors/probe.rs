//! What certified recipes are tried on, and the figures that are held to bars.

use super::{Bar, Floors, bars};

/// The certified recipes, what their readers learn from if not from train, and the splits that they are tried on.
pub const PROBED: [(&str, Option<&str>, &[&str]); 14] = [
    ("gscan", None, &["test"]),
    ("gscan-length", None, &["test"]),
    ("reascan", None, &["test", "c1_test", "c2_test"]),
    ("reascan-words", None, &["test", "c1_test", "c2_test"]),
    ("diverse-t2", None, &["test"]),
    ("diverse-t7", None, &["test"]),
    ("diverse-t12", None, &["test"]),
    ("mix-t2", None, &["test"]),
    ("mix-t2", Some("diverse-t2"), &["test"]),
    ("mix-t7", None, &["test"]),
    ("mix-t7", Some("diverse-t7"), &["test"]),
    ("mix-t12", None, &["test"]),
    ("mix-t12", Some("diverse-t12"), &["test"]),
    ("mix-paired", None, &["test"]),
];

/// The most that the bound of word order itself may be, by pattern.
const BOUNDS: [(&str, f64); 2] = [("$OBJ_0 ^ $OBJ_1", 0.45), ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", 0.30)];

/// The name of the bound of word order among readers.
const BOUND: &str = "the bound itself";

/// A figure beside the bar that it is held to.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// The split.
    pub split: String,
    /// The pattern of the commands, or the kind of the questions.
    pub group: String,
    /// The reader.
    pub reader: &'static str,
    /// How often it is right, with the ends of the 95 % interval.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Of how many items.
    pub of: u64,
    /// What is expected of somebody who knows nothing; `None` for the bound itself.
    pub expected: Option<f64>,
    /// What should not be exceeded.
    pub bar: f64,
}

impl Probe {
    /// Whether the whole interval lies above the bar.
    pub fn is_missed(&self) -> bool {
        self.low > self.bar
    }
}

/// All that is held to a bar: readers, and the bound of word order itself.
pub fn probes(floors: &Floors) -> Vec<Probe> {
    let of_bar = |bar: Bar<'_>| Probe {
        split: bar.row.split.clone(),
        group: bar.row.group.clone(),
        reader: bar.score.reader,
        share: bar.score.share(),
        low: bar.score.low,
        high: bar.score.high,
        of: bar.score.of,
        expected: Some(bar.expected),
        bar: bar.height(),
    };
    let mut probes: Vec<Probe> = bars(floors).into_iter().map(of_bar).collect();
    for row in &floors.rows {
        let bar = BOUNDS.iter().find(|(pattern, _)| *pattern == row.group);
        if let (Some(&(_, bar)), Some(bound)) = (bar, row.bound) {
            let (split, group) = (row.split.clone(), row.group.clone());
            let (low, high, of) = (bound, bound, row.items);
            probes.push(Probe {
                split,
                group,
                reader: BOUND,
                share: bound,
                low,
                high,
                of,
                expected: None,
                bar,
            });
        }
    }
    probes
}
