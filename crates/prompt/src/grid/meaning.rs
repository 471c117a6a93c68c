//! What a command refers to, in words: as much of it as this command needs.

use wampimuk_command::{Command, Extreme, Lexicon, Phrase, Reading, Relation, Speech};
use wampimuk_grid::Form;

use super::{Page, names};
use crate::PromptView;
use crate::words::{article, listed};

/// The rules by which the target is found.
pub(super) fn rules(page: &Page<'_>) -> Vec<String> {
    let lexicon = &*page.phrasing.lexicon;
    let head = &page.example.command.phrase;
    let phrases = all(head);
    let speech = &lexicon.speech;
    let mut rules = if speech.is_fresh { Vec::new() } else { words(&phrases, lexicon) };
    rules.extend(order(&page.example.command, lexicon));
    if page.style.view == PromptView::Reference {
        rules.push(deeds(page));
    }
    let [a, the] = &speech.articles;
    rules.push(format!("The command is about exactly one object. \"{a}\" and \"{the}\" mean the same."));
    let frames = names::shapes(lexicon, Form::Frame);
    if phrases.iter().any(|phrase| phrase.noun.is_none()) {
        let (object, article) = (&speech.object, article(&speech.object));
        rules.push(match frames.is_empty() {
            true => format!("Everything is {article} \"{object}\"."),
            false => format!("Everything is {article} \"{object}\", also a {}.", listed(&frames, "or")),
        });
    }
    let sizes: Vec<u8> = (0..).take(lexicon.sizes.len()).filter(|&size| used(&phrases, size)).collect();
    let words = sizes.iter().filter_map(|&size| lexicon.sizes.get(usize::from(size)));
    rules.extend(words.map(|entry| size_word(&entry.word, entry.extreme, page.context.reading)));
    let relations =
        Relation::ALL.into_iter().filter(|&relation| phrases.iter().any(|phrase| has(phrase, relation)));
    rules.extend(relations.map(|relation| relates(relation, speech, &frames)));
    let (opener, conjunction) = (&speech.opener, &speech.conjunction);
    let (begins, adds) = match speech.has_english_order() {
        true => ("begins a condition on the thing just before it", "adds a condition on the same thing"),
        false => (
            "marks a condition on the thing that was named last before the condition",
            "marks another condition on the thing that the condition before it is about",
        ),
    };
    if phrases.len() > 2 {
        rules.push(format!(
            "\"{opener}\" {begins}, and \"{conjunction}\" {adds}. All conditions must hold. Different things of the command are \
             different objects."
        ));
    } else if phrases.len() == 2 {
        rules.push(format!("\"{opener}\" {begins}. Nothing relates to itself."));
    }
    rules
}

/// Which words of the command do not matter for finding the object.
fn deeds(page: &Page<'_>) -> String {
    let (lexicon, command) = (&*page.phrasing.lexicon, &page.example.command);
    let verb = lexicon.verbs.get(usize::from(command.verb)).map(|verb| &verb.word);
    let adverb = command.adverb.and_then(|adverb| lexicon.adverbs.get(usize::from(adverb)));
    let words: Vec<String> = verb
        .into_iter()
        .chain(adverb.map(|adverb| &adverb.word.word))
        .map(|word| format!("\"{word}\""))
        .collect();
    let say = if words.len() == 1 { "says" } else { "say" };
    format!("{} {say} what to do with the object, which does not matter here.", listed(&words, "and"))
}

/// A phrase and those of its clauses.
fn all(head: &Phrase) -> Vec<&Phrase> {
    let mut phrases = vec![head];
    let mut next = 0;
    while let Some(phrase) = phrases.get(next).copied() {
        phrases.extend(phrase.clauses.iter().map(|clause| &clause.phrase));
        next += 1;
    }
    phrases
}

fn used(phrases: &[&Phrase], size: u8) -> bool {
    phrases.iter().any(|phrase| phrase.size == Some(size))
}

fn has(phrase: &Phrase, relation: Relation) -> bool {
    phrase.clauses.iter().any(|clause| clause.relation == relation)
}

/// In which order words come, and what follows the verb, where that is not as in English.
fn order(command: &Command, lexicon: &Lexicon) -> Vec<String> {
    let speech = &lexicon.speech;
    let Some([whole, clause, phrase]) = speech.word_order() else { return Vec::new() };
    let listed = |parts: Vec<&str>, left_out: &dyn Fn(&str) -> bool| {
        parts.into_iter().filter(|part| !left_out(part)).collect::<Vec<_>>().join(", then ")
    };
    let (has_adverb, nodes) = (command.adverb.is_some(), command.phrase.nodes());
    let has_size = nodes.iter().any(|node| node.phrase.size.is_some());
    let has_colour = nodes.iter().any(|node| node.phrase.colour.is_some());
    let mut rules = vec![
        format!("In a command comes {}.", listed(whole, &|part| part == "the adverb" && !has_adverb)),
        format!(
            "Of a thing comes {}, as far as they are said.",
            listed(phrase, &|part| part == "size" && !has_size || part == "colour" && !has_colour)
        ),
    ];
    if nodes.len() > 1 {
        rules.push(format!(
            "After a thing come the conditions on it. Of each comes {}.",
            listed(clause, &|_| false)
        ));
    }
    if command.deed(lexicon).action().is_none() {
        rules.push(format!("\"{}\" belongs to the verb before it.", speech.to));
    }
    rules
}

/// The words of the command that are not the names of what they mean.
fn words(phrases: &[&Phrase], lexicon: &Lexicon) -> Vec<String> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for phrase in phrases {
        let colour = phrase.colour.and_then(|colour| lexicon.colours.get(usize::from(colour)));
        let noun = phrase.noun.and_then(|noun| lexicon.nouns.get(usize::from(noun)));
        for word in colour.into_iter().chain(noun.map(|noun| &noun.word)) {
            let pair = (word.word.as_str(), word.name.as_str());
            if pair.0 != pair.1 && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
    }
    pairs.into_iter().map(|(word, name)| format!("\"{word}\" means {name}.")).collect()
}

/// What a word for a size means.
pub(crate) fn size_word(word: &str, extreme: Extreme, reading: Reading) -> String {
    let (end, than) = match extreme {
        Extreme::Small => ("smallest", "bigger"),
        Extreme::Big => ("biggest", "smaller"),
    };
    match reading {
        Reading::Existential => format!(
            "Something is \"{word}\" if at least one other object of the colour and shape that stand beside this word (of any \
             colour or shape, if none does) is {than}."
        ),
        Reading::Superlative => format!(
            "\"{word}\" means: of the {end} size among all objects of the colour and shape that stand beside this word (of any \
             colour or shape, if none does). These have at least two sizes."
        ),
        Reading::ColourBlind => format!(
            "\"{word}\" means: of the {end} size among all objects of the shape that stands beside this word, whatever their \
             colour (of all objects, if none does). These have at least two sizes."
        ),
    }
}

/// What a relation means.
pub(crate) fn relates(relation: Relation, speech: &Speech, frames: &[&str]) -> String {
    let corner = match frames.is_empty() || !matches!(relation, Relation::SameRow | Relation::SameColumn) {
        true => String::new(),
        false => format!(" Of a {}, the top left cell counts.", listed(frames, "or")),
    };
    let about = match relation {
        Relation::SameRow => "their rows have the same number.",
        Relation::SameColumn => "their columns have the same number.",
        Relation::SameColour => "both have one colour.",
        Relation::SameShape => "both have one shape.",
        Relation::SameSize => "their sizes are the same number.",
        Relation::Inside => {
            "its place is one of the cells that the other spans, the outer ones included. (The place of what spans several \
             cells itself is its top left cell.)"
        }
    };
    format!("Something is \"{}\" something else if {about}{corner}", speech.relation(relation))
}
