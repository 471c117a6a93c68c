//! Finding room for labels.

/// A rectangle with its sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Area {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Area {
    /// The rectangle of this size around a point.
    pub fn around((x, y): (f32, f32), (width, height): (f32, f32)) -> Self {
        Self { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }

    pub fn middle(self) -> (f32, f32) {
        (self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// How much of this rectangle another one covers.
    pub fn shared(self, other: Self) -> f32 {
        let along = |a: f32, la: f32, b: f32, lb: f32| ((a + la).min(b + lb) - a.max(b)).max(0.0);
        along(self.x, self.width, other.x, other.width) * along(self.y, self.height, other.y, other.height)
    }

    /// Whether it lies inside another one.
    pub fn is_within(self, other: Self) -> bool {
        self.x >= other.x
            && self.y >= other.y
            && self.x + self.width <= other.x + other.width
            && self.y + self.height <= other.y + other.height
    }
}

/// The first of the candidates that covers as little as possible of what is there, and how much it covers.
pub(crate) fn freest(candidates: impl IntoIterator<Item = Area>, there: &[Area]) -> Option<(Area, f32)> {
    let mut best: Option<(Area, f32)> = None;
    for candidate in candidates {
        let covered: f32 = there.iter().map(|area| candidate.shared(*area)).sum();
        if best.is_none_or(|(_, least)| covered < least) {
            best = Some((candidate, covered));
        }
        if covered == 0.0 {
            break;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_free_place_is_taken() {
        let at = |x: f32| Area::around((x, 0.0), (4.0, 4.0));
        let there = [at(0.0), at(3.0)];
        assert_eq!(freest([at(1.0), at(6.0), at(9.0), at(20.0)], &there), Some((at(9.0), 0.0)));
        assert_eq!(freest([at(1.0), at(6.0)], &there), Some((at(6.0), 4.0)));
        assert_eq!(freest([], &there), None);
    }
}
