//! How far counts are from what they should be.

/// By how many standard deviations a chi-square of counts lies above what equal chances give. Wilson and Hilferty: the
/// cube root of a chi-square is nearly normal, in the tail as well.
pub fn off_uniform(counts: &[u64]) -> f64 {
    let items: u64 = counts.iter().sum();
    let expected = items as f64 / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
    let freedom = counts.len() as f64 - 1.0;
    let spread = 2.0 / (9.0 * freedom);
    ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt()
}

/// The shares of counts.
pub fn shares(counts: &[u64]) -> Vec<f64> {
    let items: u64 = counts.iter().sum();
    counts.iter().map(|&count| count as f64 / items.max(1) as f64).collect()
}

#[test]
fn the_first_free_column_is_far_from_uniform() {
    assert!(off_uniform(&[1513, 317, 1, 0, 0, 0]) > 20.0);
    assert!(off_uniform(&[300, 310, 295, 305, 290, 312]) < 2.0);
}
