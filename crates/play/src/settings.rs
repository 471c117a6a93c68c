//! What all conversations about a dataset have in common.

use wampimuk_command::{GridFamily, GridItem};
use wampimuk_env::{EnvError, Game, GameSettings};
use wampimuk_prompt::{AnswerReader, PromptForm, Stage};

use crate::Play;
use crate::play::Course;
use crate::protocol;

/// How an agent says what it does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Speech {
    /// In a text, by the rule for answers.
    #[default]
    Text,
    /// By calling a tool for each action, and `done`, if that is needed.
    Tools,
}

/// How commands are carried out in conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How worlds are written.
    pub form: PromptForm,
    /// How many rows and columns the agent sees in each direction; everything, if nobody says.
    pub sight: Option<u8>,
    /// The most turns; if nobody says, twice as many as the right actions are, and 10. Where the agent has to find the
    /// object, one more for each cell.
    pub turns: Option<u32>,
    /// The most actions of a turn; any number, if nobody says.
    pub moves: Option<u32>,
    /// How the agent says what it does.
    pub speech: Speech,
}

impl Default for Settings {
    fn default() -> Self {
        Self { form: PromptForm::Coordinates, sight: None, turns: None, moves: None, speech: Speech::Text }
    }
}

impl Settings {
    /// How many turns there are for an item.
    pub fn turns(&self, item: &GridItem) -> u32 {
        let (needed, side) = (item.example.actions.len() as u32, u32::from(item.example.world.side()));
        let search = if self.sight.is_some() { side * side } else { 0 };
        self.turns.unwrap_or(2 * needed + 10 + search).max(1)
    }
}

/// Where plays of a dataset begin.
#[derive(Clone)]
pub struct Stand<'d> {
    family: &'d dyn GridFamily,
    game: Game,
    settings: Settings,
}

impl<'d> Stand<'d> {
    /// Plays of this dataset.
    pub fn new(family: &'d dyn GridFamily, settings: Settings) -> Self {
        // Turns are what is limited.
        let limits = GameSettings { strict: true, limit_margin: u32::MAX, ..GameSettings::default() };
        Self { family, game: Game::new(family, limits), settings }
    }

    /// How commands are carried out.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// A play of an item, before the first turn.
    ///
    /// # Errors
    /// If the item is of another dataset.
    pub fn begin(&self, item: &GridItem) -> Result<Play, EnvError> {
        let Settings { form, sight, .. } = self.settings;
        let turns = self.settings.turns(item);
        let how = protocol::how_to_act(&self.settings, turns, self.family.lexicon());
        let stage = Stage::new(self.family, item, form, sight, &how);
        let course = match sight {
            None => Course::Way(Box::new(self.game.clone()), Box::new(self.game.begin(&item.example)?)),
            Some(_) => Course::search(item, self.family.lexicon()),
        };
        let reader = AnswerReader::in_words_of(self.family.lexicon());
        Ok(Play::new(stage, course, self.settings, turns, reader))
    }
}
