//! Edges as curves in the colours of their relations.

use std::collections::BTreeSet;

use super::bundle::{Bundle, Bundles, Strand};
use super::node::ACCENT;
use super::{Graph, NodeKind};
use crate::Rgb;
use crate::curve::{self, CurvedLine};
use crate::label_placement::{Area, freest};
use crate::legend::{self, Sample};
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};

type Point = (f32, f32);

const NAME: Style = Style { size: 10.0, anchor: Anchor::Middle, ..legend::TAG };
/// The distance between the strands of a bundle.
const STRAND: f32 = 3.0;

/// Where a node is.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodePosition {
    pub centre: Point,
    /// Half its width and height.
    pub half: Point,
    pub round: bool,
}

impl NodePosition {
    pub fn area(self) -> Area {
        Area::around(self.centre, (2.0 * self.half.0, 2.0 * self.half.1))
    }

    /// Where a line towards a point leaves the node.
    pub fn edge(self, towards: Point) -> Point {
        let (dx, dy) = (towards.0 - self.centre.0, towards.1 - self.centre.1);
        let length = (dx * dx + dy * dy).sqrt().max(1e-3);
        let part = if self.round {
            self.half.0 / length
        } else {
            (self.half.0 / dx.abs().max(1e-3)).min(self.half.1 / dy.abs().max(1e-3))
        };
        (self.centre.0 + dx * part, self.centre.1 + dy * part)
    }
}

/// The curves of a graph.
pub(super) struct EdgeCurves<'a> {
    pub graph: &'a Graph,
    pub bundles: &'a Bundles,
    pub spots: &'a [NodePosition],
    /// Where the curve between two points would like to go; the number says how much and to which side it bends.
    pub control: fn(Point, Point, f32) -> Point,
}

impl EdgeCurves<'_> {
    /// Draws the curves, those that are pointed out last.
    pub fn draw(&self, picture: &mut Picture) {
        let faded = self.bundles.has_highlights();
        for highlighted in [false, true] {
            for bundle in &self.bundles.list {
                for (i, strand) in bundle.strands.iter().enumerate() {
                    if strand.highlighted == highlighted {
                        self.strand(picture, bundle, strand, self.bow(bundle, i), faded);
                    }
                }
            }
        }
    }

    /// Where the curves reach; a box of no size for each of a few points.
    pub fn reach(&self) -> Vec<Area> {
        let each = self.bundles.list.iter().flat_map(|bundle| {
            let bows = (0..bundle.strands.len()).map(move |strand| self.bow(bundle, strand));
            bows.flat_map(|bow| [0.25, 0.5, 0.75].map(|t| Area::around(bow.at(t), (4.0, 4.0))))
        });
        each.collect()
    }

    /// Most curves bend as they like; one that is pointed out takes a way that does not run over other nodes.
    fn bow(&self, bundle: &Bundle, strand: usize) -> CurvedLine {
        if !bundle.strands[strand].highlighted {
            return self.bent(bundle, strand, 1.0);
        }
        let others = || {
            let each = self.spots.iter().enumerate();
            each.filter(|(node, _)| ![bundle.first, bundle.second].contains(node))
                .map(|(_, spot)| spot.area())
        };
        let crossed = |bow: &CurvedLine| {
            let points = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85].map(|t| bow.at(t));
            let over =
                |area: Area| points.iter().any(|&point| Area::around(point, (4.0, 4.0)).shared(area) > 0.0);
            others().filter(|&area| over(area)).count()
        };
        let ways = [1.0, -1.0, 0.4, -0.4, 1.8, -1.8].map(|bend| self.bent(bundle, strand, bend));
        ways.into_iter().min_by_key(crossed).unwrap_or(ways[0])
    }

    fn bent(&self, bundle: &Bundle, strand: usize, bend: f32) -> CurvedLine {
        let (one, two) = (self.spots[bundle.first], self.spots[bundle.second]);
        let control = (self.control)(one.centre, two.centre, bend);
        let (dx, dy) = (two.centre.0 - one.centre.0, two.centre.1 - one.centre.1);
        let length = (dx * dx + dy * dy).sqrt().max(1e-3);
        let most = (bundle.strands.len() as f32 - 1.0) / 2.0;
        let gap = STRAND.min(20.0 / (most + 1.0));
        let aside = (strand as f32 - most) * gap;
        let shift = |(x, y): Point| (x - dy / length * aside, y + dx / length * aside);
        CurvedLine::towards(shift(one.edge(control)), shift(two.edge(control)), shift(control))
    }

    fn strand(&self, picture: &mut Picture, bundle: &Bundle, strand: &Strand, bow: CurvedLine, faded: bool) {
        let colour = self.bundles.relations[strand.relation].colour;
        let (colour, width) = match (strand.highlighted, faded) {
            (true, _) => (colour, 2.4),
            (false, true) => (colour.mix(Rgb::WHITE, 0.66), 0.8),
            (false, false) => (colour.mix(Rgb::WHITE, 0.2), 1.0),
        };
        let dash = self.is_to_value(bundle).then_some((width, 2.0 + 1.5 * width));
        if strand.highlighted {
            picture.path(bow.segments(), Paint::stroke(Stroke::solid(Rgb::WHITE, width + 2.4)));
        }
        picture.path(bow.segments(), Paint::stroke(Stroke { colour, width, dash }));
        if strand.ahead != strand.back {
            let (tip, before) = if strand.ahead { (1.0, 0.9) } else { (0.0, 0.1) };
            head(picture, bow.at(before), bow.at(tip), 3.0 + 2.0 * width, colour);
        }
    }

    fn is_to_value(&self, bundle: &Bundle) -> bool {
        [bundle.first, bundle.second].iter().any(|&node| self.graph.nodes[node].kind == NodeKind::Value)
    }

    /// Draws the names of the relations that are pointed out, where they cover little.
    pub fn names(&self, picture: &mut Picture, there: &mut Vec<Area>) {
        for bundle in &self.bundles.list {
            for (i, strand) in bundle.strands.iter().enumerate().filter(|(_, strand)| strand.highlighted) {
                let relation = &self.bundles.relations[strand.relation];
                if relation.name.is_empty() {
                    continue;
                }
                let bow = self.bow(bundle, i);
                name(picture, there, bow, &relation.name, relation.colour);
            }
        }
    }

    /// What the colours mean.
    pub fn entries(&self) -> Vec<(Sample, &str)> {
        let to_values: BTreeSet<usize> = self
            .bundles
            .list
            .iter()
            .filter(|bundle| self.is_to_value(bundle))
            .flat_map(|bundle| bundle.strands.iter().map(|strand| strand.relation))
            .collect();
        let mut entries = Vec::new();
        for (number, relation) in self.bundles.relations.iter().enumerate() {
            let dash = to_values.contains(&number).then_some((2.0, 4.0));
            if !relation.name.is_empty() {
                let stroke = Stroke { colour: relation.colour, width: 2.0, dash };
                entries.push((Sample::Line(stroke), relation.name.as_str()));
            }
        }
        if self.bundles.has_highlights() || self.graph.nodes.iter().any(|node| node.highlighted) {
            entries.push((Sample::Swatch(Rgb::WHITE.mix(ACCENT, 0.1), ACCENT, None), "matches the command"));
        }
        entries
    }
}

pub(super) fn head(picture: &mut Picture, from: Point, tip: Point, size: f32, colour: Rgb) {
    let (dx, dy) = (tip.0 - from.0, tip.1 - from.1);
    let length = (dx * dx + dy * dy).sqrt().max(1e-3);
    let (dx, dy) = (dx / length * size, dy / length * size);
    let (x, y) = (tip.0 - dx, tip.1 - dy);
    let points = [tip, (x - dy * 0.45, y + dx * 0.45), (x + dy * 0.45, y - dx * 0.45)];
    picture.path(curve::polygon(&points), Paint::fill(colour));
}

/// Writes a name on a curve, where it covers least.
pub(super) fn name(picture: &mut Picture, there: &mut Vec<Area>, bow: CurvedLine, text: &str, colour: Rgb) {
    let text = NAME.fit(text, 120.0);
    let size = (NAME.measure(&text) + 6.0, 13.0);
    let along = [0.5, 0.45, 0.55, 0.4, 0.6, 0.35, 0.65, 0.3, 0.7, 0.25, 0.75, 0.2, 0.8];
    // On the curve if there is room, else close to it.
    let candidates = [0.0, 12.0, -12.0, 24.0, -24.0].into_iter().flat_map(|down| {
        along.map(|t| {
            let (x, y) = bow.at(t);
            Area::around((x, y + down), size)
        })
    });
    let Some((area, _)) = freest(candidates, there) else { return };
    there.push(Area::around(area.middle(), (area.width + 4.0, area.height + 2.0)));
    chip(picture, area, &text, colour);
}

/// A name on white ground.
pub(super) fn chip(picture: &mut Picture, area: Area, text: &str, colour: Rgb) {
    picture.rect((area.x, area.y), (area.width, area.height), 3.0, Paint::fill(Rgb::WHITE));
    let style = Style { colour: colour.mix(Rgb::BLACK, 0.2), ..NAME };
    let (x, y) = area.middle();
    picture.text((x, y + 3.5), style, text);
}

/// The room that a name takes.
pub(super) fn chip_size(text: &str) -> (f32, f32) {
    (NAME.measure(text) + 6.0, 13.0)
}
