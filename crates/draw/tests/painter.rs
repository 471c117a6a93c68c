//! Pictures of many worlds: their files are read by another program, and they show what other pictures show.

use proptest::prelude::*;
use wampimuk_draw::{Appearance, CELL_PIXELS, DrawError, GridScene, Painter, Picture, Rgb};
use wampimuk_grid::{Agent, Cell, Form, Heading, Object, World};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn look() -> Appearance {
    Appearance::from_names(&["circle", "square", "cylinder", "box"], &["red", "green", "yellow", "blue"])
}

fn agent(row: u8, column: u8) -> Agent {
    Agent { cell: Cell::new(row, column), heading: Heading::North }
}

fn boxed(colour: u8, size: u8, cell: Cell) -> Object {
    Object { cell, shape: 3, colour, size, form: Form::Frame }
}

/// A world of everything.
fn crowded() -> Outcome<World> {
    let mut world = World::new(6, agent(5, 5))?;
    for number in 0..12 {
        let cell = Cell::new(number / 4, number % 4);
        world.place(Object::solid(number % 3, number / 3, number % 4 + 1, cell))?;
    }
    world.place(boxed(3, 3, Cell::new(0, 1)))?;
    world.place(boxed(0, 2, Cell::new(3, 3)))?;
    world.place(Object::solid(1, 1, 4, Cell::new(5, 5)))?;
    Ok(world)
}

/// The pixels of a PNG file, read by a library.
fn decoded(png: &[u8]) -> Outcome<Vec<Rgb>> {
    let pixels = tiny_skia::Pixmap::decode_png(png)?;
    Ok(pixels.pixels().iter().map(|pixel| Rgb::new(pixel.red(), pixel.green(), pixel.blue())).collect())
}

fn painted(painter: &mut Painter, world: &World) -> Outcome<Vec<Rgb>> {
    let numbers = painter.paint(world)?.to_vec();
    Ok(numbers.iter().map(|&number| painter.palette()[usize::from(number)]).collect())
}

#[test]
fn files_hold_the_pixels() -> Outcome<()> {
    let mut painter = Painter::new(look(), 4)?;
    let world = crowded()?;
    let pixels = painted(&mut painter, &world)?;
    assert_eq!(pixels.len(), (6 * CELL_PIXELS).pow(2));
    assert_eq!(decoded(painter.png(&world)?)?, pixels);
    Ok(())
}

#[test]
fn they_show_what_other_pictures_show() -> Outcome<()> {
    let (look, world) = (look(), crowded()?);
    let mut painter = Painter::new(look.clone(), 4)?;
    let pixels = painted(&mut painter, &world)?;
    // The same world laid out for a reader: 52 units to the cell, a margin of 16 units around the grid.
    let scale = CELL_PIXELS as f32 / 52.0;
    let picture = Picture::of(&GridScene::new(&world, &look));
    let png = picture.to_png(scale)?;
    let width = (picture.width * scale).ceil() as usize;
    let reference = decoded(&png)?;
    let start = (16.0 * scale).round() as usize;
    let side = 6 * CELL_PIXELS;
    let near = |a: Rgb, b: Rgb| {
        let apart = |a: u8, b: u8| a.abs_diff(b) < 60;
        apart(a.red, b.red) && apart(a.green, b.green) && apart(a.blue, b.blue)
    };
    let same = |row: usize, column: usize| {
        near(pixels[row * side + column], reference[(row + start) * width + column + start])
    };
    let agreeing = (0..side * side).filter(|at| same(at / side, at % side)).count();
    let share = agreeing as f64 / (side * side) as f64;
    assert!(share > 0.9, "only {share} of the pixels agree");
    Ok(())
}

#[test]
fn the_order_of_objects_is_not_seen() -> Outcome<()> {
    let mut painter = Painter::new(look(), 4)?;
    let world = crowded()?;
    let mut other = world.clone();
    other.swap_objects(0, 13);
    other.swap_objects(12, 13);
    assert_ne!(world, other);
    assert_eq!(painter.paint(&world)?.to_vec(), painter.paint(&other)?);
    Ok(())
}

#[test]
fn sizes_look_the_same_in_every_world() -> Outcome<()> {
    let mut painter = Painter::new(look(), 6)?;
    let mut world = World::new(2, agent(1, 1))?;
    world.place(Object::solid(1, 0, 2, Cell::new(0, 0)))?;
    let alone = painter.paint(&world)?.to_vec();
    world.place(Object::solid(1, 0, 6, Cell::new(0, 1)))?;
    let beside = painter.paint(&world)?.to_vec();
    let cell = |pixels: &[u8]| -> Vec<u8> {
        pixels.chunks(2 * CELL_PIXELS).take(CELL_PIXELS).flat_map(|row| row[..CELL_PIXELS].to_vec()).collect()
    };
    assert_eq!(cell(&alone), cell(&beside));
    assert_ne!(alone, beside);
    Ok(())
}

#[test]
fn what_has_no_colour_is_refused() -> Outcome<()> {
    let mut world = World::new(2, agent(0, 0))?;
    world.place(Object::solid(0, 4, 1, Cell::new(1, 1)))?;
    let error = Painter::new(look(), 4)?.png(&world).map(<[u8]>::to_vec);
    assert_eq!(error, Err(DrawError::UnknownColour { colour: 4, known: 4 }));
    let many: Vec<String> = (0..64).map(|number| format!("colour {number}")).collect();
    let error = Painter::new(Appearance::from_names(&["circle"], &many), 4).map(|_| ());
    assert_eq!(error, Err(DrawError::Colours { found: 64, most: 63 }));
    Ok(())
}

fn any_object(side: u8) -> impl Strategy<Value = Object> {
    (0..side, 0..side, 0..4u8, 0..4u8, 1..=4u8).prop_map(|(row, column, shape, colour, size)| {
        let form = if shape == 3 { Form::Frame } else { Form::Solid };
        Object { cell: Cell::new(row, column), shape, colour, size, form }
    })
}

proptest! {
    /// Two worlds look the same only if they are the same but for the order of their objects, or if a big thing hides the
    /// frame of its own colour.
    #[test]
    fn different_worlds_look_different(
        objects in proptest::collection::vec(any_object(5), 0..8),
        change in any_object(5),
        heading in 0..4u8,
    ) {
        let agent = Agent { cell: Cell::new(2, 2), heading: Heading::from_index(heading) };
        let mut world = World::new(5, agent).unwrap();
        for object in objects {
            // What does not fit is left out.
            let _ = world.place(object);
        }
        let mut painter = Painter::new(look(), 4).unwrap();
        let before = painter.paint(&world).unwrap().to_vec();
        prop_assert_eq!(painter.clone().png(&world).unwrap().to_vec(), painter.png(&world).unwrap());
        let may_be_hidden = change.form == Form::Frame && world.objects().iter().any(|object| {
            let within = |at: u8, from: u8| (from..from + change.size).contains(&at);
            let (cell, corner) = (object.cell, change.cell);
            object.form == Form::Solid
                && object.colour == change.colour
                && within(cell.row, corner.row)
                && within(cell.column, corner.column)
        });
        if !may_be_hidden && world.place(change).is_ok() {
            prop_assert_ne!(before, painter.paint(&world).unwrap());
        }
    }
}
