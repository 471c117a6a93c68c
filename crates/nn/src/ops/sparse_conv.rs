//! The convolution of sparse grids, which encodes worlds.

use std::sync::Arc;

use crate::cpu::sparse_conv::{Kernel, SparseGrids};
use crate::params::ParamId;
use crate::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn sparse_conv(&mut self, grids: &Arc<SparseGrids>, kernels: &[(ParamId, ParamId)]) -> Var {
        let mut placed = Vec::new();
        let mut width = 0;
        for &(weight, bias) in kernels {
            let shape = &self.params.slot(weight).shape;
            let kernel = Kernel { size: shape[3], out: shape[0] };
            placed.push((kernel, width, weight, bias));
            width += kernel.out;
        }
        let mut out = vec![0.0; grids.len() * grids.side * grids.side * width];
        for &(kernel, from, weight, bias) in &placed {
            kernel.convolve(grids, self.params.get(weight), self.params.get(bias), &mut out, width, from);
        }
        let out = self.push(out);
        let grids = grids.clone();
        self.on_backward(move |back| {
            let d_out = back.take(out);
            for (kernel, from, weight, bias) in placed {
                let [d_weight, d_bias] = back.add_to_params([weight, bias]);
                kernel.convolve_backward(&grids, &d_out, (width, from), d_weight, d_bias);
            }
        });
        out
    }
}
