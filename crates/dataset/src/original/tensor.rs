//! Examples as the models of the papers see them: words in, actions out, and the grid as numbers.

use wampimuk_command::{Example, Lexicon, Register, Surface};
use wampimuk_grid::{Channels, World};

use super::OriginalWriteError;
use super::json::{Json, Layout};

/// Lines `{"input": [words], "target": [actions], "situation": rows × columns × channels}`, as ReaSCAN's models read
/// them.
///
/// A cell is the sum of the vectors of what stands there (a box counts in the cell of its corner, where an object may
/// stand as well), then whether the agent is there, then where it faces: east, south, west, north.
#[derive(Clone, Debug)]
pub struct TensorLines {
    lexicon: Lexicon,
    surface: Surface,
    channels: Channels,
    json: Json,
    tensor: Vec<u8>,
}

impl TensorLines {
    /// Lines of examples in this lexicon, with a channel for each size up to this one.
    pub fn new(lexicon: &Lexicon, surface: Surface, max_object_size: u8) -> Self {
        // A lexicon has at most 32 entries in a class.
        let (shapes, colours) = (lexicon.nouns.len() as u8, lexicon.colours.len() as u8);
        let channels = Channels { sizes: max_object_size, shapes, colours };
        let json = Json::new(Layout::Line);
        Self { lexicon: lexicon.clone(), surface, channels, json, tensor: Vec::new() }
    }

    /// Renders an example.
    ///
    /// # Errors
    /// If one of its objects has no vector; the line is then left out.
    pub fn push(&mut self, example: &Example) -> Result<(), OriginalWriteError> {
        self.observe(&example.world)?;
        let json = &mut self.json;
        let texts = |key: &str, texts: &mut dyn Iterator<Item = &str>, json: &mut Json| {
            json.key(key);
            json.open(b'[');
            for text in texts {
                json.element();
                json.text(text);
            }
            json.close(b']');
        };
        json.open(b'{');
        let words = example.command.tokens(&self.lexicon, self.surface, Register::Words);
        texts("input", &mut words.into_iter(), json);
        texts("target", &mut example.actions.iter().map(|action| action.name()), json);
        json.key("situation");
        json.open(b'[');
        let depth = self.channels.all();
        for row in self.tensor.chunks(depth * usize::from(example.world.side())) {
            json.element();
            json.open(b'[');
            for cell in row.chunks(depth) {
                json.element();
                json.open(b'[');
                for &number in cell {
                    json.element();
                    json.number(number);
                }
                json.close(b']');
            }
            json.close(b']');
        }
        json.close(b']');
        json.close(b'}');
        json.out.push(b'\n');
        Ok(())
    }

    fn observe(&mut self, world: &World) -> Result<(), OriginalWriteError> {
        let (channels, depth) = (self.channels, self.channels.all());
        let start = |cell: wampimuk_grid::Cell| cell.index(world.side()) * depth;
        self.tensor.clear();
        self.tensor.resize(usize::from(world.side()).pow(2) * depth, 0);
        for object in world.objects() {
            let no_vector = || OriginalWriteError::NoVector { object: *object, channels };
            for channel in channels.of(object).ok_or_else(no_vector)? {
                self.tensor[start(object.cell) + channel] += 1;
            }
        }
        let agent = world.agent();
        let base = start(agent.cell) + channels.object();
        self.tensor[base] = 1;
        self.tensor[base + 1 + agent.heading as usize] = 1;
        Ok(())
    }

    /// The lines rendered since the last [`clear`](Self::clear).
    pub fn bytes(&self) -> &[u8] {
        &self.json.out
    }

    /// Forgets the rendered lines and keeps the memory.
    pub fn clear(&mut self) {
        self.json.out.clear();
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_command::parse;
    use wampimuk_grid::{Agent, Cell, Form, Heading, Object};

    use super::*;

    #[test]
    fn what_stands_in_one_cell_adds_up() {
        let lexicon = Lexicon::reascan();
        let agent = Agent { cell: Cell::new(1, 0), heading: Heading::South };
        let mut world = World::new(2, agent).unwrap();
        let target = world.place(Object::solid(0, 1, 2, Cell::new(0, 0))).unwrap();
        let frame = Object { form: Form::Frame, ..Object::solid(3, 1, 1, Cell::new(0, 0)) };
        world.place(frame).unwrap();
        let command = parse("walk to the circle", &lexicon).unwrap();
        let mut actions = Vec::new();
        command.execute(&world, target, &lexicon, &mut actions);
        let mut lines = TensorLines::new(&lexicon, Surface::Reascan, 4);
        lines.push(&Example { command, world, target, actions }).unwrap();
        let text = std::str::from_utf8(lines.bytes()).unwrap();
        // Sizes 1 and 2, a circle and a box, blue twice.
        let corner = "[1, 1, 0, 0, 1, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0]";
        let agent = "[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0]";
        let empty = format!("[{}]", ["0"; 17].join(", "));
        let expected = format!(
            "{{\"input\": [\"walk\", \"to\", \"the\", \"circle\"], \"target\": [\"turn left\", \"turn left\", \
             \"walk\"], \"situation\": [[{corner}, {empty}], [{agent}, {empty}]]}}\n"
        );
        assert_eq!(text, expected);
    }
}
