//! Bounds of what may be asked of a model's options: memory grows with them, and nothing sensible is beyond.

use std::ops::RangeInclusive;

/// The widths of layers.
pub(crate) const WIDTHS: RangeInclusive<usize> = 1..=8192;
/// How many layers there may be.
pub(crate) const LAYERS: RangeInclusive<usize> = 1..=32;

/// Refuses a number that is out of bounds.
///
/// # Errors
/// What it should be.
pub(crate) fn within(name: &str, number: usize, bounds: RangeInclusive<usize>) -> Result<(), String> {
    if bounds.contains(&number) {
        return Ok(());
    }
    Err(format!("model.{name} is {number}, and should be from {} to {}", bounds.start(), bounds.end()))
}

/// Refuses what is no share that could be dropped.
///
/// # Errors
/// What it should be.
pub(crate) fn dropout(name: &str, share: f32) -> Result<(), String> {
    if (0.0..1.0).contains(&share) {
        return Ok(());
    }
    Err(format!("model.{name} is {share}, and should be from 0 to below 1"))
}

/// Refuses kernels that have no cell in their middle, or none at all.
///
/// # Errors
/// What they should be.
pub(crate) fn kernels(sides: &[usize]) -> Result<(), String> {
    const MOST: usize = 8;
    const WIDEST: usize = 63;
    if sides.len() <= MOST && sides.iter().all(|side| side % 2 == 1 && *side <= WIDEST) {
        return Ok(());
    }
    Err(format!("model.kernels is {sides:?}, and should be at most {MOST} odd numbers up to {WIDEST}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_out_of_bounds_is_named() {
        assert_eq!(within("hidden", 100, WIDTHS), Ok(()));
        assert_eq!(
            within("hidden", 0, WIDTHS).unwrap_err(),
            "model.hidden is 0, and should be from 1 to 8192"
        );
        assert!(dropout("dropout", 0.0).is_ok() && dropout("dropout", 1.0).is_err());
        assert!(dropout("dropout", f32::NAN).is_err());
        assert!(kernels(&[]).is_ok() && kernels(&[1, 3]).is_ok());
        assert!(kernels(&[2]).is_err() && kernels(&[65]).is_err() && kernels(&[1; 9]).is_err());
    }
}
