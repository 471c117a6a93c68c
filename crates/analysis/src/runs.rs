//! Runs: what they are, and what several of one model have in common.

use serde::Serialize;

use crate::interval::over_runs;

/// What a run is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// The name of its file.
    pub file: String,
    /// The model, if the file says so.
    pub model: Option<String>,
    /// The seed of the training.
    pub seed: Option<u64>,
    /// After how many updates.
    pub updates: Option<u64>,
    /// The split that the checkpoint was selected on.
    pub selected_on: Option<String>,
}

impl About {
    /// Whether it says that it is the same training as another one, up to the same update.
    fn repeats(&self, other: &Self) -> bool {
        let which = |about: &Self| (about.model.clone(), about.seed, about.updates);
        self.seed.is_some() && which(self) == which(other)
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
