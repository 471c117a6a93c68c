//! Whether an answer is right, and in which sense.
//!
//! * A [`Judge`] derives an item again and compares: a [`Judgement`] says whether an answer is *exactly* the right one,
//!   whether it *fulfils* the command in another way (the other axis first, about-turns over the other shoulder), whether
//!   it at least *reaches* the right object, how much of it is right, and what is wrong with it first. Nothing is
//!   compared as text: actions are carried out, lists of a story have no order, numbers are numbers.
//! * A [`Credit`] turns a judgement into a score from 0 to 1. By default only the exact answer counts, as in the papers;
//!   prompts say which of the right ways is meant, so nothing else is asked for.
//! * [`judge_all`] and [`judge_texts`] judge many answers on several cores.
//!
//! Answers come from [`wampimuk_prompt::answer`], whose rule says how they are found in free text.
//!
//! ```
//! use wampimuk_families::require;
//! use wampimuk_prompt::{PromptForm, ParseMode, Prompter, PromptView};
//! use wampimuk_score::{Credit, Judge};
//!
//! let dataset = require("gscan-demo", &[])?.dataset(0)?;
//! let prompt = Prompter::new(dataset.as_ref(), PromptForm::Grid)?.prompt(0, 7)?;
//! let mut judge = Judge::new(dataset.as_ref());
//! let said = format!("Let me see. Answer:\n**Answer:** {}", prompt.answer);
//! let judgement = judge.judge_text(0, 7, &said, PromptView::Actions, ParseMode::Strict)?;
//! assert_eq!(Credit::STRICT.score(&judgement), 1.0);
//! let judgement = judge.judge_text(0, 7, "Answer: jump", PromptView::Actions, ParseMode::Strict)?;
//! assert_eq!(Credit::STRICT.score(&judgement), 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod credit;
mod judge;

pub use batch::{ItemAnswer, judge_all, judge_texts};
pub use credit::Credit;
pub use judge::{
    AnswerFault, Judge, JudgeError, Judgement, grid, judge, judge_answer, judge_example, judge_item,
    judge_partner,
};
