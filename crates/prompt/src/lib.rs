//! Items as prompts for language models, and the rule that finds an answer in their replies.
//!
//! * A [`Prompter`] writes any item of a dataset as a [`Prompt`]: a question that a careful reader can answer exactly, and
//!   the answer. The same item can be written in several [`PromptForm`]s (coordinates, a grid of letters, prose, JSON), and a
//!   [`PromptView`] says what is asked for: the actions, or just the cell of what the command is about. The rules are written
//!   from the recipe's own lexicon and manners, so an adverb that a recipe invents is explained as it is executed, and a
//!   nonce word is given its meaning. Objects are listed in an order that depends on the item's identity alone, so that
//!   no place in a list gives the target away.
//! * [`answer`] has the one rule by which an answer is found in free text, and read. What does not parse is
//!   [`Answer::Unparsed`], with the reason: nothing is guessed from a part of the text.
//!
//! ```
//! use wampimuk_families::require;
//! use wampimuk_prompt::{Answer, PromptForm, ParseMode, Prompter, read};
//!
//! let dataset = require("gscan-demo", &[])?.dataset(0)?;
//! let prompter = Prompter::new(dataset.as_ref(), PromptForm::Coordinates)?;
//! let prompt = prompter.prompt(0, 7)?;
//! assert!(prompt.question.contains("Command: walk to"));
//! let said = format!("It is to the east, so I have to turn.\nAnswer: {}", prompt.answer);
//! assert!(matches!(read(&said, prompt.view, ParseMode::Strict), Answer::Actions(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod answer;
mod form;
mod grid;
mod partner;
mod prompter;
mod riddle;
mod story;
mod words;
mod written;

pub use answer::{Answer, AnswerReader, ParseMode, Response, Unparsed, parse, read};
pub use form::{PromptError, PromptForm, PromptView};
pub use grid::{GridContext, Paraphraser, Stage};
pub use partner::{Partner, Partners};
pub use prompter::{PartnerPrompt, Prompt, PromptWriter, Prompter};
pub use story::StoryContext;
pub use written::{Style, Written};
