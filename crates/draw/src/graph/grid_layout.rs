//! Objects where they are on their grid.

use std::collections::{BTreeMap, BTreeSet};

use super::bundle::Bundles;
use super::edge_curves::{EdgeCurves, NodePosition};
use super::node::{self, DISC, SideText};
use super::{Graph, Node, NodeKind, ring_layout};
use crate::label_placement::Area;
use crate::picture::Picture;

type Point = (f32, f32);

/// The room for a cell.
const ACROSS: f32 = 96.0;
const DOWN: f32 = 88.0;
/// On larger grids, rows and columns without a node are left out.
const WHOLE: u8 = 12;
/// How many nodes without a cell stand in a row below.
const BELOW: usize = 8;

pub(super) fn draw(graph: &Graph, bundles: &Bundles) -> Picture {
    let places = places(&graph.nodes);
    let mut sharing: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for place in &places {
        *sharing.entry(*place).or_default() += 1;
    }
    let mut seen: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut picture = Picture::new(0.0, 0.0, "");
    let mut spots = Vec::new();
    let mut rooms = Vec::new();
    for (node, place) in graph.nodes.iter().zip(&places) {
        let count = sharing[place];
        let number = seen.entry(*place).or_default();
        // Nodes in one cell stand side by side.
        let aside = (*number as f32 + 0.5) / count as f32 - 0.5;
        *number += 1;
        let room = ACROSS / count as f32;
        let centre = (place.1 as f32 * ACROSS + aside * ACROSS, place.0 as f32 * DOWN);
        rooms.push(room);
        spots.push(if node.kind == NodeKind::Value {
            let (width, height) = node::card_size(node);
            NodePosition { centre, half: (width / 2.0, height / 2.0), round: false }
        } else {
            NodePosition { centre, half: (DISC, DISC), round: true }
        });
    }
    let wires = EdgeCurves { graph, bundles, spots: &spots, control };
    wires.draw(&mut picture);
    let mut there: Vec<Area> = spots.iter().map(|spot| spot.area()).collect();
    for ((node, spot), room) in graph.nodes.iter().zip(&spots).zip(rooms) {
        if node.kind == NodeKind::Value {
            node::card(&mut picture, node, spot.centre);
            continue;
        }
        let beside = SideText::new(node, room - 8.0, 2);
        let (width, height) = beside.size();
        let (x, y) = spot.centre;
        let area = Area { x: x - width / 2.0, y: y + DISC + 3.0, width, height };
        beside.draw(&mut picture, area);
        node::disc(&mut picture, node, spot.centre);
        there.push(area);
    }
    wires.names(&mut picture, &mut there);
    ring_layout::finish(picture, there, &wires)
}

/// Curves stand off more the longer they are, so that those along one row can be told apart.
fn control(one: Point, two: Point, bend: f32) -> Point {
    let off = 0.28 * bend;
    let (mut dx, mut dy) = (two.0 - one.0, two.1 - one.1);
    if dx < 0.0 || (dx == 0.0 && dy < 0.0) {
        (dx, dy) = (-dx, -dy);
    }
    ((one.0 + two.0) / 2.0 + dy * off, (one.1 + two.1) / 2.0 - dx * off)
}

/// Row and column of each node.
fn places(nodes: &[Node]) -> Vec<(usize, usize)> {
    let rows = ranks(nodes.iter().filter_map(|node| node.cell).map(|(row, _)| row).collect());
    let columns = ranks(nodes.iter().filter_map(|node| node.cell).map(|(_, column)| column).collect());
    let first_below = rows.values().max().map_or(0, |row| row + 1);
    let across = columns.values().max().map_or(0, |column| column + 1).max(BELOW);
    let mut below = 0;
    nodes
        .iter()
        .map(|node| match node.cell {
            Some((row, column)) => (rows[&row], columns[&column]),
            None => {
                below += 1;
                (first_below + (below - 1) / across, (below - 1) % across)
            }
        })
        .collect()
}

/// Where a row or column is drawn.
fn ranks(numbers: BTreeSet<u8>) -> BTreeMap<u8, usize> {
    let (Some(&least), Some(&most)) = (numbers.first(), numbers.last()) else { return BTreeMap::new() };
    let whole = most - least < WHOLE;
    let rank =
        |(rank, &number): (usize, &u8)| (number, if whole { usize::from(number - least) } else { rank });
    numbers.iter().enumerate().map(rank).collect()
}
