//! The eight symmetries of a square, for augmentation and for metamorphic tests.

use crate::{Agent, Cell, Form, Heading, Object, World};

/// A rotation, or a mirror image followed by a rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Symmetry {
    /// Whether east and west are exchanged first.
    pub mirrored: bool,
    /// Clockwise quarter turns, 0 to 3.
    pub quarters: u8,
}

impl Symmetry {
    /// All eight, the identity first.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..8).map(|i| Self { mirrored: i >= 4, quarters: i % 4 })
    }

    /// Where a cell goes.
    pub fn cell(self, cell: Cell, side: u8) -> Cell {
        let last = side - 1;
        let mut image = if self.mirrored { Cell::new(cell.row, last - cell.column) } else { cell };
        for _ in 0..self.quarters {
            image = Cell::new(image.column, last - image.row);
        }
        image
    }

    /// Where a heading goes.
    pub fn heading(self, heading: Heading) -> Heading {
        let mirrored = match heading {
            Heading::East if self.mirrored => Heading::West,
            Heading::West if self.mirrored => Heading::East,
            other => other,
        };
        Heading::from_index(mirrored as u8 + self.quarters)
    }

    /// The image of a whole world; objects keep their numbers.
    pub fn world(self, world: &World) -> World {
        let side = world.side();
        let agent = world.agent();
        let mut image = world.clone();
        image.set_agent(Agent { cell: self.cell(agent.cell, side), heading: self.heading(agent.heading) });
        for object in image.objects_mut() {
            object.cell = self.corner(object, side);
        }
        image
    }

    /// The new top-left corner: that of a frame's image is the image of another of its corners.
    fn corner(self, object: &Object, side: u8) -> Cell {
        let one = self.cell(object.cell, side);
        if object.form == Form::Solid {
            return one;
        }
        let far = Cell::new(object.cell.row + object.size - 1, object.cell.column + object.size - 1);
        let two = self.cell(far, side);
        Cell::new(one.row.min(two.row), one.column.min(two.column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, Deed, FirstAxis, Manner, execute, fulfils};

    /// The image of a correct answer is a correct answer in the image, once left and right are exchanged in mirrors.
    #[test]
    fn answers_are_equivariant() {
        let mut world = World::new(7, Agent { cell: Cell::new(1, 2), heading: Heading::East }).unwrap();
        world.place(Object::solid(0, 0, 2, Cell::new(4, 5))).unwrap();
        world.place(Object::solid(1, 0, 2, Cell::new(6, 5))).unwrap();
        world.place(Object { form: Form::Frame, ..Object::solid(2, 0, 3, Cell::new(0, 4)) }).unwrap();
        let manner = Manner::default();
        let mut actions = Vec::new();
        execute(&world, 0, Deed::Push, &manner, FirstAxis::Columns, &mut actions);
        for symmetry in Symmetry::all() {
            let image = symmetry.world(&world);
            let mapped: Vec<Action> = actions
                .iter()
                .map(|&action| match action {
                    Action::TurnLeft if symmetry.mirrored => Action::TurnRight,
                    Action::TurnRight if symmetry.mirrored => Action::TurnLeft,
                    other => other,
                })
                .collect();
            assert_eq!(fulfils(&image, 0, Deed::Push, &manner, &mapped), Ok(()), "{symmetry:?}");
            for row in 0..7 {
                for column in 0..7 {
                    let cell = Cell::new(row, column);
                    let covered = world.objects()[2].covers(cell);
                    assert_eq!(
                        image.objects()[2].covers(symmetry.cell(cell, 7)),
                        covered,
                        "{symmetry:?} {cell:?}"
                    );
                }
            }
        }
    }
}
