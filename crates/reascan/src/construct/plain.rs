//! Worlds for commands without clauses, in which nothing but the command tells what is meant.
//!
//! "The circle" asks for a world with one circle, "the small red circle" for one with several: a world that is built around
//! such a command gives it away. So objects are drawn without looking at the command, until the command happens to have one
//! referent and to need each of its words. A world alone then says only what *could* be asked: about ten objects of sixteen.
//!
//! What is drawn decides how often commands of each kind come true. The shares below make that one draw in four or five,
//! whatever words the command has. If one kind came true more rarely, its worlds would be kept for its own items alone, and
//! would be known by that.

use wampimuk_command::{DistractorGroup, Extreme, ObjectRole, Strategy, WordClass};
use wampimuk_core::Stream;
use wampimuk_grid::{Cell, Form, Object};

use super::Builder;
use super::board::CellConstraint;
use super::command_copy::Nouns;
use super::sizes::draw_pair;
use crate::tree::Node;

/// How many nouns and colours the objects of a world have at most. With more, hardly anything would be alike.
const NOUNS: usize = 3;
const COLOURS: usize = 4;

/// How far the number of objects may be from what the recipe says.
const TOLERANCE: usize = 2;

/// How many worlds are drawn for a command before it is given up.
const DRAWS: usize = 200;

/// The chance that some noun has one object only, which "the circle" needs.
const LONE: (u32, u32) = (3, 5);

/// The chance that another noun has all its objects but one in the same size, which "the small circle" needs, and how
/// many objects it then has.
const ODD: (u32, u32) = (3, 7);
const ODD_COUNTS: [usize; 3] = [2, 2, 6];

/// What an object is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    noun: u8,
    colour: u8,
    size: u8,
}

/// The kinds of objects of a world, drawn again and again in the same memory.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    drawn: Vec<Kind>,
    /// For each noun that is drawn, its two sizes: small, big.
    pairs: Vec<(u8, [u8; 2])>,
}

impl Kinds {
    /// Draws until the command has one referent and needs all its words: gives the kinds, the referent's first. `None` if
    /// the command is of a sort that such worlds are not made for, or if too many draws fail.
    fn draw(
        &mut self,
        head: &Node,
        nouns: &Nouns,
        (least, most): (u8, u8),
        objects: usize,
        stream: &mut Stream,
    ) -> Option<&[Kind]> {
        if head.noun.is_none() || head.frame || least == most {
            return None;
        }
        for _ in 0..DRAWS {
            self.fill(head, nouns, (least, most), stream);
            if self.drawn.len().abs_diff(objects) > TOLERANCE {
                continue;
            }
            if let Some(referent) = self.referent(head) {
                self.drawn.swap(0, referent);
                return Some(&self.drawn);
            }
        }
        None
    }

    /// Draws the kinds of one world. Which nouns and colours there are depends on the command where a lexicon has more than
    /// a world; nothing else does.
    fn fill(&mut self, head: &Node, nouns: &Nouns, (least, most): (u8, u8), stream: &mut Stream) {
        self.drawn.clear();
        self.pairs.clear();
        let mut shapes = nouns.solids.clone();
        choose_with(&mut shapes, NOUNS, head.noun, stream);
        let mut colours: Vec<u8> = (0..nouns.colours).collect();
        choose_with(&mut colours, COLOURS, head.colour, stream);
        let has_lone = shapes.len() > 1 && stream.below(LONE.1) < LONE.0;
        for (place, &noun) in shapes.iter().enumerate() {
            let pair: [u8; 2] = draw_pair(least, most, stream).into();
            self.pairs.push((noun, pair));
            let side = stream.below(2) as usize;
            let mut add = |colour: u8, size: usize| self.drawn.push(Kind { noun, colour, size: pair[size] });
            if place == 0 && has_lone {
                add(*stream.choose(&colours), side);
            } else if stream.below(ODD.1) < ODD.0 {
                add(*stream.choose(&colours), side);
                for _ in 1..*stream.choose(&ODD_COUNTS) {
                    add(*stream.choose(&colours), 1 - side);
                }
            } else {
                // Of each colour one, one of each size, or one of one size and two of the other.
                for &colour in &colours {
                    let side = stream.below(2) as usize;
                    let others = stream.below(3);
                    add(colour, side);
                    (0..others).for_each(|_| add(colour, 1 - side));
                }
            }
        }
    }

    /// The only object that a command can mean, if each of its words is needed to say so.
    fn referent(&self, head: &Node) -> Option<usize> {
        let noun = head.noun?;
        let pair = self.pairs.iter().find(|(other, _)| *other == noun)?.1;
        let size = head.size.map(|extreme| pair[usize::from(extreme == Extreme::Big)]);
        let is_noun = |kind: &Kind| kind.noun == noun;
        let is_colour = |kind: &Kind| head.colour.is_none_or(|colour| kind.colour == colour);
        let is_size = |kind: &Kind| size.is_none_or(|size| kind.size == size);
        let count = |fits: &dyn Fn(&Kind) -> bool| self.drawn.iter().filter(|kind| fits(kind)).count();
        let referent =
            self.drawn.iter().position(|kind| is_noun(kind) && is_colour(kind) && is_size(kind))?;
        let is_needed = |class: WordClass| match class {
            // The other things of the class have the other size, so that "small" has something to be smaller than.
            WordClass::Size => head.size.is_none() || count(&|kind| is_noun(kind) && is_colour(kind)) > 1,
            WordClass::Colour => head.colour.is_none() || count(&|kind| is_noun(kind) && is_size(kind)) > 1,
            WordClass::Noun => self.fitting_without_noun(head) > 1,
        };
        let is_only = count(&|kind| is_noun(kind) && is_colour(kind) && is_size(kind)) == 1;
        (is_only && WordClass::ALL.into_iter().all(is_needed)).then_some(referent)
    }

    /// How many objects "the small red object" fits: what is small there is smaller than something else that is red.
    fn fitting_without_noun(&self, head: &Node) -> usize {
        let class =
            || self.drawn.iter().filter(|kind| head.colour.is_none_or(|colour| kind.colour == colour));
        let sizes = || class().map(|kind| kind.size);
        match head.size {
            None => class().count(),
            Some(Extreme::Small) => sizes().filter(|&size| Some(size) < sizes().max()).count(),
            Some(Extreme::Big) => sizes().filter(|&size| Some(size) > sizes().min()).count(),
        }
    }
}

/// Shuffles and keeps at most `most`, among them `kept`.
fn choose_with(entries: &mut Vec<u8>, most: usize, kept: Option<u8>, stream: &mut Stream) {
    stream.shuffle(entries);
    if let Some(place) = entries.iter().position(|entry| Some(*entry) == kept).filter(|&place| place >= most)
    {
        let other = stream.below(most as u32) as usize;
        entries.swap(place, other);
    }
    entries.truncate(most);
}

impl Builder<'_> {
    /// Places objects that were drawn without looking at the command, the target first.
    pub(super) fn place_plain(&mut self, head: &Node, agent: Cell, goal: Cell, stream: &mut Stream) -> bool {
        let sizes = (self.least, self.most);
        let Some(kinds) = self.kinds.draw(head, &self.nouns, sizes, self.settings.objects.into(), stream)
        else {
            return false;
        };
        self.board.reset(agent);
        self.cast.clear();
        self.cast.groups.push(DistractorGroup::plain(Strategy::Command));
        for (number, kind) in kinds.iter().enumerate() {
            let is_target = number == 0;
            let room = CellConstraint { cell: is_target.then_some(goal), ..CellConstraint::default() };
            let Some(cell) = self.board.free_cell(Form::Solid, kind.size, &room, stream) else {
                return false;
            };
            let Kind { noun: shape, colour, size } = *kind;
            self.board.add(Object { cell, shape, colour, size, form: Form::Solid });
            let missed = missed_word(head, &kinds[0], kind).filter(|_| !is_target);
            let strategy = match missed {
                _ if is_target => Strategy::Command,
                Some(_) => Strategy::Attribute,
                None => Strategy::Random,
            };
            let phrase = (strategy != Strategy::Random).then_some(0);
            let group = DistractorGroup {
                phrase: phrase.filter(|_| !is_target),
                word: missed,
                ..DistractorGroup::plain(strategy)
            };
            // Whatever misses a word is a group of its own; what is there at random is one.
            let groups = &mut self.cast.groups;
            let known = groups.iter().position(|other| *other == group && missed.is_none());
            let place = known.unwrap_or_else(|| {
                groups.push(group);
                groups.len() - 1
            });
            self.cast.parts.push(ObjectRole { group: place as u8, phrase });
        }
        true
    }
}

/// The word of a command that an object misses, if it is the only one.
fn missed_word(head: &Node, target: &Kind, other: &Kind) -> Option<WordClass> {
    let misses = |class: &WordClass| match class {
        WordClass::Size => head.size.is_some() && other.size != target.size,
        WordClass::Colour => head.colour.is_some() && other.colour != target.colour,
        WordClass::Noun => other.noun != target.noun,
    };
    let mut missed = WordClass::ALL.into_iter().filter(misses);
    missed.next().filter(|_| missed.next().is_none())
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Lexicon, Surface, parse};
    use wampimuk_core::{Digest, StreamKey};

    use super::*;
    use crate::tree::Tree;

    const DRAWN: u32 = 3000;

    fn nouns() -> Nouns {
        Nouns { forms: vec![Form::Solid; 3], solids: vec![0, 1, 2], colours: 4 }
    }

    fn head(text: &str) -> Node {
        let lexicon = Lexicon::reascan();
        let command = parse(text, &lexicon).expect("a command");
        assert_eq!(command.text(&lexicon, Surface::Reascan), text);
        Tree::of(&command.phrase, &lexicon).nodes()[0]
    }

    fn stream(number: u64) -> Stream {
        StreamKey::new(&Digest::of(b"plain"), "test", 0).stream(number)
    }

    /// A world would give away commands that come true more rarely than others.
    #[test]
    fn commands_of_every_kind_come_true_alike() {
        for text in [
            "push the circle",
            "push the small square",
            "push the big cylinder",
            "push the red circle",
            "push the small red square",
            "push the big blue cylinder",
        ] {
            let head = head(text);
            let mut kinds = Kinds::default();
            let mut stream = stream(0);
            let (mut fitting, mut true_ones) = (0, 0);
            while fitting < DRAWN {
                kinds.fill(&head, &nouns(), (1, 4), &mut stream);
                if kinds.drawn.len().abs_diff(16) <= TOLERANCE {
                    fitting += 1;
                    true_ones += u32::from(kinds.referent(&head).is_some());
                }
            }
            let share = f64::from(true_ones) / f64::from(DRAWN);
            assert!((0.18..0.31).contains(&share), "`{text}` is true of {share} of the worlds");
        }
    }

    /// Counted in another way: by trying every shorter description.
    #[test]
    fn every_word_of_a_description_is_needed() {
        let lexicon = Lexicon::reascan();
        let head = head("push the small red circle");
        let mut kinds = Kinds::default();
        for number in 0..300 {
            let drawn = kinds.draw(&head, &nouns(), (1, 4), 16, &mut stream(number)).expect("a world");
            let noun = |kind: &Kind| lexicon.nouns[usize::from(kind.noun)].word.word == "circle";
            let red = |kind: &Kind| lexicon.colours[usize::from(kind.colour)].word == "red";
            let circles: Vec<&Kind> = drawn.iter().filter(|kind| noun(kind)).collect();
            let smallest = circles.iter().map(|kind| kind.size).min();
            let small_red = |kind: &&Kind| red(kind) && Some(kind.size) == smallest;
            assert_eq!(circles.iter().filter(|kind| small_red(kind)).count(), 1);
            assert!(noun(&drawn[0]) && small_red(&&drawn[0]), "the target is first");
            assert!(circles.iter().filter(|kind| red(kind)).count() > 1, "`small` is needed");
            assert!(circles.iter().filter(|kind| Some(kind.size) == smallest).count() > 1, "`red` is needed");
            let reds: Vec<u8> = drawn.iter().filter(|kind| red(kind)).map(|kind| kind.size).collect();
            let small = reds.iter().filter(|&&size| reds.iter().any(|&other| other > size)).count();
            assert!(small > 1, "`circle` is needed");
        }
    }

    #[test]
    fn other_sorts_of_commands_are_left_to_others() {
        let mut kinds = Kinds::default();
        let object = head("push the small object");
        assert!(kinds.draw(&object, &nouns(), (1, 4), 16, &mut stream(0)).is_none());
        let circle = head("push the circle");
        assert!(kinds.draw(&circle, &nouns(), (2, 2), 16, &mut stream(0)).is_none(), "one size is none");
        assert!(kinds.draw(&circle, &nouns(), (1, 4), 60, &mut stream(0)).is_none(), "too many objects");
    }
}
