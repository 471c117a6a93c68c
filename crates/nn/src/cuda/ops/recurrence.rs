//! What recurrent kernels share: how many examples a block takes, and weights in the layout that blocks read.

use crate::cuda::driver::{Arg, Span};
use crate::cuda::error::Error;
use crate::cuda::programs::{Program, RecurrentKernel, key_stride, threads};
use crate::cuda::work::Work;

/// How many examples a block can take.
const ROWS: [usize; 5] = [16, 8, 4, 2, 1];

/// Weights whose rows are padded to a multiple of four numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct PaddedWeights {
    /// The numbers.
    pub(super) span: Span,
    /// The padded length of a row.
    pub(super) width: usize,
}

/// What a recurrent kernel needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockNeeds {
    /// Which kernel it is.
    pub(super) kernel: RecurrentKernel,
    /// How many examples there are.
    pub(super) examples: usize,
    /// The length of the state.
    pub(super) hidden: usize,
    /// The most columns of weights that are multiplied with at a time.
    pub(super) columns: usize,
    /// The shared memory of a block in numbers: for each example, and once.
    pub(super) shared: (usize, usize),
    /// How many words and cells are attended to.
    pub(super) places: [usize; 2],
}

/// The blocks of a recurrent kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blocks {
    /// The program that is compiled for them.
    pub(super) program: Program,
    /// How many there are, and threads in each.
    count: usize,
    threads: usize,
    /// How many bytes of shared memory each has.
    shared: usize,
}

impl From<PaddedWeights> for Arg {
    fn from(laid: PaddedWeights) -> Self {
        Self::Span(laid.span, laid.span.len)
    }
}

impl BlockNeeds {
    /// Blocks of `rows` examples, with these keys in shared memory; `None` if the device has too little of it.
    fn blocks(&self, rows: usize, keys: [bool; 2], limit: usize) -> Option<Blocks> {
        let threads = threads(rows);
        let of_keys: usize =
            keys.into_iter().zip(self.places).filter(|(shared, _)| *shared).map(|(_, places)| places).sum();
        let partial = 16 * rows.min(4) * threads;
        let each = self.shared.0 + of_keys * key_stride(self.hidden);
        let shared = partial + 4 * (rows * each + self.shared.1);
        let program = Program::Recurrence { kernel: self.kernel, rows, hidden: self.hidden, keys };
        let count = self.examples.div_ceil(rows);
        (shared <= limit && self.columns <= 4 * threads).then_some(Blocks { program, count, threads, shared })
    }
}

impl Work<'_> {
    /// Memory for weights of this many rows and columns.
    pub(super) fn laid(&mut self, rows: usize, columns: usize) -> PaddedWeights {
        let width = columns.next_multiple_of(4);
        PaddedWeights { span: self.alloc(rows * width), width }
    }

    /// Starts a recurrent kernel with `directions` blocks for each group of examples.
    pub(super) fn launch_recurrence(
        &mut self,
        name: &'static str,
        blocks: Blocks,
        directions: usize,
        args: &[Arg],
    ) {
        let grid = [blocks.count, directions];
        self.launch((blocks.program, name), grid, [blocks.threads as u32, 1], blocks.shared, args);
    }

    /// Chooses the blocks of a kernel. Small blocks finish sooner as long as there are processors for all of them; large
    /// ones read the weights less often. Keys are in shared memory if they fit.
    pub(super) fn blocks(&mut self, kernel: &'static str, needs: BlockNeeds) -> Blocks {
        let processors = self.device.driver.processors;
        let wanted = self.device.options.rows_per_block.unwrap_or(match needs.examples {
            few if few <= 2 * processors => 2,
            more if more <= 24 * processors => 4,
            _ => 8,
        });
        // The kernels also have a little static shared memory.
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
                Program::Recurrence { kernel: needs.kernel, rows: 1, hidden: needs.hidden, keys: [false; 2] };
            Blocks { program, count: 0, threads: 0, shared: 0 }
        })
    }
}
