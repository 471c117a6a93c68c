//! Which words a command needs.

use crate::{Choices, Order, Place, referents};

/// The words of the head phrase (`size`, `colour`, `noun`) without which the referents would be others. A noun is left
/// out by saying "object".
pub fn necessary(order: &Order, place: &Place, choices: Choices) -> Vec<&'static str> {
    let full = referents(&order.phrases, place, choices);
    let head = &order.phrases[0];
    let mut needed = Vec::new();
    for word in ["size", "colour", "noun"] {
        let mut shorter = order.phrases.clone();
        match word {
            "size" => shorter[0].size = None,
            "colour" => shorter[0].colour = None,
            _ => shorter[0].noun = "object".into(),
        }
        if shorter[0] != *head && referents(&shorter, place, choices) != full {
            needed.push(word);
        }
    }
    needed
}
