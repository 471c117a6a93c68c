//! Relation graphs: of a command, and of a world.
//!
//! This is how ReaSCAN's paper thinks of reference: a command is a small graph of phrases, a world a big one of objects,
//! and a referent is where the one fits into the other. Attributes are kept with their nodes rather than as nodes of their
//! own. The data is plain, to be written or drawn.

use serde::Serialize;

use crate::{Lexicon, Phrase, Reading, Relation, Scene, Semantics};
use wampimuk_core::bits;
use wampimuk_grid::World;

/// Nodes and the relations between them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RelationGraph<N> {
    /// The nodes; edges name them by their place in this list.
    pub nodes: Vec<N>,
    /// The edges, ordered by their ends. What holds both ways is there twice, once for each direction.
    pub edges: Vec<RelationEdge>,
}

/// All relations from one node to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RelationEdge {
    /// The place of the node that relates.
    pub from: usize,
    /// The place of the node that it relates to.
    pub to: usize,
    /// How, in the order of [`Relation::ALL`].
    pub relations: Vec<Relation>,
}

/// The graphs of a command and of its world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RelationGraphs {
    /// That of the command.
    pub command: RelationGraph<PhraseNode>,
    /// That of the world.
    pub world: RelationGraph<ObjectNode>,
    /// Which object plays which phrase; empty if the command does not single anything out.
    pub players: Vec<usize>,
}

impl RelationGraphs {
    /// The graphs of a command that refers to this object of a world, if it refers to one only.
    pub fn new(
        phrase: &Phrase,
        world: &World,
        lexicon: &Lexicon,
        reading: Reading,
        target: Option<usize>,
    ) -> Self {
        let (scene, semantics) = (Scene::new(world), Semantics::from(reading));
        let players = target.and_then(|target| scene.players(phrase, lexicon, semantics, target));
        Self {
            command: command_graph(phrase, lexicon),
            world: world_graph(&scene, lexicon, semantics),
            players: players.unwrap_or_default(),
        }
    }
}

/// A phrase of a command. Texts are the names of meanings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PhraseNode {
    /// Its size word.
    pub size: Option<String>,
    /// Its colour word.
    pub colour: Option<String>,
    /// Its noun; `None` is "object", which anything is.
    pub shape: Option<String>,
}

/// An object of a world.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ObjectNode {
    /// Its shape.
    pub shape: String,
    /// Its colour.
    pub colour: String,
    /// Its size.
    pub size: u8,
    /// Its row.
    pub row: u8,
    /// Its column.
    pub column: u8,
    /// The size words that fit it, each with what it is compared to: "small circle", "big red object".
    pub sizes: Vec<String>,
}

impl Relation {
    /// Whether it holds both ways wherever it holds.
    pub const fn is_symmetric(self) -> bool {
        !matches!(self, Self::Inside)
    }
}

/// The graph of a command's phrases, numbered as in [`Phrase::nodes`].
pub fn command_graph(head: &Phrase, lexicon: &Lexicon) -> RelationGraph<PhraseNode> {
    let at = usize::from;
    let tree = head.nodes();
    let nodes = tree.iter().map(|node| PhraseNode {
        size: node.phrase.size.map(|size| lexicon.sizes[at(size)].extreme.name().to_string()),
        colour: node.phrase.colour.map(|colour| lexicon.colours[at(colour)].name.clone()),
        shape: node.phrase.noun.map(|noun| lexicon.nouns[at(noun)].word.name.clone()),
    });
    let nodes = nodes.collect();
    let mut edges = Vec::new();
    for (child, node) in tree.iter().enumerate() {
        let Some((parent, relation)) = node.parent else { continue };
        edges.push(RelationEdge { from: parent, to: child, relations: vec![relation] });
        if relation.is_symmetric() {
            edges.push(RelationEdge { from: child, to: parent, relations: vec![relation] });
        }
    }
    edges.sort_by_key(|edge| (edge.from, edge.to));
    RelationGraph { nodes, edges }
}

/// The graph of a world's objects.
pub fn world_graph(scene: &Scene<'_>, lexicon: &Lexicon, semantics: Semantics) -> RelationGraph<ObjectNode> {
    let objects = scene.world.objects();
    let (noun, colour) = (
        |number: u8| lexicon.nouns.get(usize::from(number)).map_or("", |noun| noun.word.name.as_str()),
        |number: u8| lexicon.colours.get(usize::from(number)).map_or("", |colour| colour.name.as_str()),
    );
    let mut nodes = Vec::with_capacity(objects.len());
    let mut edges = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        let mut sizes = Vec::new();
        for (size, word) in (0..).zip(&lexicon.sizes) {
            for (hue, shape) in [
                (None, Some(object.shape)),
                (Some(object.colour), Some(object.shape)),
                (None, None),
                (Some(object.colour), None),
            ] {
                let known = |number: u8, entries: usize| usize::from(number) < entries;
                if hue.is_some_and(|hue| !known(hue, lexicon.colours.len()))
                    || shape.is_some_and(|shape| !known(shape, lexicon.nouns.len()))
                {
                    continue;
                }
                let phrase = Phrase { size: Some(size), colour: hue, noun: shape, ..Phrase::default() };
                if scene.own_words(&phrase, lexicon, semantics) >> number & 1 == 1 {
                    let words = [word.extreme.name(), hue.map_or("", colour), shape.map_or("object", noun)];
                    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
                    sizes.push(words.join(" "));
                }
            }
        }
        nodes.push(ObjectNode {
            shape: noun(object.shape).to_string(),
            colour: colour(object.colour).to_string(),
            size: object.size,
            row: object.cell.row,
            column: object.cell.column,
            sizes,
        });
        let related = Relation::ALL.map(|relation| scene.related(relation, number, semantics));
        for other in bits(related.iter().fold(0, |all, set| all | set)) {
            let holds = |(relation, set): (Relation, u64)| (set >> other & 1 == 1).then_some(relation);
            let relations = Relation::ALL.into_iter().zip(related).filter_map(holds).collect();
            edges.push(RelationEdge { from: number, to: other, relations });
        }
    }
    RelationGraph { nodes, edges }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell, Form, Object, World};

    use super::*;
    use crate::{Reading, parse};

    #[test]
    fn commands_are_graphs_of_phrases() {
        let lexicon = Lexicon::reascan();
        let text = "push the small object that is inside of a red box and in the same row as a circle";
        let graph = command_graph(&parse(text, &lexicon).unwrap().phrase, &lexicon);
        assert_eq!(graph.nodes[0], PhraseNode { size: Some("small".into()), colour: None, shape: None });
        let edges: Vec<_> = graph.edges.iter().map(|edge| (edge.from, edge.to, edge.relations[0])).collect();
        assert_eq!(
            edges,
            [(0, 1, Relation::Inside), (0, 2, Relation::SameRow), (2, 0, Relation::SameRow)],
            "inside holds one way"
        );
    }

    #[test]
    fn worlds_are_graphs_of_objects() {
        let lexicon = Lexicon::reascan();
        let noun = |name: &str| lexicon.noun(name).unwrap();
        let mut world = World::new(6, Agent::default()).unwrap();
        world.place(Object::solid(noun("circle"), 0, 1, Cell::new(2, 2))).unwrap();
        world.place(Object::solid(noun("circle"), 1, 3, Cell::new(2, 5))).unwrap();
        let frame = Object::solid(noun("box"), 0, 3, Cell::new(1, 1));
        world.place(Object { form: Form::Frame, ..frame }).unwrap();
        let graph = world_graph(&Scene::new(&world), &lexicon, Reading::Existential.into());
        assert_eq!(graph.nodes[0].sizes, ["small circle", "small object", "small red object"]);
        assert_eq!(graph.nodes[1].sizes, ["big circle", "big object"]);
        let relations = |from: usize, to: usize| {
            let edge = graph.edges.iter().find(|edge| (edge.from, edge.to) == (from, to));
            edge.map(|edge| edge.relations.clone()).unwrap_or_default()
        };
        assert_eq!(relations(0, 1), [Relation::SameRow, Relation::SameShape]);
        assert_eq!(relations(0, 2), [Relation::SameColour, Relation::Inside]);
        assert_eq!(relations(2, 0), [Relation::SameColour]);
        assert_eq!(relations(1, 2), [Relation::SameSize]);
    }
}
