//! The micro-world of bAbI and Dyna-bAbI, and *what can be known of it*.
//!
//! People go from place to place, and take, drop and hand on objects. A [`Story`] tells of it in sentences; a reader is
//! asked where a person or an object is. This crate says exactly what follows from the words, what remains possible, and which lines
//! are needed to know it.
//!
//! # Semantics
//!
//! A **world** says, for every moment (before the first line, and after each line), where every person and object is
//! and who, if anybody, holds each object. The worlds of a story are those in which
//!
//! 1. at first nobody holds anything, and anything may be anywhere;
//! 2. a person's place changes only at sentences about their place: "went to", "is in", "is not in", "is either in …
//!    or". All of these are changes: the person has relocated (possibly to where they were), and what the sentence says
//!    about their place is true from then on, until the next such sentence;
//! 3. who holds an object changes only at sentences about it. Before "Mary took the apple" nobody holds it, after it
//!    Mary does; before "dropped" she holds it, after it nobody does; a gift goes from one who holds it to another;
//! 4. an object that a person holds is where that person is; an object that nobody holds does not move;
//! 5. at a sentence about an object, everybody it names is where the object is. Changing hands moves nothing.
//!
//! Something is **known** if it holds in all worlds of the story: later lines count for earlier moments too. With
//! [`StoryReading::Generator`] worlds also keep what the generators of such stories do: nobody "goes to" or "is in" a place
//! where they were just before, "is not in the park" is said of people who were in the park just before, and "either …
//! or" of people who were in neither place.
//!
//! ## Lines that are not shown
//!
//! What a set of lines *supports* is what a reader knows who is shown these lines only, and of the others just their
//! **footprint**: who relocates, and which object changes hands. A line with a pronoun is a mere footprint unless the
//! line that explains it is shown (and understood) too. The worlds of such a story are those above, except that
//!
//! * a person's place after a footprint is any place;
//! * who holds an object after a footprint may be anybody, nobody, or a person who is not in the story. It stays so
//!   until the next change of hands, and if that is shown, it must be as rule 3 says;
//! * where the object is after a footprint may be any place ([`Masking::Coarse`]), or must be where it was
//!   ([`Masking::Fine`]); in any case it is with its holder;
//! * a person who is not in the story may go anywhere, with what they hold, at every line at which anybody relocates.
//!
//! Showing more lines never makes more worlds possible. The last rule is a choice: without a person outside the story,
//! hidden changes of hands would make reasoning by cases necessary ("either it is still there, or John took it along"),
//! which nobody would call a supporting fact.
//!
//! # Why this is exact
//!
//! Every rule either restricts a stay to a set of places or puts two stays into one place, see [`knowledge`]. The tests
//! compare with an enumeration of all worlds that shares no code with it.
//!
//! ```
//! use wampimuk_story::{Cast, Event, Knowledge, Object, Person, Place, Rules, Sentence, Story};
//!
//! let (john, daniel, football) = (Person(0), Person(1), Object(0));
//! let (bedroom, kitchen, school) = (Place(0), Place(1), Place(2));
//! let story = Story::new(
//!     Cast::new(2, 1, 3)?,
//!     [
//!         Sentence::new(john, Event::Either(bedroom, kitchen)),
//!         Sentence::new(john, Event::Grab(football)),
//!         Sentence::new(john, Event::Drop(football)),
//!         Sentence::new(daniel, Event::Either(school, bedroom)),
//!         Sentence::new(daniel, Event::Grab(football)),
//!     ],
//! )?;
//! let knowledge = Knowledge::of(&story, Rules::default())?;
//! assert_eq!(knowledge.person(john, 5).only(), Some(bedroom));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
extern crate self as wampimuk_story;

pub mod knowledge;
mod other_wordings;
pub mod proof_bounds;
pub mod questions;
mod relevance;
mod search;
pub mod support;
mod symbols;
pub mod wording;
pub mod world;

#[cfg(test)]
mod mutation_test;

pub use knowledge::{Contradiction, Holder, Knowledge, Masking, PriorPlaces, Rules, StoryReading};
pub use proof_bounds::ProofBounds;
pub use questions::{Answer, Question};
pub use support::{Concept, Fit, Prover, SupportStyle, Supports, composition};
pub use wording::{Lexicon, PersonName, Wording, WordingError};
pub use world::{Cast, CastError, Event, MOST, Object, Person, Place, Places, Sentence, Story, StoryError};
