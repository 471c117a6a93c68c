//! How sure one can be of a share, and which of many differences are more than chance.

/// Of the standard normal distribution, 95 % lie this far from its middle, or nearer.
const Z: f64 = 1.959_963_984_540_054;

/// The 95 % interval of a share by Wilson's formula. `right` may be a sum of parts, which varies less than a count, so
/// that the interval is never too narrow for it.
pub fn wilson(right: f64, of: u64) -> (f64, f64) {
    if of == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (of as f64, Z);
    let share = (right / n).clamp(0.0, 1.0);
    let middle = share + z * z / (2.0 * n);
    let half = z * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + z * z / n;
    // Rounding must not leave the share outside of its interval.
    (((middle - half) / whole).clamp(0.0, share), ((middle + half) / whole).clamp(share, 1.0))
}

/// The chance of a standard normal variable to be this big or bigger.
pub fn tail(deviations: f64) -> f64 {
    // Abramowitz and Stegun's 26.2.17; far out, where that is no longer exact enough, their asymptotic series.
    let x = deviations.abs();
    let density = (-0.5 * x * x).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let above = if x > 6.0 {
        density / x * (1.0 - 1.0 / (x * x))
    } else {
        let t = 1.0 / (1.0 + 0.231_641_9 * x);
        let series = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_530];
        density * t * series.into_iter().fold(0.0, |sum, factor| sum * t + factor)
    };
    if deviations < 0.0 { 1.0 - above } else { above }
}

/// The chance that so many or more of `of` are right, where each is right with chance `chance`: exact for up to a
/// thousand, by the normal distribution with a correction for steps for more.
pub fn at_least(right: f64, of: u64, chance: f64) -> f64 {
    if of == 0 || right <= 0.0 {
        return 1.0;
    }
    if chance <= 0.0 {
        return 0.0;
    }
    if chance >= 1.0 {
        return 1.0;
    }
    let n = of as f64;
    if of > 1000 {
        return tail((right - 0.5 - n * chance) / (n * chance * (1.0 - chance)).sqrt());
    }
    // From the most likely number down and up, so that nothing underflows.
    let least = right.ceil() as u64;
    let mode = ((n + 1.0) * chance).floor().min(n) as u64;
    let odds = chance / (1.0 - chance);
    let (mut all, mut above) = (0.0, 0.0);
    let mut note = |number: u64, weight: f64| {
        all += weight;
        above += if number >= least { weight } else { 0.0 };
    };
    note(mode, 1.0);
    let mut weight = 1.0;
    for number in mode..of {
        weight *= (of - number) as f64 / (number + 1) as f64 * odds;
        note(number + 1, weight);
    }
    weight = 1.0;
    for number in (0..mode).rev() {
        weight *= (number + 1) as f64 / (of - number) as f64 / odds;
        note(number, weight);
    }
    above / all
}

/// Holm's correction: each p-value as if it were the only look, made fit for all of them. In the order given.
pub fn holm(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &two| values[one].total_cmp(&values[two]));
    let mut corrected = vec![0.0; values.len()];
    let mut least: f64 = 0.0;
    for (rank, &place) in order.iter().enumerate() {
        least = least.max(values[place] * (values.len() - rank) as f64).min(1.0);
        corrected[place] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64, within: f64) {
        assert!((one - other).abs() <= within, "{one} is not {other}");
    }

    #[test]
    fn intervals_by_hand() {
        // Textbook: 5 of 20 gives 0.112 to 0.469; 0 of 10 gives 0 to 0.278.
        let (low, high) = wilson(5.0, 20);
        near(low, 0.1119, 5e-4);
        near(high, 0.4687, 5e-4);
        let (low, high) = wilson(0.0, 10);
        near(low, 0.0, 1e-12);
        near(high, 0.2775, 5e-4);
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn tails_by_table() {
        for (deviations, chance) in [(0.0, 0.5), (1.0, 0.158_655), (1.96, 0.024_998), (4.0, 3.167e-5)] {
            near(tail(deviations), chance, chance * 1e-3);
            near(tail(-deviations), 1.0 - chance, 1e-6);
        }
        near(tail(7.0) / 1.28e-12, 1.0, 0.01);
    }

    /// 5 of 20 at 25 % is no finding: it was one once.
    #[test]
    fn chances_of_counts() {
        near(at_least(5.0, 20, 0.25), 0.585_2, 1e-3);
        near(at_least(10.0, 10, 0.5), 1.0 / 1024.0, 1e-9);
        near(at_least(1.0, 10, 0.5), 1023.0 / 1024.0, 1e-9);
        near(at_least(560.0, 1000, 0.5), 8.3e-5, 1e-5);
        near(at_least(1120.0, 2000, 0.5) / 4.5e-8, 1.0, 0.2);
        assert_eq!([at_least(0.0, 10, 0.5), at_least(3.0, 0, 0.5), at_least(1.0, 5, 0.0)], [1.0, 1.0, 0.0]);
    }

    #[test]
    fn many_looks_cost() {
        let corrected = holm(&[0.04, 0.001, 0.03]);
        for (one, other) in corrected.iter().zip([0.06, 0.003, 0.06]) {
            near(*one, other, 1e-12);
        }
        assert_eq!(holm(&[0.9, 0.8]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
