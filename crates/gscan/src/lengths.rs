//! The number of actions of every placement in a world without distractors, for hold-outs that ask for it.

use wampimuk_command::{Command, Lexicon};
use wampimuk_grid::{Agent, Cell, Heading, Reach};

use crate::commands::{CommandEntry, TargetKind};
use crate::layout::{Displacement, Layout};

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
    /// The way to the target by the rows and columns to it.
    ways: Vec<Option<Reach>>,
    /// The fewest and the most actions of each displacement.
    spans: Vec<(usize, usize)>,
}

impl Lengths {
    /// Computes the tables of all commands.
    pub fn new(layout: &Layout, heavy_from: u8, commands: &[CommandEntry], lexicon: &Lexicon) -> Self {
        let adverbs = lexicon.adverbs.len() + 1;
        let tables = vec![Table::default(); lexicon.verbs.len() * adverbs * 2];
        let mut lengths = Self { side: layout.side(), heavy_from, tables, adverbs };
        for CommandEntry { command, .. } in commands {
            for heavy in [false, true] {
                let table = lengths.number(command, heavy);
                if lengths.tables[table].ways.is_empty() {
                    lengths.tables[table] = lengths.measure(command, heavy, layout, lexicon);
                }
            }
        }
        lengths
    }

    /// The number of actions a command asks for if nothing stands in the way.
    #[inline]
    pub fn of(&self, command: &Command, target: TargetKind, agent: Cell, goal: Cell) -> usize {
        self.at(self.table(command, target), agent, goal)
    }

    /// The same, by the number of the table.
    #[inline]
    pub fn at(&self, table: usize, agent: Cell, goal: Cell) -> usize {
        let way = self.tables[table].ways[way_number(self.side, agent, goal)];
        way.map_or(0, |reach| reach.actions(self.side, goal))
    }

    /// The fewest and the most actions at a displacement.
    pub fn span(&self, table: usize, displacement: usize) -> (usize, usize) {
        self.tables[table].spans[displacement]
    }

    /// The number of the table for a command and a target.
    #[inline]
    pub fn table(&self, command: &Command, target: TargetKind) -> usize {
        self.number(command, target.size >= self.heavy_from)
    }

    fn measure(&self, command: &Command, heavy: bool, layout: &Layout, lexicon: &Lexicon) -> Table {
        let (deed, manner) = (command.deed(lexicon), command.manner(lexicon));
        let mut ways = vec![None; (2 * usize::from(self.side) - 1).pow(2)];
        let span = |(displacement, geometry): (usize, &Displacement)| {
            let placement = |place| layout.placement(displacement, place);
            let (cell, goal) = placement(0);
            let reach = Reach::new(Agent { cell, heading: Heading::East }, goal, heavy, deed, manner);
            ways[way_number(self.side, cell, goal)] = Some(reach);
            let all = (0..geometry.places).map(|place| reach.actions(self.side, placement(place).1));
            all.fold((usize::MAX, 0), |(fewest, most), length| (fewest.min(length), most.max(length)))
        };
        let spans = layout.displacements().iter().enumerate().map(span).collect();
        Table { ways, spans }
    }

    fn number(&self, command: &Command, heavy: bool) -> usize {
        let adverb = command.adverb.map_or(0, |adverb| usize::from(adverb) + 1);
        (usize::from(command.verb) * self.adverbs + adverb) * 2 + usize::from(heavy)
    }
}

/// A number for the rows and columns from one cell to another.
#[inline]
fn way_number(side: u8, from: Cell, to: Cell) -> usize {
    let side = usize::from(side);
    let rows = side - 1 + usize::from(to.row) - usize::from(from.row);
    let columns = side - 1 + usize::from(to.column) - usize::from(from.column);
    rows * (2 * side - 1) + columns
}
