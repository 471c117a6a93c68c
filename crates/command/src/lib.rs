//! The command language of gSCAN and ReaSCAN: one syntax tree, two surface forms, one meaning.
//!
//! * A [`Lexicon`] gives words to meanings. What code acts on is closed (deeds, relations, small and big); colours,
//!   shapes and adverbs are entries, so a recipe adds one without code, and every word can be replaced by a nonce word. Its
//!   [`Speech`] has the other words and their order, which a fresh language changes, too.
//! * A [`Command`] is the tree: a verb, a referring [`Phrase`] with any number of nested and conjoined relative
//!   clauses, an adverb. [`parse`] reads both papers' wordings, [`Command::tokens`] prints either.
//! * A [`Wording`] gives alternatives to the published words and orders, and [`parse_wording`] reads them all back.
//! * [`denotation`] is *the* meaning of a command in a world: the exact set of its referents, over machine words. How
//!   "small" and "big" are read is an explicit parameter, because it decides one label in ten of the published data.
//!   [`narrow`] is the way there: which objects each word leaves.
//!
//! ```
//! use wampimuk_command::{Lexicon, Semantics, Surface, denotation, parse};
//! use wampimuk_grid::{Agent, Cell, Object, World};
//!
//! let lexicon = Lexicon::gscan();
//! let command = parse("walk to a red small circle while spinning", &lexicon).unwrap();
//! assert_eq!(command.text(&lexicon, Surface::Gscan), "walk to a red small circle while spinning");
//!
//! let (circle, red) = (lexicon.noun("circle").unwrap(), lexicon.colour("red").unwrap());
//! let mut world = World::new(6, Agent::default()).unwrap();
//! world.place(Object::solid(circle, red, 4, Cell::new(2, 2))).unwrap();
//! world.place(Object::solid(circle, red, 2, Cell::new(3, 3))).unwrap();
//! assert_eq!(denotation(&command.phrase, &world, &lexicon, Semantics::default()), 0b10);
//! ```

mod articles;
mod assignment;
mod certificate;
mod denotation;
mod derivation;
mod example;
mod family;
mod forms;
mod grammar;
mod graph;
mod lexicon;
mod lexicon_recipe;
mod limits;
mod logical_form;
mod narrowing;
mod necessity;
mod nonce;
mod object_roles;
mod parse;
mod pattern;
mod print;
mod record;
mod relate;
mod solve;
mod speech;
mod tree;
mod wording;

pub use articles::choose_articles;
pub use certificate::{Certificate, ClauseVariant};
pub use denotation::{Reading, Scene, Semantics, denotation};
pub use derivation::{DerivationError, derivation, parse_derivation};
pub use example::{Example, Identifier};
pub use family::{CandidateCounts, GridFamily, GridItem, GridItems, GridSetting, LengthBounds};
pub use grammar::{Grammar, GrammarTextError};
pub use graph::{
    ObjectNode, PhraseNode, RelationEdge, RelationGraph, RelationGraphs, command_graph, world_graph,
};
pub use lexicon::{
    Adverb, Extreme, Lexicon, LexiconError, MAX_ENTRIES, Noun, SizeWord, Verb, Word, known_manner,
};
pub use lexicon_recipe::{AdverbRecipe, LexiconRecipe, OwnAdverb, unknown_name};
pub use limits::{most_actions, most_tokens};
pub use logical_form::{LogicalFormError, logical_form, parse_logical_form};
pub use narrowing::{NarrowingStep, narrow};
pub use necessity::{Necessity, WordClass, necessity};
pub use nonce::nonce_word;
pub use object_roles::{DistractorGroup, ObjectRole, ObjectRoles, Strategy};
pub use parse::{Next, NextWord, ParseError, next_words, parse};
pub use pattern::{PatternNode, pattern};
pub use print::{Register, Surface};
pub use record::{GridColumns, heading_name};
pub use speech::Speech;
pub use tree::{Clause, Command, Determiner, Phrase, Relation};
pub use wording::{AdjectiveOrder, AdverbPlace, RelationWords, Wording, WordingError, parse_wording};
