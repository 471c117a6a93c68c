//! The operations against a second, slow implementation that knows nothing but a table of cells.

use proptest::prelude::*;
use wampimuk_grid::{Agent, Cell, Form, Heading, Object, World};
use wampimuk_riddle::{ObjectSpec, Operation};

const SIDE: i32 = 5;
const MOST: u8 = 4;

/// An object as a row of numbers: row, column, shape, colour, size, and whether it is a box.
type Row = (i32, i32, u8, u8, u8, bool);

fn rows(world: &World) -> Vec<Row> {
    let row = |object: &Object| {
        let (row, column) = (i32::from(object.cell.row), i32::from(object.cell.column));
        (row, column, object.shape, object.colour, object.size, object.form == Form::Frame)
    };
    world.objects().iter().map(row).collect()
}

/// Whether a table of objects could be a world.
fn is_possible(table: &[Row]) -> bool {
    table.iter().enumerate().all(|(number, &(row, column, _, _, size, frame))| {
        let extent = if frame { i32::from(size) } else { 1 };
        let inside = row >= 0 && column >= 0 && row + extent <= SIDE && column + extent <= SIDE;
        inside && !table[..number].iter().any(|other| (other.0, other.1, other.5) == (row, column, frame))
    })
}

fn way(heading: Heading) -> (i32, i32) {
    match heading {
        Heading::East => (0, 1),
        Heading::South => (1, 0),
        Heading::West => (0, -1),
        Heading::North => (-1, 0),
    }
}

/// What an operation makes of a table; `None` where it cannot be done or changes nothing.
fn second_opinion(table: &[Row], target: usize, operation: &Operation) -> Option<Vec<Row>> {
    let mut after = table.to_vec();
    match *operation {
        Operation::Draw { colour } => after[target].3 = colour,
        Operation::Enlarge { by, at_most } => {
            for _ in 0..by {
                if after[target].4 < at_most {
                    after[target].4 += 1;
                }
            }
        }
        Operation::ChangeShape { shape, form } => {
            if shape == after[target].2 {
                return None;
            }
            after[target].2 = shape;
            after[target].5 = form == Form::Frame;
            if after[target].5 {
                after[target].4 = 1;
            }
        }
        Operation::DrawAdjacent { side, thing } => {
            let (down, across) = way(side);
            let (row, column) = (table[target].0 + down, table[target].1 + across);
            after.push((row, column, thing.shape, thing.colour, thing.size, thing.form == Form::Frame));
        }
        Operation::Move { heading, steps } => {
            let (down, across) = way(heading);
            let mut tables = vec![after.clone()];
            loop {
                after[target].0 += down;
                after[target].1 += across;
                if !is_possible(&after) {
                    break;
                }
                tables.push(after.clone());
            }
            after = match steps {
                Some(steps) => tables.get(usize::from(steps))?.clone(),
                None => tables.pop()?,
            };
        }
    }
    (after != table && is_possible(&after)).then_some(after)
}

fn object() -> impl Strategy<Value = Object> {
    (0..SIDE as u8, 0..SIDE as u8, 0..4u8, 0..3u8, 1..=MOST).prop_map(|(row, column, shape, colour, size)| {
        let form = if shape == 3 { Form::Frame } else { Form::Solid };
        Object { cell: Cell::new(row, column), shape, colour, size, form }
    })
}

/// Objects that have no room are left out.
fn world() -> impl Strategy<Value = World> {
    prop::collection::vec(object(), 1..14).prop_map(|objects| {
        let mut world = World::new(SIDE as u8, Agent::default()).expect("the side is fine");
        for object in objects {
            let _ = world.place(object);
        }
        if world.objects().is_empty() {
            world.place(Object::solid(0, 0, 1, Cell::new(2, 2))).expect("the world is empty");
        }
        world
    })
}

fn operation() -> impl Strategy<Value = Operation> {
    let heading = || (0..4u8).prop_map(Heading::from_index);
    let form = |shape: u8| if shape == 3 { Form::Frame } else { Form::Solid };
    prop_oneof![
        (0..3u8).prop_map(|colour| Operation::Draw { colour }),
        (1..4u8).prop_map(|by| Operation::Enlarge { by, at_most: MOST }),
        (0..4u8).prop_map(move |shape| Operation::ChangeShape { shape, form: form(shape) }),
        (heading(), 0..4u8, 0..3u8, 1..=MOST).prop_map(move |(side, shape, colour, size)| {
            Operation::DrawAdjacent { side, thing: ObjectSpec { shape, form: form(shape), colour, size } }
        }),
        (heading(), prop::option::of(1..4u8)).prop_map(|(heading, steps)| Operation::Move { heading, steps }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn operations_do_what_a_table_says(world in world(), operation in operation(), pick in 0..64usize) {
        let target = pick % world.objects().len();
        let expected = second_opinion(&rows(&world), target, &operation);
        let after = operation.apply(&world, target);
        prop_assert_eq!(after.as_ref().map(rows), expected);
        if let Some(after) = after {
            prop_assert!(operation.explains(&world, &after) >> target & 1 == 1);
        }
    }
}

#[test]
fn what_is_not_there_cannot_be_changed() {
    let world = World::new(4, Agent::default()).unwrap();
    assert_eq!(Operation::Draw { colour: 0 }.apply(&world, 0), None);
    assert_eq!(Operation::Draw { colour: 0 }.explains(&world, &world), 0);
}

/// The original draws at the edge as well, off the grid.
#[test]
fn nothing_is_drawn_off_the_grid_or_on_something() {
    let mut world = World::new(4, Agent::default()).unwrap();
    world.place(Object::solid(0, 0, 1, Cell::new(1, 3))).unwrap();
    world.place(Object::solid(0, 0, 1, Cell::new(1, 2))).unwrap();
    let thing = ObjectSpec { shape: 1, form: Form::Solid, colour: 1, size: 4 };
    let draw = |side, target| Operation::DrawAdjacent { side, thing }.apply(&world, target);
    assert_eq!(draw(Heading::East, 0), None);
    assert_eq!(draw(Heading::East, 1), None);
    let after = draw(Heading::West, 1).unwrap();
    assert_eq!(after.objects()[2], Object::solid(1, 1, 4, Cell::new(1, 1)));
}
