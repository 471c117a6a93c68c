//! How far a generation has come, by the names of the files that are there.

/// A stage, in the order in which they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Nothing is there yet.
    Before,
    /// Files of items are being made.
    Making,
    /// All of them are there, but no manifest.
    Closing,
    /// The manifest is there, but also what only an unfinished dataset has.
    Clearing,
    /// Everything is done, but the process.
    After,
    /// Parts are being joined.
    Merging,
}

impl Stage {
    pub(super) const ALL: [Self; 6] =
        [Self::Before, Self::Making, Self::Closing, Self::Clearing, Self::After, Self::Merging];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Before => "before",
            Self::Making => "making",
            Self::Closing => "closing",
            Self::Clearing => "clearing",
            Self::After => "after",
            Self::Merging => "merging",
        }
    }

    /// The stage of a generation with this many files of items, begun when this many other parts were finished.
    pub(super) fn of(names: &[String], data_files: usize, parts: usize) -> Self {
        let has = |name: &str| names.iter().any(|there| there == name);
        let count = |folder: &str| names.iter().filter(|name| name.starts_with(folder)).count();
        let finished = has("manifest.json") || count("parts/") > parts;
        match (finished, count(".wampimuk/") > 0) {
            (true, true) if has("manifest.json") => Self::Clearing,
            (true, _) => Self::After,
            (false, _) if !has(".wampimuk/job.json") => Self::Before,
            (false, _) if count("data/") >= data_files => Self::Closing,
            (false, _) => Self::Making,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_follow_each_other() {
        let mut names: Vec<String> = Vec::new();
        let mut stages = vec![Stage::of(&names, 2, 0)];
        for name in [".wampimuk/job.json", "data/a/1", "data/a/2", "README.md", "manifest.json"] {
            names.push(name.to_owned());
            stages.push(Stage::of(&names, 2, 0));
        }
        names.retain(|name| !name.starts_with('.'));
        stages.push(Stage::of(&names, 2, 0));
        use Stage::{After, Before, Clearing, Closing, Making};
        assert_eq!(stages, [Before, Making, Making, Closing, Closing, Clearing, After]);
        assert!(stages.is_sorted());
    }

    #[test]
    fn parts_end_with_their_own_manifests() {
        let names = [".wampimuk/job.json", "data/a/1", "parts/1"].map(str::to_owned);
        assert_eq!(Stage::of(&names, 2, 0), Stage::After);
        assert_eq!(Stage::of(&names, 2, 1), Stage::Making);
    }
}
