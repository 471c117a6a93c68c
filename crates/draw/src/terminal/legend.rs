//! What the letters and signs of a drawing in a terminal mean.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use wampimuk_grid::{Cell, Form};

use super::{PREDICTED, TARGET, Terminal, WAY, arrow, plain, sign};
use crate::Shade;

impl Terminal<'_> {
    /// What the letters and symbols mean, and where the frames are.
    pub(super) fn legend(&self, out: &mut String) {
        let (look, objects) = (self.scene.look, self.scene.now().objects());
        let solid = || objects.iter().filter(|object| object.form == Form::Solid);
        let colours: BTreeSet<u8> = solid().map(|object| object.colour).collect();
        let shapes: BTreeSet<u8> = solid().map(|object| object.shape).collect();
        let mut words: Vec<String> = colours
            .into_iter()
            .map(|c| format!("{} {}", look.letter(c), plain(look.colour_name(c))))
            .collect();
        words.extend(
            shapes.into_iter().map(|s| format!("{} {}", look.shape(s).symbol(), plain(look.shape_name(s)))),
        );
        let now = self.scene.now();
        if solid().next().is_some() {
            words.push("1, 2, … size".to_owned());
        }
        if self.scene.weighs && (0..objects.len()).any(|number| now.is_heavy(number)) {
            words.push(format!("heavy from size {}", now.heavy_from()));
        }
        if !words.is_empty() {
            let _ = writeln!(out, "{}", words.join("  "));
        }
        let signs = self.signs();
        if !signs.is_empty() {
            let _ = writeln!(out, "{}", signs.join("  "));
        }
        let roles: Vec<String> = Shade::ALL
            .into_iter()
            .filter(|&shade| (0..objects.len()).any(|object| self.scene.role(object) == Some(shade)))
            .map(|shade| format!("{} {}", sign(shade), role_name(shade)))
            .collect();
        if !roles.is_empty() {
            let _ = writeln!(out, "{}", roles.join("  "));
        }
        for (number, frame) in objects.iter().enumerate().filter(|(_, object)| object.form == Form::Frame) {
            let end = |start: u8| u32::from(start) + u32::from(frame.size.max(1)) - 1;
            let (row, column) = (frame.cell.row, frame.cell.column);
            let name = plain(&format!("{} {}", look.colour_name(frame.colour), look.shape_name(frame.shape)));
            let name = format!("{name} of size {}", frame.size);
            self.heavy(out, Some(frame.colour), "┏━");
            let role = self.scene.role(number).map(role_name).map(|role| format!(", {role}"));
            let role = role.unwrap_or_default();
            let (bottom, right) = (end(row), end(column));
            let _ = writeln!(out, " {name}: rows {row} to {bottom}, columns {column} to {right}{role}");
        }
        for (number, mark) in self.scene.marks.iter().enumerate() {
            if let (Some(tag), Some(name)) = (&mark.tag, self.name(number)) {
                let _ = writeln!(out, "{}: {name}", plain(tag));
            }
        }
        for link in &self.scene.links {
            if let (Some(from), Some(to)) = (self.name(link.from), self.name(link.to)) {
                let _ = writeln!(out, "{from} – {} – {to}", plain(&link.label));
            }
        }
    }

    /// Signs that stand in cells beside objects, and what they mean.
    fn signs(&self) -> Vec<String> {
        let now = self.scene.now();
        let mut signs = Vec::new();
        if self.scene.agent {
            signs.push(format!("{} agent", arrow(now.agent().heading)));
        }
        let has_role = (0..now.objects().len()).any(|number| self.scene.role(number) == Some(Shade::Target));
        if self.scene.target.is_some() && !has_role {
            signs.push(format!("{TARGET} target"));
        }
        let is_seen = |way: &[bool]| {
            let free = |index: usize| now.solid_at(Cell::from_index(index, now.side())).is_none();
            way.iter().enumerate().any(|(index, visited)| *visited && free(index))
        };
        let way = if self.scene.predicted.is_some() { "gold way" } else { "way" };
        signs.extend(is_seen(&self.path).then(|| format!("{WAY} {way}")));
        signs.extend(is_seen(&self.predicted).then(|| format!("{PREDICTED} predicted way")));
        signs
    }

    /// What an object is and where.
    fn name(&self, object: usize) -> Option<String> {
        let object = self.scene.now().objects().get(object)?;
        let (colour, shape) =
            (self.scene.look.colour_name(object.colour), self.scene.look.shape_name(object.shape));
        let Cell { row, column } = object.cell;
        Some(format!("{} of size {} at ({row}, {column})", plain(&format!("{colour} {shape}")), object.size))
    }
}

/// The part an object plays, in words that stand alone.
fn role_name(shade: Shade) -> String {
    format!("{}{}", shade.name(), if shade.is_distractor() { " distractor" } else { "" })
}
