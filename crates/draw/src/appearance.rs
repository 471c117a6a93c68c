//! How the numbers of a lexicon look.

use std::sync::Arc;

use crate::Rgb;
use crate::colour::spare_colour;

/// The shapes that can be drawn.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawnShape {
    /// A disc.
    Circle,
    /// A filled square.
    Square,
    /// A cylinder seen from above.
    Cylinder,
    /// The outline of a rounded square.
    Box,
    /// A triangle on its base.
    Triangle,
    /// A square on its corner.
    Diamond,
    /// A star with five points.
    Star,
    /// A hexagon on its side.
    Hexagon,
    /// A plus sign.
    Cross,
    /// A pentagon on its side.
    Pentagon,
    /// A thick ring.
    Ring,
    /// A polygon of one's own.
    Own {
        /// Its corners in a square, in thousandths of its side from the left and from the top.
        outline: Arc<[(u16, u16)]>,
        /// The character that stands for it in a terminal.
        symbol: char,
    },
}

impl DrawnShape {
    /// All that have a name, the four of the papers first.
    pub const ALL: [Self; 11] = [
        Self::Circle,
        Self::Square,
        Self::Cylinder,
        Self::Box,
        Self::Triangle,
        Self::Diamond,
        Self::Star,
        Self::Hexagon,
        Self::Cross,
        Self::Pentagon,
        Self::Ring,
    ];

    /// The name it is known by.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Cylinder => "cylinder",
            Self::Box => "box",
            Self::Triangle => "triangle",
            Self::Diamond => "diamond",
            Self::Star => "star",
            Self::Hexagon => "hexagon",
            Self::Cross => "cross",
            Self::Pentagon => "pentagon",
            Self::Ring => "ring",
            Self::Own { .. } => "own",
        }
    }

    /// The shape with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|shape| shape.name().eq_ignore_ascii_case(name))
    }

    /// One character for the terminal. The filled triangles are the agent's, so the triangle is hollow.
    pub const fn symbol(&self) -> char {
        match self {
            Self::Circle => '●',
            Self::Square => '■',
            Self::Cylinder => '▮',
            Self::Box => '□',
            Self::Triangle => '△',
            Self::Diamond => '◆',
            Self::Star => '★',
            Self::Hexagon => '⬢',
            Self::Cross => '✚',
            Self::Pentagon => '⬟',
            Self::Ring => '◎',
            Self::Own { symbol, .. } => *symbol,
        }
    }

    /// The first shape that is not taken, the uncommon ones first; once all are taken, they come again.
    fn spare(taken: &[Self]) -> Self {
        let mut order = Self::ALL[4..].iter().chain(&Self::ALL[..4]);
        order.find(|shape| !taken.contains(shape)).unwrap_or(&Self::ALL[4 + taken.len() % 7]).clone()
    }
}

/// How shapes and colours, which are numbers in a [`World`](wampimuk_grid::World), look. Numbers beyond the lexicon
/// have a look too, so that no world is impossible to draw.
///
/// ```
/// use wampimuk_draw::{Appearance, DrawnShape};
///
/// let look = Appearance::from_names(&["wug", "circle", "dax"], &["red", "blue", "brillig"]);
/// assert_eq!(look.shape(1), DrawnShape::Circle);
/// assert_eq!(look.shape(0), DrawnShape::Triangle, "the first shape that no other word claims");
/// assert_eq!((look.letter(0), look.letter(1), look.letter(2)), ('R', 'B', 'I'));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Appearance {
    shapes: Vec<(String, DrawnShape)>,
    colours: Vec<(String, Rgb, char)>,
}

impl Appearance {
    /// The look of a lexicon. Known words look like what they mean, whatever their case; the others get, in order,
    /// what is left.
    pub fn from_names<S: AsRef<str>, C: AsRef<str>>(shapes: &[S], colours: &[C]) -> Self {
        let mut taken: Vec<_> =
            shapes.iter().filter_map(|name| DrawnShape::from_name(name.as_ref())).collect();
        let shapes = shapes
            .iter()
            .map(|name| {
                let known = DrawnShape::from_name(name.as_ref());
                let shape = known.unwrap_or_else(|| claim(&mut taken, DrawnShape::spare));
                (name.as_ref().to_string(), shape)
            })
            .collect();
        let mut taken: Vec<_> = colours.iter().filter_map(|name| Rgb::named(name.as_ref())).collect();
        let mut letters = Vec::new();
        let colours = colours
            .iter()
            .map(|name| {
                let name = name.as_ref();
                let colour = Rgb::named(name).unwrap_or_else(|| claim(&mut taken, spare_colour));
                (name.to_string(), colour, claim(&mut letters, |taken| letter_for(name, taken)))
            })
            .collect();
        Self { shapes, colours }
    }

    /// The same with outlines of one's own, shape by shape: the corners of polygons in a square, in thousandths of its side
    /// from the left and from the top. A shape whose outline is empty keeps its look.
    #[must_use]
    pub fn outlined<'o>(mut self, outlines: impl IntoIterator<Item = &'o [(u16, u16)]>) -> Self {
        for ((_, shape), outline) in self.shapes.iter_mut().zip(outlines) {
            if !outline.is_empty() {
                *shape = DrawnShape::Own { outline: outline.into(), symbol: shape.symbol() };
            }
        }
        self
    }

    /// The look of shape number `index`.
    pub fn shape(&self, index: u8) -> DrawnShape {
        let known = self.shapes.get(usize::from(index)).map(|(_, shape)| shape);
        known.unwrap_or(&DrawnShape::ALL[usize::from(index) % DrawnShape::ALL.len()]).clone()
    }

    /// The look of colour number `index`.
    pub fn colour(&self, index: u8) -> Rgb {
        let known = self.colours.get(usize::from(index)).map(|&(_, colour, _)| colour);
        known.unwrap_or_else(|| {
            let shade = (index % 8) * 16;
            Rgb::new(96 + shade, 96 + shade, 104 + shade)
        })
    }

    /// How many colours have a name.
    pub(crate) fn colours(&self) -> usize {
        self.colours.len()
    }

    /// The letter that stands for colour number `index` where colours cannot be shown.
    pub fn letter(&self, index: u8) -> char {
        self.colours.get(usize::from(index)).map_or('?', |&(_, _, letter)| letter)
    }

    /// The lexicon's word for shape number `index`.
    pub fn shape_name(&self, index: u8) -> &str {
        self.shapes.get(usize::from(index)).map_or("unknown shape", |(name, _)| name)
    }

    /// The lexicon's word for colour number `index`.
    pub fn colour_name(&self, index: u8) -> &str {
        self.colours.get(usize::from(index)).map_or("unknown colour", |(name, _, _)| name)
    }
}

/// Chooses something and notes that it is taken.
fn claim<T: Clone>(taken: &mut Vec<T>, choose: impl Fn(&[T]) -> T) -> T {
    let chosen = choose(taken);
    taken.push(chosen.clone());
    chosen
}

/// The first letter of the name that is free, else the first free letter at all.
fn letter_for(name: &str, taken: &[char]) -> char {
    name.chars()
        .filter(char::is_ascii_alphabetic)
        .map(|letter| letter.to_ascii_uppercase())
        .chain('A'..='Z')
        .chain('a'..='z')
        .find(|letter| !taken.contains(letter))
        .unwrap_or('?')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_words_take_what_is_left() {
        let look = Appearance::from_names(&["star", "foo", "bar", "triangle"], &["orange", "foo", "purple"]);
        assert_eq!(look.shape(1), DrawnShape::Diamond);
        assert_eq!(look.shape(2), DrawnShape::Hexagon);
        assert_eq!(look.colour(1), Rgb::named("cyan").unwrap());
    }

    #[test]
    fn outlines_take_the_place_of_looks() {
        let triangle = [(0, 1000), (500, 0), (1000, 1000)];
        let look = Appearance::from_names::<_, &str>(&["circle", "wug"], &[]);
        let symbol = look.shape(1).symbol();
        let look = look.outlined([&[][..], &triangle]);
        assert_eq!(look.shape(0), DrawnShape::Circle);
        assert_eq!(look.shape(1), DrawnShape::Own { outline: triangle.as_slice().into(), symbol });
        let mut picture = crate::Picture::new(10.0, 10.0, "");
        let at = ((5.0, 5.0), 10.0);
        crate::object::solid(&mut picture, &look.shape(1), Rgb::INK, at, false);
        let svg = picture.to_svg();
        assert!(svg.contains("M0 10L5 0L10 10Z"), "{svg}");
    }

    #[test]
    fn letters_are_distinct() {
        let names = ["black", "blue", "brown", "b", "beige"];
        let look = Appearance::from_names::<&str, _>(&[], &names);
        let letters: String = (0..5).map(|i| look.letter(i)).collect();
        assert_eq!(letters, "BLRAE");
    }

    #[test]
    fn every_number_has_a_look() {
        let look = Appearance::default();
        for index in 0..=255 {
            let _ = (look.shape(index), look.colour(index), look.letter(index), look.shape_name(index));
        }
    }
}
