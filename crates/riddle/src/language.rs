//! The words of riddles, and riddles in words.

use wampimuk_command::{Command, Extreme, Lexicon, Phrase, Surface};
use wampimuk_grid::{Deed, Form, Heading};

use crate::operation::{ObjectSpec, Operation};
use crate::record::OperationRecord;

/// The verb of every command. What it asks for is up to the operation.
pub(crate) const SELECT: &str = "select";

/// How a side is called, and how "there" is said of a movement and of a place.
const SIDES: [(Heading, &str, &str, &str); 4] = [
    (Heading::East, "right", "to the right", "to the right of"),
    (Heading::South, "below", "down", "below"),
    (Heading::West, "left", "to the left", "to the left of"),
    (Heading::North, "above", "up", "above"),
];

/// The name of a side, as in recipes and files.
pub(crate) fn side_name(heading: Heading) -> &'static str {
    SIDES[heading as usize].1
}

/// The side with this name.
pub(crate) fn side_named(name: &str) -> Option<Heading> {
    SIDES.iter().find(|side| side.1 == name).map(|side| side.0)
}

/// The names of all sides.
pub(crate) fn side_names() -> [&'static str; 4] {
    SIDES.map(|side| side.1)
}

/// Makes "select" the only verb and takes the adverbs away.
pub(crate) fn without_deeds(mut lexicon: Lexicon) -> Lexicon {
    lexicon.adverbs.clear();
    lexicon.verbs = vec![wampimuk_command::Verb { word: SELECT.to_string(), deed: Deed::Push }];
    lexicon
}

/// A command that selects what the phrase refers to.
pub(crate) fn selecting(phrase: &Phrase) -> Command {
    Command { verb: 0, phrase: phrase.clone(), adverb: None }
}

/// The number of content words of a phrase: its size, colour and noun words and its relations. "object" says nothing,
/// and neither do articles, "that is" and "and".
pub fn content_words(phrase: &Phrase) -> usize {
    let own = [phrase.size, phrase.colour, phrase.noun].iter().flatten().count();
    own + phrase.clauses.iter().map(|clause| 1 + content_words(&clause.phrase)).sum::<usize>()
}

/// A task in words.
pub(crate) fn logic(phrase: &Phrase, operation: &Operation, lexicon: &Lexicon) -> String {
    let text = selecting(phrase).text(lexicon, Surface::Reascan);
    let text = spoken(text.strip_prefix(SELECT).unwrap_or(&text));
    let what = text.as_str();
    match *operation {
        Operation::Draw { colour } => format!("recolour {what} to {}", colour_word(lexicon, colour)),
        Operation::Enlarge { by: 1, at_most } => {
            format!("make {what} one size bigger, but not bigger than {at_most}")
        }
        Operation::Enlarge { by, at_most } => {
            format!("make {what} {by} sizes bigger, but not bigger than {at_most}")
        }
        Operation::ChangeShape { shape, .. } => {
            format!("turn {what} into {}", with_article(noun_word(lexicon, shape)))
        }
        Operation::DrawAdjacent { side, thing: ObjectSpec { shape, colour, size, .. } } => {
            let (colour, noun) = (colour_word(lexicon, colour), noun_word(lexicon, shape));
            let thing = with_article(&format!("{colour} {noun}"));
            format!("draw {thing} of size {size} {} {what}", SIDES[side as usize].3)
        }
        Operation::Move { heading, steps } => {
            let way = SIDES[heading as usize].2;
            match steps {
                Some(1) => format!("move {what} one cell {way}"),
                Some(steps) => format!("move {what} {steps} cells {way}"),
                None => format!("move {what} {way} until something is in its way"),
            }
        }
    }
}

fn colour_word(lexicon: &Lexicon, colour: u8) -> &str {
    &lexicon.colours[usize::from(colour)].word
}

fn noun_word(lexicon: &Lexicon, noun: u8) -> &str {
    &lexicon.nouns[usize::from(noun)].word.word
}

fn with_article(words: &str) -> String {
    format!("{} {words}", article(words))
}

fn article(next: &str) -> &'static str {
    if next.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// The words of a command as they are spoken: its language has "a object", English has not.
fn spoken(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let word = |(number, &word): (usize, &&str)| match words.get(number + 1) {
        Some(next) if word == "a" => article(next).to_string(),
        _ => word.to_string(),
    };
    words.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
}

/// An operation with names for numbers.
pub(crate) fn named(operation: &Operation, lexicon: &Lexicon) -> OperationRecord {
    let colour = |colour: u8| colour_word(lexicon, colour).to_string();
    let shape = |shape: u8| noun_word(lexicon, shape).to_string();
    match *operation {
        Operation::Draw { colour: to } => OperationRecord::Draw { colour: colour(to) },
        Operation::Enlarge { by, at_most } => OperationRecord::Enlarge { by, at_most },
        Operation::ChangeShape { shape: to, .. } => OperationRecord::ChangeShape { shape: shape(to) },
        Operation::DrawAdjacent { side, thing } => OperationRecord::DrawAdjacent {
            side: side_name(side).to_string(),
            shape: shape(thing.shape),
            colour: colour(thing.colour),
            size: thing.size,
        },
        Operation::Move { heading, steps } => {
            OperationRecord::Move { direction: side_name(heading).to_string(), steps }
        }
    }
}

/// An operation with numbers for names, or the name that means nothing.
pub(crate) fn resolve(record: &OperationRecord, lexicon: &Lexicon) -> Result<Operation, String> {
    let colour = |word: &String| lexicon.colour(word).ok_or_else(|| word.clone());
    let shape = |word: &String| -> Result<(u8, Form), String> {
        let noun = lexicon.noun(word).ok_or_else(|| word.clone())?;
        Ok((noun, lexicon.nouns[usize::from(noun)].form))
    };
    let side = |name: &String| side_named(name).ok_or_else(|| name.clone());
    Ok(match record {
        OperationRecord::Draw { colour: to } => Operation::Draw { colour: colour(to)? },
        OperationRecord::Enlarge { by, at_most } => Operation::Enlarge { by: *by, at_most: *at_most },
        OperationRecord::ChangeShape { shape: to } => {
            let (shape, form) = shape(to)?;
            Operation::ChangeShape { shape, form }
        }
        OperationRecord::DrawAdjacent { side: on, shape: noun, colour: of, size } => {
            let (shape, form) = shape(noun)?;
            let thing = ObjectSpec { shape, form, colour: colour(of)?, size: *size };
            Operation::DrawAdjacent { side: side(on)?, thing }
        }
        OperationRecord::Move { direction, steps } => {
            Operation::Move { heading: side(direction)?, steps: *steps }
        }
    })
}

/// The name of what a size word means.
pub(crate) fn extreme_named(name: &str) -> Option<Extreme> {
    [Extreme::Small, Extreme::Big].into_iter().find(|extreme| extreme.name() == name)
}
