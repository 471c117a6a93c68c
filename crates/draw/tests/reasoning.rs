//! Pictures of items that have to be reasoned about: parts, relations, graphs, riddles.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use wampimuk_draw::{DrawError, Look, Picture, Rgb, Scene, Shade, Shape, png, svg, text};
use wampimuk_grid::{Agent, Cell, Form, Heading, Object, World};

fn look() -> Look {
    Look::from_names(&["circle", "square", "cylinder", "box"], &["red", "green", "yellow", "blue"])
}

fn world() -> World {
    let mut world = World::new(4, Agent { cell: Cell::new(3, 0), heading: Heading::East }).unwrap();
    world.place(Object::solid(0, 0, 4, Cell::new(1, 2))).unwrap();
    world.place(Object::solid(2, 3, 1, Cell::new(1, 0))).unwrap();
    world.place(Object { form: Form::Frame, ..Object::solid(3, 1, 2, Cell::new(0, 2)) }).unwrap();
    world.place(Object::solid(1, 1, 4, Cell::new(0, 2))).unwrap();
    world
}

/// All 64 objects that a world can hold, half of them boxes in one cell with another object.
fn full(side: u8) -> World {
    let mut world = World::new(side, Agent::default()).unwrap();
    for i in 0..32 {
        let cell = Cell::new(i / side, i % side);
        world.place(Object::solid(i % 3, i % 4, 1 + i % 4, cell)).unwrap();
        world
            .place(Object {
                form: Form::Frame,
                ..Object::solid(3, i % 4, 1 + u8::from(cell.column + 1 < side), cell)
            })
            .unwrap();
    }
    world
}

fn texts(picture: &Picture) -> Vec<&str> {
    let mut texts = Vec::new();
    for shape in &picture.shapes {
        if let Shape::Text { content, .. } = shape {
            texts.push(content.as_str());
        }
    }
    texts
}

/// The rectangles that texts fill, nearly.
fn text_areas(picture: &Picture) -> Vec<(f32, f32, f32, f32, &str)> {
    use wampimuk_draw::Anchor;
    let area = |shape| {
        let &Shape::Text { x, y, size, anchor, ref content, .. } = shape else { return None };
        // Letters are half as wide as they are high, more or less.
        let width = 0.45 * size * content.chars().count() as f32;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        Some((left, y - 0.7 * size, left + width, y, content.as_str()))
    };
    picture.shapes.iter().filter_map(area).collect()
}

fn assert_no_text_collides(picture: &Picture) {
    let areas = text_areas(picture);
    for (i, a) in areas.iter().enumerate() {
        assert!(a.0 >= 0.0 && a.1 >= 0.0 && a.2 <= picture.width && a.3 <= picture.height, "cut off: {a:?}");
        for b in &areas[..i] {
            let apart = a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1;
            assert!(apart, "{a:?} collides with {b:?}");
        }
    }
}

fn shaded<'a>(world: &'a World, look: &'a Look) -> Scene<'a> {
    let scene = Scene::new(world, look).shade(0, Shade::Target).unwrap();
    let scene = scene.shade(1, Shade::Phrase).unwrap().shade(2, Shade::Phrase).unwrap();
    scene.shade(3, Shade::Random).unwrap()
}

#[test]
fn the_svg_of_a_shaded_world() {
    let (world, look) = (world(), look());
    let scene = shaded(&world, &look).link(0, 1, "same row").unwrap().link(0, 2, "inside <of>").unwrap();
    insta::assert_snapshot!(svg(&scene.tag(3, "D1").unwrap()));
}

#[test]
fn the_terminal_shows_parts_and_relations() {
    let (world, look) = (world(), look());
    let scene =
        shaded(&world, &look).link(0, 1, "same\x1b row").unwrap().tag(3, "D1").unwrap().without_agent();
    let plain = text(&scene, false);
    insta::assert_snapshot!(plain);
    let coloured = text(&scene, true);
    let mut stripped = String::new();
    for (i, part) in coloured.split('\x1b').enumerate() {
        stripped.push_str(if i == 0 { part } else { part.split_once('m').unwrap().1 });
    }
    assert_eq!(stripped, plain, "colour adds escapes and nothing else");
}

#[test]
fn the_legend_lists_the_shades_that_occur() {
    let (world, look) = (world(), look());
    let scene = Scene::new(&world, &look).shade(0, Shade::Target).unwrap();
    assert_eq!(texts(&Picture::of(&scene)), ["T", "T", "target"], "on the object, and in the legend");
    let scene = scene.shade(1, Shade::Isomorphism).unwrap().tag(1, "D1").unwrap();
    let picture = Picture::of(&scene);
    assert_eq!(texts(&picture), ["T", "D1", "T", "target", "distractors:", "isomorphism"]);
    assert_eq!(texts(&Picture::of(&Scene::new(&world, &look))), [""; 0]);
}

#[test]
fn tints_are_distinct_and_light() {
    for (i, one) in Shade::ALL.iter().enumerate() {
        let Rgb { red, green, blue } = one.tint();
        assert!(u32::from(red) + u32::from(green) + u32::from(blue) > 560, "{one:?}");
        for other in &Shade::ALL[..i] {
            assert_ne!(one.letter(), other.letter());
            let apart = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
            let (a, b) = (one.tint(), other.tint());
            let distance = apart(a.red, b.red) + apart(a.green, b.green) + apart(a.blue, b.blue);
            assert!(distance > 20 * 20, "{one:?} {other:?}");
        }
    }
}

#[test]
fn labels_are_words_where_there_is_room() {
    let (world, look) = (world(), look());
    let scene = Scene::new(&world, &look).link(0, 1, "same row").unwrap();
    assert_eq!(texts(&Picture::of(&scene)), ["same row"]);
    // Between neighbours there is none.
    let scene = scene.link(0, 3, "same column").unwrap().link(1, 3, "").unwrap();
    assert_eq!(texts(&Picture::of(&scene)), ["1", "2", "1", "same row", "2", "same column"]);
}

#[test]
fn agents_can_be_left_out() {
    let (world, look) = (world(), look());
    let scene = Scene::new(&world, &look);
    assert!(text(&scene, false).contains('▶'));
    let without = scene.clone().without_agent();
    assert!(!text(&without, false).contains('▶'));
    assert!(Picture::of(&without).shapes.len() < Picture::of(&scene).shapes.len());
}

#[test]
fn objects_that_do_not_exist_are_refused() {
    let (world, look) = (world(), look());
    let scene = Scene::new(&world, &look);
    for number in [4, 64, usize::MAX] {
        let error = DrawError::Target { target: number, objects: 4 };
        assert_eq!(scene.clone().shade(number, Shade::Target).unwrap_err(), error);
        assert_eq!(scene.clone().tag(number, "D").unwrap_err(), error);
        assert_eq!(scene.clone().link(number, 0, "x").unwrap_err(), error);
        assert_eq!(scene.clone().link(0, number, "x").unwrap_err(), error);
    }
    assert_eq!(scene.link(2, 2, "x").unwrap_err(), DrawError::Loop(2));
}

#[test]
fn full_worlds_can_be_drawn() {
    let look = look();
    for side in [8, 12, 32] {
        let world = full(side);
        let mut scene = Scene::new(&world, &look);
        for object in 0..world.objects().len() {
            scene = scene.shade(object, Shade::ALL[object % 6]).unwrap();
            scene = scene.tag(object, "D".repeat(object % 9)).unwrap();
            scene = scene.link(object, (object + 7) % 64, "a label <that> is long").unwrap();
        }
        let drawn = svg(&scene);
        assert_eq!(drawn, svg(&scene.clone()));
        assert!(!drawn.contains("NaN") && !drawn.contains("inf"));
        assert!(png(&scene, 1.0).is_ok());
        text(&scene, true);
    }
}

#[test]
fn texts_on_a_shaded_world_do_not_collide() {
    let (world, look) = (world(), look());
    let scene = shaded(&world, &look).link(0, 1, "same row").unwrap().link(0, 2, "inside of").unwrap();
    let scene = scene.link(0, 3, "same column").unwrap().link(1, 3, "same size").unwrap();
    assert_no_text_collides(&Picture::of(&scene.title("a command").caption("an answer")));
}
