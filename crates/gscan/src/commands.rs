//! All commands of a grammar, and the targets each may refer to.

use wampimuk_command::{Command, Determiner, Extreme, Grammar, Lexicon, Phrase};
use wampimuk_grid::Deed;

use crate::recipe::{AdjectiveClass, Generate};

/// A kind of object: everything but its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TargetKind {
    /// Number of the shape.
    pub shape: u8,
    /// Number of the colour.
    pub colour: u8,
    /// The size.
    pub size: u8,
}

/// A command with the original's number of its template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandEntry {
    /// The command.
    pub command: Command,
    /// The number of its template in order of enumeration; the released duplicate check compares it.
    pub template: u8,
    /// The kinds of target it may refer to.
    pub targets: Vec<TargetKind>,
}

/// Enumerates the commands of a recipe in the original's order: template by template, the last word fastest. `None` if there
/// are more than `most`.
pub fn commands(recipe: &Generate, lexicon: &Lexicon, most: usize) -> Option<Vec<CommandEntry>> {
    let grammar = recipe.grammar;
    let mut entries = Vec::new();
    for (template, slots) in templates(grammar).into_iter().enumerate() {
        let verbs = numbers(lexicon.verbs.len())
            .filter(|&verb| (lexicon.verbs[usize::from(verb)].deed == Deed::Walk) == slots.intransitive);
        let adverbs: Vec<Option<u8>> =
            if slots.adverb { numbers(lexicon.adverbs.len()).map(Some).collect() } else { vec![None] };
        for verb in verbs {
            for (colour, size) in adjectives(slots.adjectives, &recipe.adjectives, lexicon) {
                for noun in numbers(lexicon.nouns.len()) {
                    for &adverb in &adverbs {
                        let phrase = Phrase {
                            determiner: Determiner::A,
                            size,
                            colour,
                            noun: Some(noun),
                            clauses: Vec::new(),
                        };
                        if entries.len() == most {
                            return None;
                        }
                        let targets = targets(&phrase, recipe, lexicon);
                        let command = Command { verb, phrase, adverb };
                        entries.push(CommandEntry { command, template: template as u8, targets });
                    }
                }
            }
        }
    }
    Some(entries)
}

/// The pre-terminals of a template.
struct Slots {
    intransitive: bool,
    adjectives: usize,
    adverb: bool,
}

fn templates(grammar: Grammar) -> Vec<Slots> {
    let mut templates = Vec::new();
    for adverb in [true, false] {
        for intransitive in [true, false] {
            for adjectives in (0..=grammar.max_adjectives()).rev() {
                let allowed =
                    if intransitive { grammar.has_intransitive() } else { grammar.has_transitive() };
                if allowed && (!adverb || grammar.has_adverbs()) {
                    templates.push(Slots { intransitive, adjectives, adverb });
                }
            }
        }
    }
    templates
}

/// The colour and size words that fill this many adjective slots: colours before sizes, and two adjectives are always
/// one of each.
fn adjectives(slots: usize, classes: &[AdjectiveClass], lexicon: &Lexicon) -> Vec<(Option<u8>, Option<u8>)> {
    let of = |class, count: usize| if classes.contains(&class) { count } else { 0 };
    let colours = of(AdjectiveClass::Colour, lexicon.colours.len());
    let sizes = of(AdjectiveClass::Size, lexicon.sizes.len());
    match slots {
        0 => vec![(None, None)],
        1 => {
            let colours = numbers(colours).map(|colour| (Some(colour), None));
            colours.chain(numbers(sizes).map(|size| (None, Some(size)))).collect()
        }
        _ => {
            let pairs = numbers(colours)
                .flat_map(|colour| numbers(sizes).map(move |size| (Some(colour), Some(size))));
            pairs.collect()
        }
    }
}

/// The kinds of object a phrase may refer to: "small" excludes the biggest size, "big" the smallest.
fn targets(phrase: &Phrase, recipe: &Generate, lexicon: &Lexicon) -> Vec<TargetKind> {
    let (mut least, mut most) = (recipe.min_object_size, recipe.max_object_size);
    match phrase.size.map(|size| lexicon.sizes[usize::from(size)].extreme) {
        Some(Extreme::Small) => most -= 1,
        Some(Extreme::Big) => least += 1,
        None => {}
    }
    let shape = phrase.noun.unwrap_or_default();
    let colours = match phrase.colour {
        Some(colour) => colour..colour + 1,
        None => 0..lexicon.colours.len() as u8,
    };
    (least..=most)
        .flat_map(|size| colours.clone().map(move |colour| TargetKind { shape, colour, size }))
        .collect()
}

fn numbers(count: usize) -> impl Iterator<Item = u8> {
    0..u8::try_from(count).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(change: impl Fn(&mut Generate)) -> usize {
        let mut recipe = Generate::default();
        change(&mut recipe);
        commands(&recipe, &Lexicon::gscan(), usize::MAX).unwrap().len()
    }

    #[test]
    fn counts_of_the_original() {
        assert_eq!(count(|r| r.grammar = Grammar::SimpleIntrans), 21);
        assert_eq!(count(|r| r.grammar = Grammar::SimpleTrans), 42);
        assert_eq!(count(|r| r.grammar = Grammar::Normal), 135);
        assert_eq!(count(|_| {}), 675);
        assert_eq!(count(|r| r.adjectives = vec![AdjectiveClass::Size]), 135);
        assert_eq!(count(|r| r.adjectives = vec![AdjectiveClass::Colour]), 225);
    }

    #[test]
    fn template_sizes_and_targets_of_the_original() {
        let (recipe, lexicon) = (Generate::default(), Lexicon::gscan());
        let entries = commands(&recipe, &lexicon, 675).unwrap();
        assert_eq!(commands(&recipe, &lexicon, 674), None);
        let sizes: Vec<usize> = (0..12)
            .map(|template| entries.iter().filter(|entry| entry.template == template).count())
            .collect();
        assert_eq!(sizes, [96, 72, 12, 192, 144, 24, 24, 18, 3, 48, 36, 6]);
        assert_eq!(entries.iter().map(|entry| entry.targets.len()).sum::<usize>(), 3600);
    }
}
