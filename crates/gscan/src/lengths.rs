//! The number of actions of every placement in a world without distractors, for hold-outs that ask for it.

use wampimuk_command::{Command, Lexicon};
use wampimuk_core::{cores, in_parallel};
use wampimuk_grid::{Agent, Cell, Heading, reach};

use crate::commands::{CommandEntry, TargetKind};
use crate::layout::Layout;

/// For each verb, adverb and weight, the number of actions from every agent cell to every target cell.
#[derive(Debug)]
pub struct Lengths {
    side: u8,
    heavy_from: u8,
    /// One table for each verb, adverb (none is the first) and weight.
    tables: Vec<Table>,
    adverbs: usize,
}

#[derive(Clone, Debug, Default)]
struct Table {
    lengths: Vec<u16>,
    /// The fewest and the most actions of each displacement.
    spans: Vec<(u16, u16)>,
}

impl Lengths {
    /// Computes the tables of all commands.
    pub fn new(layout: &Layout, heavy_from: u8, commands: &[CommandEntry], lexicon: &Lexicon) -> Self {
        let adverbs = lexicon.adverbs.len() + 1;
        let mut asked: Vec<Option<(&Command, bool)>> = vec![None; lexicon.verbs.len() * adverbs * 2];
        let mut lengths = Self { side: layout.side(), heavy_from, tables: Vec::new(), adverbs };
        for CommandEntry { command, .. } in commands {
            for heavy in [false, true] {
                asked[lengths.number(command, heavy)].get_or_insert((command, heavy));
            }
        }
        lengths.tables = in_parallel(cores(), &asked, |asked| {
            asked.map_or_else(Table::default, |(command, heavy)| {
                lengths.measure(command, heavy, layout, lexicon)
            })
        });
        lengths
    }

    /// The number of actions a command asks for if nothing stands in the way.
    #[inline]
    pub fn of(&self, command: &Command, target: TargetKind, agent: Cell, goal: Cell) -> usize {
        self.at(self.table(command, target), agent, goal).into()
    }

    /// The same, by the number of the table.
    #[inline]
    pub fn at(&self, table: usize, agent: Cell, goal: Cell) -> u16 {
        self.tables[table].lengths[agent.index(self.side) * self.cells() + goal.index(self.side)]
    }

    /// The fewest and the most actions at a displacement.
    pub fn span(&self, table: usize, displacement: usize) -> (u16, u16) {
        self.tables[table].spans[displacement]
    }

    /// The number of the table for a command and a target.
    #[inline]
    pub fn table(&self, command: &Command, target: TargetKind) -> usize {
        self.number(command, target.size >= self.heavy_from)
    }

    fn measure(&self, command: &Command, heavy: bool, layout: &Layout, lexicon: &Lexicon) -> Table {
        let (deed, manner) = (command.deed(lexicon), command.manner(lexicon));
        let length = |index: usize| {
            let cell = Cell::from_index(index / self.cells(), self.side);
            let goal = Cell::from_index(index % self.cells(), self.side);
            let agent = Agent { cell, heading: Heading::East };
            u16::try_from(reach(self.side, agent, goal, heavy, deed, manner)).unwrap_or(u16::MAX)
        };
        let lengths: Vec<u16> = (0..self.cells() * self.cells()).map(length).collect();
        let span = |(displacement, geometry): (usize, &crate::layout::Displacement)| {
            let of_place = |place| {
                let (agent, goal) = layout.placement(displacement, place);
                lengths[agent.index(self.side) * self.cells() + goal.index(self.side)]
            };
            let all = (0..geometry.places).map(of_place);
            all.fold((u16::MAX, 0), |(fewest, most), length| (fewest.min(length), most.max(length)))
        };
        let spans = layout.displacements().iter().enumerate().map(span).collect();
        Table { lengths, spans }
    }

    fn number(&self, command: &Command, heavy: bool) -> usize {
        let adverb = command.adverb.map_or(0, |adverb| usize::from(adverb) + 1);
        (usize::from(command.verb) * self.adverbs + adverb) * 2 + usize::from(heavy)
    }

    fn cells(&self) -> usize {
        usize::from(self.side) * usize::from(self.side)
    }
}
