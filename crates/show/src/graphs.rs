//! Relation graphs of an item, as pictures.

use wampimuk_command::{
    Lexicon, ObjectNode, Phrase, PhraseNode, Reading, Relation, Scene, Semantics, command_graph, world_graph,
};
use wampimuk_draw::{Appearance, Edge, Graph, Node};
use wampimuk_grid::World;

/// Who plays each phrase of a command, if its head is played by this object; empty if that cannot be.
pub(crate) fn players(
    phrase: &Phrase,
    world: &World,
    lexicon: &Lexicon,
    reading: Reading,
    target: usize,
) -> Vec<usize> {
    Scene::new(world).players(phrase, lexicon, Semantics::from(reading), target).unwrap_or_default()
}

/// The drawing of a command's graph. The head is pointed out.
pub(crate) fn of_command(phrase: &Phrase, lexicon: &Lexicon, look: &Appearance) -> Graph {
    let graph = command_graph(phrase, lexicon);
    let mut nodes: Vec<Node> = Vec::new();
    for (PhraseNode { size, colour, shape }, node) in graph.nodes.iter().zip(phrase.nodes()) {
        let words = [size.as_deref(), colour.as_deref(), Some(shape.as_deref().unwrap_or("object"))];
        let mut drawn = Node::object(words.into_iter().flatten().collect::<Vec<_>>().join(" "));
        if let (Some(noun), Some(colour)) = (node.phrase.noun, node.phrase.colour) {
            drawn = drawn.icon(look.shape(noun), look.colour(colour), 3);
        }
        nodes.push(if node.parent.is_none() { drawn.sublabel("target").highlighted() } else { drawn });
    }
    let edges = phrase.nodes().into_iter().enumerate().filter_map(|(child, node)| {
        let (parent, relation) = node.parent?;
        Some(edge(parent, child, relation))
    });
    Graph { nodes, edges: edges.collect() }
}

/// The drawing of a world's graph. What the command speaks of is pointed out.
pub(crate) fn of_world(
    phrase: &Phrase,
    world: &World,
    lexicon: &Lexicon,
    reading: Reading,
    players: &[usize],
    look: &Appearance,
) -> Graph {
    let graph = world_graph(&Scene::new(world), lexicon, reading.into());
    let node = |(number, (node, object)): (usize, (&ObjectNode, &wampimuk_grid::Object))| {
        let drawn = Node::object(format!("{} {}", node.colour, node.shape))
            .sublabel(format!("size {}", node.size))
            .icon(look.shape(object.shape), look.colour(object.colour), node.size)
            .cell(node.row, node.column);
        if players.contains(&number) { drawn.highlighted() } else { drawn }
    };
    let nodes = graph.nodes.iter().zip(world.objects()).enumerate().map(node).collect();
    // The relations that the command speaks of.
    let spoken = |from: usize, to: usize, relation: Relation| {
        phrase.nodes().iter().enumerate().any(|(child, node)| {
            let ends = |parent: usize| Some((*players.get(parent)?, *players.get(child)?));
            node.parent.is_some_and(|(parent, known)| {
                let same = |(one, other)| {
                    (one, other) == (from, to) || known.is_symmetric() && (other, one) == (from, to)
                };
                known == relation && ends(parent).is_some_and(same)
            })
        })
    };
    let mut edges = Vec::new();
    for wampimuk_command::RelationEdge { from, to, relations } in graph.edges {
        // What holds both ways is drawn once.
        for relation in relations.into_iter().filter(|relation| from < to || !relation.is_symmetric()) {
            let drawn = edge(from, to, relation);
            edges.push(if spoken(from, to, relation) { drawn.highlighted() } else { drawn });
        }
    }
    Graph { nodes, edges }
}

fn edge(from: usize, to: usize, relation: Relation) -> Edge {
    let edge = Edge::new(from, to, relation.name());
    if relation.is_symmetric() { edge } else { edge.directed() }
}
