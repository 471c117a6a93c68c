//! Options for reading commands and stories.

use wampimuk_babi::Solver;
use wampimuk_story as story;

use crate::Error;

/// How texts are read, and what is left out of their proofs. `None` means the recipe's own choice, or else the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadingOptions {
    /// The reading of commands or of stories.
    pub reading: Option<AnyReading>,
    /// Of stories, what remains of lines that do not support an answer.
    pub masking: Option<story::Masking>,
    /// Of stories, which supporting lines are listed.
    pub supports: Option<story::SupportStyle>,
}

/// The reading of commands or of stories.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyReading {
    /// Of commands: how "small" and "big" are read.
    Commands(wampimuk_command::Reading),
    /// Of stories: what is known beside what is said.
    Stories(story::StoryReading),
}

impl ReadingOptions {
    /// How commands in grid worlds are read, if that was said.
    ///
    /// # Errors
    /// If something was said about stories.
    pub fn of_commands(&self) -> Result<Option<wampimuk_command::Reading>, Error> {
        let about_stories = |what: &str| {
            Err(Error::Request(format!("{what} is about stories, and these are commands in grid worlds")))
        };
        if self.masking.is_some() {
            return about_stories("--masking");
        }
        if self.supports.is_some() {
            return about_stories("--supports");
        }
        match self.reading {
            None => Ok(None),
            Some(AnyReading::Commands(reading)) => Ok(Some(reading)),
            Some(AnyReading::Stories(story::StoryReading::Linguistic)) => {
                about_stories("--reading linguistic")
            }
            Some(AnyReading::Stories(story::StoryReading::Generator)) => about_stories("--reading generator"),
        }
    }

    /// Makes a solver read stories in this way.
    ///
    /// # Errors
    /// If something was said about commands.
    pub fn apply(&self, solver: &mut Solver) -> Result<(), Error> {
        match self.reading {
            None => {}
            Some(AnyReading::Stories(reading)) => solver.rules.reading = reading,
            Some(AnyReading::Commands(_)) => {
                let text = "stories have no small and big to read: --reading is linguistic or generator";
                return Err(Error::Request(text.into()));
            }
        }
        if let Some(masking) = self.masking {
            solver.rules.masking = masking;
        }
        if let Some(supports) = self.supports {
            solver.style = supports;
        }
        Ok(())
    }
}
