//! The bars that are known to be missed, each with its reason.
//!
//! A list of exceptions is worth something only while it is exact. A miss that is not on it fails, so does one that is worse
//! than what the list says, and one that is no longer missed has to be taken off.

use std::fmt::Write as _;

use super::{PROBED, Probe};

const LIST: &str = include_str!("known-misses.tsv");

/// The first lines of the list.
const HEAD: &str = "\
# Bars of certified recipes that are known to be missed. `cargo xtask probes --accept` writes the figures, in %; the reasons are
# written by hand.
# recipe\ttaught by\tsplit\titems of\treader\tbar\tmeasured\treason
";

/// A bar that is known to be missed.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownMiss {
    /// The recipe.
    pub recipe: String,
    /// What readers learn from, if not from its train.
    pub taught_by: Option<String>,
    /// The split.
    pub split: String,
    /// The pattern of the commands, or the kind of the questions.
    pub group: String,
    /// The reader.
    pub reader: String,
    /// The bar, in %.
    pub bar: f64,
    /// How often the reader is right, in %.
    pub measured: f64,
    /// Why, in a sentence.
    pub reason: String,
}

impl KnownMiss {
    /// Whether it is about this figure of its dataset.
    fn is_of(&self, probe: &Probe) -> bool {
        self.split == probe.split && self.group == probe.group && self.reader == probe.reader
    }

    fn is_in(&self, recipe: &str, taught_by: Option<&str>) -> bool {
        self.recipe == recipe && self.taught_by.as_deref() == taught_by
    }

    /// Whether the whole interval of a figure lies above what is known. What is known is rounded.
    fn is_exceeded_by(&self, probe: &Probe) -> bool {
        100.0 * probe.low > self.measured + 0.05
    }
}

/// What is to be said about a dataset's figures, beside what is known.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// What is wrong: misses that are not known, or worse than known; known ones that are none.
    pub complaints: Vec<String>,
    /// How many misses are known.
    pub known: usize,
}

/// The known misses of all recipes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnownMisses(pub Vec<KnownMiss>);

impl KnownMisses {
    /// Those that are kept beside the source.
    ///
    /// # Errors
    /// If a line cannot be read, or has no reason.
    pub fn kept() -> Result<Self, String> {
        Self::parse(LIST)?.reasoned()
    }

    /// The list, if every line has a reason.
    fn reasoned(self) -> Result<Self, String> {
        match self.0.iter().find(|known| known.reason.trim().is_empty()) {
            Some(KnownMiss { recipe, split, group, reader, .. }) => Err(format!(
                "known misses: {recipe}, {split}, {group}, \"{reader}\" has no reason; write one by hand, in a sentence"
            )),
            None => Ok(self),
        }
    }

    /// Reads a list, whose reasons may still have to be written.
    ///
    /// # Errors
    /// If a line cannot be read.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut list = Self::default();
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.starts_with('#')) {
            let failed = |what: &str| format!("known misses, line {number}: {what}");
            let fields: Vec<&str> = line.split('\t').collect();
            let [recipe, taught_by, split, group, reader, bar, measured, reason] = fields[..] else {
                return Err(failed(&format!("8 fields are expected, there are {}", fields.len())));
            };
            let percent = |text: &str| text.parse().map_err(|_| failed(&format!("`{text}` is no number")));
            let (bar, measured) = (percent(bar)?, percent(measured)?);
            let taught_by = (taught_by != "-").then(|| taught_by.to_owned());
            let [recipe, split, group, reader, reason] =
                [recipe, split, group, reader, reason].map(str::to_owned);
            list.0.push(KnownMiss { recipe, taught_by, split, group, reader, bar, measured, reason });
        }
        Ok(list)
    }

    /// The list as a file.
    pub fn to_text(&self) -> String {
        let mut text = HEAD.to_owned();
        for KnownMiss { recipe, taught_by, split, group, reader, bar, measured, reason } in &self.0 {
            let taught_by = taught_by.as_deref().unwrap_or("-");
            let _ = writeln!(
                text,
                "{recipe}\t{taught_by}\t{split}\t{group}\t{reader}\t{bar:.1}\t{measured:.1}\t{reason}"
            );
        }
        text
    }

    /// Whether the list has this figure of a dataset.
    pub fn of(&self, recipe: &str, taught_by: Option<&str>, probe: &Probe) -> Option<&KnownMiss> {
        self.0.iter().find(|known| known.is_in(recipe, taught_by) && known.is_of(probe))
    }

    /// Compares the figures of a dataset with the list. With few items intervals are wide, so that what is still missed may
    /// not show: only where `whole`, known misses that are none are complained about.
    pub fn compare(
        &self,
        recipe: &str,
        taught_by: Option<&str>,
        probes: &[Probe],
        whole: bool,
    ) -> Comparison {
        let mut found = Comparison::default();
        let name =
            taught_by.map_or_else(|| recipe.to_owned(), |teacher| format!("{recipe}, taught by {teacher}"));
        for probe in probes.iter().filter(|probe| probe.is_missed()) {
            let Probe { split, group, reader, of, .. } = probe;
            let percent = |share: f64| format!("{:.1} %", 100.0 * share);
            let place =
                format!("{name}, {split}, {group}: \"{reader}\" is right in {}", percent(probe.share));
            let place = format!("{place} ({}–{}, n = {of})", percent(probe.low), percent(probe.high));
            match self.of(recipe, taught_by, probe) {
                None => found.complaints.push(format!("{place}; the bar is {}", percent(probe.bar))),
                Some(known) if known.is_exceeded_by(probe) => {
                    found.complaints.push(format!("{place}; known are {:.1} %", known.measured));
                }
                Some(_) => found.known += 1,
            }
        }
        if whole {
            let splits = |known: &KnownMiss| probes.iter().any(|probe| probe.split == known.split);
            let is_there =
                |known: &KnownMiss| probes.iter().any(|probe| probe.is_missed() && known.is_of(probe));
            let own = self.0.iter().filter(|known| known.is_in(recipe, taught_by));
            for known in own.filter(|known| splits(known) && !is_there(known)) {
                let KnownMiss { split, group, reader, .. } = known;
                found.complaints.push(format!(
                    "{name}, {split}, {group}: \"{reader}\" does not miss its bar any more; take it off the list of known \
                     misses"
                ));
            }
        }
        found
    }

    /// Takes over the figures of a dataset; what is missed for the first time has no reason yet.
    pub fn accept(&mut self, recipe: &str, taught_by: Option<&str>, probes: &[Probe]) {
        let missed = probes.iter().filter(|probe| probe.is_missed()).map(|probe| KnownMiss {
            recipe: recipe.to_owned(),
            taught_by: taught_by.map(str::to_owned),
            split: probe.split.clone(),
            group: probe.group.clone(),
            reader: probe.reader.to_owned(),
            bar: 100.0 * probe.bar,
            measured: 100.0 * probe.share,
            reason: self.of(recipe, taught_by, probe).map_or_else(String::new, |known| known.reason.clone()),
        });
        let missed: Vec<KnownMiss> = missed.collect();
        let is_old = |known: &KnownMiss| {
            known.is_in(recipe, taught_by) && probes.iter().any(|probe| probe.split == known.split)
        };
        self.0.retain(|known| !is_old(known));
        self.0.extend(missed);
        let place = |known: &KnownMiss| {
            let is_its = |(recipe, teacher, _): &(&str, Option<&str>, &[&str])| known.is_in(recipe, *teacher);
            PROBED.iter().position(is_its)
        };
        self.0.sort_by_key(place);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn probe(reader: &'static str, right: f64, bar: f64) -> Probe {
        Probe {
            split: "test".into(),
            group: "all".into(),
            reader,
            share: right,
            low: right - 0.02,
            high: right + 0.02,
            of: 2_000,
            expected: Some(0.1),
            bar,
        }
    }

    const KNOWN: &str = "one\t-\ttest\tall\tworld only\t14.0\t20.0\tIt is hard.\n";

    #[test]
    fn what_is_known_is_no_failure() {
        let known = KnownMisses::parse(KNOWN).unwrap();
        let compared = |probes: &[Probe], whole| {
            let Comparison { complaints, known } = known.compare("one", None, probes, whole);
            (complaints.len(), known)
        };
        assert_eq!(compared(&[probe("world only", 0.20, 0.14)], true), (0, 1));
        // A little more is chance; a whole interval is not.
        assert_eq!(compared(&[probe("world only", 0.215, 0.14)], true), (0, 1));
        assert_eq!(compared(&[probe("world only", 0.23, 0.14)], true), (1, 0));
        // Another reader, teacher or recipe is another miss.
        assert_eq!(
            compared(&[probe("world only", 0.20, 0.14), probe("bag and world", 0.4, 0.3)], true),
            (1, 1)
        );
        let taught = known.compare("one", Some("two"), &[probe("world only", 0.20, 0.14)], true);
        assert!(
            taught.complaints[0].starts_with("one, taught by two, test, all: \"world only\""),
            "{taught:?}"
        );
        // What is missed no longer has to go, unless few items were looked at or another split.
        assert_eq!(compared(&[probe("world only", 0.15, 0.14)], true), (1, 0));
        assert_eq!(compared(&[probe("world only", 0.15, 0.14)], false), (0, 0));
        let elsewhere = Probe { split: "c1_test".into(), ..probe("world only", 0.1, 0.14) };
        assert_eq!(compared(&[elsewhere], true), (0, 0));
    }

    #[test]
    fn figures_are_taken_over_and_reasons_stay() {
        let mut known = KnownMisses::parse(KNOWN).unwrap();
        known.accept("one", None, &[probe("world only", 0.25, 0.14), probe("bag and world", 0.4, 0.3)]);
        let text = known.to_text();
        assert!(text.ends_with(
            "one\t-\ttest\tall\tworld only\t14.0\t25.0\tIt is hard.\none\t-\ttest\tall\tbag and world\t30.0\t40.0\t\n"
        ));
        // Whoever accepts has to say why, sooner or later.
        let accepted = KnownMisses::parse(&text).unwrap();
        assert_eq!(accepted.to_text(), text);
        assert!(accepted.reasoned().unwrap_err().contains("\"bag and world\" has no reason"));
        known.accept("one", None, &[probe("world only", 0.1, 0.14)]);
        assert_eq!(known, KnownMisses::default());
        assert!(KnownMisses::parse("one\ttwo\n").unwrap_err().contains("line 1: 8 fields"));
    }

    #[test]
    fn the_list_is_of_what_is_probed() {
        let list = KnownMisses::kept().unwrap();
        assert!(!list.0.is_empty() && list.to_text() == LIST);
        for known in &list.0 {
            let is_tried = PROBED.iter().any(|(recipe, teacher, splits)| {
                known.is_in(recipe, *teacher) && splits.contains(&known.split.as_str())
            });
            assert!(is_tried && known.measured > known.bar && known.reason.ends_with('.'), "{known:?}");
        }
    }
}
