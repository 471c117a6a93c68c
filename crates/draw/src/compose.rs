//! Pictures made of pictures: panels side by side, and riddles of inputs and outputs.

use crate::picture::{Anchor, Paint, Picture, Stroke, Style};
use crate::{GridScene, Rgb, Weight};

const MARGIN: f32 = 16.0;
/// Scenes on a sheet of riddles are drawn this much smaller: they are many.
const SMALLER: f32 = 0.6;
const ARROW: f32 = 34.0;
/// Panels are made as wide as their names, up to this much.
const WIDEST_NAME: f32 = 240.0;
const NAMES: Style = Style { size: 12.0, weight: Weight::Bold, anchor: Anchor::Middle, colour: Rgb::INK };

/// Puts a title above a picture, which becomes wider where it is very narrow.
pub(crate) fn titled(title: &str, body: Picture) -> Picture {
    let style = Style::TITLE;
    let width = body.width.max(240.0);
    let lines = style.wrap(title, width - 2.0 * MARGIN, 4);
    if lines.is_empty() {
        return body;
    }
    let mut picture = Picture::new(width, 0.0, body.label.as_str());
    let mut y = MARGIN;
    for line in lines {
        picture.text((width / 2.0, y + style.size), style, line);
        y += style.leading();
    }
    // The body already has a margin.
    let top = (y - MARGIN + 6.0).max(0.0);
    let left = ((width - body.width) / 2.0).floor();
    picture.add(&body, (left, top));
    picture.height = top + body.height;
    picture
}

/// Pictures in rows of at most `columns`, each with its name below and thin lines between them: the graph of a command,
/// a world, and the graph of the world, say. With no columns there is one.
pub fn panels<S: AsRef<str>>(title: &str, panels: &[(S, Picture)], columns: usize) -> Picture {
    let rows: Vec<Picture> = panels.chunks(columns.max(1)).map(row).collect();
    let names: Vec<&str> = panels.iter().map(|(name, _)| name.as_ref()).collect();
    titled(title, Picture::tile(&rows, 1, format!("{title}: {}", names.join(", "))))
}

fn row<S: AsRef<str>>(panels: &[(S, Picture)]) -> Picture {
    let tallest = panels.iter().fold(0.0, |height: f32, (_, panel)| height.max(panel.height));
    let mut picture = Picture::new(0.0, tallest, "");
    let mut lowest: f32 = 0.0;
    for (i, (name, panel)) in panels.iter().enumerate() {
        let room = NAMES.measure(name.as_ref()).min(WIDEST_NAME) + 2.0 * MARGIN;
        let width = panel.width.max(room.ceil());
        let name = NAMES.fit(name.as_ref(), width - 2.0 * MARGIN);
        if i > 0 {
            let x = picture.width;
            picture.line((x, MARGIN), (x, tallest), Stroke::solid(Rgb::RULE, 1.0));
        }
        let left = picture.width + ((width - panel.width) / 2.0).floor();
        picture.add(panel, (left, ((tallest - panel.height) / 2.0).floor()));
        if !name.is_empty() {
            picture.text((picture.width + width / 2.0, tallest + NAMES.size), NAMES, name);
            lowest = NAMES.size + MARGIN;
        }
        picture.width += width;
    }
    picture.height += lowest;
    picture
}

/// An abstract-reasoning task: rows of input and output worlds without their agents, the last of which is to be solved.
/// An output that is not given is a question mark; the logic, if it is given, stands below.
pub fn riddle(title: &str, pairs: &[(GridScene<'_>, Option<GridScene<'_>>)], logic: Option<&str>) -> Picture {
    let draw = |scene: &GridScene<'_>| Picture::of(&scene.clone().without_agent()).scaled(SMALLER);
    let pairs: Vec<_> =
        pairs.iter().map(|(input, output)| (draw(input), output.as_ref().map(draw))).collect();
    riddle_of(title, &pairs, logic)
}

/// The same for pictures of any kind: those of [`arc_grid`](crate::arc_grid), say.
pub fn riddle_of(title: &str, pairs: &[(Picture, Option<Picture>)], logic: Option<&str>) -> Picture {
    let widest =
        |pictures: &mut dyn Iterator<Item = &Picture>| pictures.fold(0.0, |w: f32, p| w.max(p.width));
    let left = widest(&mut pairs.iter().map(|(input, _)| input));
    let right = widest(&mut pairs.iter().map(|(input, output)| output.as_ref().unwrap_or(input)));
    let label = format!("{title}: {} pairs of input and output", pairs.len());
    let mut picture = Picture::new(left + ARROW + right, MARGIN, label);
    let columns = [(left / 2.0, "input"), (left + ARROW + right / 2.0, "output")];
    if !pairs.is_empty() {
        for (x, name) in columns {
            picture.text((x, MARGIN + NAMES.size - 4.0), NAMES, name);
        }
        picture.height += 12.0;
    }
    for (i, (input, output)) in pairs.iter().enumerate() {
        if i > 0 && i + 1 == pairs.len() {
            let y = picture.height + 4.0;
            let rule = Stroke { colour: Rgb::EDGE, width: 1.0, dash: Some((3.0, 4.0)) };
            picture.line((MARGIN, y), (picture.width - MARGIN, y), rule);
            picture.height += 8.0;
        }
        let height = input.height.max(output.as_ref().map_or(0.0, |output| output.height));
        let top = picture.height;
        let middle = top + height / 2.0;
        let at = |x: f32, panel: &Picture| (x - panel.width / 2.0, middle - panel.height / 2.0);
        picture.add(input, at(columns[0].0, input));
        arrow(&mut picture, (left + 2.0, middle), ARROW - 4.0);
        match output {
            Some(output) => picture.add(output, at(columns[1].0, output)),
            None => unknown(&mut picture, (columns[1].0, middle), input.width.min(input.height)),
        }
        picture.height += height;
    }
    if let Some(logic) = logic {
        let style = Style::BODY;
        for line in style.wrap(logic, picture.width - 2.0 * MARGIN, 5) {
            picture.text((picture.width / 2.0, picture.height + style.size), style.at(Anchor::Middle), line);
            picture.height += style.leading();
        }
        picture.height += MARGIN;
    }
    titled(title, picture)
}

fn arrow(picture: &mut Picture, (x, y): (f32, f32), length: f32) {
    let stroke = Stroke::solid(Rgb::INK, 2.0);
    let tip = x + length;
    picture.line((x, y), (tip, y), stroke);
    let head = crate::curve::polyline(&[(tip - 7.0, y - 6.0), (tip, y), (tip - 7.0, y + 6.0)]);
    picture.path(head, Paint::stroke(stroke));
}

/// An output that is to be found.
fn unknown(picture: &mut Picture, (x, y): (f32, f32), side: f32) {
    let side = (side - 2.0 * MARGIN * SMALLER).max(24.0);
    let edge = Stroke { colour: Rgb::EDGE, width: 1.2, dash: Some((4.0, 4.0)) };
    let ground = Paint::outlined(Rgb::new(248, 248, 250), edge);
    picture.rect((x - side / 2.0, y - side / 2.0), (side, side), 6.0, ground);
    let size = (side * 0.4).min(64.0);
    let style = Style { size, weight: Weight::Bold, anchor: Anchor::Middle, colour: Rgb::FAINT };
    picture.text((x, y + size * 0.36), style, "?");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_narrow_panels_are_not_cut() {
        let narrow = || Picture::new(20.0, 20.0, "");
        let drawn = panels("", &[("graph of the command", narrow()), ("", narrow())], 2);
        assert!(drawn.to_svg().contains(">graph of the command<"), "{}", drawn.to_svg());
        let long = panels("", &[("a name that goes on and on and on and on and on and on", narrow())], 1);
        assert!(long.width < 300.0 && long.to_svg().contains('…'));
    }
}
