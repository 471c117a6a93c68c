//! Writes pictures of ReaSCAN items to the folder given as argument:
//! `cargo run -p wampimuk-draw --example reasoning -- FOLDER`.

use std::error::Error;
use std::path::Path;

use wampimuk_draw::{
    Appearance, Edge, Graph, GridScene, Layout, Node, Picture, Shade, arc_grid, graph, panels, riddle,
    riddle_of, text,
};
use wampimuk_grid::{Agent, Cell, Form, Heading, Object, World};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: reasoning FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let save = |name: &str, picture: &Picture| -> Result<(), Box<dyn Error>> {
        std::fs::write(folder.join(name).with_extension("svg"), picture.to_svg())?;
        std::fs::write(folder.join(name).with_extension("png"), picture.to_png(2.0)?)?;
        Ok(())
    };
    let look =
        Appearance::from_names(&["circle", "square", "cylinder", "box"], &["red", "green", "yellow", "blue"]);

    let (world, shades) = crowded(16)?;
    let item = shaded(GridScene::new(&world, &look), &shades)?
        .title("walk to the small red circle that is in the same column as a blue cylinder and inside of a green box")
        .link(0, 1, "same column")?
        .link(0, 2, "inside of")?;
    save("item", &Picture::of(&item))?;
    print!("{}", text(&item, true));

    let (world, shades) = crowded(24)?;
    let crowd = shaded(GridScene::new(&world, &look), &shades)?
        .title("twenty-four objects")
        .link(0, 1, "same column")?
        .link(0, 2, "inside of")?
        .link(0, 14, "same row")?
        .link(0, 21, "same colour")?
        .tag(7, "D1")?
        .tag(8, "D2-1")?
        .tag(2, "B2-1")?;
    save("crowd24", &Picture::of(&crowd))?;

    let (world, shades) = crowded(6)?;
    let few = shaded(GridScene::new(&world, &look), &shades)?
        .title("few objects")
        .link(0, 1, "same column")?
        .link(0, 2, "inside of")?
        .link(0, 5, "same row")?
        .without_agent();
    save("few", &Picture::of(&few))?;

    let command = graph("", &command_graph(&look), Layout::Tree)?;
    save("command", &command)?;
    let (world, shades) = crowded(16)?;
    let relations = world_graph(&world, &look);
    save("ring", &graph("All relations", &relations, Layout::Ring)?)?;
    save("cells", &graph("Where objects are", &relations, Layout::Cells)?)?;
    let (full, _) = crowded(24)?;
    save("values", &graph("With values", &with_values(&world, &look), Layout::Ring)?)?;
    save("ring24", &graph("", &world_graph(&full, &look), Layout::Ring)?)?;
    save("cells24", &graph("", &world_graph(&full, &look), Layout::Cells)?)?;
    let scene = shaded(GridScene::new(&world, &look), &shades)?;
    let scene = scene.link(0, 1, "same column")?.link(0, 2, "inside of")?;
    let three = [
        ("(a) graph of the command", command),
        ("(b) world", Picture::of(&scene)),
        ("(c) graph of the world", graph("", &relations, Layout::Ring)?),
    ];
    let words = "walk to the small red circle that is in the same column as a blue cylinder and inside of a green box";
    save("panels", &panels(words, &three, 3))?;
    save("panels2", &panels(words, &three, 2))?;

    let worlds: Vec<[World; 2]> = (0..4).map(recoloured).collect::<Result<_, _>>()?;
    for (name, solved) in [("riddle", false), ("solved", true)] {
        let scene = |world| GridScene::new(world, &look);
        let pairs: Vec<_> = worlds
            .iter()
            .enumerate()
            .map(|(i, [input, output])| (scene(input), (solved || i < 3).then(|| scene(output))))
            .collect();
        let logic = solved.then_some("The object in the same row as the red circle becomes red.");
        save(name, &riddle("What comes out?", &pairs, logic))?;
    }
    let codes: Vec<Vec<u8>> = (0..10).map(|r| (0..10).map(|c| (r * 3 + c) % 10).collect()).collect();
    let turned: Vec<Vec<u8>> = codes.iter().rev().cloned().collect();
    save("arc", &arc_grid(&codes)?)?;
    let pairs = [(arc_grid(&codes)?, Some(arc_grid(&turned)?)), (arc_grid(&turned)?, None)];
    save("arc_riddle", &riddle_of("", &pairs, Some("The grid is turned upside down.")))?;
    Ok(())
}

/// An input world and an output world.
fn recoloured(number: u8) -> Result<[World; 2], Box<dyn Error>> {
    let mut worlds = [World::new(6, Agent::default())?, World::new(6, Agent::default())?];
    for (i, world) in worlds.iter_mut().enumerate() {
        world.place(Object::solid(0, 0, 2 + number % 3, Cell::new(number, 0)))?;
        let colour = if i == 0 { 3 } else { 0 };
        world.place(Object::solid(1 + number % 2, colour, 4, Cell::new(number, 2 + number)))?;
        world.place(Object::solid(1, 1, 3, Cell::new(5, number)))?;
        world.place(Object::solid(2, 2, 1 + number, Cell::new((number + 2) % 5, 1)))?;
    }
    Ok(worlds)
}

fn command_graph(look: &Appearance) -> Graph {
    let nodes = vec![
        Node::object("small red circle")
            .sublabel("target")
            .icon(look.shape(0), look.colour(0), 2)
            .highlighted(),
        Node::object("blue cylinder").icon(look.shape(2), look.colour(3), 3),
        Node::object("green box").icon(look.shape(3), look.colour(1), 4),
        Node::value("small"),
        Node::value("red"),
        Node::value("circle"),
        Node::value("blue"),
        Node::value("cylinder"),
        Node::value("green"),
        Node::value("box"),
    ];
    let value = |from, to, label| Edge::new(from, to, label).directed();
    let edges = vec![
        Edge::new(0, 1, "same column"),
        Edge::new(0, 2, "inside of").directed(),
        value(0, 3, "size"),
        value(0, 4, "colour"),
        value(0, 5, "shape"),
        value(1, 6, "colour"),
        value(1, 7, "shape"),
        value(2, 8, "colour"),
        value(2, 9, "shape"),
    ];
    Graph { nodes, edges }
}

/// The relations, and the colours and shapes that objects have.
fn with_values(world: &World, look: &Appearance) -> Graph {
    let mut graph = world_graph(world, look);
    let first = graph.nodes.len();
    graph.nodes.extend((0..4).map(|colour| Node::value(look.colour_name(colour))));
    graph.nodes.extend((0..4).map(|shape| Node::value(look.shape_name(shape))));
    for (i, object) in world.objects().iter().enumerate() {
        graph.edges.push(Edge::new(i, first + usize::from(object.colour), "colour").directed());
        graph.edges.push(Edge::new(i, first + 4 + usize::from(object.shape), "shape").directed());
    }
    graph
}

/// All relations between the objects of a world. Those between the first three are pointed out.
fn world_graph(world: &World, look: &Appearance) -> Graph {
    let objects = world.objects();
    let mut graph = Graph::default();
    for (i, object) in objects.iter().enumerate() {
        let name = format!("{} {}", look.colour_name(object.colour), look.shape_name(object.shape));
        let node = Node::object(name).sublabel(format!("size {}", object.size));
        let node = node.icon(look.shape(object.shape), look.colour(object.colour), object.size);
        let node = node.cell(object.cell.row, object.cell.column);
        graph.nodes.push(if i < 3 { node.highlighted() } else { node });
        for (j, other) in objects[..i].iter().enumerate() {
            let relations = [
                ("same row", object.cell.row == other.cell.row),
                ("same column", object.cell.column == other.cell.column),
                ("same colour", object.colour == other.colour),
                ("same shape", object.shape == other.shape),
                ("same size", object.size == other.size),
            ];
            for (label, _) in relations.into_iter().filter(|&(_, holds)| holds) {
                let edge = Edge::new(j, i, label);
                graph.edges.push(if (j, i, label) == (0, 1, "same column") {
                    edge.highlighted()
                } else {
                    edge
                });
            }
        }
    }
    for (i, inner) in objects.iter().enumerate() {
        for (j, outer) in objects.iter().enumerate().filter(|&(j, outer)| j != i && outer.form == Form::Frame)
        {
            let within = |at: u8, from: u8| (from..from + outer.size).contains(&at);
            if within(inner.cell.row, outer.cell.row) && within(inner.cell.column, outer.cell.column) {
                let edge = Edge::new(i, j, "inside of").directed();
                graph.edges.push(if (i, j) == (0, 2) { edge.highlighted() } else { edge });
            }
        }
    }
    graph
}

/// A world like those of ReaSCAN, with the part each object plays.
fn crowded(objects: usize) -> Result<(World, Vec<Shade>), Box<dyn Error>> {
    use Shade::{Attribute, Isomorphism, Phrase, Random, Relation, Target};
    let (circle, square, cylinder, frame) = (0, 1, 2, 3);
    let (red, green, yellow, blue) = (0, 1, 2, 3);
    let list = [
        (circle, red, 2, (2, 3), Target),
        (cylinder, blue, 3, (0, 3), Phrase),
        (frame, green, 3, (1, 2), Phrase),
        (circle, red, 2, (4, 5), Relation),
        (cylinder, blue, 4, (0, 5), Relation),
        (circle, red, 4, (2, 0), Relation),
        (frame, green, 2, (2, 0), Relation),
        (circle, red, 2, (3, 1), Isomorphism),
        (cylinder, green, 4, (0, 1), Isomorphism),
        (frame, blue, 3, (3, 0), Isomorphism),
        (circle, blue, 2, (5, 2), Attribute),
        (cylinder, blue, 1, (1, 2), Attribute),
        (frame, green, 2, (4, 2), Attribute),
        (square, yellow, 4, (4, 0), Random),
        (square, green, 4, (2, 4), Random),
        (square, yellow, 1, (1, 0), Random),
        (square, blue, 4, (5, 4), Random),
        (square, green, 2, (0, 0), Random),
        (square, yellow, 3, (3, 5), Random),
        (cylinder, yellow, 4, (5, 5), Random),
        (square, green, 4, (1, 3), Random),
        (square, red, 4, (3, 3), Random),
        (cylinder, red, 4, (1, 4), Random),
        (frame, yellow, 4, (0, 2), Random),
    ];
    let mut world = World::new(6, Agent { cell: Cell::new(5, 0), heading: Heading::East })?;
    for &(shape, colour, size, (row, column), _) in &list[..objects] {
        let form = if shape == frame { Form::Frame } else { Form::Solid };
        world.place(Object { form, ..Object::solid(shape, colour, size, Cell::new(row, column)) })?;
    }
    Ok((world, list[..objects].iter().map(|&(.., shade)| shade).collect()))
}

fn shaded<'a>(scene: GridScene<'a>, shades: &[Shade]) -> Result<GridScene<'a>, Box<dyn Error>> {
    let mut each = shades.iter().enumerate();
    Ok(each.try_fold(scene, |scene, (object, &shade)| scene.shade(object, shade))?)
}
