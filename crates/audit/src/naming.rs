//! Numbers for kinds of object and for descriptions, and their names.

use wampimuk_command::{Lexicon, Phrase};
use wampimuk_grid::Object;

/// Numbers kinds of object (size, colour, shape) and descriptions (size, colour, noun) in one lexicon.
#[derive(Clone, Debug)]
pub(crate) struct Naming {
    pub lexicon: Lexicon,
}

impl Naming {
    pub fn new(lexicon: &Lexicon) -> Self {
        Self { lexicon: lexicon.clone() }
    }

    /// The number of an object's kind. The order is that of the original's lists: by size, colour, shape.
    #[inline]
    pub fn kind(&self, object: &Object) -> usize {
        let colours = self.lexicon.colours.len();
        let shapes = self.lexicon.nouns.len();
        (usize::from(object.size) * colours + usize::from(object.colour)) * shapes + usize::from(object.shape)
    }

    /// The name of a kind: `3 blue square`.
    pub fn kind_name(&self, kind: usize) -> String {
        let shapes = self.lexicon.nouns.len();
        let colours = self.lexicon.colours.len();
        let (rest, shape) = (kind / shapes, kind % shapes);
        format!("{} {} {}", rest / colours, self.colour(rest % colours), self.shape(shape))
    }

    /// All kinds whose size is one of these.
    pub fn kinds(&self, sizes: std::ops::RangeInclusive<usize>) -> std::ops::Range<usize> {
        let each = self.lexicon.colours.len() * self.lexicon.nouns.len();
        sizes.start() * each..(sizes.end() + 1) * each
    }

    /// The size of a kind.
    pub fn kind_size(&self, kind: usize) -> usize {
        kind / (self.lexicon.colours.len() * self.lexicon.nouns.len())
    }

    /// The number of what a phrase's own words say.
    #[inline]
    pub fn referred(&self, phrase: &Phrase) -> usize {
        let number = |word: Option<u8>| word.map_or(0, |word| usize::from(word) + 1);
        let (colours, nouns) = (self.lexicon.colours.len() + 1, self.lexicon.nouns.len() + 1);
        (number(phrase.size) * colours + number(phrase.colour)) * nouns + number(phrase.noun)
    }

    /// The name of what a phrase says, size first as in the original's files: `small red circle`.
    pub fn referred_name(&self, referred: usize) -> String {
        let (colours, nouns) = (self.lexicon.colours.len() + 1, self.lexicon.nouns.len() + 1);
        let (noun, colour, size) = (referred % nouns, referred / nouns % colours, referred / nouns / colours);
        let size = size.checked_sub(1).map(|size| self.lexicon.sizes[size].extreme.name());
        let colour = colour.checked_sub(1).map(|colour| self.lexicon.colours[colour].name.as_str());
        let noun = noun.checked_sub(1).map_or("object", |noun| self.lexicon.nouns[noun].word.name.as_str());
        size.into_iter().chain(colour).chain([noun]).collect::<Vec<_>>().join(" ")
    }

    pub fn verb(&self, number: usize) -> String {
        self.lexicon.verbs[number].deed.name().to_string()
    }

    /// The name of adverb `number - 1`; number 0 is no adverb.
    pub fn adverb(&self, number: usize) -> String {
        number
            .checked_sub(1)
            .map_or_else(String::new, |number| self.lexicon.adverbs[number].word.name.clone())
    }

    pub fn shape(&self, number: usize) -> String {
        self.lexicon.nouns[number].word.name.clone()
    }

    pub fn colour(&self, number: usize) -> String {
        self.lexicon.colours[number].name.clone()
    }
}

/// Which classes of words a phrase uses, as a number below 8.
#[inline]
pub(crate) fn description(phrase: &Phrase) -> usize {
    usize::from(phrase.size.is_some()) << 2
        | usize::from(phrase.colour.is_some()) << 1
        | usize::from(phrase.noun.is_some())
}

/// The name of a description: `size, colour, shape`.
pub(crate) fn description_name(description: usize) -> String {
    let words = [(4, "size"), (2, "colour"), (1, "shape")];
    let words: Vec<&str> =
        words.into_iter().filter(|(bit, _)| description & bit != 0).map(|(_, word)| word).collect();
    if words.is_empty() { "object".to_string() } else { words.join(", ") }
}

/// Descriptions from the shortest to the longest, as the original lists them.
pub(crate) const DESCRIPTIONS: [usize; 8] = [0b000, 0b001, 0b010, 0b100, 0b011, 0b101, 0b110, 0b111];

#[cfg(test)]
mod tests {
    use wampimuk_command::parse;
    use wampimuk_grid::Cell;

    use super::*;

    #[test]
    fn numbers_have_the_names_of_what_they_number() {
        let naming = Naming::new(&Lexicon::gscan());
        let object = Object::solid(2, 1, 4, Cell::default());
        assert_eq!(naming.kind_name(naming.kind(&object)), "4 green circle");
        for (text, name, class) in [
            ("push a blue small square", "small blue square", "size, colour, shape"),
            ("push a square", "square", "shape"),
            ("push a big object", "big object", "size"),
        ] {
            let phrase = parse(text, &naming.lexicon).unwrap().phrase;
            assert_eq!(naming.referred_name(naming.referred(&phrase)), name);
            assert_eq!(description_name(description(&phrase)), class);
        }
    }
}
