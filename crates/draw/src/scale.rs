//! Axes and numbers for charts.

/// A value that can be drawn: what is not finite has no place on an axis, and the extremes of the number line are
/// brought in so that differences stay finite.
pub(crate) fn drawable(value: f64) -> Option<f64> {
    value.is_finite().then(|| if value.abs() < 1e-300 { 0.0 } else { value.clamp(-1e300, 1e300) })
}

/// An axis from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    pub low: f64,
    pub high: f64,
    step: f64,
}

impl Axis {
    /// The axis for these values and 0, with ends at round numbers.
    pub fn of(values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (0.0_f64, 0.0_f64);
        for value in values.filter_map(drawable) {
            low = low.min(value);
            high = high.max(value);
        }
        if low == high {
            high = 1.0;
        }
        let step = round_step((high - low) / 5.0);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// The axis for these values alone, with ends at round numbers: for points, whose distance from 0 means nothing.
    pub fn around(values: impl Iterator<Item = f64>) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter_map(drawable) {
            low = low.min(value);
            high = high.max(value);
        }
        // What cannot be told apart gets an axis with 0.
        if high - low <= high.abs().max(low.abs()) * 1e-9 || low > high {
            return Self::of([low, high].into_iter());
        }
        let step = round_step((high - low) / 5.0);
        Self { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// Where a value lies, from 0 to 1.
    pub fn place(self, value: f64) -> f32 {
        (((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)) as f32
    }

    /// The round numbers on it.
    pub fn ticks(self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step).round().clamp(1.0, 20.0) as u32;
        let first = (self.low / self.step).round();
        (0..=count).map(|i| (first + f64::from(i)) * self.step).collect()
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is at least this.
fn round_step(least: f64) -> f64 {
    let mut power = 1.0_f64;
    while power * 10.0 <= least {
        power *= 10.0;
    }
    while power > least && power > 1e-305 {
        power /= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= least * 0.999_999)
        .unwrap_or(power)
}

/// A number for people: thousands are set apart, decimals are few.
pub(crate) fn number(value: f64) -> String {
    if value.is_nan() {
        return "n/a".to_string();
    }
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "−∞" }.to_string();
    }
    let size = value.abs();
    if size != 0.0 && !(1e-3..1e10).contains(&size) {
        return format!("{value:.1e}").replace('-', "−");
    }
    let decimals = if size >= 100.0 { 1 } else { 3 };
    let text = format!("{size:.decimals$}");
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut out = String::new();
    if value < 0.0 {
        out.push('−');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    let fraction = fraction.trim_end_matches('0');
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_end_at_round_numbers() {
        let axis = Axis::of([3.0, 87.0].into_iter());
        assert_eq!((axis.low, axis.high), (0.0, 100.0));
        assert_eq!(axis.ticks(), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(Axis::of([-2.0, 2.0].into_iter()).low, -2.0);
        let around = Axis::around([64.86, 89.07].into_iter());
        assert_eq!((around.low, around.high), (60.0, 90.0));
        assert_eq!(Axis::around([3.0, 3.0].into_iter()), Axis::of([3.0].into_iter()));
    }

    #[test]
    fn no_values_break_an_axis() {
        let strange = [f64::NAN, f64::INFINITY, f64::MAX, f64::MIN, 0.0, 5e-324, 1e-200, -1e-10];
        for &a in &strange {
            for &b in &strange {
                for axis in [Axis::of([a, b].into_iter()), Axis::around([a, b].into_iter())] {
                    assert!(axis.high > axis.low, "{a} {b} {axis:?}");
                    assert!(axis.ticks().iter().all(|tick| tick.is_finite()), "{a} {b} {axis:?}");
                    assert!(axis.place(drawable(a).unwrap_or(0.0)).is_finite());
                }
            }
        }
        assert_eq!(Axis::of([].into_iter()).ticks().len(), 6);
    }

    #[test]
    fn numbers_are_readable() {
        let cases =
            [(0.0, "0"), (1234567.0, "1,234,567"), (0.25, "0.25"), (-12.5, "−12.5"), (1e12, "1.0e12")];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
