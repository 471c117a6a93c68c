//! Where agent and target stand to each other.
//!
//! A displacement is a number of rows and columns from agent to target. All placements with one displacement stand on a
//! circle, in shuffled order; each split group and command enters the circle at a different point. Consecutive arcs of
//! the circle then belong to the parts of a split group, so a class of items (one command, one agent cell, one target
//! cell) belongs to exactly one part.

use std::ops::Range;

use wampimuk_core::{Arcs, KeyedHash, StreamKey, WHOLE};
use wampimuk_grid::{Cell, Direction};

/// A displacement from agent to target.
#[derive(Clone, Debug)]
pub struct Displacement {
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
    /// How many displacements share its direction and distance.
    pub siblings: u32,
    /// Which of them it is.
    sibling: u32,
    /// How many placements are drawn for its direction and distance; they are shared out evenly.
    pub draws: u32,
}

/// All displacements of a grid and their circles.
#[derive(Clone, Debug)]
pub struct Layout {
    side: u8,
    displacements: Vec<Displacement>,
    /// Placements in the order of the circles, displacement by displacement.
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
        let mut displacements = displacements(side, resampling);
        let mut circle = Vec::new();
        for displacement in &mut displacements {
            displacement.start = circle.len() as u32;
            let mut places: Vec<u32> = (0..displacement.places).collect();
            stream.shuffle(&mut places);
            circle.extend(places);
        }
        let mut position = vec![0; circle.len()];
        for displacement in &displacements {
            for at in 0..displacement.places {
                position[(displacement.start + circle[(displacement.start + at) as usize]) as usize] = at;
            }
        }
        let (dither, density) = (stream.below(WHOLE), stream.below(WHOLE));
        let mut hash = || KeyedHash::new(&mut stream);
        Self { side, displacements, circle, position, entry: hash(), share: hash(), dither, density }
    }

    /// The side of the grid.
    pub fn side(&self) -> u8 {
        self.side
    }

    /// All ways, direction by direction and distance by distance.
    pub fn displacements(&self) -> &[Displacement] {
        &self.displacements
    }

    /// How many placements of this way are drawn for each target of a command: the draws of a direction and distance
    /// are shared out evenly among its ways, starting with one that depends on the command.
    pub fn draws(&self, command: usize, displacement: usize) -> u32 {
        let Displacement { direction, distance, siblings, sibling, draws, .. } =
            self.displacements[displacement];
        let stretch = u64::from(distance) << 8 | direction as u64;
        let first = (sibling + self.share.below(command as u64, stretch, siblings)) % siblings;
        draws.saturating_sub(first).div_ceil(siblings)
    }

    /// How many of a way's draws fall on a stretch of its circle that has `before` places before it and ends at place
    /// `until`, of those that count. Draws are spread evenly over the circle and rounded by a dither of the command's
    /// own, so that every part gets its share of every distance.
    pub fn slots(&self, command: usize, displacement: usize, draws: u32, before: u32, until: u32) -> u32 {
        let places = u64::from(self.displacements[displacement].places);
        let dither = u64::from(spread(self.density, command, displacement, ROOTS)) * places;
        let whole = u64::from(WHOLE);
        let cut = |place: u32| (u64::from(draws) * u64::from(place) * whole + dither) / (places * whole);
        (cut(until) - cut(before)) as u32
    }

    /// The places of a part on the circle that a command walks for a displacement.
    pub fn arc(&self, arcs: &Arcs, part: usize, command: usize, displacement: usize) -> Range<u32> {
        arcs.range(part, self.displacements[displacement].places, self.dither(command, displacement))
    }

    /// The number of the placement at this place of the circle that a command walks for a displacement. Each split group
    /// enters the circle at a different point, so that the parts of all hold-outs overlap equally with those of the pool.
    #[inline]
    pub fn placement_at(&self, group_number: usize, command: usize, displacement: usize, place: u32) -> u32 {
        let Displacement { places, start, .. } = self.displacements[displacement];
        let turned = place + self.entry_point(group_number, command, displacement);
        let at = if turned >= places { turned - places } else { turned };
        self.circle[(start + at) as usize]
    }

    /// The agent's and the target's cell at this place of the circle that a command walks for a displacement.
    #[inline]
    pub fn cells(
        &self,
        group_number: usize,
        command: usize,
        displacement: usize,
        place: u32,
    ) -> (Cell, Cell) {
        self.placement(displacement, self.placement_at(group_number, command, displacement, place))
    }

    #[inline]
    fn entry_point(&self, group_number: usize, command: usize, displacement: usize) -> u32 {
        let walk = (group_number as u64) << 32 | displacement as u64;
        self.entry.below(command as u64, walk, self.displacements[displacement].places)
    }

    /// The part of a split group that a placement belongs to for a command.
    pub fn part_of(
        &self,
        group_number: usize,
        arcs: &Arcs,
        command: usize,
        agent: Cell,
        target: Cell,
    ) -> Option<usize> {
        let rows = target.row as i8 - agent.row as i8;
        let columns = target.column as i8 - agent.column as i8;
        let number = self
            .displacements
            .iter()
            .position(|displacement| displacement.rows == rows && displacement.columns == columns)?;
        let displacement = &self.displacements[number];
        let width = u32::from(self.side - columns.unsigned_abs());
        let (row, column) = corner(rows, columns);
        let index = u32::from(agent.row - row) * width + u32::from(agent.column - column);
        let at = self.position[(displacement.start + index) as usize];
        let place = (at + displacement.places - self.entry_point(group_number, command, number))
            % displacement.places;
        Some(arcs.part_of(place, displacement.places, self.dither(command, number)))
    }

    /// Placement number `index` of a way, counted row by row.
    pub fn placement(&self, displacement: usize, index: u32) -> (Cell, Cell) {
        let Displacement { rows, columns, .. } = self.displacements[displacement];
        let width = u32::from(self.side - columns.unsigned_abs());
        let (row, column) = corner(rows, columns);
        let agent = Cell::new(row + (index / width) as u8, column + (index % width) as u8);
        (agent, Cell::new(agent.row.wrapping_add_signed(rows), agent.column.wrapping_add_signed(columns)))
    }

    fn dither(&self, command: usize, displacement: usize) -> u32 {
        spread(self.dither, command, displacement, PLASTIC)
    }
}

/// Steps of two lattices, in parts per million: powers of the inverse of the plastic number, and the fractions of the
/// square roots of two and three. Multiples of either pair are spread evenly over the unit.
const PLASTIC: [u64; 2] = [754_878, 569_840];
const ROOTS: [u64; 2] = [414_214, 732_051];

/// A dither for a command's circle. Over commands and ways dithers are spread evenly rather than drawn independently,
/// so that rounding evens out and splits have nearly the same room under every seed.
fn spread(start: u32, command: usize, displacement: usize, [one, two]: [u64; 2]) -> u32 {
    ((u64::from(start) + command as u64 * one + displacement as u64 * two) % u64::from(WHOLE)) as u32
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

fn displacements(side: u8, resampling: u32) -> Vec<Displacement> {
    let mut displacements = Vec::new();
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
                displacements.push(Displacement {
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
    displacements
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
                let sum: u32 = (0..layout.displacements().len())
                    .map(|displacement| layout.draws(command, displacement))
                    .sum();
                assert_eq!(sum, total);
            }
        }
    }

    #[test]
    fn every_placement_stands_once_on_its_circle_and_knows_its_part() {
        let layout = layout(6, 5);
        let arcs = Arcs::new(&[900_000, 10_000, 90_000]).unwrap();
        let mut seen = std::collections::HashSet::new();
        for displacement in 0..layout.displacements().len() {
            for part in 0..3 {
                for place in layout.arc(&arcs, part, 7, displacement) {
                    let (agent, target) = layout.cells(3, 7, displacement, place);
                    assert_eq!(
                        agent.direction_to(target),
                        Some(layout.displacements()[displacement].direction)
                    );
                    assert_eq!(agent.distance(target), layout.displacements()[displacement].distance);
                    assert!(seen.insert((agent, target)));
                    assert_eq!(layout.part_of(3, &arcs, 7, agent, target), Some(part));
                }
            }
        }
        assert_eq!(seen.len(), 36 * 35);
    }
}
