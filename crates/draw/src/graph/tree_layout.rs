//! Nodes below the node they depend on.

use std::collections::VecDeque;

use super::bundle::{Bundle, Bundles};
use super::edge_curves::{self, NodePosition};
use super::{Graph, NodeKind, fitted, node};
use crate::Rgb;
use crate::curve::CurvedLine;
use crate::label_placement::Area;
use crate::picture::{Paint, Picture, Segment, Stroke};

/// Space between neighbouring nodes.
const GAP: f32 = 14.0;
/// Between a level and the names of the relations to the next.
const FAN: f32 = 26.0;
/// Height of a line of names.
const LINE: f32 = 13.0;

/// A tree over the nodes, or several: each node but the first ones hangs on another by a bundle.
struct Tree {
    /// For each node, the node it hangs on and the bundle.
    above: Vec<Option<(usize, usize)>>,
    depth: Vec<usize>,
    /// Nodes before those that hang on them.
    order: Vec<usize>,
}

impl Tree {
    fn new(graph: &Graph, bundles: &Bundles) -> Self {
        let count = graph.nodes.len();
        let mut near = vec![Vec::new(); count];
        let mut is_below = vec![false; count];
        for (number, bundle) in bundles.list.iter().enumerate() {
            near[bundle.first].push((bundle.second, number));
            near[bundle.second].push((bundle.first, number));
            let one_way = |ahead: bool| bundle.strands.iter().all(|s| s.ahead == ahead && s.back != ahead);
            is_below[bundle.second] |= one_way(true);
            is_below[bundle.first] |= one_way(false);
        }
        let mut tree = Self { above: vec![None; count], depth: vec![0; count], order: Vec::new() };
        let mut seen = vec![false; count];
        // The first stands at the top; of what it does not reach, that which nothing points to, or else what comes first.
        let tops = (0..count).filter(|&node| node == 0 || !is_below[node]).chain(0..count);
        for top in tops {
            if std::mem::replace(&mut seen[top], true) {
                continue;
            }
            let mut queue = VecDeque::from([top]);
            while let Some(node) = queue.pop_front() {
                tree.order.push(node);
                for &(next, bundle) in &near[node] {
                    if !std::mem::replace(&mut seen[next], true) {
                        tree.above[next] = Some((node, bundle));
                        tree.depth[next] = tree.depth[node] + 1;
                        queue.push_back(next);
                    }
                }
            }
        }
        tree
    }
}

/// The names in a bundle.
fn names<'a>(bundles: &'a Bundles, bundle: &Bundle) -> Vec<(&'a str, Rgb)> {
    let relations = bundle.strands.iter().map(|strand| &bundles.relations[strand.relation]);
    let named = relations.filter(|relation| !relation.name.is_empty());
    named.map(|relation| (relation.name.as_str(), relation.colour)).collect()
}

pub(super) fn draw(graph: &Graph, bundles: &Bundles) -> Picture {
    let tree = Tree::new(graph, bundles);
    let spots = place(graph, bundles, &tree);
    let mut picture = Picture::new(0.0, 0.0, "");
    let mut there: Vec<Area> = spots.iter().map(|spot| spot.area()).collect();
    let mut chips = Vec::new();
    for (node, above) in tree.above.iter().enumerate() {
        if let Some((parent, number)) = *above {
            let bundle = &bundles.list[number];
            branch(&mut picture, graph, bundles, bundle, (parent, spots[parent]), (node, spots[node]));
            let mut y = spots[node].centre.1 - spots[node].half.1 - 8.0;
            for &(name, colour) in names(bundles, bundle).iter().rev() {
                y -= LINE;
                let (width, height) = edge_curves::chip_size(name);
                let area = Area { x: spots[node].centre.0 - width / 2.0, y, width, height };
                there.push(area);
                chips.push((area, name, colour));
            }
        }
    }
    let is_branch = |number: usize| tree.above.iter().flatten().any(|&(_, other)| other == number);
    let others = bundles.list.iter().enumerate().filter(|(number, _)| !is_branch(*number));
    let others: Vec<(&Bundle, CurvedLine)> =
        others.map(|(_, bundle)| (bundle, crossing(&spots, bundle))).collect();
    for (bundle, bow) in &others {
        let (stroke, ahead, back) = pen(graph, bundles, bundle);
        picture.path(bow.segments(), Paint::stroke(stroke));
        if ahead != back {
            let (tip, before) = if ahead { (1.0, 0.9) } else { (0.0, 0.1) };
            edge_curves::head(&mut picture, bow.at(before), bow.at(tip), 7.0, stroke.colour);
        }
    }
    for (area, name, colour) in chips {
        edge_curves::chip(&mut picture, area, name, colour);
    }
    for (bundle, bow) in &others {
        for (name, colour) in names(bundles, bundle) {
            edge_curves::name(&mut picture, &mut there, *bow, name, colour);
        }
    }
    for (node, spot) in graph.nodes.iter().zip(&spots) {
        node::card(&mut picture, node, spot.centre);
    }
    for (_, bow) in &others {
        there.extend([0.25, 0.5, 0.75].map(|t| Area::around(bow.at(t), (4.0, 4.0))));
    }
    fitted(picture, &there, 0.0)
}

/// Gives each node its place: a column wide enough for itself, its names and what hangs on it.
fn place(graph: &Graph, bundles: &Bundles, tree: &Tree) -> Vec<NodePosition> {
    let count = graph.nodes.len();
    let sizes: Vec<(f32, f32)> = graph.nodes.iter().map(node::card_size).collect();
    let mut below = vec![0.0; count];
    let mut columns = vec![0.0; count];
    let levels = tree.depth.iter().max().map_or(0, |depth| depth + 1);
    let (mut heights, mut lines) = (vec![0.0_f32; levels], vec![0; levels]);
    for &node in tree.order.iter().rev() {
        let bundle = tree.above[node].map(|(_, bundle)| &bundles.list[bundle]);
        let names = bundle.map(|bundle| names(bundles, bundle)).unwrap_or_default();
        let widest =
            names.iter().fold(0.0, |width: f32, (name, _)| width.max(edge_curves::chip_size(name).0));
        columns[node] = (sizes[node].0.max(widest) + GAP).max(below[node]);
        if let Some((parent, _)) = tree.above[node] {
            below[parent] += columns[node];
        }
        let depth = tree.depth[node];
        heights[depth] = heights[depth].max(sizes[node].1);
        lines[depth] = names.len().max(lines[depth]);
    }
    let mut tops = vec![0.0; levels];
    for level in 1..levels {
        tops[level] = tops[level - 1] + heights[level - 1] + FAN + LINE * lines[level] as f32 + 10.0;
    }
    // Each node hands out the columns below it from left to right.
    let mut next = vec![0.0; count];
    let mut right = 0.0;
    let mut spots = vec![NodePosition { centre: (0.0, 0.0), half: (0.0, 0.0), round: false }; count];
    for &node in &tree.order {
        let cursor = match tree.above[node] {
            Some((parent, _)) => &mut next[parent],
            None => &mut right,
        };
        let left = *cursor;
        *cursor += columns[node];
        let (width, height) = sizes[node];
        let depth = tree.depth[node];
        let middle = left + columns[node] / 2.0;
        spots[node] = NodePosition {
            centre: (middle, tops[depth] + heights[depth] / 2.0),
            half: (width / 2.0, height / 2.0),
            round: false,
        };
        next[node] = middle - below[node] / 2.0;
    }
    spots
}

/// How a bundle is drawn, and which ways it points.
fn pen(graph: &Graph, bundles: &Bundles, bundle: &Bundle) -> (Stroke, bool, bool) {
    let colour = bundle.strands.first().map_or(Rgb::EDGE, |strand| bundles.relations[strand.relation].colour);
    let highlighted = bundle.strands.iter().any(|strand| strand.highlighted);
    let width = if highlighted { 2.4 } else { 1.6 };
    let is_value = |node: usize| graph.nodes[node].kind == NodeKind::Value;
    let dash = (is_value(bundle.first) || is_value(bundle.second)).then_some((width, 4.0));
    let ahead = bundle.strands.iter().any(|strand| strand.ahead);
    let back = bundle.strands.iter().any(|strand| strand.back);
    (Stroke { colour, width, dash }, ahead, back)
}

/// A line from a node down to one that hangs on it; it arrives straight from above, behind the names.
fn branch(
    picture: &mut Picture,
    graph: &Graph,
    bundles: &Bundles,
    bundle: &Bundle,
    (_, parent): (usize, NodePosition),
    (child, spot): (usize, NodePosition),
) {
    let (stroke, ahead, back) = pen(graph, bundles, bundle);
    let lines = names(bundles, bundle).len() as f32;
    let start = (parent.centre.0, parent.centre.1 + parent.half.1);
    let end = (spot.centre.0, spot.centre.1 - spot.half.1);
    let bend = (end.0, end.1 - LINE * lines - 8.0);
    let middle = (start.1 + bend.1) / 2.0;
    let segments = vec![
        Segment::Move(start.0, start.1),
        Segment::Cubic(start.0, middle, bend.0, middle, bend.0, bend.1),
        Segment::Line(end.0, end.1),
    ];
    picture.path(segments, Paint::stroke(stroke));
    if ahead != back {
        let down = ahead == (bundle.second == child);
        let (tip, from) = if down { (end, (end.0, end.1 - 1.0)) } else { (start, (start.0, start.1 + 1.0)) };
        edge_curves::head(picture, from, tip, 7.0, stroke.colour);
    }
}

/// A line between nodes that do not hang on each other.
fn crossing(spots: &[NodePosition], bundle: &Bundle) -> CurvedLine {
    let (one, two) = (spots[bundle.first], spots[bundle.second]);
    let straight = CurvedLine::new(one.centre, two.centre, 0.0).at(0.5);
    let (dx, dy) = (two.centre.0 - one.centre.0, two.centre.1 - one.centre.1);
    let bend = (straight.0 - dy * 0.2, straight.1 + dx.abs() * 0.2);
    CurvedLine::towards(one.edge(bend), two.edge(bend), bend)
}
