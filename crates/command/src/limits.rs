//! How long commands and action sequences can be.

use wampimuk_grid::{Deed, Manner, Route};

use crate::{Lexicon, Surface};

/// The most tokens of a command with this many phrases.
pub fn most_tokens(lexicon: &Lexicon, surface: Surface, phrases: usize) -> usize {
    let tokens = |word: &str| match surface {
        Surface::Gscan => 1,
        Surface::Reascan => word.split(' ').count(),
    };
    fn most<'w>(words: impl Iterator<Item = &'w String>, tokens: impl Fn(&str) -> usize) -> usize {
        words.map(|word| tokens(word)).max().unwrap_or(0)
    }
    let verb = most(lexicon.verbs.iter().map(|verb| &verb.word), tokens) + 1;
    let adverb = most(lexicon.adverbs.iter().map(|adverb| &adverb.word.word), tokens);
    let noun = most(lexicon.nouns.iter().map(|noun| &noun.word.word), tokens).max(1);
    let size = most(lexicon.sizes.iter().map(|size| &size.word), tokens);
    let colour = most(lexicon.colours.iter().map(|colour| &colour.word), tokens);
    let phrase = 1 + size + colour + noun;
    let relation = most(lexicon.speech.relations.iter(), tokens);
    verb + phrases * phrase + phrases.saturating_sub(1) * (tokens(&lexicon.speech.opener) + relation) + adverb
}

/// The most actions that a deed can take: from one corner of the grid to the other, and back with a heavy target.
pub fn most_actions(side: usize, deed: Deed, manner: &Manner) -> usize {
    let last = side.saturating_sub(1);
    let steps = 2 * last;
    let turns = match manner.route {
        Route::Straight => 3,
        Route::Zigzag => steps + 1,
    };
    let efforts = if deed == Deed::Walk { 0 } else { 2 * last };
    let each = manner.before_turn.len() + manner.before_step.len() + 1 + manner.after_step.len();
    turns + (steps + efforts) * each
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell, Heading, reach};

    use super::*;
    use crate::known_manner;

    /// The bound is reached, and never passed.
    #[test]
    fn no_placement_asks_for_more_actions() {
        let adverbs = ["cautiously", "while spinning", "hesitantly", "while zigzagging", "quickly"];
        for side in [3u8, 6] {
            for manner in adverbs.map(|name| known_manner(name).unwrap_or_default()) {
                for deed in [Deed::Walk, Deed::Push, Deed::Pull] {
                    let cells = || (0..usize::from(side).pow(2)).map(|cell| Cell::from_index(cell, side));
                    let agents = || {
                        cells().flat_map(|cell| {
                            Heading::ALL.into_iter().map(move |heading| Agent { cell, heading })
                        })
                    };
                    let placements = agents().flat_map(|agent| cells().map(move |goal| (agent, goal)));
                    let most = placements
                        .map(|(agent, goal)| reach(side, agent, goal, true, deed, &manner))
                        .max()
                        .unwrap();
                    let bound = most_actions(side.into(), deed, &manner);
                    assert!(most <= bound, "{side} {manner:?} {deed:?}");
                    // A push never has the whole grid before it.
                    assert_eq!(
                        most == bound,
                        deed != Deed::Push,
                        "{side} {manner:?} {deed:?}: {most}, {bound}"
                    );
                }
            }
        }
    }
}
