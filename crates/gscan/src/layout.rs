//! Where agent and target stand to each other.
//!
//! A *way* is a displacement: so many rows and columns from agent to target. All placements of a way stand on a circle,
//! in shuffled order; each family of splits and command enters the circle at a point of its own. Consecutive arcs of the circle are then
//! dealt to the parts of a split, so that a class of items (one command, one agent cell, one target cell) belongs to
//! exactly one part.

use std::ops::Range;

use wampimuk_core::{Arcs, KeyedHash, StreamKey, WHOLE};
use wampimuk_grid::{Cell, Direction};

/// A displacement from agent to target.
#[derive(Clone, Debug)]
pub struct Way {
    rows: i8,
    columns: i8,
    /// Where the target lies.
    pub direction: Direction,
    /// How far away.
    pub distance: u8,
    /// How many placements on the grid have this displacement.
    pub places: u32,
    /// Where its circle starts in the common list.
    start: u32,
    /// How many ways share its direction and distance, and which of them it is.
    siblings: u32,
    sibling: u32,
    /// How many placements are drawn for its direction and distance.
    draws: u32,
}

/// All ways of a grid and their circles.
#[derive(Clone, Debug)]
pub struct Layout {
    side: u8,
    ways: Vec<Way>,
    /// Placements in the order of the circles, way after way.
    circle: Vec<u32>,
    /// The inverse: where on its circle a placement stands.
    position: Vec<u32>,
    entry: KeyedHash,
    share: KeyedHash,
    dither: u32,
    density: u32,
}

impl Layout {
    /// Lays out a grid. `resampling` placements are drawn for each direction and distance, one for the extremes.
    pub fn new(side: u8, resampling: u32, key: &StreamKey) -> Self {
        let mut stream = key.stream(0);
        let mut ways = ways(side, resampling);
        let mut circle = Vec::new();
        for way in &mut ways {
            way.start = circle.len() as u32;
            let mut places: Vec<u32> = (0..way.places).collect();
            stream.shuffle(&mut places);
            circle.extend(places);
        }
        let mut position = vec![0; circle.len()];
        for way in &ways {
            for at in 0..way.places {
                position[(way.start + circle[(way.start + at) as usize]) as usize] = at;
            }
        }
        let (dither, density) = (stream.below(WHOLE), stream.below(WHOLE));
        let mut hash = || KeyedHash::new(&mut stream);
        Self { side, ways, circle, position, entry: hash(), share: hash(), dither, density }
    }

    /// All ways, direction by direction and distance by distance.
    pub fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// How many placements of this way are drawn for each target of a command: the draws of a direction and distance
    /// are shared out evenly among its ways, starting with one that depends on the command.
    pub fn draws(&self, command: usize, way: usize) -> u32 {
        let Way { direction, distance, siblings, sibling, draws, .. } = self.ways[way];
        let stretch = u64::from(distance) << 8 | direction as u64;
        let first = (sibling + self.share.below(command as u64, stretch, siblings)) % siblings;
        draws.saturating_sub(first).div_ceil(siblings)
    }

    /// How many of a way's draws fall on a stretch of its circle that has `before` places before it and ends at place
    /// `until`, of those that count. Draws are spread evenly over the circle and rounded by a dither of the command's
    /// own, so that every part gets its share of every distance.
    pub fn slots(&self, command: usize, way: usize, draws: u32, before: u32, until: u32) -> u32 {
        let places = u64::from(self.ways[way].places);
        let dither = u64::from(spread(self.density, command, way, ROOTS)) * places;
        let whole = u64::from(WHOLE);
        let cut = |place: u32| (u64::from(draws) * u64::from(place) * whole + dither) / (places * whole);
        (cut(until) - cut(before)) as u32
    }

    /// The places of a part on the circle that a command walks for a way.
    pub fn arc(&self, arcs: &Arcs, part: usize, command: usize, way: usize) -> Range<u32> {
        arcs.range(part, self.ways[way].places, self.dither(command, way))
    }

    /// The number of the placement at this place of the circle that a command walks for a way. Each family of splits
    /// enters the circle at a point of its own, so that the parts of hold-outs overlap alike with those of the pool.
    #[inline]
    pub fn placement_at(&self, family: usize, command: usize, way: usize, place: u32) -> u32 {
        let Way { places, start, .. } = self.ways[way];
        let turned = place + self.entry_point(family, command, way);
        let at = if turned >= places { turned - places } else { turned };
        self.circle[(start + at) as usize]
    }

    /// The agent's and the target's cell at this place of the circle that a command walks for a way.
    #[inline]
    pub fn cells(&self, family: usize, command: usize, way: usize, place: u32) -> (Cell, Cell) {
        self.placement(way, self.placement_at(family, command, way, place))
    }

    #[inline]
    fn entry_point(&self, family: usize, command: usize, way: usize) -> u32 {
        let walk = (family as u64) << 32 | way as u64;
        self.entry.below(command as u64, walk, self.ways[way].places)
    }

    /// The part of a family that a placement belongs to for a command.
    pub fn part_of(
        &self,
        family: usize,
        arcs: &Arcs,
        command: usize,
        agent: Cell,
        target: Cell,
    ) -> Option<usize> {
        let rows = target.row as i8 - agent.row as i8;
        let columns = target.column as i8 - agent.column as i8;
        let number = self.ways.iter().position(|way| way.rows == rows && way.columns == columns)?;
        let way = &self.ways[number];
        let width = u32::from(self.side - columns.unsigned_abs());
        let (row, column) = corner(rows, columns);
        let index = u32::from(agent.row - row) * width + u32::from(agent.column - column);
        let at = self.position[(way.start + index) as usize];
        let place = (at + way.places - self.entry_point(family, command, number)) % way.places;
        Some(arcs.part_of(place, way.places, self.dither(command, number)))
    }

    /// Placement number `index` of a way, counted row by row.
    pub fn placement(&self, way: usize, index: u32) -> (Cell, Cell) {
        let Way { rows, columns, .. } = self.ways[way];
        let width = u32::from(self.side - columns.unsigned_abs());
        let (row, column) = corner(rows, columns);
        let agent = Cell::new(row + (index / width) as u8, column + (index % width) as u8);
        (agent, Cell::new(agent.row.wrapping_add_signed(rows), agent.column.wrapping_add_signed(columns)))
    }

    fn dither(&self, command: usize, way: usize) -> u32 {
        spread(self.dither, command, way, PLASTIC)
    }
}

/// Steps of two lattices, in parts per million: powers of the inverse of the plastic number, and the fractions of the
/// square roots of two and three. Multiples of either pair are spread evenly over the unit.
const PLASTIC: [u64; 2] = [754_878, 569_840];
const ROOTS: [u64; 2] = [414_214, 732_051];

/// A dither for a command's circle. Over commands and ways dithers are spread evenly rather than drawn independently,
/// so that rounding evens out and splits have nearly the same room under every seed.
fn spread(start: u32, command: usize, way: usize, [one, two]: [u64; 2]) -> u32 {
    ((u64::from(start) + command as u64 * one + way as u64 * two) % u64::from(WHOLE)) as u32
}

/// The first cell an agent can stand in.
fn corner(rows: i8, columns: i8) -> (u8, u8) {
    ((-rows).max(0) as u8, (-columns).max(0) as u8)
}

/// How many placements the original draws for a direction and distance: one for the nearest and the farthest cell in
/// line and for the far corner, `resampling` for the others.
pub fn draws(direction: Direction, distance: u8, side: u8, resampling: u32) -> u32 {
    let once = match direction.is_straight() {
        true => distance == 1 || distance == side - 1,
        false => distance == 2 * (side - 1),
    };
    if once { 1 } else { resampling }
}

fn ways(side: u8, resampling: u32) -> Vec<Way> {
    let mut ways = Vec::new();
    for direction in Direction::ALL {
        let (down, right) = direction.signs();
        let farthest = if direction.is_straight() { side - 1 } else { 2 * (side - 1) };
        for distance in 1..=farthest {
            let splits: Vec<(u8, u8)> = (0..side)
                .filter(|rows| (*rows > 0) == (down != 0) && *rows <= distance)
                .map(|rows| (rows, distance - rows))
                .filter(|(_, columns)| (*columns > 0) == (right != 0) && *columns < side)
                .collect();
            for (sibling, &(rows, columns)) in splits.iter().enumerate() {
                ways.push(Way {
                    rows: rows as i8 * down,
                    columns: columns as i8 * right,
                    direction,
                    distance,
                    places: u32::from(side - rows) * u32::from(side - columns),
                    start: 0,
                    siblings: splits.len() as u32,
                    sibling: sibling as u32,
                    draws: draws(direction, distance, side, resampling),
                });
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use wampimuk_core::Digest;

    use super::*;

    fn layout(side: u8, resampling: u32) -> Layout {
        Layout::new(side, resampling, &StreamKey::new(&Digest::of(b"test"), "layout", 0))
    }

    #[test]
    fn draws_per_target_are_the_originals() {
        for (side, resampling, total) in [(6, 5, 232), (6, 1, 56), (12, 5, 592), (4, 3, 72)] {
            let layout = layout(side, resampling);
            for command in 0..20 {
                let sum: u32 = (0..layout.ways().len()).map(|way| layout.draws(command, way)).sum();
                assert_eq!(sum, total);
            }
        }
    }

    #[test]
    fn every_placement_stands_once_on_its_circle_and_knows_its_part() {
        let layout = layout(6, 5);
        let arcs = Arcs::new(&[900_000, 10_000, 90_000]).unwrap();
        let mut seen = std::collections::HashSet::new();
        for way in 0..layout.ways().len() {
            for part in 0..3 {
                for place in layout.arc(&arcs, part, 7, way) {
                    let (agent, target) = layout.cells(3, 7, way, place);
                    assert_eq!(agent.direction_to(target), Some(layout.ways()[way].direction));
                    assert_eq!(agent.distance(target), layout.ways()[way].distance);
                    assert!(seen.insert((agent, target)));
                    assert_eq!(layout.part_of(3, &arcs, 7, agent, target), Some(part));
                }
            }
        }
        assert_eq!(seen.len(), 36 * 35);
    }
}
