//! The graph of a command.

use super::world::size_value;
use super::{Graph, Label};
use crate::Phrase;

/// Phrases with edges to the values that their words name, and to the phrases that hang from them.
///
/// Relations that hold both ways have an edge each way, as they have in a world. "object" names no shape.
///
/// # Panics
///
/// On a relation with unknown words.
pub fn command_graph(phrases: &[Phrase]) -> Graph {
    let mut graph = Graph::of_things(phrases.len());
    for (number, phrase) in phrases.iter().enumerate() {
        if let Some(colour) = &phrase.colour {
            graph.describe(number, Label::Colour, colour.clone());
        }
        if phrase.noun != "object" {
            graph.describe(number, Label::Shape, phrase.noun.clone());
        }
        if let Some(size) = &phrase.size {
            graph.describe(number, Label::Size, size_value(size, phrase.colour.as_deref(), &phrase.noun));
        }
        if let Some((parent, words)) = &phrase.hangs {
            let label = Label::from_words(words).unwrap_or_else(|| panic!("no relation: {words}"));
            graph.connect(*parent, number, label);
            if label.is_mutual() {
                graph.connect(number, *parent, label);
            }
        }
    }
    graph
}
