//! Things in the plane that are told to be in line with each other: tasks 4, 17 and 19.
//!
//! "North of" (or "above") means straight to the north: on the same meridian, and farther north, no matter how far. A
//! world gives every thing a point of its own. So each fact is an equation for one coordinate and an inequality for the
//! other. Nothing but chains of these follows: an inequality is known if and only if a chain of facts leads from one
//! thing to the other on which the coordinate only grows, and grows once. The published answers are so; no distance has
//! to be known for any of them.

use std::cmp::Ordering;

use wampimuk_core::Stream;

use super::Shape;

/// A direction in the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// North, above.
    Up,
    /// South, below.
    Down,
    /// East, to the right.
    Right,
    /// West, to the left.
    Left,
}

impl Side {
    /// All of them.
    pub const ALL: [Side; 4] = [Side::Up, Side::Down, Side::Right, Side::Left];

    /// The opposite.
    pub fn back(self) -> Side {
        match self {
            Side::Up => Side::Down,
            Side::Down => Side::Up,
            Side::Right => Side::Left,
            Side::Left => Side::Right,
        }
    }

    /// Whether it is up or down.
    pub fn vertical(self) -> bool {
        matches!(self, Side::Up | Side::Down)
    }

    /// Whether the coordinate grows in this direction.
    pub fn grows(self) -> bool {
        matches!(self, Side::Up | Side::Right)
    }

    /// The directions at right angles to it.
    pub fn across(self) -> [Side; 2] {
        if self.vertical() { [Side::Right, Side::Left] } else { [Side::Up, Side::Down] }
    }

    /// The next cell of a grid in this direction.
    pub fn next(self, (x, y): (i32, i32)) -> (i32, i32) {
        match self {
            Side::Up => (x, y + 1),
            Side::Down => (x, y - 1),
            Side::Right => (x + 1, y),
            Side::Left => (x - 1, y),
        }
    }
}

/// One thing lies straight in a direction from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RelativePosition {
    /// The thing that is said to lie there.
    pub what: &'static str,
    /// In which direction.
    pub side: Side,
    /// From what.
    pub of: &'static str,
}

/// How the coordinates of two things compare, if that is known. Vertical: how far up they are.
pub fn compare(
    facts: &[&RelativePosition],
    vertical: bool,
    one: &'static str,
    other: &'static str,
) -> Option<Ordering> {
    if reaches(facts, vertical, one, other, false) && reaches(facts, vertical, other, one, false) {
        return Some(Ordering::Equal);
    }
    if reaches(facts, vertical, one, other, true) {
        Some(Ordering::Less)
    } else if reaches(facts, vertical, other, one, true) {
        Some(Ordering::Greater)
    } else {
        None
    }
}

/// Whether a chain leads from a thing to another on which the coordinate never falls (and, if `strictly`, grows).
fn reaches(
    facts: &[&RelativePosition],
    vertical: bool,
    from: &'static str,
    to: &'static str,
    strictly: bool,
) -> bool {
    let mut reached = vec![(from, false)];
    let mut next = 0;
    while let Some(&(here, grown)) = reached.get(next) {
        if here == to && (grown || !strictly) {
            return true;
        }
        next += 1;
        for fact in facts {
            let level = fact.side.vertical() != vertical;
            let (low, high) = if fact.side.grows() { (fact.of, fact.what) } else { (fact.what, fact.of) };
            for (one, other) in [(low, high), (high, low)] {
                let step = (other, grown || !level);
                if here == one && (level || one == low) && !reached.contains(&step) {
                    reached.push(step);
                }
            }
        }
    }
    false
}

/// The first fact that has no place in the plane together with those before it.
pub fn contradiction(facts: &[&RelativePosition]) -> Option<(usize, String)> {
    let mut named: Vec<&'static str> = Vec::new();
    for (index, &&RelativePosition { what, of, .. }) in facts.iter().enumerate() {
        for name in [what, of] {
            if !named.contains(&name) {
                named.push(name);
            }
        }
        let told = &facts[..=index];
        // a circle that the fact has closed goes through it
        if [true, false].into_iter().any(|vertical| reaches(told, vertical, what, what, true)) {
            return Some((index, format!("the {what} and the {of} cannot lie so, by what was said before")));
        }
        for (place, one) in named.iter().enumerate() {
            for other in &named[..place] {
                let same = |vertical| compare(told, vertical, one, other) == Some(Ordering::Equal);
                if same(true) && same(false) {
                    return Some((index, format!("the {one} and the {other} would be in the same place")));
                }
            }
        }
    }
    None
}

/// Links between things in the cells of a grid, by their numbers: a chain from the first thing on, and decoys that each hang on
/// an earlier thing. So there is one way between any two.
pub fn links(Shape { steps, decoys }: Shape, stream: &mut Stream) -> Vec<(usize, Side, usize)> {
    let (steps, all) = (usize::from(steps), usize::from(steps + decoys));
    let mut cells = vec![(0, 0)];
    let mut links = Vec::new();
    while links.len() < all {
        let last = cells.len() - 1;
        let near = if last < steps { last } else { stream.index(cells.len()) };
        let side = *stream.choose(&Side::ALL);
        let cell = side.next(cells[near]);
        if !cells.contains(&cell) {
            links.push((near, side, cells.len()));
            cells.push(cell);
        }
    }
    links
}
