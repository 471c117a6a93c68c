//! Reference as sub-graph matching, and how the paper's two algorithms fare at it.
//!
//! The exact matcher of graphs, the slow opinion and the fast path must agree on every command. The paper's second
//! algorithm must agree with them on the shapes of command it knows. Its first algorithm does not, and where it does
//! not is told by the names of tests.

mod census;
mod commands;
mod complete;
mod damage;
mod exact;
mod vf2;

use wampimuk_command::{Lexicon, Reading, Semantics};
use wampimuk_opinion::graph::{Graph, Shape, command_graph};
use wampimuk_opinion::{Choices, Phrase, Sizing};

use crate::json::{self, Recorded};

/// The files of ReaSCAN items with the shape of their commands, in two parts for two threads.
const FILES: [&[(&str, Shape)]; 2] = [
    &[
        ("generated-p1", Shape::Flat),
        ("generated-p2", Shape::Flat),
        ("generated-p2-180", Shape::Flat),
        ("generated-p3", Shape::Flat),
        ("generated-p3-june8", Shape::Flat),
    ],
    &[
        ("published-p3-test", Shape::Flat),
        ("generated-p3-rd", Shape::Flat),
        ("generated-p4", Shape::Flat),
        ("generated-c2", Shape::Chain),
    ],
];

/// The items of a file; none if it is not there.
fn items(name: &str, lexicon: &Lexicon) -> Vec<Recorded> {
    let values = json::lines(&format!("reascan/{name}.jsonl.gz")).unwrap_or_default();
    values.iter().map(|value| json::recorded(value, lexicon)).collect()
}

/// The meaning that graphs encode, in the fast path's terms.
fn semantics() -> Semantics {
    Reading::Existential.into()
}

/// The same for the slow opinion.
fn choices() -> Choices {
    Choices { sizing: Sizing::Existential, ..Choices::default() }
}

/// The graph of a command without the own words of its head.
fn bare_head(phrases: &[Phrase]) -> Graph {
    let mut phrases = phrases.to_vec();
    phrases[0] = Phrase { noun: "object".into(), ..Phrase::default() };
    command_graph(&phrases)
}
