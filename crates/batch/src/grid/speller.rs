//! Commands as numbers.

use wampimuk_command::{Command, GridFamily, Lexicon, Register, Surface};

use crate::{BatchError, Specials, Vocabulary, VocabularyError};

/// How many commands are remembered. gSCAN has a few hundred; of ReaSCAN's, hardly one comes twice.
const REMEMBERED: usize = 4096;

/// Spells commands in the numbers of a vocabulary.
#[derive(Clone, Debug)]
pub struct Speller {
    vocabulary: Vocabulary,
    lexicon: Lexicon,
    surface: Surface,
    /// Commands that were spelled before, by their number in the family's enumeration.
    known: Vec<Option<Spelled>>,
    /// The last one that is not remembered.
    last: Option<Spelled>,
}

#[derive(Clone, Debug)]
struct Spelled {
    command: Command,
    numbers: Vec<i64>,
}

impl Speller {
    /// The speller of a dataset's commands. Its vocabulary has the words that occur in gSCAN's commands, as their
    /// models' vocabularies do, and all words of ReaSCAN's language; their order is that of the `command` column.
    pub fn new(grid: &dyn GridFamily) -> Result<Self, BatchError> {
        let (lexicon, surface) = (grid.lexicon(), grid.surface());
        let vocabulary = Vocabulary::new("commands", Specials::Sequence, grid.vocabulary())?;
        Ok(Self { vocabulary, lexicon: lexicon.clone(), surface, known: Vec::new(), last: None })
    }

    /// The numbers of the words.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// A command's numbers, beginning and end included. `number` is that of the family's enumeration, as items have it.
    #[inline]
    pub fn spell(&mut self, number: usize, command: &Command) -> Result<&[i64], VocabularyError> {
        let slot = if number < REMEMBERED {
            if number >= self.known.len() {
                self.known.resize(number + 1, None);
            }
            &mut self.known[number]
        } else {
            &mut self.last
        };
        // Articles depend on the world, so one number may have several spellings.
        if slot.as_ref().is_none_or(|spelled| spelled.command != *command) {
            let words = command.tokens(&self.lexicon, self.surface, Register::Words);
            let numbers = self.vocabulary.encode(&words)?;
            *slot = Some(Spelled { command: command.clone(), numbers });
        }
        Ok(slot.as_ref().map_or(&[], |spelled| &spelled.numbers))
    }
}
