//! Runs: what they are, and what several of one model have in common.

use serde::Serialize;

use crate::interval::over_runs;

/// What a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// The name of its file.
    pub file: String,
    /// The model, if the file says so; where runs are about items in several versions, with the changes to the recipe.
    pub model: Option<String>,
    /// The seed of the training.
    pub seed: Option<u64>,
    /// After how many updates.
    pub updates: Option<u64>,
    /// The split that the checkpoint was selected on.
    pub selected_on: Option<String>,
    /// Changes to the recipe of the items, such as `language.fresh=7`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<String>,
    /// The model alone, where `model` says more.
    #[serde(skip)]
    pub alone: Option<String>,
}

/// What changes to a recipe say about its language begins so.
const LANGUAGE: &str = "language";

impl About {
    /// What was changed about the language of the items, and what else.
    fn languages(&self) -> (Vec<&str>, Vec<&str>) {
        self.changes.iter().map(String::as_str).partition(|change| change.starts_with(LANGUAGE))
    }

    /// Whether it is about the same items as another one, in whatever language, as far as changes to the recipe say so.
    fn has_items_of(&self, other: &Self) -> bool {
        self.languages().1 == other.languages().1
    }

    /// Whether it is about items in English, and another run of its model about the same ones in a fresh language.
    fn is_english_of(&self, other: &Self) -> bool {
        let is_english = |about: &Self| about.languages().0.is_empty();
        self.alone == other.alone && self.has_items_of(other) && is_english(self) && !is_english(other)
    }
    /// Whether it says that it is the same training as another one, up to the same update.
    fn repeats(&self, other: &Self) -> bool {
        let which = |about: &Self| (about.model.clone(), about.seed, about.updates);
        self.seed.is_some() && which(self) == which(other)
    }
}

/// Names models by the changes to the recipe that their items come from, where runs differ in them: other items, or items
/// in another language, are no other seed of the same.
#[cfg(feature = "files")]
pub(crate) fn tell_apart<'r>(runs: impl Iterator<Item = &'r mut About>) {
    let runs: Vec<&mut About> = runs.collect();
    if runs.windows(2).all(|two| two[0].changes == two[1].changes) {
        return;
    }
    for about in runs {
        about.alone = about.model.clone();
        if !about.changes.is_empty() {
            let model = about.model.as_deref().unwrap_or("predictions");
            about.model = Some(format!("{model}, {}", about.changes.join(", ")));
        }
    }
}

/// How two models are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kinship {
    /// Two models on the same items.
    Others,
    /// One model on items in English, and on the same ones in a fresh language.
    Languages,
}

impl Kinship {
    /// Whether these two are meant, by a run of each.
    pub fn is_of(self, first: (usize, &About), second: (usize, &About)) -> bool {
        let ((number, first), (other, second)) = (first, second);
        let are_languages = first.is_english_of(second) || second.is_english_of(first);
        match self {
            Self::Languages => first.is_english_of(second),
            Self::Others => number < other && first.has_items_of(second) && !are_languages,
        }
    }
}

/// A mean over runs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation, with one run less in the denominator; `None` if there is one run.
    pub sd: Option<f64>,
    /// The interval of 95 %: see [`crate::interval`]. `None` if nothing is known of the items.
    pub interval: Option<[f64; 2]>,
    /// The runs.
    pub runs: Vec<f64>,
}

impl Spread {
    /// Of shares, the spread of what they leave.
    pub fn rest(&self) -> Self {
        Self {
            mean: 1.0 - self.mean,
            sd: self.sd,
            interval: self.interval.map(|[low, high]| [1.0 - high, 1.0 - low]),
            runs: self.runs.iter().map(|run| 1.0 - run).collect(),
        }
    }

    /// The spread of these values.
    pub fn of(runs: Vec<f64>) -> Self {
        let count = runs.len() as f64;
        let mean = if runs.is_empty() { 0.0 } else { runs.iter().sum::<f64>() / count };
        let squares: f64 = runs.iter().map(|run| (run - mean) * (run - mean)).sum();
        let sd = (runs.len() > 1).then(|| (squares / (count - 1.0)).sqrt());
        Self { mean, sd, interval: None, runs }
    }

    /// The spread of shares, each among so many items.
    pub fn among(runs: &[(f64, u64)]) -> Self {
        let interval = over_runs(runs);
        Self { interval, ..Self::of(runs.iter().map(|(share, _)| *share).collect()) }
    }

    /// In per cent: the mean, the deviation where there are several runs, and the interval.
    pub fn percent(&self, digits: usize) -> String {
        let mut text = format!("{:.digits$}", self.mean * 100.0);
        if let Some(sd) = self.sd {
            text.push_str(&format!(" ± {:.digits$}", sd * 100.0));
        }
        if let Some([low, high]) = self.interval {
            text.push_str(&format!(" [{:.1}, {:.1}]", low * 100.0, high * 100.0));
        }
        text
    }
}

/// `part / whole`, and nothing of nothing.
pub(crate) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A remark if not all items of a split are answered; `items` is what they are called.
pub(crate) fn unanswered(file: &str, split: &str, answered: u64, all: u64, items: &str) -> Option<String> {
    let missing = all.checked_sub(answered).filter(|&missing| missing > 0)?;
    Some(format!(
        "{file}: {missing} of {all} {items} of `{split}` have no prediction; scores are of the others"
    ))
}

/// A remark for each run that is none of its own: one before it is the same training, and answers the same items.
pub(crate) fn repetitions<R>(
    runs: &[R],
    about: impl Fn(&R) -> &About,
    overlap: impl Fn(&R, &R) -> bool,
) -> Vec<String> {
    let remark = |(number, run): (usize, &R)| {
        let same = |other: &&R| about(run).repeats(about(other)) && overlap(run, other);
        let other = runs[..number].iter().find(same)?;
        Some(format!(
            "{} and {} are of the same model, seed and updates: they are no two runs",
            about(other).file,
            about(run).file
        ))
    };
    runs.iter().enumerate().filter_map(remark).collect()
}
