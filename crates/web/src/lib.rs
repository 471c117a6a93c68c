//! The library behind the playground: questions and answers as JSON, so that a browser can ask them of WebAssembly.
//!
//! There is one door, [`Session::answer`]: a [`Request`] in JSON goes in, `{"ok": …}` or `{"error": …}` comes out. A session
//! holds one dataset, made from a recipe; all that is asked about items is about that one. What a command means in a world that
//! somebody changed, or what follows from a story with a line less, is asked with the changed world or story in the request: the
//! session remembers no edits.
//!
//! Nothing is decided here. Items come from [`wampimuk_families`], meanings from [`wampimuk_command`], answers about stories from
//! [`wampimuk_babi`], judgements from [`wampimuk_analysis`] and [`wampimuk_score`], audits from [`wampimuk_audit`], as for the command line.
//!
//! ```
//! use wampimuk_web::Session;
//!
//! let mut session = Session::default();
//! session.answer(r#"{"ask": "open", "recipe": "gscan-demo"}"#);
//! let item = session.answer(r#"{"ask": "item", "split": "train", "index": 7}"#);
//! assert!(item.starts_with(r#"{"ok":"#) && item.contains(r#""id":"#));
//! assert!(session.answer("{").starts_with(r#"{"error":"#));
//! ```

mod audit;
mod command;
mod completion;
mod item;
mod judge;
mod memory;
mod pieces;
mod play;
mod predictions;
mod progress;
mod recipe;
mod request;
mod riddle;
mod session;
mod story;
mod world;

pub use request::{Request, Scenario};
pub use session::{Problem, Session};
pub use world::{AgentFile, ObjectFile, WorldFile};
