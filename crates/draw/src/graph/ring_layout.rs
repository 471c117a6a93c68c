//! Objects on a circle, values on a smaller one inside it.

use std::collections::BTreeSet;
use std::f32::consts::TAU;

use super::bundle::Bundles;
use super::edge_curves::{EdgeCurves, NodePosition};
use super::node::{self, DISC, SideText};
use super::{Graph, MARGIN, Node, NodeKind, fitted};
use crate::label_placement::Area;
use crate::picture::{Picture, Stroke};
use crate::{Rgb, curve, legend};

type Point = (f32, f32);

/// The room on the circle for a disc.
const STEP: f32 = 46.0;
/// The room on the inner circle for a value.
const VALUE_STEP: f32 = 62.0;

pub(super) fn draw(graph: &Graph, bundles: &Bundles) -> Picture {
    let is_value = |kind: NodeKind| kind == NodeKind::Value;
    let values = graph.nodes.iter().filter(|node| is_value(node.kind)).count();
    let objects = graph.nodes.len() - values;
    let inner = if values == 0 { 0.0 } else { (values as f32 * VALUE_STEP / TAU).max(70.0) };
    let radius = (objects as f32 * STEP / TAU).max(110.0).max(inner + 90.0);

    let mut spots = Vec::new();
    let mut outward = Vec::new();
    let places = places(&graph.nodes, objects);
    for (node, &place) in graph.nodes.iter().zip(&places) {
        let (count, distance) = if is_value(node.kind) { (values, inner) } else { (objects, radius) };
        // The first is at the top, the others follow clockwise.
        let direction = curve::direction(place as f32 * 4.0 / count as f32 - 1.0);
        outward.push(direction);
        let centre = (direction.0 * distance, direction.1 * distance);
        spots.push(if is_value(node.kind) {
            let (width, height) = node::card_size(node);
            NodePosition { centre, half: (width / 2.0, height / 2.0), round: false }
        } else {
            NodePosition { centre, half: (DISC, DISC), round: true }
        });
    }

    let mut picture = Picture::new(0.0, 0.0, "");
    let wires = EdgeCurves { graph, bundles, spots: &spots, control };
    wires.draw(&mut picture);
    let mut there: Vec<Area> = spots.iter().map(|spot| spot.area()).collect();
    for ((node, spot), &direction) in graph.nodes.iter().zip(&spots).zip(&outward) {
        if is_value(node.kind) {
            node::card(&mut picture, node, spot.centre);
            continue;
        }
        let beside = SideText::new(node, 110.0, 2);
        let (area, leader) = outside(spot.centre, direction, beside.size(), &there);
        if let Some(leader) = leader {
            picture.line(spot.centre, leader, Stroke::solid(Rgb::RULE, 1.0));
        }
        there.push(area);
        beside.draw(&mut picture, area);
        node::disc(&mut picture, node, spot.centre);
    }
    wires.names(&mut picture, &mut there);
    finish(picture, there, &wires)
}

/// The place of each node on its circle. Objects that are pointed out stand far from each other, so that there is room
/// for what is between them.
fn places(nodes: &[Node], objects: usize) -> Vec<usize> {
    let is_special = |node: &Node| node.kind == NodeKind::Object && node.highlighted;
    let special = nodes.iter().filter(|node| is_special(node)).count();
    let reserved: BTreeSet<usize> = (0..special).map(|i| i * objects / special).collect();
    let mut special = reserved.iter().copied();
    let mut common = (0..objects).filter(|place| !reserved.contains(place));
    let mut values = 0..;
    let place = |node: &Node| match node.kind {
        NodeKind::Value => values.next(),
        NodeKind::Object if node.highlighted => special.next(),
        NodeKind::Object => common.next(),
    };
    nodes.iter().map(place).map(Option::unwrap_or_default).collect()
}

/// Curves bend towards the middle, away from other nodes of the circle.
fn control(one: Point, two: Point, bend: f32) -> Point {
    let part = 0.5 - 0.16 * bend;
    ((one.0 + two.0) * part, (one.1 + two.1) * part)
}

/// A place for a label outside the circle, moved outwards until it covers nothing, and the end of a line to it where
/// it is far away.
fn outside(centre: Point, (ux, uy): Point, (width, height): Point, there: &[Area]) -> (Area, Option<Point>) {
    let across = |part: f32| (part * 1.7).clamp(-1.0, 1.0);
    let mut far = DISC + 4.0;
    loop {
        let start = (centre.0 + ux * far, centre.1 + uy * far);
        let middle = (start.0 + across(ux) * width / 2.0, start.1 + across(uy) * height / 2.0);
        let area = Area::around(middle, (width, height));
        let roomy = Area::around(middle, (width + 6.0, height + 1.0));
        if far > 400.0 || there.iter().all(|other| roomy.shared(*other) == 0.0) {
            return (area, (far > DISC + 10.0).then_some(start));
        }
        far += 3.0;
    }
}

/// Moves everything into the picture and adds the legend.
pub(super) fn finish(body: Picture, mut there: Vec<Area>, wires: &EdgeCurves<'_>) -> Picture {
    there.extend(wires.reach());
    let mut picture = fitted(body, &there, 220.0);
    let entries = wires.entries();
    if !entries.is_empty() {
        let (width, y) = (picture.width - 2.0 * MARGIN, picture.height - MARGIN + 12.0);
        picture.line((MARGIN, y), (MARGIN + width, y), Stroke::solid(Rgb::RULE, 1.0));
        let y = legend::flow(&mut picture, (MARGIN, y + 4.0), width, &entries);
        picture.height = (y + MARGIN).ceil();
    }
    picture
}
