//! The columns that only ReaSCAN's files have: the shape of the command, phrase by phrase, and why each object is there.
//! The latter names the target, so it is part of the answer: prompts, arrays and the view `reference` leave it out.
//!
//! Phrases are numbered as in [`Phrase::nodes`](crate::Phrase::nodes). Where a column may name a phrase or none, it holds
//! the phrase's number plus one, and 0 for none: files have no missing values, which not every reader knows.

use wampimuk_core::{Field, Sink, Type, Words};

use super::{NECESSARY, words};
use crate::{
    ClauseVariant, Determiner, DistractorGroup, GridItem, ObjectRoles, Relation, Strategy, WordClass, pattern,
};

/// What the object column says beside the object.
pub(super) fn object_fields() -> [Field; 2] {
    [
        Field::new(
            "group",
            Type::U8,
            "which of the groups the object was placed with; 0, the command's own, if none; part of the answer, never a model's input",
        ),
        Field::new(
            "phrase",
            Type::U8,
            "1 + the number of the phrase it was made to fit, 0 if none; 1 with group 0 is the target: part of the answer, never \
             a model's input",
        ),
    ]
}

/// The further columns. Their words are those of the head's columns.
pub(super) fn fields(sizes: &Words, colours: &Words, nouns: &Words) -> Vec<Field> {
    let word = |words: &Words| Type::Word(words.clone());
    let list = |fields: Vec<Field>| Type::List(Box::new(Type::Struct(fields)));
    let relations = words(std::iter::once("").chain(Relation::ALL.map(Relation::name)));
    let determiners = words([Determiner::A, Determiner::The].map(Determiner::word));
    let strategies = words(Strategy::ALL.map(Strategy::name));
    let classes = words(std::iter::once("").chain(NECESSARY));
    let variants = words(ClauseVariant::ALL.map(ClauseVariant::name));
    let phrase = vec![
        Field::new("relation", word(&relations), "how the parent relates to the phrase, empty for the head"),
        Field::new("parent", Type::U8, "the number of the phrase whose clause it is, 0 for the head"),
        Field::new("determiner", word(&determiners), "its article"),
        Field::new("size", word(sizes), "the meaning of its size word, empty if there is none"),
        Field::new("colour", word(colours), "the meaning of its colour word, empty if there is none"),
        Field::new("noun", word(nouns), "the meaning of its noun"),
        Field::new("needs_size", Type::Bool, "without its size word the referents would be others"),
        Field::new("needs_colour", Type::Bool, "without its colour word the referents would be others"),
        Field::new("needs_noun", Type::Bool, "with `object` for its noun the referents would be others"),
        Field::new("needs_clause", Type::Bool, "without its whole clause the referents would be others"),
    ];
    let group = vec![
        Field::new("strategy", word(&strategies), "how its objects were chosen"),
        Field::new(
            "phrase",
            Type::U8,
            "1 + the number of the phrase whose clause is left out or whose word is changed, 0 if none",
        ),
        Field::new("word", word(&classes), "the class of the word that is changed, empty if none is"),
        Field::new(
            "other",
            Type::U8,
            "1 + the number of the phrase that words are exchanged with, 0 if none",
        ),
        Field::new("complete", Type::Bool, "whether all its objects found a place"),
    ];
    vec![
        Field::new("pattern", Type::Text, "the shape of the command in ReaSCAN's notation"),
        Field::new("phrases", list(phrase), "the command's phrases, parents first, the head is number 0"),
        Field::new(
            "groups",
            list(group),
            "what objects were placed for; the first group is the command itself",
        ),
        Field::new(
            "variants",
            Type::List(Box::new(word(&variants))),
            "other meanings of clauses and boxes under which the target is unique, too",
        ),
    ]
}

/// Writes the further fields of an object.
pub(super) fn write_part(cast: &ObjectRoles, object: usize, sink: &mut dyn Sink) {
    let part = cast.parts.get(object);
    sink.uint(part.map_or(0, |part| part.group.into()));
    sink.uint(optional(part.and_then(|part| part.phrase)));
}

/// Writes the further columns.
pub(super) fn write(item: &GridItem, sink: &mut dyn Sink) {
    let GridItem { example, certificate, cast, .. } = item;
    let head = &example.command.phrase;
    let necessity = certificate.necessity;
    sink.text(&pattern(head));
    let nodes = head.nodes();
    sink.list(nodes.len());
    for (number, node) in nodes.iter().enumerate() {
        let word = |number: Option<u8>| number.map_or(0, |number| usize::from(number) + 1);
        sink.word(node.parent.map_or(0, |(_, relation)| relation as usize + 1));
        sink.uint(node.parent.map_or(0, |(parent, _)| parent as u64));
        sink.word(node.phrase.determiner as usize);
        sink.word(word(node.phrase.size));
        sink.word(word(node.phrase.colour));
        sink.word(word(node.phrase.noun));
        for class in WordClass::ALL {
            sink.bool(necessity.word(number, class));
        }
        sink.bool(necessity.clause(number));
    }
    sink.list(cast.groups.len());
    for &DistractorGroup { strategy, phrase, word, other, complete } in &cast.groups {
        sink.word(strategy as usize);
        sink.uint(optional(phrase));
        sink.word(word.map_or(0, |class| class as usize + 1));
        sink.uint(optional(other));
        sink.bool(complete);
    }
    let holds = |variant: &ClauseVariant| certificate.holds_with(*variant, example.target);
    sink.word_list(&mut ClauseVariant::ALL.into_iter().filter(holds).map(|variant| variant as u8));
}

fn optional(phrase: Option<u8>) -> u64 {
    phrase.map_or(0, |phrase| u64::from(phrase) + 1)
}
