//! How each sentence updates the memories of items and relations.

use std::sync::Arc;

use wampimuk_nn::{BmmShape, Graph, ParamId};

use super::{Memory, SYMBOL, Sizes, first_repeated};
use crate::initializer::Initializer;
use crate::story_batch::{Pass, each_repeated};
use crate::tensor_finder::TensorFinder;

/// Keeps the division of a norm finite.
const EPSILON: f32 = 1e-5;
/// Sizes of layers that nothing uses.
const UNUSED: (usize, usize) = (96, 128);

/// The tensors that read sentences.
#[derive(Clone, Copy, Debug)]
pub(super) struct Update {
    sizes: Memory,
    /// Of the two entities and the role.
    projectors: [Projector; 3],
    /// Of the gates: from the memory of items and from the first entity.
    gates: [(ParamId, ParamId); 2],
    /// What is added to the gates of input and of forgetting.
    gate_biases: [ParamId; 2],
    /// How much of what relations know goes into queries, keys and values.
    known: ParamId,
    queries: (ParamId, ParamId),
    norm: (ParamId, ParamId),
    /// The memories to begin with.
    items: ParamId,
    relations: ParamId,
}

/// Three layers with nothing in between.
#[derive(Clone, Copy, Debug)]
struct Projector([(ParamId, ParamId); 3]);

impl Projector {
    const NAMES: [&str; 3] = ["input_projector", "input_projector2", "input_projector3"];

    fn apply<G: Graph>(&self, graph: &mut G, x: G::Var) -> G::Var {
        self.0.iter().fold(x, |x, &(weight, bias)| graph.linear(x, weight, Some(bias)))
    }
}

impl Update {
    pub(super) fn create(sizes: Sizes, initial: &mut Initializer) {
        let Sizes { entity, hidden, role, .. } = sizes;
        let (relation, output) = UNUSED;
        let name = |of: &str| format!("update_module.{of}");
        initial.filled(&name("alpha20"), &[1], 0.0);
        initial.filled(&name("forget_bias"), &[], 1.0);
        initial.filled(&name("input_bias"), &[], 0.0);
        let bound = |size: usize| 1.0 / (size.max(1) as f32).sqrt();
        initial.uniform(&name("item_memory_state_bias"), &[entity, entity], bound(2 * entity));
        initial.uniform(&name("rel_memory_state_bias"), &[role, entity, entity], bound(2 * entity + role));
        for (of, out) in Projector::NAMES.into_iter().zip([entity, entity, role]) {
            initial.linear(&name(&format!("{of}.fc1")), [hidden, SYMBOL], true);
            initial.linear(&name(&format!("{of}.fc2h.0")), [hidden, hidden], true);
            initial.linear(&name(&format!("{of}.fc3")), [out, hidden], true);
        }
        for of in ["input_gate_projector", "memory_gate_projector"] {
            initial.linear(&name(of), [2 * entity, entity], true);
        }
        initial.linear(&name("qkv_projector.0"), [3 * role, entity], true);
        initial.filled(&name("qkv_layernorm.0.weight"), &[entity, 3 * role], 1.0);
        initial.filled(&name("qkv_layernorm.0.bias"), &[entity, 3 * role], 0.0);
        initial.linear(&name("rel_projector"), [relation, entity * entity], true);
        initial.linear(&name("rel_projector2"), [entity, role * entity], true);
        initial.linear(&name("rel_projector3"), [SYMBOL, role * relation], true);
        initial.linear(&name("mlp.0"), [output, SYMBOL], true);
        initial.linear(&name("mlp.2"), [output, output], true);
        initial.linear(&name("out"), [SYMBOL, output], true);
    }

    pub(super) fn find(tensors: TensorFinder<'_>, width: usize, sizes: Memory) -> Result<Self, String> {
        let Memory { entity, role } = sizes;
        let name = |of: &str| format!("update_module.{of}");
        let layer = |of: &str, shape: [usize; 2]| {
            let weight = tensors.find(&name(&format!("{of}.weight")), shape)?;
            Ok::<_, String>((weight, tensors.find(&name(&format!("{of}.bias")), [shape[0]])?))
        };
        let projector = |number: usize, out: usize| {
            let of = Projector::NAMES[number];
            let (_, [hidden, _]) = tensors.sizes(&name(&format!("{of}.fc1.weight")))?;
            Ok::<_, String>(Projector([
                layer(&format!("{of}.fc1"), [hidden, width])?,
                layer(&format!("{of}.fc2h.0"), [hidden, hidden])?,
                layer(&format!("{of}.fc3"), [out, hidden])?,
            ]))
        };
        Ok(Self {
            sizes,
            projectors: [projector(0, entity)?, projector(1, entity)?, projector(2, role)?],
            gates: [
                layer("memory_gate_projector", [2 * entity, entity])?,
                layer("input_gate_projector", [2 * entity, entity])?,
            ],
            gate_biases: [tensors.find(&name("input_bias"), [])?, tensors.find(&name("forget_bias"), [])?],
            known: tensors.find(&name("alpha20"), [1])?,
            queries: layer("qkv_projector.0", [3 * role, entity])?,
            norm: (
                tensors.find(&name("qkv_layernorm.0.weight"), [entity, 3 * role])?,
                tensors.find(&name("qkv_layernorm.0.bias"), [entity, 3 * role])?,
            ),
            items: tensors.find(&name("item_memory_state_bias"), [entity, entity])?,
            relations: tensors.find(&name("rel_memory_state_bias"), [role, entity, entity])?,
        })
    }

    /// The memories of items and of relations after sentences `[count, rows, width]`.
    pub(super) fn read<G: Graph>(
        &self,
        graph: &mut G,
        sentences: G::Var,
        count: usize,
        rows: usize,
        pass: Pass,
    ) -> (G::Var, G::Var) {
        let Memory { entity, role } = self.sizes;
        let [first, second, roles] = self.projectors.map(|projector| projector.apply(graph, sentences));
        let roles = graph.softmax(roles, role, None);
        let from_entity = graph.linear(first, self.gates[1].0, Some(self.gates[1].1));
        let gate_biases = self.gate_biases.map(|bias| {
            let bias = graph.param(bias);
            (graph.index_select(bias, 1, first_repeated(entity)), entity)
        });
        let gate_biases = graph.cat(&gate_biases);
        let gate_biases = graph.index_select(gate_biases, 2 * entity, first_repeated(count * rows));
        let from_entity = graph.add(from_entity, gate_biases);
        let known = graph.param(self.known);
        let known = graph.index_select(known, 1, first_repeated(rows * entity));
        let mut begin = |memory: ParamId, width: usize| {
            let memory = graph.param(memory);
            graph.index_select(memory, width, first_repeated(rows))
        };
        let mut items = begin(self.items, entity * entity);
        let mut relations = begin(self.relations, role * entity * entity);
        let places = Places::new(self.sizes, rows);
        let begun = graph.mark();
        for number in 0..count {
            let of_rows = number * rows..(number + 1) * rows;
            let these = each_repeated(of_rows.clone(), 1);
            let [first, second] = [first, second].map(|x| graph.index_select(x, entity, these.clone()));
            let in_role = graph.index_select(roles, role, these);
            let remembered = self.sizes.recall(graph, relations, in_role, second, rows);
            let remembered = graph.mul(remembered, known);
            let gates = graph.index_select(from_entity, 2 * entity, each_repeated(of_rows, entity));
            items = self.take_up(graph, items, first, gates, rows);
            let outer = BmmShape::new(rows, entity, 1, entity);
            let remembered = graph.bmm(remembered, second, outer);
            let seen = graph.add(items, remembered);
            let new = self.relate(graph, seen, &places, rows);
            relations = graph.add(relations, new);
            [items, relations] = pass.free_since(graph, begun, [items, relations]);
        }
        (items, relations)
    }

    /// Items with an entity added through gates.
    fn take_up<G: Graph>(
        &self,
        graph: &mut G,
        items: G::Var,
        entity: G::Var,
        from_entity: G::Var,
        rows: usize,
    ) -> G::Var {
        let width = self.sizes.entity;
        let (weight, bias) = self.gates[0];
        let gates = graph.tanh(items);
        let gates = graph.linear(gates, weight, Some(bias));
        let gates = graph.add(gates, from_entity);
        let gates = graph.sigmoid(gates);
        let [input, forget] = [0..width, width..2 * width].map(|half| graph.narrow(gates, 2 * width, half));
        let new = graph.bmm(entity, entity, BmmShape::new(rows, width, 1, width));
        let new = graph.tanh(new);
        let new = graph.mul(input, new);
        let old = graph.mul(forget, items);
        graph.add(new, old)
    }

    /// What is new about the relations: `Σ_j tanh(q_i ⊙ k_j) v_jᵀ` for each `i`.
    fn relate<G: Graph>(&self, graph: &mut G, seen: G::Var, places: &Places, rows: usize) -> G::Var {
        let Memory { entity, role } = self.sizes;
        let all = graph.linear(seen, self.queries.0, Some(self.queries.1));
        let all = graph.layer_norm(all, self.norm.0, self.norm.1, EPSILON);
        let all = graph.index_select(all, 1, places.transposed.clone());
        let [queries, keys, values] = [&places.queries, &places.keys, &places.values]
            .map(|places| graph.index_select(all, entity, places.clone()));
        let pairs = graph.mul(queries, keys);
        let pairs = graph.tanh(pairs);
        let shape = BmmShape::new(rows, role * entity, role, entity).left_transposed();
        graph.bmm(pairs, values, shape)
    }
}

/// Where queries, keys and values are, for [`Graph::index_select`]; the same for all sentences.
struct Places {
    /// From `[rows, entity, 3 role]` to `[rows, 3 role, entity]`.
    transposed: Arc<[u32]>,
    /// For each row and key, all queries.
    queries: Arc<[u32]>,
    /// For each row and key, the key as often as there are queries.
    keys: Arc<[u32]>,
    values: Arc<[u32]>,
}

impl Places {
    fn new(sizes: Memory, rows: usize) -> Self {
        let Memory { entity, role } = sizes;
        let all = 3 * role;
        let rows = || 0..rows;
        let pairs = || {
            rows().flat_map(move |row| {
                (0..role).flat_map(move |key| (0..role).map(move |query| (row, key, query)))
            })
        };
        let numbers =
            rows().flat_map(|row| (0..all).flat_map(move |one| (0..entity).map(move |at| (row, one, at))));
        Self {
            transposed: numbers.map(|(row, one, at)| ((row * entity + at) * all + one) as u32).collect(),
            queries: pairs().map(|(row, _, query)| (row * all + query) as u32).collect(),
            keys: pairs().map(|(row, key, _)| (row * all + role + key) as u32).collect(),
            values: rows()
                .flat_map(|row| (0..role).map(move |value| (row * all + 2 * role + value) as u32))
                .collect(),
        }
    }
}
