//! The number of actions of every placement in a world without distractors, for hold-outs that ask for it.

use wampimuk_command::{Command, Lexicon};
use wampimuk_grid::{Agent, Cell, Heading, reach};

use crate::commands::{CommandEntry, TargetKind};

/// For each verb, adverb and weight, the number of actions from every agent cell to every target cell.
#[derive(Debug)]
pub struct Lengths {
    side: u8,
    heavy_from: u8,
    /// One table for each verb, adverb (none is the first) and weight.
    tables: Vec<Vec<u16>>,
    adverbs: usize,
}

impl Lengths {
    /// Computes the tables of all commands.
    pub fn new(side: u8, heavy_from: u8, commands: &[CommandEntry], lexicon: &Lexicon) -> Self {
        let adverbs = lexicon.adverbs.len() + 1;
        let mut lengths =
            Self { side, heavy_from, tables: vec![Vec::new(); lexicon.verbs.len() * adverbs * 2], adverbs };
        for entry in commands {
            for heavy in [false, true] {
                let table = lengths.table(&entry.command, heavy);
                if lengths.tables[table].is_empty() {
                    lengths.tables[table] = lengths.measure(&entry.command, heavy, lexicon);
                }
            }
        }
        lengths
    }

    /// The number of actions a command asks for if nothing stands in the way.
    #[inline]
    pub fn of(&self, command: &Command, target: TargetKind, agent: Cell, goal: Cell) -> usize {
        let table = &self.tables[self.table(command, target.size >= self.heavy_from)];
        table[agent.index(self.side) * self.cells() + goal.index(self.side)].into()
    }

    fn measure(&self, command: &Command, heavy: bool, lexicon: &Lexicon) -> Vec<u16> {
        let (deed, manner) = (command.deed(lexicon), command.manner(lexicon));
        let length = |index: usize| {
            let cell = Cell::from_index(index / self.cells(), self.side);
            let goal = Cell::from_index(index % self.cells(), self.side);
            let agent = Agent { cell, heading: Heading::East };
            u16::try_from(reach(self.side, agent, goal, heavy, deed, manner)).unwrap_or(u16::MAX)
        };
        (0..self.cells() * self.cells()).map(length).collect()
    }

    fn table(&self, command: &Command, heavy: bool) -> usize {
        let adverb = command.adverb.map_or(0, |adverb| usize::from(adverb) + 1);
        (usize::from(command.verb) * self.adverbs + adverb) * 2 + usize::from(heavy)
    }

    fn cells(&self) -> usize {
        usize::from(self.side) * usize::from(self.side)
    }
}
