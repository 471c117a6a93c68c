//! Two samples compared command by command.
//!
//! Worlds of one command resemble each other, so worlds are no independent draws; but *given* the command they are, in
//! the original as here (it draws each anew until one is accepted). So each command is a stratum: a feature's sum over
//! the original's worlds of the command is compared with what worlds made here for the same command lead one to expect,
//! and the differences are added up. Under the hypothesis that both come from one distribution, the sum of differences
//! has mean 0 and variance Σ n σ² (1 + n/m), for n original and m own worlds of the command, where σ² is estimated from
//! the own worlds. No design effect has to be guessed.

use std::collections::BTreeMap;

/// A feature of worlds: what it is, and two numbers of a case.
pub type Key = (&'static str, u8, u8);

/// Sums of features over the worlds of one command.
#[derive(Default, Debug)]
pub struct Stratum {
    /// For each feature: the original's sum, the own sum, the own sum of squares.
    sums: BTreeMap<Key, [f64; 3]>,
    original: f64,
    own: f64,
}

impl Stratum {
    pub fn add_original(&mut self, features: &BTreeMap<Key, f64>) {
        self.original += 1.0;
        for (&key, value) in features {
            self.sums.entry(key).or_default()[0] += value;
        }
    }

    pub fn add_own(&mut self, features: &BTreeMap<Key, f64>) {
        self.own += 1.0;
        for (&key, value) in features {
            let sums = self.sums.entry(key).or_default();
            sums[1] += value;
            sums[2] += value * value;
        }
    }
}

/// A feature in both samples.
#[derive(Clone, Copy, Default, Debug)]
pub struct Comparison {
    /// Per original world.
    pub original: f64,
    /// Per own world, with the commands weighted as in the original.
    pub own: f64,
    difference: f64,
    variance: f64,
}

impl Comparison {
    /// How many standard deviations the samples are apart. One world more or less is allowed for: counts are whole
    /// numbers, and where all own worlds of a command agree, the estimated variance is zero.
    pub fn deviation(&self) -> f64 {
        (self.difference.abs() - 1.0).max(0.0) / (self.variance + 1.0).sqrt()
    }

    /// The squared deviation without allowance, for features that vary enough for a normal approximation.
    pub fn square(&self) -> Option<f64> {
        (self.variance > 10.0).then(|| self.difference * self.difference / self.variance)
    }
}

/// Compares all features. Strata without own worlds are left out: the caller counts them.
pub fn compare<'s>(strata: impl Iterator<Item = &'s Stratum>) -> BTreeMap<Key, Comparison> {
    let mut comparisons: BTreeMap<Key, Comparison> = BTreeMap::new();
    let mut worlds = 0.0;
    for stratum in strata.filter(|stratum| stratum.own > 1.0 && stratum.original > 0.0) {
        let (n, m) = (stratum.original, stratum.own);
        worlds += n;
        for (&key, &[original, own, squares]) in &stratum.sums {
            let comparison = comparisons.entry(key).or_default();
            let mean = own / m;
            let variance = (squares / m - mean * mean) * m / (m - 1.0);
            comparison.original += original;
            comparison.own += n * mean;
            comparison.difference += original - n * mean;
            comparison.variance += n * variance * (1.0 + n / m);
        }
    }
    for comparison in comparisons.values_mut() {
        comparison.original /= worlds;
        comparison.own /= worlds;
    }
    comparisons
}
