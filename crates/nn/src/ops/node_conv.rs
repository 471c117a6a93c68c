//! The convolution of vectors that lie in cells of grids.

use std::sync::Arc;

use crate::cpu::node_conv::NodeCells;
use crate::cpu::sparse_conv::Kernel;
use crate::params::ParamId;
use crate::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn node_conv(
        &mut self,
        x: Var,
        places: &Arc<NodeCells>,
        kernels: &[(ParamId, ParamId)],
    ) -> Var {
        let mut placed = Vec::new();
        let mut width = 0;
        for &(weight, bias) in kernels {
            let shape = &self.params.slot(weight).shape;
            let kernel = Kernel { size: shape[3], out: shape[0] };
            placed.push((kernel, width, weight, bias));
            width += kernel.out;
        }
        let mut out = vec![0.0; places.all_cells() * width];
        for &(kernel, from, weight, bias) in &placed {
            let weights = (self.params.get(weight), self.params.get(bias));
            kernel.convolve_vectors(places, self.get(x), weights, &mut out, (width, from));
        }
        let out = self.push(out);
        let places = places.clone();
        self.on_backward(move |back| {
            let d_out = back.take(out);
            let vectors = back.value(x).to_vec();
            let mut d_x = vec![0.0; vectors.len()];
            for (kernel, from, weight, bias) in placed {
                let weights = back.params.get(weight);
                let [d_weight, d_bias] = back.add_to_params([weight, bias]);
                let side = (width, from);
                kernel.convolve_vectors_backward(
                    &places, &vectors, weights, &d_out, side, &mut d_x, d_weight, d_bias,
                );
            }
            let (_, sum) = back.add_to(x);
            sum.iter_mut().zip(d_x).for_each(|(sum, d)| *sum += d);
        });
        out
    }
}
