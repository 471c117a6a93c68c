//! Whole pictures: pinned ones, decoded ones, and strange ones.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use proptest::prelude::*;
use wampimuk_draw::{
    Appearance, DrawError, GridScene, MAX_FRAMES, Picture, bar_chart, gif, grouped_bars, heat_grid, png,
    sheet, svg, text,
};
use wampimuk_grid::{Action, Agent, Cell, Form, Heading, Object, Simulation, World};

fn look() -> Appearance {
    Appearance::from_names(&["circle", "square", "cylinder", "box"], &["red", "green", "yellow", "blue"])
}

fn small() -> World {
    let mut world = World::new(4, Agent { cell: Cell::new(3, 0), heading: Heading::East }).unwrap();
    world.place(Object::solid(0, 0, 2, Cell::new(1, 2))).unwrap();
    world.place(Object::solid(2, 3, 4, Cell::new(3, 3))).unwrap();
    world.place(Object { form: Form::Frame, ..Object::solid(3, 1, 2, Cell::new(0, 1)) }).unwrap();
    world.place(Object { form: Form::Frame, ..Object::solid(3, 2, 3, Cell::new(1, 1)) }).unwrap();
    world
}

const WAY: [Action; 7] =
    [Action::Walk, Action::Walk, Action::TurnLeft, Action::Walk, Action::Walk, Action::Push, Action::Push];

#[test]
fn the_svg_of_a_small_world() {
    let (world, look) = (small(), look());
    let scene = GridScene::new(&world, &look)
        .title("push the <red> circle")
        .caption("walk,walk,turn left")
        .target(0)
        .unwrap()
        .path(&WAY)
        .predicted(&WAY[..4]);
    insta::assert_snapshot!(svg(&scene));
}

#[test]
fn the_terminal_shows_a_small_world() {
    let (world, look) = (small(), look());
    let scene =
        GridScene::new(&world, &look).title("push\x1b[2J the red circle").path(&WAY).predicted(&WAY[..4]);
    let scene = scene.caption("two captions").caption("are two lines").target(0).unwrap();
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
fn a_png_has_the_size_of_its_picture() {
    let (world, look) = (small(), look());
    let scene = GridScene::new(&world, &look).title("push the red circle");
    let picture = Picture::of(&scene);
    for scale in [0.5, 1.0, 2.0] {
        let pixels = tiny_skia::Pixmap::decode_png(&png(&scene, scale).unwrap()).unwrap();
        assert_eq!(pixels.width(), (picture.width * scale).ceil() as u32);
        assert_eq!(pixels.height(), (picture.height * scale).ceil() as u32);
        assert!(pixels.pixels().iter().any(|pixel| pixel.red() > 180 && pixel.green() < 60), "something red");
    }
}

/// The frames of a GIF, each as the whole canvas in RGB.
fn frames(file: &[u8]) -> Vec<Vec<u8>> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(file).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![0; width * height * 3];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (i, pixel) in frame.buffer.chunks(4).enumerate().filter(|(_, pixel)| pixel[3] > 0) {
            let (row, column) = (i / usize::from(frame.width), i % usize::from(frame.width));
            let at = (usize::from(frame.top) + row) * width + usize::from(frame.left) + column;
            canvas[at * 3..at * 3 + 3].copy_from_slice(&pixel[..3]);
        }
        frames.push(canvas.clone());
    }
    frames
}

#[test]
fn a_gif_has_a_frame_for_the_start_and_for_each_action() {
    let (world, look) = (small(), look());
    let scene = GridScene::new(&world, &look).title("push the red circle");
    let file = gif(&scene, &WAY).unwrap();
    assert!(file.len() < 40_000, "{} bytes", file.len());
    let shown = frames(&file);
    assert_eq!(shown.len(), WAY.len() + 1);
    assert_ne!(shown[0], shown[1]);
    assert_eq!(frames(&gif(&scene, &[]).unwrap()).len(), 1);
    let long = vec![Action::Stay; MAX_FRAMES + 1];
    assert!(matches!(gif(&scene, &long), Err(DrawError::TooLong { .. })));
}

#[test]
fn what_contradicts_the_world_is_refused() {
    let (world, look) = (small(), look());
    let scene = GridScene::new(&world, &look);
    assert_eq!(scene.clone().target(4).unwrap_err(), DrawError::Target { target: 4, objects: 4 });
    let error = scene.clone().attention(&[0.0; 15]).unwrap_err();
    assert_eq!(error, DrawError::Attention { expected: 16, found: 15 });
    let other = Simulation::new(World::new(5, Agent::default()).unwrap());
    assert_eq!(scene.clone().frame(&other).unwrap_err(), DrawError::Frame { expected: 4, found: 5 });
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(png(&scene, scale), Err(DrawError::Scale(_))));
    }
    assert!(matches!(png(&scene, 1e9), Err(DrawError::TooLarge { .. })));
}

#[test]
fn a_run_moves_what_is_drawn() {
    let (world, look) = (small(), look());
    let mut run = Simulation::new(world.clone());
    for action in WAY {
        run.step(action);
    }
    let drawn = text(&GridScene::new(&world, &look).frame(&run).unwrap(), false);
    assert!(drawn.lines().nth(1).unwrap().contains("R2●▲"), "{drawn}");
}

#[test]
fn sheets_hold_all_scenes() {
    let (world, look) = (small(), look());
    let one = GridScene::new(&world, &look).title("a short title");
    let two = GridScene::new(&world, &look)
        .title("a title that is so long that it takes several lines of this picture");
    let single = Picture::of(&one);
    let sheet_of_three = sheet(&[one.clone(), two.clone(), one.clone()], 2);
    assert_eq!(sheet_of_three.width, 2.0 * single.width);
    assert!(sheet_of_three.height > 2.0 * single.height);
    assert_eq!(sheet(&[one, two], 0).width, single.width, "no columns are one column");
    let nothing = sheet(&[], 3);
    assert!(nothing.to_svg().starts_with("<svg") && nothing.to_png(1.0).is_ok());
}

#[test]
fn charts_of_strange_values() {
    let values = [0.0, -3.0, 12.5, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN, 5e-324];
    for a in values {
        for b in values {
            let bars = [("a", a), ("a label <that> is much too long to fit beside the bars of a chart", b)];
            let groups = [("one", vec![a, b, a]), ("two", vec![]), ("three", vec![b])];
            let rows = [vec![a, b], vec![], vec![b]];
            for picture in [
                bar_chart("bars", &bars),
                grouped_bars("groups", &["x", "y"], &groups),
                heat_grid("heat", &rows),
            ] {
                let svg = picture.to_svg();
                assert!(!svg.contains("NaN") && !svg.contains("inf"), "{a} {b} {svg}");
                assert!(picture.to_png(0.5).is_ok());
            }
        }
    }
    let empty = [
        bar_chart::<&str>("", &[]),
        grouped_bars::<&str, &str, Vec<f64>>("", &[], &[]),
        heat_grid::<Vec<f64>>("", &[]),
        heat_grid("", &vec![vec![1.0; 300]; 300]),
    ];
    assert!(empty.iter().all(|picture| picture.to_png(1.0).is_ok()));
}

#[test]
fn a_chart_in_svg() {
    let groups = [("random", [97.25, 0.0]), ("a & b", [-3.0, f64::NAN])];
    insta::assert_snapshot!(grouped_bars("Exact match", &["ours", "theirs"], &groups).to_svg());
}

fn any_world() -> impl Strategy<Value = World> {
    let object = (any::<[u8; 5]>(), any::<bool>());
    (1..=32u8, any::<[u8; 3]>(), prop::collection::vec(object, 0..70)).prop_map(|(side, agent, objects)| {
        let cell = |row, column| Cell::new(row % side, column % side);
        let heading = Heading::from_index(agent[2]);
        let mut world = World::new(side, Agent { cell: cell(agent[0], agent[1]), heading }).unwrap();
        for ([shape, colour, size, row, column], framed) in objects {
            let form = if framed { Form::Frame } else { Form::Solid };
            // What the world refuses need not be drawn.
            let _ = world.place(Object { form, ..Object::solid(shape, colour, size, cell(row, column)) });
            let _ = world
                .place(Object { form, ..Object::solid(shape % 5, colour % 5, size % 5, cell(row, column)) });
        }
        world
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_world_can_be_drawn(
        world in any_world(),
        actions in prop::collection::vec(prop::sample::select(Action::ALL.to_vec()), 0..3000),
        title in "\\PC{0,200}",
        caption in any::<String>(),
        weights in prop::collection::vec(any::<f32>(), 32 * 32),
    ) {
        let look = look();
        let cells = usize::from(world.side()).pow(2);
        let mut scene = GridScene::new(&world, &look).title(title).caption(caption).caption("turn left,".repeat(900));
        scene = scene.attention(&weights[..cells]).unwrap().path(&actions).predicted(&actions[actions.len() / 2..]);
        if !world.objects().is_empty() {
            scene = scene.target(world.objects().len() / 2).unwrap();
        }
        let drawn = svg(&scene);
        prop_assert_eq!(&drawn, &svg(&scene.clone()));
        prop_assert!(!drawn.contains("NaN"));
        prop_assert!(png(&scene, 0.5).is_ok());
        let rows = text(&scene, false);
        prop_assert!(!rows.contains('\x1b'));
        text(&scene, true);
        let few = &actions[..actions.len().min(3)];
        prop_assert_eq!(frames(&gif(&scene, few).unwrap()).len(), few.len() + 1);
    }
}
