//! Counts in a sample against counts in the whole.

/// A random sample of the items of a file.
pub struct Sample<'n> {
    /// The file.
    pub name: &'n str,
    /// The items at hand.
    pub items: usize,
    /// The items of the whole file.
    pub of: usize,
}

impl Sample<'_> {
    /// Panics if [`judge`](Self::judge) objects.
    pub fn expect(&self, what: &str, have: usize, whole: usize, each: usize) {
        if let Err(error) = self.judge(have, whole, each) {
            panic!("{}, {what}: {error}", self.name);
        }
    }

    /// Objects if a sample of this size would not show `have` where the whole has `whole`. An item counts `each` times
    /// at most.
    ///
    /// Nothing can be found more often than in the whole, nor have been lost more often than items were left out. Beyond
    /// that, the number found may be off by four standard deviations and one. Sampling is without replacement; what one
    /// item counts is between 0 and `each`, so its variance is at most that of `each` times a coin.
    fn judge(&self, have: usize, whole: usize, each: usize) -> Result<(), String> {
        if have > whole || whole - have > each * (self.of - self.items) {
            return Err(format!("{have} of {whole} is impossible"));
        }
        let (items, of, each) = (self.items as f64, self.of as f64, each as f64);
        let share = whole as f64 / (each * of);
        let deviation = each * (items * share * (1.0 - share) * (1.0 - items / of)).sqrt();
        let expected = each * items * share;
        if (have as f64 - expected).abs() > 4.0 * deviation + 1.0 {
            return Err(format!("{have}, expected {expected:.1} ± {deviation:.1}"));
        }
        Ok(())
    }
}

#[test]
fn counts_that_are_off_are_noticed() {
    let sample = Sample { name: "", items: 600, of: 1000 };
    for (have, whole, each) in [(60, 100, 1), (48, 100, 1), (0, 2, 1), (600, 1000, 1), (1200, 2000, 2)] {
        assert_eq!(sample.judge(have, whole, each), Ok(()), "{have} of {whole}");
    }
    // Too few, too many, more than there are, more lost than left out, and too few for clusters of two.
    for (have, whole, each) in [(35, 100, 1), (85, 100, 1), (3, 2, 1), (580, 1000, 1), (500, 1000, 2)] {
        assert!(sample.judge(have, whole, each).is_err(), "{have} of {whole}");
    }
}
