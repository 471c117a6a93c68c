//! Questions for models that see: the world as a picture in the message.

use serde_json::{Value, json};
use wampimuk_dataset::base64;
use wampimuk_draw::Painter;
use wampimuk_families::{Contents, Dataset};
use wampimuk_prompt::{Prompt, PromptForm, Prompter};
use wampimuk_show::look;

use crate::Error;
use crate::item::Item;

/// Puts pictures in place of descriptions.
pub(crate) struct Pictures<'d> {
    painter: Painter,
    /// Writes the world and the command alone, which is what a picture takes the place of.
    bare: Prompter<'d>,
}

const SEEN: &str =
    "The picture shows the grid. You are the arrow or triangle that points where you are facing.";

impl<'d> Pictures<'d> {
    pub fn new(dataset: &'d dyn Dataset) -> Result<Self, Error> {
        let Contents::Commands(family) = dataset.contents() else {
            return Err(Error::Request(format!("{} has no worlds to draw", dataset.family())));
        };
        let painter = Painter::new(look(family.lexicon()), family.setting().max_object_size)
            .map_err(|error| Error::Request(format!("worlds cannot be drawn: {error}")))?;
        let bare = Prompter::new(dataset, PromptForm::Coordinates)?.with_instructions(false);
        Ok(Self { painter, bare })
    }

    /// The content of a message, and the part of it that is text.
    pub fn content(&mut self, item: &Item<'_>, prompt: &Prompt) -> Result<(Value, String), Error> {
        let described = item.prompt(&self.bare).question;
        let command = described.lines().rfind(|line| line.starts_with("Command: ")).unwrap_or_default();
        let text = prompt.question.replace(&described, &format!("{SEEN}\n{command}"));
        let no_world = || Error::Request("there is no world to draw".to_owned());
        let world = &item.example().ok_or_else(no_world)?.world;
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
