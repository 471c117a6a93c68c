//! What is done to the referent.

use wampimuk_grid::{Cell, Form, Heading, Object, World};

/// An operation on one object of a world. Shapes and colours are numbers of a lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// It gets another colour.
    Draw {
        /// The colour.
        colour: u8,
    },
    /// It grows.
    Enlarge {
        /// By how many sizes.
        by: u8,
        /// Nothing grows beyond this size.
        at_most: u8,
    },
    /// It gets another shape. What becomes a box becomes a box around its own cell, of size 1.
    ChangeShape {
        /// The shape.
        shape: u8,
        /// Whether that shape is a box.
        form: Form,
    },
    /// Another object appears beside it.
    DrawAdjacent {
        /// The side of the referent on which it appears.
        side: Heading,
        /// The object that appears.
        thing: ObjectSpec,
    },
    /// It moves.
    Move {
        /// The direction of the move.
        heading: Heading,
        /// How many cells; `None` is "until something is in its way".
        steps: Option<u8>,
    },
}

/// An object without a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectSpec {
    /// The number of its shape.
    pub shape: u8,
    /// Whether that shape is a box.
    pub form: Form,
    /// The number of its colour.
    pub colour: u8,
    /// Its size.
    pub size: u8,
}

wampimuk_core::named! {
    /// The kinds of operations, as recipes and files name them.
    #[schemars(rename = "Kind")]
    pub enum OperationKind in recipes {
        /// Another colour.
        Draw = "draw",
        /// A bigger size.
        Enlarge = "enlarge",
        /// Another shape.
        ChangeShape = "change_shape",
        /// Another object beside it.
        DrawAdjacent = "draw_adjacent",
        /// Another place.
        Move = "move",
    }
}

impl Operation {
    /// Its kind.
    pub const fn kind(&self) -> OperationKind {
        match self {
            Self::Draw { .. } => OperationKind::Draw,
            Self::Enlarge { .. } => OperationKind::Enlarge,
            Self::ChangeShape { .. } => OperationKind::ChangeShape,
            Self::DrawAdjacent { .. } => OperationKind::DrawAdjacent,
            Self::Move { .. } => OperationKind::Move,
        }
    }

    /// The world after the operation on an object; `None` if it cannot be done there or would change nothing. The
    /// objects keep their numbers, and a new one comes last.
    pub fn apply(&self, world: &World, target: usize) -> Option<World> {
        let object = *world.objects().get(target)?;
        let changed = match *self {
            Self::Draw { colour } => Object { colour, ..object },
            Self::Enlarge { by, at_most } => {
                Object { size: object.size.saturating_add(by).min(at_most).max(object.size), ..object }
            }
            Self::ChangeShape { shape, .. } if shape == object.shape => return None,
            Self::ChangeShape { shape, form } => {
                let size = if form == Form::Frame { 1 } else { object.size };
                Object { shape, form, size, ..object }
            }
            Self::DrawAdjacent { side, thing: ObjectSpec { shape, form, colour, size } } => {
                let cell = object.cell.step(side, world.side())?;
                let mut after = world.clone();
                after.place(Object { cell, shape, form, colour, size }).ok()?;
                return Some(after);
            }
            Self::Move { heading, steps } => moved(world, target, heading, steps)?,
        };
        if changed == object { None } else { with(world, target, changed) }
    }

    /// The objects to which the operation must have been done if one world became the other, as bits.
    pub fn explains(&self, before: &World, after: &World) -> u64 {
        let fits = |&target: &usize| self.apply(before, target).is_some_and(|world| is_alike(&world, after));
        (0..before.objects().len()).filter(fits).fold(0, |set, target| set | 1 << target)
    }
}

/// Whether two worlds hold the same objects, however they are listed.
pub(crate) fn is_alike(one: &World, other: &World) -> bool {
    one.side() == other.side() && sorted(one) == sorted(other)
}

/// The objects in an order that does not depend on how they are listed.
pub(crate) fn sorted(world: &World) -> Vec<Object> {
    let mut objects = world.objects().to_vec();
    objects.sort_unstable();
    objects
}

/// The world with one object replaced, if it can be.
fn with(world: &World, target: usize, changed: Object) -> Option<World> {
    let mut after = World::new(world.side(), world.agent()).ok()?.with_heavy_from(world.heavy_from());
    for (number, &object) in world.objects().iter().enumerate() {
        after.place(if number == target { changed } else { object }).ok()?;
    }
    Some(after)
}

/// Cell by cell, so that nothing jumps over what is in its way.
fn moved(world: &World, target: usize, heading: Heading, steps: Option<u8>) -> Option<Object> {
    let mut object = world.objects()[target];
    let mut left = steps.unwrap_or(u8::MAX);
    while left > 0 {
        match object.cell.step(heading, world.side()).filter(|&cell| is_free(world, target, cell)) {
            Some(cell) => object.cell = cell,
            None if steps.is_none() => break,
            None => return None,
        }
        left -= 1;
    }
    Some(object)
}

/// Whether an object could be in a cell: things are in each other's way, and so are the corners of boxes, but a thing
/// can be in a box.
fn is_free(world: &World, target: usize, cell: Cell) -> bool {
    let object = world.objects()[target];
    let inside = match object.form {
        Form::Solid => true,
        Form::Frame => cell.row.max(cell.column) + object.size <= world.side(),
    };
    let blocks = |(number, other): (usize, &Object)| {
        number != target && other.form == object.form && other.cell == cell
    };
    inside && !world.objects().iter().enumerate().any(blocks)
}
