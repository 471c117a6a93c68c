//! How a question is answered from the memory of relations, in three hops.

use wampimuk_nn::{BmmShape, Graph, ParamId};

use super::{Memory, SYMBOL, first_repeated, xavier};
use crate::initializer::Initializer;
use crate::tensor_finder::TensorFinder;

/// Keeps the division of a norm finite.
const EPSILON: f32 = 1e-12;

/// The tensors that read questions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inference {
    sizes: Memory,
    /// Gives the entity at which the first hop begins.
    entity: Perceptron,
    /// Which relations to follow, one after the other.
    roles: [Perceptron; 3],
    /// Gain and bias of what was met.
    norms: [(ParamId, ParamId); 3],
}

/// Two layers with a hyperbolic tangent after each; matrices are `[input, out]`.
#[derive(Clone, Copy, Debug)]
struct Perceptron([Layer; 2]);

#[derive(Clone, Copy, Debug)]
struct Layer {
    weight: ParamId,
    bias: ParamId,
    input: usize,
    out: usize,
}

impl Perceptron {
    fn create(name: &str, hidden: usize, out: usize, initial: &mut Initializer) {
        for (layer, (input, out)) in [(1, (SYMBOL, hidden)), (2, (hidden, out))] {
            initial.uniform(&format!("{name}.W{layer}"), &[input, out], xavier(input, out));
            initial.filled(&format!("{name}.b{layer}"), &[out], 0.0);
        }
    }

    fn find(tensors: TensorFinder<'_>, name: &str, width: usize, out: usize) -> Result<Self, String> {
        let (_, [_, hidden]) = tensors.sizes(&format!("{name}.W1"))?;
        let layer = |number: usize, input: usize, out: usize| {
            Ok::<_, String>(Layer {
                weight: tensors.find(&format!("{name}.W{number}"), [input, out])?,
                bias: tensors.find(&format!("{name}.b{number}"), [out])?,
                input,
                out,
            })
        };
        Ok(Self([layer(1, width, hidden)?, layer(2, hidden, out)?]))
    }

    fn apply<G: Graph>(&self, graph: &mut G, x: G::Var, rows: usize) -> G::Var {
        self.0.iter().fold(x, |x, &Layer { weight, bias, input, out }| {
            let weight = graph.param(weight);
            let x = graph.bmm(x, weight, BmmShape::new(1, rows, input, out));
            let bias = graph.param(bias);
            let bias = graph.index_select(bias, out, first_repeated(rows));
            let x = graph.add(x, bias);
            graph.tanh(x)
        })
    }
}

impl Inference {
    pub(super) fn create(hidden: usize, sizes: Memory, initial: &mut Initializer) {
        for (kind, count, out) in [("e", 2, sizes.entity), ("r", 3, sizes.role)] {
            for number in 0..count {
                Perceptron::create(&format!("infer_module.{kind}.{number}"), hidden, out, initial);
            }
        }
        for number in 1..=3 {
            initial.filled(&format!("infer_module.l{number}.layer.gain"), &[sizes.entity], 1.0);
            initial.filled(&format!("infer_module.l{number}.layer.bias"), &[sizes.entity], 0.0);
        }
    }

    pub(super) fn find(tensors: TensorFinder<'_>, width: usize, sizes: Memory) -> Result<Self, String> {
        let role =
            |number: usize| Perceptron::find(tensors, &format!("infer_module.r.{number}"), width, sizes.role);
        let norm = |number: usize| {
            let part = |of: &str| tensors.find(&format!("infer_module.l{number}.layer.{of}"), [sizes.entity]);
            Ok::<_, String>((part("gain")?, part("bias")?))
        };
        Ok(Self {
            sizes,
            entity: Perceptron::find(tensors, "infer_module.e.0", width, sizes.entity)?,
            roles: [role(0)?, role(1)?, role(2)?],
            norms: [norm(1)?, norm(2)?, norm(3)?],
        })
    }

    /// The sum of what the hops retrieve.
    pub(super) fn follow<G: Graph>(
        &self,
        graph: &mut G,
        relations: G::Var,
        question: G::Var,
        rows: usize,
    ) -> G::Var {
        let mut at = self.entity.apply(graph, question, rows);
        let mut met = None;
        for (role, (gain, bias)) in self.roles.iter().zip(self.norms) {
            let role = role.apply(graph, question, rows);
            let found = self.sizes.recall(graph, relations, role, at, rows);
            at = graph.layer_norm(found, gain, bias, EPSILON);
            met = Some(met.map_or(at, |met| graph.add(met, at)));
        }
        met.unwrap_or(at)
    }
}
