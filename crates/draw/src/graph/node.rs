//! How nodes look: cards with text inside, or discs with text outside.

use super::{Icon, Node, NodeKind};
use crate::label_placement::Area;
use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::{Rgb, Weight, object};

pub(super) const ACCENT: Rgb = Rgb::new(206, 62, 56);
/// The radius of a disc.
pub(super) const DISC: f32 = 15.0;

const GROUND: Rgb = Rgb::new(246, 247, 249);
const LABEL: Style = Style { size: 11.5, weight: Weight::Bold, anchor: Anchor::Start, colour: Rgb::INK };
const SUBLABEL: Style = Style { size: 10.0, ..Style::SMALL };
const VALUE: Style = Style { size: 11.0, ..Style::BODY };
const BESIDE: Style = Style { size: 10.5, anchor: Anchor::Middle, ..Style::BODY };
const WIDEST: f32 = 160.0;
const ICON: f32 = 28.0;

fn outline(node: &Node, fill: Rgb) -> Paint {
    if node.highlighted {
        return Paint::outlined(fill.mix(ACCENT, 0.1), Stroke::solid(ACCENT, 2.0));
    }
    Paint::outlined(fill, Stroke::solid(Rgb::EDGE, 1.0))
}

fn draw_icon(picture: &mut Picture, icon: &Icon, at: (f32, f32), room: f32) {
    let diameter = object::diameter(icon.size, 4) * room;
    object::solid(picture, &icon.shape, icon.colour, (at, diameter), false);
}

/// The width and height of a node's card.
pub(super) fn card_size(node: &Node) -> (f32, f32) {
    if node.kind == NodeKind::Value {
        return (VALUE.measure(&VALUE.fit(&node.label, WIDEST)) + 18.0, 20.0);
    }
    let label = LABEL.measure(&LABEL.fit(&node.label, WIDEST));
    let sublabel = SUBLABEL.measure(&SUBLABEL.fit(&node.sublabel, WIDEST));
    let icon = if node.icon.is_some() { ICON } else { 0.0 };
    let height = if node.sublabel.is_empty() && node.icon.is_none() { 26.0 } else { 36.0 };
    ((label.max(sublabel) + icon + 18.0).max(40.0), height)
}

/// Draws a node's card around a point.
pub(super) fn card(picture: &mut Picture, node: &Node, (x, y): (f32, f32)) {
    let (width, height) = card_size(node);
    let (left, top) = (x - width / 2.0, y - height / 2.0);
    if node.kind == NodeKind::Value {
        picture.rect((left, top), (width, height), height / 2.0, outline(node, GROUND));
        let label = VALUE.fit(&node.label, WIDEST);
        picture.text((x, y + 3.9), VALUE.at(Anchor::Middle), label);
        return;
    }
    picture.rect((left, top), (width, height), 6.0, outline(node, Rgb::WHITE));
    let icon = if node.icon.is_some() { ICON } else { 0.0 };
    if let Some(icon) = &node.icon {
        draw_icon(picture, icon, (left + 6.0 + ICON / 2.0, y), ICON - 4.0);
    }
    let middle = left + icon + (width - icon) / 2.0 + if icon > 0.0 { 1.0 } else { 0.0 };
    let two = !node.sublabel.is_empty();
    let baseline = if two { y - 2.0 } else { y + 4.1 };
    picture.text((middle, baseline), LABEL.at(Anchor::Middle), LABEL.fit(&node.label, WIDEST));
    if two {
        let sublabel = SUBLABEL.fit(&node.sublabel, WIDEST);
        picture.text((middle, y + 11.0), SUBLABEL.at(Anchor::Middle), sublabel);
    }
}

/// Draws an object's disc around a point.
pub(super) fn disc(picture: &mut Picture, node: &Node, (x, y): (f32, f32)) {
    picture.circle((x, y), DISC, outline(node, Rgb::WHITE));
    if let Some(icon) = &node.icon {
        draw_icon(picture, icon, (x, y), DISC * 1.5);
    }
}

/// The text beside a disc, in at most `lines` lines, the sublabel last and faint.
pub(super) struct SideText {
    lines: Vec<(Style, String)>,
}

impl SideText {
    pub fn new(node: &Node, width: f32, lines: usize) -> Self {
        let label = if node.highlighted { Style { weight: Weight::Bold, ..BESIDE } } else { BESIDE };
        let sublabel = SUBLABEL.at(Anchor::Middle);
        let mut all: Vec<_> =
            label.wrap(&node.label, width, lines).into_iter().map(|line| (label, line)).collect();
        all.extend(sublabel.wrap(&node.sublabel, width, 1).into_iter().map(|line| (sublabel, line)));
        Self { lines: all }
    }

    pub fn size(&self) -> (f32, f32) {
        let width = self.lines.iter().fold(0.0, |width: f32, (style, line)| width.max(style.measure(line)));
        (width, 12.5 * self.lines.len() as f32)
    }

    /// Draws the text on a ground that keeps lines from crossing it out.
    pub fn draw(&self, picture: &mut Picture, area: Area) {
        if self.lines.is_empty() {
            return;
        }
        let ground = Paint::fill(Rgb::WHITE);
        picture.rect((area.x - 1.0, area.y), (area.width + 2.0, area.height), 3.0, ground);
        for (i, (style, line)) in self.lines.iter().enumerate() {
            picture.text((area.middle().0, area.y + 12.5 * i as f32 + 9.6), *style, line.as_str());
        }
    }
}
