//! Pictures of items that have to be reasoned about: parts, relations, graphs, riddles.

#![expect(clippy::unwrap_used, reason = "helpers of tests are tests")]

use wampimuk_draw::{
    ARC_COLOURS, Appearance, DrawError, DrawnShape, Edge, Graph, GridScene, Layout, MAX_NODES, Node, Picture,
    Rgb, Shade, Shape, arc_grid, graph, panels, png, riddle, riddle_of, svg, text,
};
use wampimuk_grid::{Agent, Cell, Form, Heading, Object, World};

fn look() -> Appearance {
    Appearance::from_names(&["circle", "square", "cylinder", "box"], &["red", "green", "yellow", "blue"])
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

fn shaded<'a>(world: &'a World, look: &'a Appearance) -> GridScene<'a> {
    let scene = GridScene::new(world, look).shade(0, Shade::Target).unwrap();
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
    let scene = GridScene::new(&world, &look).shade(0, Shade::Target).unwrap();
    assert_eq!(texts(&Picture::of(&scene)), ["T", "T", "target"], "on the object, and in the legend");
    let scene = scene.shade(1, Shade::Isomorphism).unwrap().tag(1, "D1").unwrap();
    let picture = Picture::of(&scene);
    assert_eq!(texts(&picture), ["T", "D1", "T", "target", "distractors:", "isomorphism"]);
    assert_eq!(texts(&Picture::of(&GridScene::new(&world, &look))), [""; 0]);
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
    let scene = GridScene::new(&world, &look).link(0, 1, "same row").unwrap();
    assert_eq!(texts(&Picture::of(&scene)), ["same row"]);
    // Between neighbours there is none.
    let scene = scene.link(0, 3, "same column").unwrap().link(1, 3, "").unwrap();
    assert_eq!(texts(&Picture::of(&scene)), ["1", "2", "1", "same row", "2", "same column"]);
}

#[test]
fn agents_can_be_left_out() {
    let (world, look) = (world(), look());
    let scene = GridScene::new(&world, &look);
    assert!(text(&scene, false).contains('▶'));
    let without = scene.clone().without_agent();
    assert!(!text(&without, false).contains('▶'));
    assert!(Picture::of(&without).shapes.len() < Picture::of(&scene).shapes.len());
}

#[test]
fn objects_that_do_not_exist_are_refused() {
    let (world, look) = (world(), look());
    let scene = GridScene::new(&world, &look);
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
        let mut scene = GridScene::new(&world, &look);
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

const LAYOUTS: [Layout; 3] = [Layout::Tree, Layout::Ring, Layout::Cells];

fn command() -> Graph {
    let red = look().colour(0);
    let nodes = vec![
        Node::object("small red circle").sublabel("target").icon(DrawnShape::Circle, red, 2).highlighted(),
        Node::object("cylinder"),
        Node::object("green <box>"),
        Node::value("red"),
        Node::value("circle"),
    ];
    let both = Edge { labels: vec!["same row".into(), "same size".into()], ..Edge::new(0, 1, "") };
    let edges = vec![
        both,
        Edge::new(0, 2, "inside of").directed(),
        Edge::new(0, 3, "colour").directed().highlighted(),
        Edge::new(4, 0, "shape").directed(),
        Edge::new(1, 2, "same colour"),
    ];
    Graph { nodes, edges }
}

/// As many objects as a world can have, with all relations of rows and columns, and with values.
fn crowd(objects: usize, values: usize) -> Graph {
    let cell = |i: usize| ((i / 6) as u8, (i % 6) as u8);
    let mut graph = Graph::default();
    for i in 0..objects {
        let node = Node::object(format!("yellow cylinder {i}")).sublabel("size 4");
        let node = node.icon(DrawnShape::ALL[i % 11].clone(), Rgb::INK, i as u8).cell(cell(i).0, cell(i).1);
        graph.nodes.push(if i % 7 == 0 { node.highlighted() } else { node });
        for j in 0..i {
            if i % 7 == 0 && j % 7 == 0 {
                graph.edges.push(Edge::new(i, j, "same shape").highlighted());
            }
            if cell(i).0 == cell(j).0 {
                graph.edges.push(Edge::new(i, j, "same row"));
            }
            if cell(i).1 == cell(j).1 {
                graph.edges.push(Edge::new(i, j, "same column"));
            }
        }
    }
    for i in 0..values {
        graph.nodes.push(Node::value(format!("value {i}")));
        graph
            .edges
            .extend((i..objects).step_by(values).map(|j| Edge::new(j, objects + i, "colour").directed()));
    }
    graph
}

#[test]
fn the_svg_of_a_graph() {
    insta::assert_snapshot!(graph("a command", &command(), Layout::Tree).unwrap().to_svg());
}

#[test]
fn graphs_name_all_nodes_and_relations() {
    for layout in LAYOUTS {
        let picture = graph("", &command(), layout).unwrap();
        let texts = texts(&picture).join(" ");
        for word in ["small red circle", "target", "green <box>", "same size", "shape", "same colour"] {
            assert!(texts.contains(word), "{layout:?} {word} {texts}");
        }
    }
}

#[test]
fn texts_of_graphs_do_not_collide() {
    for layout in LAYOUTS {
        assert_no_text_collides(&graph("a command", &command(), layout).unwrap());
        for objects in [1, 2, 3, 13, 24] {
            if layout != Layout::Tree {
                assert_no_text_collides(&graph("", &crowd(objects, 0), layout).unwrap());
                assert_no_text_collides(&graph("", &crowd(objects, 8), layout).unwrap());
            }
        }
    }
}

#[test]
fn nothing_of_a_graph_is_cut_off() {
    for layout in LAYOUTS {
        for nodes in [1, 5, 24, 64] {
            let picture = graph("", &crowd(nodes, 3), layout).unwrap();
            let inside = |x: f32, y: f32| {
                assert!(
                    x >= 0.0 && y >= 0.0 && x <= picture.width && y <= picture.height,
                    "{layout:?} {x} {y}"
                );
            };
            for shape in &picture.shapes {
                match *shape {
                    Shape::Circle { x, y, radius, .. } => {
                        inside(x - radius, y - radius);
                        inside(x + radius, y + radius);
                    }
                    Shape::Rect { x, y, width, height, .. } => {
                        inside(x, y);
                        inside(x + width, y + height);
                    }
                    _ => {}
                }
            }
        }
    }
}

#[test]
fn highlights_stand_out() {
    for layout in LAYOUTS {
        let mut plain = command();
        plain.nodes.iter_mut().for_each(|node| node.highlighted = false);
        plain.edges.iter_mut().for_each(|edge| edge.highlighted = false);
        let of = |relations: &Graph| graph("", relations, layout).unwrap().to_svg();
        assert!(of(&command()).contains("#ce3e38") && !of(&plain).contains("#ce3e38"), "{layout:?}");
    }
}

#[test]
fn hostile_graphs_are_refused() {
    let nodes = vec![Node::object("a"), Node::object("b")];
    for layout in LAYOUTS {
        let of = |edge| graph("", &Graph { nodes: nodes.clone(), edges: vec![edge] }, layout).map(|_| ());
        for node in [2, usize::MAX] {
            assert_eq!(of(Edge::new(0, node, "x")), Err(DrawError::Node { node, nodes: 2 }));
            assert_eq!(of(Edge::new(node, 0, "x")), Err(DrawError::Node { node, nodes: 2 }));
        }
        assert_eq!(of(Edge::new(1, 1, "x")), Err(DrawError::Loop(1)));
        let many = Graph { nodes: vec![Node::value("x"); MAX_NODES + 1], edges: Vec::new() };
        assert!(matches!(graph("", &many, layout), Err(DrawError::Nodes { .. })));
    }
}

#[test]
fn strange_graphs_can_be_drawn() {
    let mut odd = crowd(64, 10);
    for (i, node) in odd.nodes.iter_mut().enumerate() {
        node.cell = (i % 3 > 0).then_some(((i * 37 % 256) as u8, (i * 91 % 256) as u8));
        node.label = "<&> a name that is much too long for a small picture ".repeat(i % 4);
    }
    let ring = |n: usize| (0..n).map(move |i| Edge::new(i, (i + 1) % n, "").directed());
    let chain = Graph { nodes: vec![Node::object("x"); MAX_NODES], edges: ring(MAX_NODES).collect() };
    let mut silent = command();
    silent.edges.iter_mut().for_each(|edge| edge.labels.clear());
    for relations in [odd, chain, silent, Graph::default(), crowd(64, 0)] {
        for layout in LAYOUTS {
            let picture = graph("a title", &relations, layout).unwrap();
            let drawn = picture.to_svg();
            assert_eq!(drawn, graph("a title", &relations.clone(), layout).unwrap().to_svg());
            assert!(!drawn.contains("NaN") && !drawn.contains("inf\""));
            assert!(picture.to_png(0.2).is_ok());
        }
    }
}

#[test]
fn panels_stand_side_by_side() {
    let (world, look) = (world(), look());
    let two = [
        ("graph", graph("", &command(), Layout::Tree).unwrap()),
        ("world", Picture::of(&GridScene::new(&world, &look))),
    ];
    let side_by_side = panels("a command", &two, 2);
    assert_eq!(side_by_side.width, two[0].1.width + two[1].1.width);
    assert_no_text_collides(&side_by_side);
    let stacked = panels("", &two, 0);
    assert_eq!(stacked.width, two[0].1.width.max(two[1].1.width));
    assert!(stacked.height > two[0].1.height + two[1].1.height);
    assert!(panels::<&str>("", &[], 3).to_png(1.0).is_ok());
}

#[test]
fn riddles_ask_for_what_is_not_given() {
    let (world, look) = (world(), look());
    let scene = GridScene::new(&world, &look);
    let asked = riddle("", &[(scene.clone(), Some(scene.clone())), (scene.clone(), None)], None);
    assert_eq!(texts(&asked), ["input", "output", "?"]);
    let solved = [(scene.clone(), Some(scene.clone())), (scene.clone(), Some(scene.clone()))];
    let solved = riddle("a title", &solved, Some("the logic"));
    assert_eq!(texts(&solved), ["a title", "input", "output", "the logic"]);
    assert_no_text_collides(&solved);
    // An agent is a path of five points; there is none.
    let with_agent = Picture::of(&scene).shapes.len();
    let pair = riddle("", &[(scene.clone(), Some(scene))], None).shapes.len();
    assert_eq!(pair, 2 * (with_agent - 2) + 2 + 2, "two worlds, an arrow, two names");
    assert!(riddle("", &[], Some("")).to_png(1.0).is_ok());
}

#[test]
fn codes_have_the_colours_of_the_corpus() {
    let codes: Vec<u8> = (0..10).collect();
    let drawn = arc_grid(&[codes]).unwrap().to_svg();
    for colour in ["#000000", "#0074d9", "#ff4136", "#2ecc40", "#ffdc00"] {
        assert_eq!(drawn.matches(&format!("fill=\"{colour}\"")).count(), 1);
    }
    for colour in ["#aaaaaa", "#f012be", "#ff851b", "#7fdbff", "#870c25"] {
        assert_eq!(drawn.matches(&format!("fill=\"{colour}\"")).count(), 1);
    }
    let large = arc_grid(&vec![vec![7; 32]; 32]).unwrap();
    let orange = ARC_COLOURS[7].hex();
    assert_eq!(large.to_svg().matches(&format!("fill=\"{orange}\"")).count(), 32 * 32);
    assert!(riddle_of("", &[(large, None)], None).to_png(1.0).is_ok());
}

#[test]
fn hostile_grids_are_refused() {
    assert_eq!(arc_grid::<Vec<u8>>(&[]), Err(DrawError::Empty));
    assert_eq!(arc_grid(&[vec![], vec![1]]), Err(DrawError::Empty));
    assert_eq!(arc_grid(&[vec![1], vec![]]), Err(DrawError::Ragged { row: 1, expected: 1, found: 0 }));
    assert_eq!(arc_grid(&[vec![0, 10]]), Err(DrawError::Code { code: 10, row: 0, column: 1 }));
}

#[test]
fn scaling_scales_everything() {
    let (world, look) = (world(), look());
    let picture = Picture::of(&shaded(&world, &look).link(0, 1, "same row").unwrap().title("a title"));
    let twice = picture.scaled(2.0);
    assert_eq!((twice.width, twice.height), (2.0 * picture.width, 2.0 * picture.height));
    assert_eq!(twice.scaled(0.5), picture);
    for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(picture.scaled(factor), picture);
    }
}
