//! How objects relate, as masks.
//!
//! "In the same row", "of the same colour" and their like sort the objects into classes, so that one mask for each
//! class answers for all its members. Masks of rows and columns are made when the first relation asks for them:
//! commands without clauses, gSCAN's, never pay for them.

use wampimuk_grid::{Form, MAX_SIDE, MAX_SIZE, Object};

use crate::{Relation, Scene, Semantics};
use wampimuk_core::bits;

/// By what boxes count, relation by relation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extents {
    /// A box is in every row and column that it touches, rather than in those of its corner.
    pub spans: bool,
    /// A box is inside another if all of it is, rather than its corner.
    pub whole: bool,
}

impl Extents {
    /// The most permissive choice for each relation.
    pub const PERMISSIVE: Self = Self { spans: true, whole: false };
}

impl From<Semantics> for Extents {
    #[inline]
    fn from(semantics: Semantics) -> Self {
        Self { spans: semantics.geometric, whole: semantics.geometric }
    }
}

/// The objects in each row and in each column.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    rows: [u64; MAX_SIDE as usize],
    columns: [u64; MAX_SIDE as usize],
}

impl Lines {
    fn new(objects: &[Object], spans: bool) -> Self {
        let mut lines = Self { rows: [0; MAX_SIDE as usize], columns: [0; MAX_SIDE as usize] };
        for (number, object) in objects.iter().enumerate() {
            let extent = usize::from(extent(object, spans));
            let rows = lines.rows.iter_mut().skip(object.cell.row.into()).take(extent);
            let columns = lines.columns.iter_mut().skip(object.cell.column.into()).take(extent);
            rows.chain(columns).for_each(|line| *line |= 1 << number);
        }
        lines
    }
}

/// The side of the square that an object counts by.
fn extent(object: &Object, spans: bool) -> u8 {
    match object.form {
        Form::Frame if spans => object.size.max(1),
        _ => 1,
    }
}

/// The objects in any of `extent` consecutive lines.
fn within(lines: &[u64], start: u8, extent: u8) -> u64 {
    lines.iter().skip(start.into()).take(extent.into()).fold(0, |set, line| set | line)
}

impl Scene<'_> {
    /// The objects `y` such that `x` stands in the relation to `y`. Nothing relates to itself.
    #[inline]
    pub fn related(&self, relation: Relation, x: usize, semantics: Semantics) -> u64 {
        self.objects_of(relation, x, semantics.into())
    }

    /// The objects that `x` stands in the relation to.
    #[inline]
    pub(crate) fn objects_of(&self, relation: Relation, x: usize, extents: Extents) -> u64 {
        match relation {
            Relation::Inside => {
                let inside = |&y: &usize| self.is_inside(x, y, extents);
                bits(self.frames & !(1 << x)).filter(inside).fold(0, |set, y| set | 1 << y)
            }
            _ => self.class(relation, x, extents) & !(1 << x),
        }
    }

    /// The objects that stand in the relation to some member of a set.
    #[inline]
    pub(crate) fn subjects_of(&self, relation: Relation, mut set: u64, extents: Extents) -> u64 {
        let mut subjects = 0;
        match relation {
            Relation::Inside => {
                for frame in bits(set & self.frames) {
                    subjects |= self.contents(frame, extents);
                }
            }
            Relation::SameRow | Relation::SameColumn if extents.spans => {
                for object in bits(set) {
                    subjects |= self.class(relation, object, extents) & !(1 << object);
                }
            }
            _ => {
                while set != 0 {
                    let class = self.class(relation, set.trailing_zeros() as usize, extents);
                    let members = set & class;
                    // A member that is alone in its class relates to no object of the set.
                    let alone = members & (members - 1) == 0;
                    subjects |= if alone { class & !members } else { class };
                    set &= !class;
                }
            }
        }
        subjects
    }

    /// The objects that some member of a set stands in the relation to.
    pub(crate) fn objects_of_any(&self, relation: Relation, set: u64, extents: Extents) -> u64 {
        match relation {
            Relation::Inside => {
                bits(set).fold(0, |objects, x| objects | self.objects_of(relation, x, extents))
            }
            // The others are symmetric.
            _ => self.subjects_of(relation, set, extents),
        }
    }

    /// The objects like `x` in what a symmetric relation is about, `x` among them.
    #[inline]
    pub(crate) fn class(&self, relation: Relation, x: usize, extents: Extents) -> u64 {
        let object = &self.world.objects()[x];
        let line = |lines: &[u64], start: u8| match object.form {
            Form::Frame if extents.spans => within(lines, start, extent(object, true)),
            _ => lines[usize::from(start)],
        };
        match relation {
            Relation::SameRow => line(&self.lines(extents.spans).rows, object.cell.row),
            Relation::SameColumn => line(&self.lines(extents.spans).columns, object.cell.column),
            Relation::SameColour => match self.colours.get(usize::from(object.colour)) {
                Some(&class) => class,
                None => self.like(|other| other.colour == object.colour),
            },
            Relation::SameShape => match self.shapes.get(usize::from(object.shape)) {
                Some(&class) => class,
                None => self.like(|other| other.shape == object.shape),
            },
            // Sizes out of bounds share the last mask.
            Relation::SameSize if object.size < MAX_SIZE => self.sizes[usize::from(object.size)],
            Relation::SameSize => self.like(|other| other.size == object.size),
            Relation::Inside => 0,
        }
    }

    /// The objects for which something holds: for features that have no mask.
    #[cold]
    fn like(&self, holds: impl Fn(&Object) -> bool) -> u64 {
        let objects = self.world.objects().iter().enumerate();
        objects.filter(|(_, object)| holds(object)).fold(0, |set, (number, _)| set | 1 << number)
    }

    #[inline]
    fn lines(&self, spans: bool) -> &Lines {
        let lines = if spans { &self.extent_lines } else { &self.corner_lines };
        lines.get_or_init(|| Lines::new(self.world.objects(), spans))
    }

    /// Whether object `x` lies in the extent of frame `y`.
    fn is_inside(&self, x: usize, y: usize, extents: Extents) -> bool {
        let objects = self.world.objects();
        let (object, frame) = (&objects[x], &objects[y]);
        let far = extent(object, extents.whole) - 1;
        let opposite = wampimuk_grid::Cell::new(object.cell.row + far, object.cell.column + far);
        frame.covers(object.cell) && (far == 0 || frame.covers(opposite))
    }

    /// The objects inside a frame.
    fn contents(&self, frame: usize, extents: Extents) -> u64 {
        let object = &self.world.objects()[frame];
        let lines = self.lines(false);
        let rows = within(&lines.rows, object.cell.row, object.size);
        let columns = within(&lines.columns, object.cell.column, object.size);
        let corners = rows & columns & !(1 << frame);
        if !extents.whole {
            return corners;
        }
        let out = |&x: &usize| !self.is_inside(x, frame, extents);
        bits(corners & self.frames).filter(out).fold(corners, |set, x| set & !(1 << x))
    }
}
