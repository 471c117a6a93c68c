//! The graph of a world.

use super::{Graph, Label};
use crate::{Place, Thing};

/// Things with edges to their colours, shapes and relative sizes, and to the things they relate to.
///
/// A box relates to rows and columns by its first cell, and it is inside another if its first cell is.
pub fn world_graph(place: &Place) -> Graph {
    let things = &place.things;
    let mut graph = Graph::of_things(things.len());
    for (number, thing) in things.iter().enumerate() {
        graph.describe(number, Label::Colour, thing.colour.clone());
        graph.describe(number, Label::Shape, thing.shape.clone());
        for value in relative_sizes(thing, things) {
            graph.describe(number, Label::Size, value);
        }
        for (other_number, other) in things.iter().enumerate() {
            if number == other_number {
                continue;
            }
            for (label, holds) in [
                (Label::SameRow, thing.row == other.row),
                (Label::SameColumn, thing.column == other.column),
                (Label::SameColour, thing.colour == other.colour),
                (Label::SameShape, thing.shape == other.shape),
                (Label::SameSize, thing.size == other.size),
                (Label::Inside, other.is_box && surrounds(other, thing)),
            ] {
                if holds {
                    graph.connect(number, other_number, label);
                }
            }
        }
    }
    graph
}

fn surrounds(frame: &Thing, thing: &Thing) -> bool {
    let spans = |start: i32, at: i32| (start..start + frame.size).contains(&at);
    spans(frame.row, thing.row) && spans(frame.column, thing.column)
}

/// "small" and "big" with the name of each class in which something is larger or smaller. Classes: things of the
/// shape, of the colour and shape, all things, and things of the colour.
fn relative_sizes(thing: &Thing, things: &[Thing]) -> Vec<String> {
    let mut values = Vec::new();
    for with_colour in [false, true] {
        for with_shape in [false, true] {
            let class = |other: &&Thing| {
                (!with_colour || other.colour == thing.colour) && (!with_shape || other.shape == thing.shape)
            };
            let colour = with_colour.then_some(thing.colour.as_str());
            let noun = if with_shape { &thing.shape } else { "object" };
            if things.iter().filter(class).any(|other| other.size > thing.size) {
                values.push(size_value("small", colour, noun));
            }
            if things.iter().filter(class).any(|other| other.size < thing.size) {
                values.push(size_value("big", colour, noun));
            }
        }
    }
    values
}

/// The name of a relative size: a size word with the class that it compares with.
pub(super) fn size_value(size: &str, colour: Option<&str>, noun: &str) -> String {
    [Some(size), colour, Some(noun)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}
