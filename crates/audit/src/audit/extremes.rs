//! Whether size words have but two sizes to tell apart.

use serde::Serialize;
use wampimuk_command::{Lexicon, Phrase, Reading, Scene, Semantics};

use super::case::Case;
use super::figures::Figure;
use super::tree::Node;
use crate::Share;

/// ReaSCAN promises that there are only two sizes wherever "small" or "big" is said, so that nothing lies between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Extremes {
    /// Examples with a size word.
    pub sized: Share,
    /// Of these, examples in which what some sized phrase says beside the size (colour and noun) has more than two
    /// sizes.
    pub more_than_two: Share,
    /// The same for the noun alone, whatever the colour; "object" is everything, boxes included.
    pub more_than_two_by_noun: Share,
    /// Sized phrases that no object of the extreme size plays: the one meant has a size in between.
    pub not_extreme: Share,
    /// The same, for head phrases with the noun "object", with other nouns, and for phrases inside clauses alike.
    pub not_extreme_in: [Share; 4],
}

/// The names of the entries of `not_extreme_in`.
const PLACES: [&str; 4] = ["head, object", "head, noun", "clause, object", "clause, noun"];

impl Extremes {
    pub(super) fn add(&mut self, case: &Case<'_>, nodes: &[Node<'_>], players: &[u64]) {
        let superlative = Semantics { reading: Reading::Superlative, ..case.semantics };
        let (mut sized, mut by_class, mut by_noun) = (false, false, false);
        for (number, (node, &players)) in nodes.iter().zip(players).enumerate() {
            let phrase = node.phrase;
            if phrase.size.is_none() {
                continue;
            }
            sized = true;
            let class = Phrase { colour: phrase.colour, noun: phrase.noun, ..Phrase::default() };
            let noun = Phrase { noun: phrase.noun, ..Phrase::default() };
            by_class |= sizes(case, &class) > 2;
            by_noun |= sizes(case, &noun) > 2;
            if players != 0 {
                let extreme = own(&case.scene, phrase, case.lexicon, superlative);
                let missed = players & extreme == 0;
                self.not_extreme.note(missed);
                let place = 2 * usize::from(number > 0) + usize::from(phrase.noun.is_some());
                self.not_extreme_in[place].note(missed);
            }
        }
        self.sized.note(sized);
        if sized {
            self.more_than_two.note(by_class);
            self.more_than_two_by_noun.note(by_noun);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.sized.merge(other.sized);
        self.more_than_two.merge(other.more_than_two);
        self.more_than_two_by_noun.merge(other.more_than_two_by_noun);
        self.not_extreme.merge(other.not_extreme);
        for (mine, &theirs) in self.not_extreme_in.iter_mut().zip(&other.not_extreme_in) {
            mine.merge(theirs);
        }
    }

    pub(super) fn figures(&self) -> Vec<Figure> {
        let check = "sizes";
        let mut figures = vec![
            Figure::share(check, "examples with a size word", self.sized),
            Figure::share(check, "… more than two sizes of that colour and noun", self.more_than_two),
            Figure::share(check, "… more than two sizes of that noun", self.more_than_two_by_noun),
            Figure::share(check, "sized phrases whose object is not the extreme", self.not_extreme),
        ];
        for (place, share) in PLACES.into_iter().zip(self.not_extreme_in) {
            if share.of > 0 {
                figures.push(Figure::share(check, format!("… {place}"), share));
            }
        }
        figures
    }
}

fn own(scene: &Scene<'_>, phrase: &Phrase, lexicon: &Lexicon, semantics: Semantics) -> u64 {
    scene.own_words(phrase, lexicon, semantics)
}

/// How many sizes the objects have that a phrase's own words fit.
fn sizes(case: &Case<'_>, phrase: &Phrase) -> u32 {
    let class = own(&case.scene, phrase, case.lexicon, case.semantics);
    let objects = case.example.world.objects().iter().enumerate();
    let present = objects.filter(|(number, _)| class >> number & 1 == 1);
    present.fold(0_u32, |set, (_, object)| set | 1 << object.size.min(31)).count_ones()
}
