//! Riddles: pairs of worlds before and after, and a world whose "after" is to be found.
//!
//! The abstract-reasoning variant of ReaSCAN. A task shows a few inputs and outputs. In every input the same command
//! selects one object, and the same operation changes it: the object in the same row as a red circle becomes blue. The
//! solver, who sees neither command nor operation, is to find the output of one more input.
//!
//! * A [`Recipe`] says which commands, operations, worlds and hold-outs; [`Riddles`] is a recipe with a seed and gives
//!   random access to every task.
//! * **One answer.** Every command of the language that could explain what is shown is looked at. A task is drawn again
//!   while an explanation shorter than the command selects anything else in the test input, or while another operation
//!   of the recipe could have made the outputs: see [`RiddleCertificate`].
//! * **No leaks.** A pair of command and operation belongs to one split, and so does a world: its hash decides which.
//! * [`Riddle::arc_json`] is a task in the layout of the Abstract Reasoning Corpus, and [`check()`] derives its outputs
//!   again from that file alone; [`Riddle::arc_colours`] is the same in the corpus's own ten colours.
//!
//! ```
//! use wampimuk_riddle::{Recipe, Riddles, check, shipped};
//!
//! let recipe = Recipe::parse(shipped("riddle-colours").unwrap().toml).unwrap();
//! let riddles = Riddles::new(recipe, 0).unwrap();
//! let mut maker = riddles.maker();
//! let riddle = maker.make(0, 7).unwrap();
//! assert!(riddle.certificate.shortest <= riddle.certificate.words);
//! check(&riddle.arc_json()).unwrap();
//! ```

mod check;
mod codes;
mod columns;
mod dataset;
mod explain;
mod language;
mod maker;
mod operation;
mod operations;
mod plan;
mod recipe;
mod record;
mod riddle;
mod shipped;
mod verify;

pub use columns::write_pair;
pub use dataset::Riddles;
pub use explain::READING;
pub use language::content_words;
pub use maker::RiddleMaker;
pub use operation::{ObjectSpec, Operation, OperationKind};
pub use recipe::*;
pub use record::{ArcPair, ArcTask, CodeGrid, Legend, OperationRecord, SizeRecord, TaskFile};
pub use riddle::{Riddle, RiddleCertificate, WorldPair};
pub use shipped::{SHIPPED, shipped};
pub use verify::{CheckError, check, check_text};
