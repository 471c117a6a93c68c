//! Keys by which examples are the same: hashes of 64 bits, and the identity of items, which has 128.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

use wampimuk_command::{Example, Identifier, Lexicon, Phrase};
use wampimuk_grid::{Cell, Form};
use xxhash_rust::xxh3::xxh3_64;

/// In how many ways an example can be the same as another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keys {
    /// The command.
    pub command: u64,
    /// Command, actions and target cell: what the original calls equivalent.
    pub answer: u64,
    /// Command, actions, target cell and the target's look.
    pub alike: u64,
    /// Command, target object and target cell: what the original's spreadsheets call a world state.
    pub target: u64,
    /// Command, agent cell, target object and target cell.
    pub placement: u64,
    /// The whole item, but for the order of its objects.
    pub item: u128,
}

/// Computes keys and reuses its memory.
#[derive(Clone, Debug)]
pub(crate) struct Keyer {
    identifier: Identifier,
    bytes: Vec<u8>,
}

impl Keyer {
    pub fn new(lexicon: &Lexicon) -> Self {
        Self { identifier: Identifier::new(lexicon), bytes: Vec::new() }
    }

    pub fn keys(&mut self, example: &Example) -> Keys {
        let Example { command, world, target, actions } = example;
        let object = world.objects()[*target];
        self.bytes.clear();
        self.bytes.extend([command.verb, optional(command.adverb)]);
        write_phrase(&command.phrase, &mut self.bytes);
        let command_key = xxh3_64(&self.bytes);
        let cell = |cell: Cell| [cell.row, cell.column];
        let frame = u8::from(object.form == Form::Frame);
        self.restart(command_key, cell(object.cell));
        self.bytes.extend(actions.iter().map(|&action| action as u8));
        let answer = xxh3_64(&self.bytes);
        let look = [object.shape, object.colour, object.size, frame];
        self.bytes.extend(look);
        let alike = xxh3_64(&self.bytes);
        self.restart(command_key, cell(object.cell));
        self.bytes.extend(look);
        let target = xxh3_64(&self.bytes);
        self.bytes.extend(cell(world.agent().cell));
        let placement = xxh3_64(&self.bytes);
        let item = self.identifier.identify(command, world).0;
        Keys { command: command_key, answer, alike, target, placement, item }
    }

    fn restart(&mut self, command: u64, cell: [u8; 2]) {
        self.bytes.clear();
        self.bytes.extend(command.to_le_bytes());
        self.bytes.extend(cell);
    }
}

fn optional(number: Option<u8>) -> u8 {
    number.map_or(u8::MAX, |number| number)
}

/// Writes what a phrase says; "a" and "the" are the same.
fn write_phrase(phrase: &Phrase, bytes: &mut Vec<u8>) {
    bytes.extend([optional(phrase.size), optional(phrase.colour), optional(phrase.noun)]);
    bytes.push(phrase.clauses.len() as u8);
    for clause in &phrase.clauses {
        bytes.push(clause.relation as u8);
        write_phrase(&clause.phrase, bytes);
    }
}

/// Distinct keys, of which there are few.
pub(crate) type KeySet = HashSet<u64, BuildHasherDefault<Passthrough>>;

/// Keys are hashes already.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Passthrough(u64);

impl Hasher for Passthrough {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = xxh3_64(bytes);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
