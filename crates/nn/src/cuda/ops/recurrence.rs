//! What recurrences have in common: how many examples a block takes, and weights as blocks read them.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::error::Error;
use crate::cuda::programs::{Part, Program, key_stride, threads};
use crate::cuda::work::Work;

/// How many examples a block can take.
const ROWS: [usize; 5] = [16, 8, 4, 2, 1];

/// Weights with rows as long as blocks read them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Laid {
    /// Its numbers.
    pub(super) span: Span,
    /// How many numbers its rows have: a multiple of four.
    pub(super) width: usize,
}

/// What a recurrence needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// Which it is.
    pub(super) part: Part,
    /// How many examples there are.
    pub(super) examples: usize,
    /// The length of the state.
    pub(super) hidden: usize,
    /// The most columns of weights that are multiplied with at a time.
    pub(super) columns: usize,
    /// How many numbers of shared memory a block needs for each example, and once.
    pub(super) shared: (usize, usize),
    /// How many words and cells are attended to.
    pub(super) places: [usize; 2],
}

/// The blocks of a recurrence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    /// The program that is made for them.
    pub(super) program: Program,
    /// How many there are, and threads in each.
    count: usize,
    threads: usize,
    /// How many bytes of shared memory each has.
    shared: usize,
}

impl From<Laid> for Arg {
    fn from(laid: Laid) -> Self {
        Self::Span(laid.span, laid.span.len)
    }
}

impl Needs {
    /// Blocks of so many examples, with these keys in shared memory; `None` if that is too much for the device.
    fn blocks(&self, rows: usize, keys: [bool; 2], limit: usize) -> Option<Blocks> {
        let threads = threads(rows);
        let of_keys: usize =
            keys.into_iter().zip(self.places).filter(|(shared, _)| *shared).map(|(_, places)| places).sum();
        let partial = 16 * rows.min(4) * threads;
        let each = self.shared.0 + of_keys * key_stride(self.hidden);
        let shared = partial + 4 * (rows * each + self.shared.1);
        let program = Program::Recurrence { part: self.part, rows, hidden: self.hidden, keys };
        let count = self.examples.div_ceil(rows);
        (shared <= limit && self.columns <= 4 * threads).then_some(Blocks { program, count, threads, shared })
    }
}

impl Work<'_> {
    /// Room for weights of this many rows and columns.
    pub(super) fn laid(&mut self, rows: usize, columns: usize) -> Laid {
        let width = columns.next_multiple_of(4);
        Laid { span: self.room(rows * width), width }
    }

    /// Starts a kernel of a recurrence; `ways` blocks for each group of examples.
    pub(super) fn recur(&mut self, name: &'static str, blocks: Blocks, ways: usize, args: &[Arg]) {
        let grid = [blocks.count, ways];
        self.launch((blocks.program, name), grid, [blocks.threads as u32, 1], blocks.shared, args);
    }

    /// Blocks for a kernel. Few examples to a block finish sooner, as long as there are processors for all blocks; many
    /// read the weights less often. Keys are in shared memory if they fit.
    pub(super) fn blocks(&mut self, kernel: &'static str, needs: Needs) -> Blocks {
        let processors = self.device.driver.processors;
        let wanted = self.device.options.rows_per_block.unwrap_or(match needs.examples {
            few if few <= 2 * processors => 2,
            more if more <= 24 * processors => 4,
            _ => 8,
        });
        // A little shared memory has a fixed size.
        let limit = self.device.driver.shared.saturating_sub(512);
        let attends = needs.places.iter().any(|&places| places > 0);
        let keys: &[[bool; 2]] =
            if attends { &[[true, true], [false, true], [false, false]] } else { &[[false, false]] };
        let found = ROWS
            .into_iter()
            .filter(|&rows| rows <= wanted)
            .find_map(|rows| keys.iter().find_map(|&keys| needs.blocks(rows, keys, limit)));
        found.unwrap_or_else(|| {
            self.fail(Error::TooLarge(kernel));
            let program =
                Program::Recurrence { part: needs.part, rows: 1, hidden: needs.hidden, keys: [false; 2] };
            Blocks { program, count: 0, threads: 0, shared: 0 }
        })
    }
}
