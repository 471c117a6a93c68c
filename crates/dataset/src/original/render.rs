//! One example, as the original writes it.

use wampimuk_command::{Example, Lexicon, ObjectRoles, Register, Surface, derivation};
use wampimuk_grid::{Channels, Object, print_actions};

use super::OriginalWriteError;
use super::json::Json;

#[derive(Clone, Debug)]
pub(super) struct Renderer {
    pub(super) lexicon: Lexicon,
    pub(super) surface: Surface,
    channels: Channels,
}

impl Renderer {
    pub(super) fn new(lexicon: &Lexicon, surface: Surface, max_object_size: u8) -> Self {
        // A lexicon has at most 32 entries in a class.
        let (shapes, colours) = (lexicon.nouns.len() as u8, lexicon.colours.len() as u8);
        let channels = Channels { sizes: max_object_size, shapes, colours };
        Self { lexicon: lexicon.clone(), surface, channels }
    }

    /// The members of an example's object.
    pub(super) fn members(
        &self,
        example: &Example,
        cast: &ObjectRoles,
        json: &mut Json,
    ) -> Result<(), OriginalWriteError> {
        match self.surface {
            Surface::Gscan => self.gscan(example, json),
            Surface::Reascan => self.reascan(example, cast, json),
        }
    }

    fn gscan(&self, example: &Example, json: &mut Json) -> Result<(), OriginalWriteError> {
        let Example { command, world, actions, .. } = example;
        let lexicon = &self.lexicon;
        let mut text = |key: &str, value: &str| {
            json.key(key);
            json.text(value);
        };
        text("command", &command.field(lexicon, Surface::Gscan, Register::Words));
        text("meaning", &command.field(lexicon, Surface::Gscan, Register::Meanings));
        text("derivation", &derivation(command, lexicon));

        json.key("situation");
        self.situation(example, 0..world.objects().len(), json)?;
        let phrase = &command.phrase;
        let size = phrase.size.map_or("", |size| lexicon.sizes[usize::from(size)].extreme.name());
        let colour = phrase.colour.map_or("", |colour| &lexicon.colours[usize::from(colour)].name);
        let noun = phrase.noun.map_or("object", |noun| &lexicon.nouns[usize::from(noun)].word.name);
        let manner = command.adverb.map_or("", |adverb| &lexicon.adverbs[usize::from(adverb)].word.name);
        let mut text = |key: &str, value: &str| {
            json.key(key);
            json.text(value);
        };
        text("target_commands", &print_actions(actions));
        text("verb_in_command", command.deed(lexicon).name());
        text("manner", manner);
        text("referred_target", &format!("{size} {colour} {noun}"));
        Ok(())
    }

    /// The world, with its objects in this order, as a value.
    pub(super) fn situation(
        &self,
        example: &Example,
        order: impl IntoIterator<Item = usize>,
        json: &mut Json,
    ) -> Result<(), OriginalWriteError> {
        let Example { world, target, .. } = example;
        json.open(b'{');
        json.key("grid_size");
        json.number(world.side());
        let agent = world.agent();
        json.key("agent_position");
        self.position(agent.cell.row, agent.cell.column, json);
        json.key("agent_direction");
        json.number(agent.heading as u8);
        let goal = world.objects()[*target];
        json.key("target_object");
        self.object(&goal, json)?;
        json.key("distance_to_target");
        json.number_text(agent.cell.distance(goal.cell));
        json.key("direction_to_target");
        json.text(agent.cell.direction_to(goal.cell).map_or("", |direction| direction.name()));
        json.key("placed_objects");
        json.open(b'{');
        for (number, object) in order.into_iter().enumerate() {
            json.key(itoa::Buffer::new().format(number));
            self.object(&world.objects()[object], json)?;
        }
        json.close(b'}');
        json.key("carrying_object");
        json.raw("null");
        json.close(b'}');
        Ok(())
    }

    fn object(&self, object: &Object, json: &mut Json) -> Result<(), OriginalWriteError> {
        let no_vector = || OriginalWriteError::NoVector { object: *object, channels: self.channels };
        let vector = self.channels.vector(object).ok_or_else(no_vector)?;
        json.open(b'{');
        json.key("vector");
        json.text(&vector);
        json.key("position");
        self.position(object.cell.row, object.cell.column, json);
        json.key("object");
        json.open(b'{');
        json.key("shape");
        json.text(&self.lexicon.nouns[usize::from(object.shape)].word.name);
        json.key("color");
        json.text(&self.lexicon.colours[usize::from(object.colour)].name);
        json.key("size");
        json.number_text(object.size);
        json.close(b'}');
        json.close(b'}');
        Ok(())
    }

    fn position(&self, row: u8, column: u8, json: &mut Json) {
        json.open(b'{');
        json.key("row");
        json.number_text(row);
        json.key("column");
        json.number_text(column);
        json.close(b'}');
    }
}
