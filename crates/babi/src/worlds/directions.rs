//! Tasks 4 and 19: rooms and the ways between them.
//!
//! "The office is north of the kitchen" says that a passage leads straight north from the kitchen to the office. A world
//! gives every room a point of its own in the plane and has passages; the told ones are among them, and they go both
//! ways. Passages may be long or short, so a map is refused only if it cannot be drawn at any scale.
//!
//! * "What is north of the kitchen?" asks where a passage to the north leads, not what else lies farther north. If two
//!   are told the question is ambiguous; the answer is the one that was told first.
//! * "How do you go from … to …?" asks for the directions of a way along passages that visits no room twice. If there
//!   are several the question is ambiguous; the answer is a shortest one, of these the first by the order of the facts.
//!
//! New maps of task 19 have all rooms on different squares of a grid and passages between neighbours, and exactly one way
//! between any two rooms. In 73 of 1,000 published maps two rooms would share a square if all passages were equally long.
//! The order of the facts says nothing; in published stories the last fact is part of the way in 587 of 1,000.

use wampimuk_core::Stream;

use super::plane::{self, RelativePosition, Side};
use super::words::{among, between, walk};
use super::{Limits, Shape, Step, ToyWorld};
use crate::solve::Kind;

/// The rooms.
pub const ROOMS: [&str; 6] = ["bathroom", "bedroom", "garden", "hallway", "kitchen", "office"];

/// The world of rooms and directions.
#[derive(Clone, Copy, Debug)]
pub struct Directions;

/// A room lies in some direction from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact(RelativePosition);

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is north of this room?
    What(Side, &'static str),
    /// What is this room north of?
    Of(&'static str, Side),
    /// How do you go from one room to another?
    Path(&'static str, &'static str),
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Up => "north",
        Side::Down => "south",
        Side::Right => "east",
        Side::Left => "west",
    }
}

fn letter(side: Side) -> &'static str {
    &name(side)[..1]
}

fn side(word: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|&side| name(side) == word)
}

/// The room that a fact's passage leads to from another, and in which direction.
fn passage(fact: &Fact, from: &str) -> Option<(&'static str, Side)> {
    let RelativePosition { what, side, of } = fact.0;
    if of == from {
        Some((what, side))
    } else if what == from {
        Some((of, side.back()))
    } else {
        None
    }
}

/// The directions of all ways between two rooms, the shortest first.
fn ways(facts: &[&Fact], from: &'static str, to: &'static str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut ways = vec![(vec![from], Vec::new())];
    let mut next = 0;
    while let Some((rooms, sides)) = ways.get(next).cloned() {
        next += 1;
        let here = rooms[rooms.len() - 1];
        if here == to {
            let way = sides.join(",");
            if !found.contains(&way) {
                found.push(way);
            }
            continue;
        }
        for (room, side) in facts.iter().filter_map(|fact| passage(fact, here)) {
            if !rooms.contains(&room) {
                let longer = ([&rooms[..], &[room]].concat(), [&sides[..], &[letter(side)]].concat());
                if !ways.contains(&longer) {
                    ways.push(longer);
                }
            }
        }
    }
    found
}

impl ToyWorld for Directions {
    type Fact = Fact;
    type Question = Question;
    const NAME: &'static str = "directions";
    const TASKS: &'static [u8] = &[4, 19];

    fn read(text: &str) -> Option<Fact> {
        let (what, rest) = between(text, "The ", ".")?.split_once(" is ")?;
        let (direction, of) = rest.split_once(" of the ").or_else(|| rest.split_once(" the "))?;
        Some(Fact(RelativePosition {
            what: among(&ROOMS, what)?,
            side: side(direction)?,
            of: among(&ROOMS, of)?,
        }))
    }

    fn write(Fact(RelativePosition { what, side, of }): &Fact) -> String {
        format!("The {what} is {} of the {of}.", name(*side))
    }

    fn read_question(text: &str) -> Option<Question> {
        let path = |(from, to): (&str, &str)| {
            (from != to).then_some(Question::Path(among(&ROOMS, from)?, among(&ROOMS, to)?))
        };
        if let Some(rest) = between(text, "How do you go from the ", "?") {
            return rest.split_once(" to the ").and_then(path);
        }
        if let Some(rest) = between(text, "What is the path from ", "?") {
            return rest.split_once(" to ").and_then(path);
        }
        if let Some(rest) = between(text, "What is the ", "?") {
            let (what, direction) = rest.strip_suffix(" of").unwrap_or(rest).split_once(' ')?;
            return Some(Question::Of(among(&ROOMS, what)?, side(direction)?));
        }
        let rest = between(text, "What is ", "?")?;
        let (direction, of) = rest.split_once(" of the ").or_else(|| rest.split_once(" the "))?;
        Some(Question::What(side(direction)?, among(&ROOMS, of)?))
    }

    fn ask(question: &Question) -> String {
        match *question {
            Question::What(side, of) => format!("What is {} of the {of}?", name(side)),
            Question::Of(what, side) => format!("What is the {what} {} of?", name(side)),
            Question::Path(from, to) => format!("How do you go from the {from} to the {to}?"),
        }
    }

    fn formula(Fact(RelativePosition { what, side, of }): &Fact) -> String {
        format!("{}({what}, {of})", name(*side))
    }

    fn query(question: &Question) -> String {
        match *question {
            Question::What(side, of) => format!("{}(?, {of})", name(side)),
            Question::Of(what, side) => format!("{}({what}, ?)", name(side)),
            Question::Path(from, to) => format!("path({from}, {to}, ?)"),
        }
    }

    fn concept(_: &Fact) -> &'static str {
        "DIRECTION"
    }

    fn kind(question: &Question) -> Kind {
        match question {
            Question::Path(..) => Kind::Path,
            _ => Kind::Direction,
        }
    }

    fn contradiction(facts: &[Fact]) -> Option<(usize, String)> {
        plane::contradiction(&facts.iter().map(|fact| &fact.0).collect::<Vec<&RelativePosition>>())
    }

    fn answers(facts: &[&Fact], question: &Question) -> Vec<String> {
        let (from, side) = match *question {
            Question::Path(from, to) => return ways(facts, from, to),
            Question::What(side, of) => (of, side),
            Question::Of(what, side) => (what, side.back()),
        };
        let mut rooms: Vec<String> = Vec::new();
        for (room, there) in facts.iter().filter_map(|fact| passage(fact, from)) {
            if there == side && !rooms.iter().any(|known| known == room) {
                rooms.push(room.to_owned());
            }
        }
        rooms
    }

    fn canonical(facts: &[Fact], question: &Question, minimal: &[Vec<usize>]) -> Vec<usize> {
        match *question {
            Question::Path(from, _) => walk(&minimal[0], from, |fact| (facts[fact].0.what, facts[fact].0.of)),
            _ => minimal[0].clone(),
        }
    }

    fn questions(_: u8) -> Option<usize> {
        Some(1)
    }

    fn limits(task: u8) -> Limits {
        match task {
            4 => Limits { steps: 1..=1, ..Limits::of_chains(ROOMS.len(), Shape { steps: 1, decoys: 1 }) },
            _ => Limits::of_chains(ROOMS.len(), Shape { steps: 2, decoys: 3 }),
        }
    }

    fn draft(task: u8, shape: Option<Shape>, stream: &mut Stream) -> Vec<Step<Fact, Question>> {
        match (task, shape) {
            (4, None) => row(stream),
            (_, None) => map(stream),
            (_, Some(shape)) => shaped(task, shape, stream),
        }
    }
}

/// A room and others that passages lead to, and a question about the first and the last of a chain of passages. A chain of
/// one is two neighbours, and in task 4 the question is which one lies there.
fn shaped(task: u8, shape: Shape, stream: &mut Stream) -> Vec<Step<Fact, Question>> {
    let mut rooms = ROOMS;
    stream.shuffle(&mut rooms);
    let passages = plane::links(shape, stream);
    let (_, first, _) = passages[0];
    let question = match (task, stream.below(2)) {
        (4, 0) => Question::What(first, rooms[0]),
        (4, _) => Question::Of(rooms[0], first.back()),
        _ => Question::Path(rooms[0], rooms[usize::from(shape.steps)]),
    };
    tell_map(&rooms, passages, question, stream)
}

/// Three rooms in a row, and a question about two neighbours. As published, the one in the middle is named last in two of
/// three facts, and two of three questions start from it.
fn row(stream: &mut Stream) -> Vec<Step<Fact, Question>> {
    let mut rooms = ROOMS;
    stream.shuffle(&mut rooms);
    let [middle, one, other, ..] = rooms;
    let side = *stream.choose(&Side::ALL);
    let outer = [(one, side), (other, side.back())];
    let tell = |stream: &mut Stream, (room, side): (&'static str, Side)| {
        let last = stream.below(3) > 0;
        let back = RelativePosition { what: middle, side: side.back(), of: room };
        Step::Tell(Fact(if last { RelativePosition { what: room, side, of: middle } } else { back }))
    };
    let mut steps = vec![tell(stream, outer[0]), tell(stream, outer[1])];
    let &(room, side) = stream.choose(&outer);
    let (from, side) = if stream.below(3) > 0 { (middle, side) } else { (room, side.back()) };
    let what = stream.below(2) == 0;
    steps.push(Step::Ask(if what { Question::What(side, from) } else { Question::Of(from, side.back()) }));
    steps
}

/// All six rooms on a map, and two of them two passages apart.
fn map(stream: &mut Stream) -> Vec<Step<Fact, Question>> {
    let mut rooms = ROOMS;
    stream.shuffle(&mut rooms);
    let first = *stream.choose(&Side::ALL);
    let [left, right] = first.across();
    let second = *stream.choose(&[first, left, right]);
    let mut cells = vec![(0, 0), first.next((0, 0)), second.next(first.next((0, 0)))];
    let mut passages = vec![(0, first, 1), (1, second, 2)];
    while cells.len() < rooms.len() {
        let near = stream.index(cells.len());
        let side = *stream.choose(&Side::ALL);
        let cell = side.next(cells[near]);
        if !cells.contains(&cell) {
            passages.push((near, side, cells.len()));
            cells.push(cell);
        }
    }
    tell_map(&rooms, passages, Question::Path(rooms[0], rooms[2]), stream)
}

/// Passages between rooms, in any order, each from either end, and a question.
fn tell_map(
    rooms: &[&'static str],
    mut passages: Vec<(usize, Side, usize)>,
    question: Question,
    stream: &mut Stream,
) -> Vec<Step<Fact, Question>> {
    stream.shuffle(&mut passages);
    let mut steps = Vec::new();
    for (from, side, to) in passages {
        let forth = RelativePosition { what: rooms[to], side, of: rooms[from] };
        let back = RelativePosition { what: rooms[from], side: side.back(), of: rooms[to] };
        steps.push(Step::Tell(Fact(if stream.below(2) == 0 { forth } else { back })));
    }
    steps.push(Step::Ask(question));
    steps
}
