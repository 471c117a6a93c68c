//! Where the objects stand that clauses of rows and columns refer to.
//!
//! "in the same row as a blue circle" says nothing about the column of that circle. A generator that puts it into the
//! first free cell of its row gives it away: a model that learns that such circles stand at the edge need not read the
//! words.

use serde::Serialize;
use wampimuk_command::Relation;

use super::case::Case;
use super::figures::Figure;
use super::spread::Spread;
use super::tree::Node;
use crate::counts::Counts;
use crate::{Share, Tally};

/// Where pivots stand: the objects that play the phrases of "same row" and "same column" clauses.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Pivots {
    /// The columns of the pivots of "same row".
    pub columns: Tally,
    /// How far these are from even.
    pub columns_spread: Spread,
    /// The rows of the pivots of "same column".
    pub rows: Tally,
    /// How far these are from even.
    pub rows_spread: Spread,
    /// Phrases that several objects can play, of all such phrases; they are left out above.
    pub several: Share,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct PivotCounts {
    columns: Counts,
    rows: Counts,
    side: u8,
    several: Share,
}

impl PivotCounts {
    pub fn add(&mut self, case: &Case<'_>, nodes: &[Node<'_>], players: &[u64]) {
        let world = &case.example.world;
        self.side = self.side.max(world.side());
        for (node, &players) in nodes.iter().zip(players) {
            let Some((_, relation @ (Relation::SameRow | Relation::SameColumn))) = node.parent else {
                continue;
            };
            if players == 0 {
                continue;
            }
            self.several.note(!players.is_power_of_two());
            if players.is_power_of_two() {
                let cell = world.objects()[players.trailing_zeros() as usize].cell;
                match relation {
                    Relation::SameRow => self.columns.bump(cell.column.into()),
                    _ => self.rows.bump(cell.row.into()),
                }
            }
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.columns.merge(&other.columns);
        self.rows.merge(&other.rows);
        self.side = self.side.max(other.side);
        self.several.merge(other.several);
    }

    pub fn finish(&self) -> Pivots {
        let tally = |counts: &Counts| {
            Tally((0..usize::from(self.side)).map(|place| (place.to_string(), counts.get(place))).collect())
        };
        Pivots {
            columns: tally(&self.columns),
            columns_spread: Spread::of(&self.columns, self.side.into()),
            rows: tally(&self.rows),
            rows_spread: Spread::of(&self.rows, self.side.into()),
            several: self.several,
        }
    }
}

impl Pivots {
    pub(super) fn figures(&self) -> Vec<Figure> {
        let mut figures = Vec::new();
        for (tally, what) in [(&self.columns, "same row: in column"), (&self.rows, "same column: in row")] {
            let of = tally.total();
            for (place, count) in tally.0.iter().filter(|_| of > 0) {
                let share = Share { count: *count, of };
                figures.push(Figure::share("pivots", format!("{what} {place}"), share));
            }
        }
        if self.several.of > 0 {
            figures.push(Figure::share("pivots", "left out: several objects can play it", self.several));
        }
        figures
    }
}
