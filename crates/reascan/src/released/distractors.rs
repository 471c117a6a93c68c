//! The released generator's distractors of three kinds: copies of the command, each with something left out or changed.

use wampimuk_command::{DistractorGroup, Extreme, Relation, Strategy, WordClass};
use wampimuk_core::Stream;

use super::ReleasedBuilder;
use super::group::{Draft, Drafts};
use crate::pattern::MAX_PHRASES;
use crate::tree::Tree;

/// Items of a small list on the stack.
#[derive(Clone, Copy)]
struct StackList<T, const N: usize> {
    items: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> StackList<T, N> {
    fn collect(blank: T, items: impl Iterator<Item = T>) -> Self {
        let mut few = Self { items: [blank; N], len: 0 };
        for item in items.take(N) {
            few.items[few.len] = item;
            few.len += 1;
        }
        few
    }

    fn as_slice(&self) -> &[T] {
        &self.items[..self.len]
    }
}

/// The numbers of some phrases.
type Numbers = StackList<usize, MAX_PHRASES>;

impl ReleasedBuilder {
    /// For each clause that nothing hangs from, a copy of the command without it.
    ///
    /// For commands whose clauses all hang from the head that is every clause. In a nested command a clause in the
    /// middle cannot be left out without those below it, and leaving out the last one is all the original does.
    pub(super) fn relation_groups(&mut self, tree: &Tree, stream: &mut Stream) {
        let count = tree.nodes().len();
        for (left_out, node) in tree.nodes().iter().enumerate().skip(1) {
            if tree.children(left_out).next().is_some() {
                continue;
            }
            let mut copy = Drafts::copy(tree, |number| number != left_out);
            let about_size = matches!(node.link, Some((_, Relation::SameSize)));
            let fixed = match count {
                2 => self.settings.fix_lone_copy_size || !about_size,
                _ => self.settings.fix_relation_copy_sizes,
            };
            if fixed {
                copy = copy.with_sizes_of(self.objects());
            }
            let group = DistractorGroup {
                phrase: Some(left_out as u8),
                ..DistractorGroup::plain(Strategy::Relation)
            };
            self.place_group(&copy, group, stream);
        }
    }

    /// A copy of the command with one word changed, and for each size word something of the other size.
    pub(super) fn attribute_groups(&mut self, tree: &Tree, stream: &mut Stream) {
        let crowded = self.settings.no_attributes_among_boxes && self.matcher.frames() >= 2;
        if !self.wants.attribute || crowded {
            return self.ground_sizes(tree, None, None, stream);
        }
        let concrete = |number: &usize| tree.nodes()[*number].noun.is_some() && !tree.nodes()[*number].frame;
        let pool = Numbers::collect(0, (0..tree.nodes().len()).filter(concrete));
        if pool.len == 0 {
            if !self.settings.ungrounded_without_pool {
                self.ground_sizes(tree, None, None, stream);
            }
            return;
        }
        let phrase = *stream.choose(pool.as_slice());
        let node = tree.nodes()[phrase];
        let changeable = WordClass::ALL.into_iter().filter(|word| match word {
            WordClass::Size => node.size.is_some(),
            WordClass::Colour => node.colour.is_some() && self.palette.colours > 1,
            WordClass::Noun => self.palette.solids.len() > 1,
        });
        let words: StackList<WordClass, 3> = StackList::collect(WordClass::Noun, changeable);
        if words.len == 0 {
            return self.ground_sizes(tree, None, None, stream);
        }
        let word = *stream.choose(words.as_slice());
        let copy = self.changed_copy(tree, phrase, word, stream);
        let group = DistractorGroup {
            phrase: Some(phrase as u8),
            word: Some(word),
            ..DistractorGroup::plain(Strategy::Attribute)
        };
        let grounded = (word == WordClass::Size).then_some(phrase);
        self.ground_sizes(tree, Some((&copy, group)), grounded, stream);
    }

    /// A copy of the command in which another word stands for one of a phrase.
    fn changed_copy(&self, tree: &Tree, phrase: usize, word: WordClass, stream: &mut Stream) -> Drafts {
        let mut copy = Drafts::copy(tree, |_| true);
        let original = self.objects()[phrase];
        if word == WordClass::Size {
            copy = copy.with_sizes_of(self.objects());
        }
        let draft = &mut copy.as_mut()[phrase];
        match word {
            WordClass::Size => {
                draft.node.size = draft.node.size.map(Extreme::opposite);
                draft.size = self.other_size(tree, phrase);
                return copy;
            }
            WordClass::Colour => {
                let other = stream.below(self.palette.colours - 1) as u8;
                draft.node.colour = Some(other + u8::from(other >= original.colour));
            }
            WordClass::Noun => {
                let solids = &self.palette.solids;
                let own = solids.iter().position(|&shape| shape == original.shape);
                let other = stream.index(solids.len() - 1);
                draft.node.noun = Some(solids[other + usize::from(own.is_some_and(|own| other >= own))]);
                // Whatever colour was drawn is now that of the copy.
                draft.node.colour = Some(original.colour);
            }
        }
        if self.settings.drop_size_word {
            draft.node.size = None;
        } else if draft.node.size.is_some() {
            draft.size = Some(original.size);
        }
        copy
    }

    /// The other one of the two sizes of the kind of thing that a phrase with a size word speaks of.
    fn other_size(&self, tree: &Tree, phrase: usize) -> Option<u8> {
        let object = &self.objects()[phrase];
        let extreme = tree.nodes()[phrase].size?;
        self.bounds.of(object.colour, object.shape).map(|pair| pair.of(extreme.opposite()))
    }

    /// For each phrase with a size word, something that its other words fit, in the other size, unless the world has
    /// one. What the world has is judged before `first` is placed, and nothing is placed if `first` is not complete.
    fn ground_sizes(
        &mut self,
        tree: &Tree,
        first: Option<(&Drafts, DistractorGroup)>,
        grounded: Option<usize>,
        stream: &mut Stream,
    ) {
        let lacking = (0..tree.nodes().len()).filter_map(|number| {
            let node = &tree.nodes()[number];
            let size = self.other_size(tree, number)?;
            let unseen = node.noun.is_none() && self.settings.always_ground_objects;
            let there = !unseen && self.matcher.has(node.noun, node.colour, size);
            (Some(number) != grounded && !there).then_some((number, size))
        });
        let lacking: StackList<(usize, u8), MAX_PHRASES> = StackList::collect((0, 0), lacking);
        if let Some((copy, group)) = first
            && !self.place_group(copy, group, stream)
        {
            return;
        }
        for &(number, size) in lacking.as_slice() {
            let mut node = tree.nodes()[number];
            node.size = node.size.map(Extreme::opposite);
            node.link = None;
            let phrase = number as u8;
            let group = DistractorGroup {
                phrase: Some(phrase),
                word: Some(WordClass::Size),
                ..DistractorGroup::plain(Strategy::Size)
            };
            let lone = Drafts::lone(Draft { node, phrase, size: Some(size) });
            if !self.place_group(&lone, group, stream) {
                return;
            }
        }
    }

    /// A copy of the command in which two phrases other than the head have exchanged their colours, or their sizes and
    /// nouns. A missing word is exchanged like a word.
    pub(super) fn isomorphism_group(&mut self, tree: &Tree, stream: &mut Stream) {
        let nodes = tree.nodes();
        let candidate = |number: &usize| {
            let node = &nodes[*number];
            !node.frame && (node.size.is_some() || node.colour.is_some() || node.noun.is_some())
        };
        let mut candidates = Numbers::collect(0, (1..nodes.len()).filter(candidate));
        if candidates.len < 2 {
            return;
        }
        if candidates.len > 2 {
            let len = candidates.len;
            stream.sample(&mut candidates.items[..len], 2);
        }
        let [one, two] = [candidates.items[0], candidates.items[1]];
        let (first, second) = (&nodes[one], &nodes[two]);
        let idle = self.settings.idle_swaps;
        let possible = [WordClass::Colour, WordClass::Noun].into_iter().filter(|word| match word {
            WordClass::Colour => {
                (first.colour.is_some() || second.colour.is_some()) && (idle || first.colour != second.colour)
            }
            _ => {
                (first.noun.is_some() || second.noun.is_some())
                    && (idle || (first.noun, first.size) != (second.noun, second.size))
            }
        });
        let words: StackList<WordClass, 2> = StackList::collect(WordClass::Noun, possible);
        if words.len == 0 {
            return;
        }
        let word = *stream.choose(words.as_slice());
        let mut copy = Drafts::copy(tree, |_| true);
        for (here, there) in [(one, second), (two, first)] {
            let node = &mut copy.as_mut()[here].node;
            if word == WordClass::Colour {
                node.colour = there.colour;
            } else {
                (node.noun, node.size) = (there.noun, there.size);
            }
        }
        let group = DistractorGroup {
            phrase: Some(one as u8),
            word: Some(word),
            other: Some(two as u8),
            ..DistractorGroup::plain(Strategy::Isomorphism)
        };
        self.place_group(&copy, group, stream);
    }
}
