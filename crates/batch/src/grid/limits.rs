//! How long commands and action sequences of a recipe can be.

use wampimuk_command::{GridFamily, Lexicon, Relation, Surface};
use wampimuk_families::Dataset;
use wampimuk_grid::{Deed, Manner, Route};
use wampimuk_gscan::Gscan;
use wampimuk_reascan::Reascan;

/// The most tokens of a command and the most actions, beginning and end not included.
pub(super) fn longest(dataset: &dyn Dataset, grid: &dyn GridFamily) -> (usize, usize) {
    let (lexicon, side) = (grid.lexicon(), usize::from(grid.setting().grid_size));
    if let Some(gscan) = dataset.of::<Gscan>() {
        let actions = gscan.commands().iter().map(|entry| {
            let command = &entry.command;
            most_actions(side, command.deed(lexicon), command.manner(lexicon))
        });
        let tokens = gscan.commands().iter().map(|entry| {
            entry.command.tokens(lexicon, grid.surface(), wampimuk_command::Register::Words).len()
        });
        return (tokens.max().unwrap_or(0), actions.max().unwrap_or(0));
    }
    let phrases = dataset.of::<Reascan>().map_or(1, phrases);
    let manners: Vec<Manner> = std::iter::once(Manner::PLAIN)
        .chain(lexicon.adverbs.iter().map(|adverb| adverb.manner.clone()))
        .collect();
    let actions = lexicon
        .verbs
        .iter()
        .flat_map(|verb| manners.iter().map(move |manner| most_actions(side, verb.deed, manner)));
    (most_tokens(lexicon, grid.surface(), phrases), actions.max().unwrap_or(0))
}

/// The most phrases of a ReaSCAN recipe's patterns.
fn phrases(reascan: &Reascan) -> usize {
    let generate = &reascan.recipe().generate;
    let own = generate.holdouts.iter().filter_map(|holdout| holdout.commands.as_ref());
    let shapes = generate.patterns.iter().map(|pattern| &pattern.shape).chain(own.map(|own| &own.shape));
    // A shape names its phrases and puts signs between them.
    shapes.map(|shape| shape.split_whitespace().count().div_ceil(2)).max().unwrap_or(1)
}

/// The most tokens of a command with so many phrases.
fn most_tokens(lexicon: &Lexicon, surface: Surface, phrases: usize) -> usize {
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
    let relation = Relation::ALL.map(|relation| tokens(relation.words())).into_iter().max().unwrap_or(0);
    verb + phrases * phrase + phrases.saturating_sub(1) * (tokens("that is") + relation) + adverb
}

/// The most actions that a deed can take: from one corner of the grid to the other, and back with a heavy target.
fn most_actions(side: usize, deed: Deed, manner: &Manner) -> usize {
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
    use wampimuk_command::known_manner;
    use wampimuk_grid::{Agent, Cell, Heading, reach};

    use super::*;

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
