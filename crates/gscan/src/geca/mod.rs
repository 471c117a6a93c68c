//! GECA: good-enough compositional data augmentation (Andreas 2020), as the paper applies it to gSCAN.
//!
//! Fragments that occur in one common environment are taken to be exchangeable everywhere. The method sees pairs of a
//! command and the object that it refers to, and nothing of the world or the actions:
//!
//! ```text
//! train   push a red circle  ## 4 red circle
//! train   push a square      ## 4 green square      "square" and "circle" both fill  push a WUG0 ## 4 green WUG0
//! new     push a red square  ## 4 red square        so "square" may fill             push a red WUG0 ## 4 red WUG0
//! ```
//!
//! * [`compose`] finds such pairs in any sequences.
//! * [`Augmented`] applies them to the training items of a dataset: command and target object are exchanged, and the
//!   actions are **not**. That is what the paper did. It is good enough where the new target asks for the same steps,
//!   and wrong where a verb, an adverb or the weight of a thing was exchanged.
//! * [`census`] counts what the paper's appendix C counts; [`PUBLISHED_AUGMENTED`] has the published figures.
//!
//! The published augmented set cannot be made again: no code for gSCAN was released, and the paper leaves open what had
//! to be new, how objects were written and how pairs were applied. Its counts fit the released code's filter, symbols
//! for objects and replacement best (`gscan-released`: 65,228 unique examples to its 64,527, 87,351 red squares to its
//! 83,887, 16,801 red circles to its 16,854, none of them called red any more). But its red squares are never called red
//! either, and ours nearly always are.
//!
//! ```
//! use wampimuk_core::{Digest, StreamKey};
//! use wampimuk_gscan::geca::{Composing, Novelty, Sequence, compose};
//!
//! // 0 push, 1 red, 2 circle, 3 square, 4 green, 5 size 4
//! let pair = |input: &[u32], output: &[u32]| Sequence { input: input.to_vec(), output: output.to_vec() };
//! let train = [
//!     pair(&[0, 1, 2], &[5, 1, 2]), // push red circle ## 4 red circle
//!     pair(&[0, 2], &[5, 4, 2]),    // push circle ## 4 green circle
//!     pair(&[0, 3], &[5, 4, 3]),    // push square ## 4 green square
//! ];
//! let composing = Composing { novelty: Novelty::Compose, variants: 3, samples: None };
//! let mut stream = StreamKey::new(&Digest::of(b"example"), "geca", 0).stream(0);
//! let novel = compose(&train, &composing, &mut stream);
//! assert!(novel.iter().any(|novel| novel.sequence == pair(&[0, 1, 3], &[5, 1, 3])));
//! ```

mod augmented;
mod census;
mod choices;
mod compose;
mod index;
mod items;
mod language;
mod options;
mod template;

pub use augmented::{Augmented, GecaFindings};
pub use census::{Figures, PUBLISHED, PUBLISHED_AUGMENTED, TARGETS, TableTarget, TargetCount, census};
pub use compose::{Composing, NovelSequence, Novelty, compose};
pub use language::Linearisation;
pub use options::{AugmentError, AugmentMode, GecaOptions, MOST_COPIES};
pub use template::{Filler, Sequence, Slot, Template, Token};
