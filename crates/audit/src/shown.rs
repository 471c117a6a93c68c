//! Items that show what findings are about.

use wampimuk_command::{Example, Lexicon, Surface};
use wampimuk_dataset::FilePlace;
use wampimuk_draw::{Appearance, GridScene, Picture};

/// Where an item stands: its place in a file, or the split of a recipe with its index there.
#[derive(Clone, Copy, Debug)]
pub struct Address<'a> {
    /// Its split.
    pub split: &'a str,
    /// Its index there.
    pub index: u64,
    /// Its place in a file.
    pub place: Option<&'a FilePlace>,
}

impl Address<'_> {
    fn text(&self) -> String {
        self.place.map_or_else(|| format!("{}/{}", self.split, self.index), ToString::to_string)
    }
}

/// An item, and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    pub index: u64,
    pub address: String,
    pub example: Example,
}

impl Shown {
    pub fn new(address: Address<'_>, example: &Example) -> Self {
        Self { index: address.index, address: address.text(), example: example.clone() }
    }
}

/// The first item of each kind that was met, whoever met it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Firsts<const KINDS: usize>([Option<Shown>; KINDS]);

impl<const KINDS: usize> Default for Firsts<KINDS> {
    fn default() -> Self {
        Self([const { None }; KINDS])
    }
}

impl<const KINDS: usize> Firsts<KINDS> {
    pub fn note(&mut self, kind: usize, address: Address<'_>, example: &Example) {
        if self.0[kind].as_ref().is_none_or(|known| address.index < known.index) {
            self.0[kind] = Some(Shown::new(address, example));
        }
    }

    pub fn merge(&mut self, other: &Self) {
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            if let Some(other) = other
                && mine.as_ref().is_none_or(|mine| other.index < mine.index)
            {
                *mine = Some(other.clone());
            }
        }
    }

    pub fn address(&self, kind: usize) -> Option<&str> {
        self.0[kind].as_ref().map(|shown| shown.address.as_str())
    }

    pub fn iter(&self) -> impl Iterator<Item = &Shown> {
        self.0.iter().flatten()
    }
}

/// An item as a page shows it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Drawn {
    pub address: String,
    /// The command.
    pub text: String,
    pub svg: String,
}

impl Drawn {
    /// The item with its target and its way there; `None` if it cannot be drawn.
    pub fn of(shown: &Shown, lexicon: &Lexicon) -> Option<Self> {
        let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
        let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
        let look = Appearance::from_names(&shapes, &colours)
            .outlined(lexicon.nouns.iter().map(|noun| &noun.outline[..]));
        let Example { command, world, target, actions } = &shown.example;
        let scene = GridScene::new(world, &look).target(*target).ok()?.path(actions);
        let text = command.text(lexicon, Surface::Reascan);
        Some(Self { address: shown.address.clone(), text, svg: Picture::of(&scene).to_svg() })
    }
}
