//! Questions for models that see: the world as a picture in the message.

use serde_json::{Value, json};
use wampimuk_command::GridItems;
use wampimuk_dataset::base64;
use wampimuk_draw::{Appearance, Painter};
use wampimuk_families::{Contents, Dataset};
use wampimuk_prompt::{Prompt, PromptForm, PromptWriter, Prompter};

use crate::Error;

/// Puts pictures in place of descriptions.
pub(crate) struct Pictures<'d> {
    painter: Painter,
    items: Box<dyn GridItems + 'd>,
    /// Writes the world and the command alone, which is what a picture takes the place of.
    bare: PromptWriter<'d>,
}

const SEEN: &str =
    "The picture shows the grid. You are the arrow or triangle that points where you are facing.";

impl<'d> Pictures<'d> {
    pub fn new(dataset: &'d dyn Dataset) -> Result<Self, Error> {
        let Contents::Commands(family) = dataset.contents() else {
            return Err(Error::Request(format!("{} has no worlds to draw", dataset.family())));
        };
        let lexicon = family.lexicon();
        let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
        let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
        let look = Appearance::from_names(&shapes, &colours);
        let painter = Painter::new(look, family.setting().max_object_size)
            .map_err(|error| Error::Request(format!("worlds cannot be drawn: {error}")))?;
        let bare = Prompter::new(dataset, PromptForm::Coordinates)?.with_instructions(false).worker();
        Ok(Self { painter, items: family.grid_items(), bare })
    }

    /// The content of a message, and the part of it that is text.
    pub fn content(&mut self, prompt: &Prompt) -> Result<(Value, String), Error> {
        let (split, index) = (prompt.split, prompt.index);
        let described = self.bare.prompt(split, index)?.question;
        let command = described.lines().rfind(|line| line.starts_with("Command: ")).unwrap_or_default();
        let text = prompt.question.replace(&described, &format!("{SEEN}\n{command}"));
        let world = &self.items.make(split, index)?.example.world;
        let png = self.painter.png(world).map_err(|error| Error::Request(error.to_string()))?;
        let mut url = b"data:image/png;base64,".to_vec();
        base64::encode(png, &mut url);
        let content = json!([
            { "type": "text", "text": text },
            { "type": "image_url", "image_url": { "url": String::from_utf8_lossy(&url) } },
        ]);
        Ok((content, text))
    }
}
