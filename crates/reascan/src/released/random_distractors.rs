//! Random distractors: anything that the command does not mention, until the world is full.

use wampimuk_command::{DistractorGroup, MAX_ENTRIES, ObjectRole, Strategy};
use wampimuk_core::Stream;
use wampimuk_grid::{Form, MAX_OBJECTS, Object};

use super::ReleasedBuilder;
use crate::tree::Tree;

/// What a command and its own objects mention: shapes, and shapes in a colour, as bits of shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Mentioned {
    shapes: u32,
    kinds: [u32; MAX_ENTRIES],
}

impl Mentioned {
    fn new(tree: &Tree, objects: &[Object], shapes: u32) -> Self {
        let mut mentioned = Self { shapes: 0, kinds: [0; MAX_ENTRIES] };
        for (node, object) in tree.nodes().iter().zip(objects) {
            let shape = 1 << object.shape;
            mentioned.shapes |= shape;
            // "red object" mentions red things of all shapes.
            let all = node.noun.is_none() && node.colour.is_some();
            mentioned.kinds[usize::from(object.colour)] |= if all { shapes } else { shape };
        }
        mentioned
    }

    /// The number of mentioned kinds, in a world with `colours` colours.
    fn len(&self, colours: usize) -> u32 {
        let kinds = self.kinds[..colours].iter();
        self.shapes.count_ones() + kinds.map(|shapes| shapes.count_ones()).sum::<u32>()
    }
}

impl ReleasedBuilder {
    /// Fills the world up. The shapes that the command mentions are avoided only if it mentions very little, which is
    /// to say in commands without clauses; shapes in a colour are avoided in any case.
    pub(super) fn random_group(&mut self, tree: &Tree, stream: &mut Stream) {
        let wanted = usize::from(self.settings.objects).min(MAX_OBJECTS);
        if self.objects().len() >= wanted {
            return;
        }
        let all_shapes = self.palette.solid_bits | self.palette.frame_bits;
        let mentioned = Mentioned::new(tree, self.objects(), all_shapes);
        let colours = self.palette.colours as usize;
        let mut shapes = self.palette.solid_bits;
        if mentioned.len(colours) < 3 && shapes & !mentioned.shapes != 0 {
            shapes &= !mentioned.shapes;
        }
        let mut kinds = mentioned.kinds.map(|kinds| shapes & !kinds);
        if kinds[..colours].iter().all(|&kinds| kinds == 0) {
            // The command mentions everything there is.
            kinds = [shapes; MAX_ENTRIES];
        }
        let kinds = &kinds[..colours];
        let count = kinds.iter().map(|shapes| shapes.count_ones()).sum();

        let group = self.cast.groups.len() as u8;
        let mut complete = true;
        while self.objects().len() < wanted {
            let Some(cell) = self.board.room(Form::Solid, 1).any(stream) else {
                complete = false;
                break;
            };
            let (colour, shape) = nth_kind(kinds, stream.below(count));
            let size = match self.bounds.of(colour, shape) {
                Some(pair) => [pair.small, pair.big][stream.index(2)],
                None => self.palette.any_size(None, stream),
            };
            self.add(Object::solid(shape, colour, size, cell), ObjectRole { group, phrase: None });
        }
        self.cast.groups.push(DistractorGroup { complete, ..DistractorGroup::plain(Strategy::Random) });
    }
}

/// Kind number `number` of sets of shapes by colour.
fn nth_kind(kinds: &[u32], mut number: u32) -> (u8, u8) {
    for (colour, &shapes) in kinds.iter().enumerate() {
        let mut shapes = shapes;
        if number < shapes.count_ones() {
            for _ in 0..number {
                shapes &= shapes - 1;
            }
            return (colour as u8, shapes.trailing_zeros() as u8);
        }
        number -= shapes.count_ones();
    }
    unreachable!("kinds are counted before one is drawn")
}
