//! Task 17: shapes above, below, to the left and to the right of each other.
//!
//! "The triangle is above the red square" says that it is straight above it, no matter how far. A world gives every shape
//! a point of its own in the plane. "Is the triangle above the pink rectangle?" asks whether it is higher up, be it to
//! one side or not: *yes* if it is in all worlds, *no* if it is in none, and unknown if it is in some. So two shapes above
//! a third cannot be told apart, but both are to no side of it.

use std::cmp::Ordering;

use wampimuk_core::Stream;

use super::plane::{self, RelativePosition, Side, compare};
use super::words::{among, between, term, walk};
use super::{Limits, Shape, Step, ToyWorld};
use crate::solve::Kind;

/// The shapes.
pub const SHAPES: [&str; 6] =
    ["blue square", "pink rectangle", "red sphere", "red square", "triangle", "yellow square"];

/// Shapes of the public generator's stories, which are read as well.
const OTHER_SHAPES: [&str; 14] = [
    "blue rectangle",
    "blue sphere",
    "blue triangle",
    "pink sphere",
    "pink square",
    "pink triangle",
    "rectangle",
    "red rectangle",
    "red triangle",
    "sphere",
    "square",
    "yellow rectangle",
    "yellow sphere",
    "yellow triangle",
];

/// The world of shapes and positions.
#[derive(Clone, Copy, Debug)]
pub struct Positions;

/// A shape lies on some side of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact(RelativePosition);

/// Is a shape on some side of another?
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question(RelativePosition);

fn shape(name: &str) -> Option<&'static str> {
    among(&SHAPES, name).or_else(|| among(&OTHER_SHAPES, name))
}

fn phrase(side: Side) -> &'static str {
    match side {
        Side::Up => "above",
        Side::Down => "below",
        Side::Right => "to the right of",
        Side::Left => "to the left of",
    }
}

fn predicate(RelativePosition { what, side, of }: &RelativePosition) -> String {
    let name = match side {
        Side::Up => "above",
        Side::Down => "below",
        Side::Right => "right",
        Side::Left => "left",
    };
    format!("{name}({}, {})", term(what), term(of))
}

/// Reads "triangle above the red square", with other words before the side.
fn lies(text: &str, verb: &str) -> Option<RelativePosition> {
    Side::ALL.into_iter().find_map(|side| {
        let (what, of) = text.split_once(&format!("{verb} {} the ", phrase(side)))?;
        Some(RelativePosition { what: shape(what)?, side, of: shape(of)? })
    })
}

impl ToyWorld for Positions {
    type Fact = Fact;
    type Question = Question;
    const NAME: &'static str = "positions";
    const TASKS: &'static [u8] = &[17];

    fn read(text: &str) -> Option<Fact> {
        lies(between(text, "The ", ".")?, " is").map(Fact)
    }

    fn write(Fact(RelativePosition { what, side, of }): &Fact) -> String {
        format!("The {what} is {} the {of}.", phrase(*side))
    }

    fn read_question(text: &str) -> Option<Question> {
        lies(between(text, "Is the ", "?")?, "").map(Question)
    }

    fn ask(Question(RelativePosition { what, side, of }): &Question) -> String {
        format!("Is the {what} {} the {of}?", phrase(*side))
    }

    fn formula(Fact(lies): &Fact) -> String {
        predicate(lies)
    }

    fn query(Question(lies): &Question) -> String {
        predicate(lies) + "?"
    }

    fn concept(_: &Fact) -> &'static str {
        "POSITION"
    }

    fn kind(_: &Question) -> Kind {
        Kind::Position
    }

    fn contradiction(facts: &[Fact]) -> Option<(usize, String)> {
        plane::contradiction(&facts.iter().map(|fact| &fact.0).collect::<Vec<&RelativePosition>>())
    }

    fn answers(facts: &[&Fact], &Question(RelativePosition { what, side, of }): &Question) -> Vec<String> {
        let facts: Vec<&RelativePosition> = facts.iter().map(|fact| &fact.0).collect();
        let beyond = if side.grows() { Ordering::Greater } else { Ordering::Less };
        match compare(&facts, side.vertical(), what, of) {
            Some(order) if order == beyond => vec!["yes".to_owned()],
            Some(_) => vec!["no".to_owned()],
            None => Vec::new(),
        }
    }

    fn canonical(facts: &[Fact], question: &Question, minimal: &[Vec<usize>]) -> Vec<usize> {
        walk(&minimal[0], question.0.what, |fact| (facts[fact].0.what, facts[fact].0.of))
    }

    /// Two shapes on different sides of a third, and eight questions about these two. As published, the third is named
    /// first in two of three facts; half of the questions are to be answered by yes, and they may repeat.
    fn questions(_: u8) -> Option<usize> {
        Some(8)
    }

    fn limits(_: u8) -> Limits {
        Limits::of_chains(SHAPES.len(), Shape { steps: 2, decoys: 0 })
    }

    fn draft(_: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Fact, Question>> {
        let mut shapes = SHAPES;
        let (facts, one, other) = match shape {
            None => {
                let mut sides = Side::ALL;
                stream.shuffle(&mut shapes);
                stream.shuffle(&mut sides);
                let [middle, one, other, ..] = shapes;
                let around = [(one, sides[0]), (other, sides[1])];
                (around.map(|(shape, side)| beside(shape, side, middle, stream)).to_vec(), one, other)
            }
            Some(shape) => {
                stream.shuffle(&mut shapes);
                let mut links = plane::links(shape, stream);
                stream.shuffle(&mut links);
                let link =
                    |(of, side, what): (usize, Side, usize)| beside(shapes[what], side, shapes[of], stream);
                (links.into_iter().map(link).collect(), shapes[0], shapes[usize::from(shape.steps)])
            }
        };
        let known: Vec<&Fact> = facts.iter().collect();
        let mut asked = Vec::new();
        for _ in 0..8 {
            let (what, of) = if stream.below(2) == 0 { (one, other) } else { (other, one) };
            let wanted = [*stream.choose(&["yes", "no"])];
            let fitting: Vec<Question> = Side::ALL
                .into_iter()
                .map(|side| Question(RelativePosition { what, side, of }))
                .filter(|question| Positions::answers(&known, question) == wanted)
                .collect();
            if fitting.is_empty() {
                return Vec::new();
            }
            asked.push(Step::Ask(*stream.choose(&fitting)));
        }
        facts.into_iter().map(Step::Tell).chain(asked).collect()
    }
}

/// A shape lies on a side of another, which is named first in two of three facts.
fn beside(what: &'static str, side: Side, of: &'static str, stream: &mut Stream) -> Fact {
    let is_other_first = stream.below(3) > 0;
    let back = RelativePosition { what: of, side: side.back(), of: what };
    Fact(if is_other_first { back } else { RelativePosition { what, side, of } })
}
