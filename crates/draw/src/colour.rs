//! Colours, and the names people call them by.
//!
//! The four colours of the papers are kept recognisable but are moved apart in lightness and in their blue part, which
//! is what readers with red-green colour blindness tell them apart by.

/// An opaque colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb {
    /// Red, 0 to 255.
    pub red: u8,
    /// Green, 0 to 255.
    pub green: u8,
    /// Blue, 0 to 255.
    pub blue: u8,
}

impl Rgb {
    /// White, the paper.
    pub const WHITE: Self = Self::new(255, 255, 255);
    /// Nearly black: text, the agent and the gold path.
    pub const INK: Self = Self::new(38, 42, 54);
    pub(crate) const BLACK: Self = Self::new(0, 0, 0);
    pub(crate) const FAINT: Self = Self::new(108, 114, 128);
    pub(crate) const RULE: Self = Self::new(208, 212, 220);
    pub(crate) const EDGE: Self = Self::new(120, 126, 140);

    /// The colour with these parts.
    pub const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }

    /// The colour with this name, if it is a known one.
    pub fn named(name: &str) -> Option<Self> {
        let known = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
        known.map(|&(_, colour)| colour).or_else(|| Self::from_hex(name))
    }

    /// A colour as CSS has it: `#rrggbb`.
    fn from_hex(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
        let digits =
            digits.bytes().map(|digit| char::from(digit).to_digit(16)).collect::<Option<Vec<_>>>()?;
        let part = |at: usize| (digits[at] * 16 + digits[at + 1]) as u8;
        Some(Self::new(part(0), part(2), part(4)))
    }

    /// `part` of the way from this colour to another: 0 is this one, 1 the other.
    #[must_use]
    pub fn mix(self, other: Self, part: f32) -> Self {
        let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
        let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part).round() as u8;
        Self::new(mix(self.red, other.red), mix(self.green, other.green), mix(self.blue, other.blue))
    }

    /// As in CSS: `#rrggbb`.
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.red, self.green, self.blue)
    }

    /// Whether dark text is readable on it.
    pub(crate) fn is_light(self) -> bool {
        299 * u32::from(self.red) + 587 * u32::from(self.green) + 114 * u32::from(self.blue) > 140_000
    }
}

/// The known names. The first four are those of the papers.
const NAMED: [(&str, Rgb); 27] = [
    ("red", Rgb::new(196, 38, 46)),
    ("green", Rgb::new(40, 158, 108)),
    ("yellow", Rgb::new(246, 200, 60)),
    ("blue", Rgb::new(44, 92, 186)),
    ("purple", Rgb::new(128, 62, 160)),
    ("orange", Rgb::new(238, 128, 32)),
    ("cyan", Rgb::new(66, 192, 212)),
    ("pink", Rgb::new(242, 150, 184)),
    ("brown", Rgb::new(126, 80, 48)),
    ("grey", Rgb::new(140, 144, 152)),
    ("gray", Rgb::new(140, 144, 152)),
    ("teal", Rgb::new(0, 116, 124)),
    ("olive", Rgb::new(134, 136, 32)),
    ("navy", Rgb::new(28, 40, 98)),
    ("lime", Rgb::new(158, 214, 62)),
    ("magenta", Rgb::new(214, 50, 150)),
    ("black", Rgb::new(28, 28, 32)),
    ("white", Rgb::new(252, 252, 252)),
    ("maroon", Rgb::new(118, 22, 42)),
    ("violet", Rgb::new(168, 118, 222)),
    ("turquoise", Rgb::new(72, 206, 186)),
    ("gold", Rgb::new(222, 170, 24)),
    ("silver", Rgb::new(192, 196, 204)),
    ("beige", Rgb::new(232, 218, 184)),
    ("indigo", Rgb::new(74, 44, 138)),
    ("crimson", Rgb::new(210, 30, 76)),
    ("salmon", Rgb::new(244, 140, 118)),
];

/// Distinct colours for things without a known name: the first that `taken` does not hold. Once all are taken, they
/// come again, a little lighter or darker each time.
pub(crate) fn spare_colour(taken: &[Rgb]) -> Rgb {
    let spares = || NAMED[4..10].iter().chain(&NAMED[11..16]).chain(&NAMED[..4]).map(|&(_, colour)| colour);
    for (target, part) in [(Rgb::WHITE, 0.0), (Rgb::WHITE, 0.45), (Rgb::BLACK, 0.4)] {
        if let Some(spare) = spares().map(|colour| colour.mix(target, part)).find(|c| !taken.contains(c)) {
            return spare;
        }
    }
    NAMED[4 + taken.len() % 6].1
}

/// Colours for the series of a chart.
pub(crate) fn series_colour(index: usize) -> Rgb {
    const SERIES: [Rgb; 6] = [
        Rgb::new(62, 106, 176),
        Rgb::new(236, 146, 52),
        Rgb::new(56, 152, 118),
        Rgb::new(190, 74, 88),
        Rgb::new(136, 98, 172),
        Rgb::new(130, 134, 142),
    ];
    let again = (index / SERIES.len()) as f32;
    SERIES[index % SERIES.len()].mix(Rgb::WHITE, (again * 0.3).min(0.6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_reaches_both_ends() {
        assert_eq!(Rgb::INK.mix(Rgb::WHITE, 0.0), Rgb::INK);
        assert_eq!(Rgb::INK.mix(Rgb::WHITE, 7.0), Rgb::WHITE);
        assert_eq!(Rgb::INK.mix(Rgb::WHITE, f32::NAN), Rgb::INK);
    }

    #[test]
    fn spares_differ_from_what_is_taken() {
        let mut taken = Vec::new();
        for _ in 0..40 {
            let spare = spare_colour(&taken);
            assert!(!taken.contains(&spare));
            taken.push(spare);
        }
    }
}
