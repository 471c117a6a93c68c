//! From our own records to commands and worlds.

use wampimuk_command::{Command, Lexicon, Necessity, Reading, WordClass, heading_name};
use wampimuk_core::ItemId;
use wampimuk_grid::{Action, Agent, Cell, Direction, Heading, Object, UnknownAction, World, WorldError};

use super::Row;
use super::trees::TreeClaims;
use crate::error::FieldError;
use crate::file_lexicon::{FileLexicon, Wording};
use crate::original::{BorrowedText, DecodedExample};

/// What our own files say beside the example itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompactClaims {
    /// The item's identity.
    pub id: ItemId,
    /// The readings of "small" and "big" under which the target is unique.
    pub readings: Vec<Reading>,
    /// The words without which it would not be.
    pub necessary: Necessity,
    /// Where the target lies; `None` if the agent stands on it.
    pub direction: Option<Direction>,
    /// The steps to it.
    pub distance: u8,
    /// What is said of the command's clauses, in files of ReaSCAN's wording.
    pub trees: Option<TreeClaims>,
}

impl Row<'_> {
    pub(crate) fn decode(
        &self,
        vocabulary: &mut FileLexicon,
    ) -> Result<(DecodedExample, CompactClaims), FieldError> {
        let words = join(&self.command);
        let meaning = self.meaning(&words);
        let wording = Wording { command: &words, meaning: &meaning, manner: &self.adverb };
        vocabulary.start(wording, false);
        let world = self.world(vocabulary)?;
        let target = usize::from(self.target);
        if target >= world.objects().len() {
            let expected = format!("the number of one of the {} objects", world.objects().len());
            return Err(FieldError::value("target", expected, target));
        }
        let command = vocabulary.command(wording)?;
        self.check_columns(&command, vocabulary.lexicon())?;
        let action = |(position, name): (usize, &BorrowedText<'_>)| {
            let unknown = || UnknownAction { word: name.to_string(), position };
            Action::from_name(name).ok_or_else(|| FieldError::new("actions", unknown()))
        };
        let actions = self.actions.iter().enumerate().map(action).collect::<Result<_, _>>()?;
        let claims = self.claims()?;
        let cast = self.cast(command.phrase.count())?;
        Ok((DecodedExample { command, world, target: Some(target), actions, cast }, claims))
    }

    /// The meaning of the command's words, put together from the columns. Where those know nothing of relative clauses,
    /// the words must do.
    fn meaning(&self, words: &str) -> String {
        if let Some(meaning) = self.phrases.as_deref().and_then(|phrases| self.meaning_of_phrases(phrases)) {
            return meaning;
        }
        if self.command.iter().any(|word| &**word == "that") {
            return words.to_string();
        }
        let is_determiner = |word: &&BorrowedText<'_>| matches!(&***word, "a" | "the");
        let determiner = self.command.iter().find(is_determiner).map_or("a", |word| word);
        let to = if &*self.verb == "walk" { "to" } else { "" };
        let join = |parts: [&str; 7]| {
            let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
            parts.join(",")
        };
        let adverb = self.adverb.replace(' ', ",");
        let reascan = join([&self.verb, to, determiner, &self.size, &self.colour, &self.noun, &adverb]);
        if reascan == words {
            return reascan;
        }
        join([&self.verb, to, determiner, &self.colour, &self.size, &self.noun, &self.adverb])
    }

    /// What the columns say of the command must be what the command says.
    fn check_columns(&self, command: &Command, lexicon: &Lexicon) -> Result<(), FieldError> {
        let phrase = &command.phrase;
        let at = usize::from;
        let columns: [(&str, &str, &str); 5] = [
            ("verb", &self.verb, command.deed(lexicon).name()),
            ("size", &self.size, phrase.size.map_or("", |size| lexicon.sizes[at(size)].extreme.name())),
            ("colour", &self.colour, phrase.colour.map_or("", |colour| &lexicon.colours[at(colour)].name)),
            ("noun", &self.noun, phrase.noun.map_or("object", |noun| &lexicon.nouns[at(noun)].word.name)),
            (
                "adverb",
                &self.adverb,
                command.adverb.map_or("", |adverb| &lexicon.adverbs[at(adverb)].word.name),
            ),
        ];
        match columns.into_iter().find(|(_, found, expected)| found != expected) {
            None => Ok(()),
            Some((column, found, expected)) => {
                let expected = format!("`{expected}`, as the command says");
                Err(FieldError::value(column, expected, format!("`{found}`")))
            }
        }
    }

    fn world(&self, vocabulary: &mut FileLexicon) -> Result<World, FieldError> {
        let heading = one_of("agent_heading", &self.agent_heading, Heading::ALL, heading_name)?;
        let agent = Agent { cell: Cell::new(self.agent_row, self.agent_column), heading };
        let mut world = World::new(self.grid_size, agent).map_err(|error| {
            let field = if matches!(error, WorldError::Side(_)) { "grid_size" } else { "agent_row" };
            FieldError::new(field, error)
        })?;
        for (number, object) in self.objects.iter().enumerate() {
            let field = |name: &str| format!("objects[{number}].{name}");
            let shape = vocabulary.shape(&object.shape);
            let shape = shape.map_err(|problem| FieldError::new(field("shape"), problem))?;
            let colour = vocabulary.colour(&object.colour);
            let colour = colour.map_err(|problem| FieldError::new(field("colour"), problem))?;
            if object.size == 0 {
                return Err(FieldError::value(field("size"), "a size from 1 to 255", 0));
            }
            let form = vocabulary.lexicon().nouns[usize::from(shape)].form;
            let cell = Cell::new(object.row, object.column);
            world
                .place(Object { cell, shape, colour, size: object.size, form })
                .map_err(|error| FieldError::new(field("row"), error))?;
        }
        Ok(world)
    }

    fn claims(&self) -> Result<CompactClaims, FieldError> {
        let digits = self.id.len() == 32 && self.id.bytes().all(|byte| byte.is_ascii_hexdigit());
        let id = self.id.parse().ok().filter(|_| digits);
        let id = id.ok_or_else(|| FieldError::value("id", "32 hexadecimal digits", &*self.id.0))?;
        let reading = |name: &BorrowedText<'_>| one_of("readings", name, Reading::ALL, Reading::name);
        let readings = self.readings.iter().map(reading).collect::<Result<_, _>>()?;
        let mut necessary = Necessity::default();
        for name in &self.necessary {
            match WordClass::ALL.into_iter().find(|class| class.name() == &**name) {
                Some(class) => necessary.set_word(0, class),
                None => return Err(FieldError::value("necessary", "size, colour or noun", &**name)),
            }
        }
        let direction = match &*self.direction {
            "" => None,
            name => Some(one_of("direction", name, Direction::ALL, Direction::name)?),
        };
        let trees = self.trees()?;
        Ok(CompactClaims { id, readings, necessary, direction, distance: self.distance, trees })
    }
}

fn join(words: &[BorrowedText<'_>]) -> String {
    let mut text = String::with_capacity(8 * words.len());
    for (number, word) in words.iter().enumerate() {
        if number > 0 {
            text.push(',');
        }
        text.push_str(word);
    }
    text
}

/// The value with this name.
pub(super) fn one_of<T: Copy, const N: usize>(
    field: &str,
    name: &str,
    values: [T; N],
    name_of: impl Fn(T) -> &'static str,
) -> Result<T, FieldError> {
    values.into_iter().find(|value| name_of(*value) == name).ok_or_else(|| {
        FieldError::value(field, format!("one of {}", values.map(&name_of).join(", ")), format!("`{name}`"))
    })
}
