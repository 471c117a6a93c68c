//! Graphs of relations: of a command, and of a world.
//!
//! The data is plain, so that anything can be drawn. Edges between the same two nodes become one bundle; what a bundle
//! is, and where nodes are, is decided before anything is drawn.

mod bundle;
mod edge_curves;
mod grid_layout;
mod node;
mod ring_layout;
mod tree_layout;

use crate::compose::titled;
use crate::label_placement::Area;
use crate::picture::Picture;
use crate::{DrawError, DrawnShape, Rgb};

use bundle::Bundles;

/// The most nodes a graph may have.
pub const MAX_NODES: usize = 256;

const MARGIN: f32 = 16.0;

/// Things and the relations between them.
///
/// ```
/// use wampimuk_draw::{Edge, Graph, Layout, Node, graph};
///
/// let nodes = vec![Node::object("red circle"), Node::object("blue cylinder"), Node::value("red")];
/// let edges = vec![Edge::new(0, 1, "same row"), Edge::new(0, 2, "colour").directed()];
/// let picture = graph("walk to the red circle", &Graph { nodes, edges }, Layout::Tree)?;
/// assert!(picture.to_svg().contains("same row"));
/// # Ok::<(), wampimuk_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// The things; edges name them by their place in this list.
    pub nodes: Vec<Node>,
    /// The relations.
    pub edges: Vec<Edge>,
}

/// A thing in a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What it is called.
    pub label: String,
    /// A second, fainter line; may be empty.
    pub sublabel: String,
    /// A small picture of it.
    pub icon: Option<Icon>,
    /// Whether it is an object or one of the values that objects have.
    pub kind: NodeKind,
    /// Row and column, for [`Layout::Cells`].
    pub cell: Option<(u8, u8)>,
    /// Whether it belongs to the part of the graph that is pointed out.
    pub highlighted: bool,
}

/// What a node stands for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// An object of a world, or a phrase that describes one.
    #[default]
    Object,
    /// A size, a colour, a shape.
    Value,
}

/// The small picture of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Its shape.
    pub shape: DrawnShape,
    /// Its colour.
    pub colour: Rgb,
    /// Its size, from 1 to 4.
    pub size: u8,
}

/// Relations between two nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The place of a node in the list.
    pub from: usize,
    /// The place of another node.
    pub to: usize,
    /// The names of the relations.
    pub labels: Vec<String>,
    /// Whether they hold in this direction only.
    pub directed: bool,
    /// Whether they belong to the part of the graph that is pointed out.
    pub highlighted: bool,
}

/// Where the nodes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Layout {
    /// From the first node downwards: for commands. All edges have labels.
    Tree,
    /// Objects on a circle and values inside it: for worlds. The colour of an edge tells its relation; only edges that
    /// are pointed out have labels.
    Ring,
    /// Objects where they are on their grid, everything else below: for worlds. Edges are as on a ring.
    Cells,
}

impl Node {
    /// An object.
    pub fn object(label: impl Into<String>) -> Self {
        let (label, sublabel) = (label.into(), String::new());
        Self { label, sublabel, icon: None, kind: NodeKind::Object, cell: None, highlighted: false }
    }

    /// A value that objects have.
    pub fn value(label: impl Into<String>) -> Self {
        Self { kind: NodeKind::Value, ..Self::object(label) }
    }

    /// The same node with a second line.
    #[must_use]
    pub fn sublabel(mut self, sublabel: impl Into<String>) -> Self {
        self.sublabel = sublabel.into();
        self
    }

    /// The same node with a small picture.
    #[must_use]
    pub fn icon(mut self, shape: DrawnShape, colour: Rgb, size: u8) -> Self {
        self.icon = Some(Icon { shape, colour, size });
        self
    }

    /// The same node in a cell of a grid.
    #[must_use]
    pub fn cell(mut self, row: u8, column: u8) -> Self {
        self.cell = Some((row, column));
        self
    }

    /// The same node, pointed out.
    #[must_use]
    pub fn highlighted(mut self) -> Self {
        self.highlighted = true;
        self
    }
}

impl Edge {
    /// A relation that holds both ways.
    pub fn new(from: usize, to: usize, label: impl Into<String>) -> Self {
        Self { from, to, labels: vec![label.into()], directed: false, highlighted: false }
    }

    /// The same edge in one direction.
    #[must_use]
    pub fn directed(mut self) -> Self {
        self.directed = true;
        self
    }

    /// The same edge, pointed out.
    #[must_use]
    pub fn highlighted(mut self) -> Self {
        self.highlighted = true;
        self
    }
}

/// The picture of a graph.
pub fn graph(title: &str, graph: &Graph, layout: Layout) -> Result<Picture, DrawError> {
    check(graph)?;
    let bundles = Bundles::of(graph);
    let mut picture = match layout {
        Layout::Tree => tree_layout::draw(graph, &bundles),
        Layout::Ring => ring_layout::draw(graph, &bundles),
        Layout::Cells => grid_layout::draw(graph, &bundles),
    };
    picture.label = format!(
        "{title}{}a graph of {} nodes and {} edges",
        if title.is_empty() { "" } else { ": " },
        graph.nodes.len(),
        graph.edges.len()
    );
    Ok(titled(title, picture))
}

fn check(graph: &Graph) -> Result<(), DrawError> {
    let nodes = graph.nodes.len();
    if nodes > MAX_NODES {
        return Err(DrawError::Nodes { found: nodes, limit: MAX_NODES });
    }
    for edge in &graph.edges {
        if let Some(&node) = [edge.from, edge.to].iter().find(|&&node| node >= nodes) {
            return Err(DrawError::Node { node, nodes });
        }
        if edge.from == edge.to {
            return Err(DrawError::Loop(edge.from));
        }
    }
    Ok(())
}

/// Moves everything so that these areas, and a margin around them, fill the picture.
fn fitted(body: Picture, areas: &[Area], narrowest: f32) -> Picture {
    let least = |edge: fn(&Area) -> f32| areas.iter().map(edge).reduce(f32::min).unwrap_or(0.0);
    let (left, top) = (least(|area| area.x), least(|area| area.y));
    let (right, bottom) = (-least(|area| -area.x - area.width), -least(|area| -area.y - area.height));
    let extent = (right - left).ceil();
    let width = extent.max(narrowest);
    let mut picture = Picture::new(width + 2.0 * MARGIN, (bottom - top + 2.0 * MARGIN).ceil(), "");
    picture.add(&body, (MARGIN + ((width - extent) / 2.0).floor() - left, MARGIN - top));
    picture
}
