//! Each operation on the GPU gives what it gives on the processor: values and gradients. Where there is no GPU the tests
//! say that they were skipped.

#[path = "cuda_support/compare.rs"]
mod compare;

use std::sync::Arc;

use compare::{Function, assert_close, compare, device};
use wampimuk_nn::{
    BmmShape, DotAttention, DropoutSeed, EntityMemory, Graph, NO_ROW, NodeCells, ParamId, Params, cuda,
};

/// Numbers without pattern, from -1 to 1, none of them near zero: some functions have a kink there.
fn numbers(count: usize, salt: usize) -> Vec<f32> {
    let number = |i: usize| ((i * 7919 + salt * 104_729) % 1009) as f32 / 504.5 - 1.0;
    (0..count).map(number).map(|number| if number.abs() < 0.05 { number + 0.2 } else { number }).collect()
}

/// What is compared.
#[derive(Clone, Debug)]
enum Operation {
    /// Functions of each number.
    Functions,
    /// With a slope.
    Prelu,
    /// Rows, columns, values side by side.
    Moves { width: usize, rows: Arc<[u32]> },
    /// Weights of rows.
    Softmax { width: usize, mask: Option<Arc<[bool]>> },
    /// The largest of each row.
    Most { width: usize, mask: Option<Arc<[bool]>> },
    /// Rows of mean zero and variance one.
    LayerNorm,
    /// Rows of mean square one.
    RmsNorm,
    /// Rows of length one.
    Units(usize),
    /// BmmShape.
    BmmShape(BmmShape),
    /// Convolution of vectors at cells.
    Nodes(Arc<NodeCells>),
    /// Sums of pieces of this length.
    Pieces(usize),
    /// Attention between sequences.
    Attention(DotAttention),
    /// Memories of entities: so many examples, memories and sentences, of this width.
    Entities([usize; 4]),
}

struct Check {
    operation: Operation,
    ids: Vec<ParamId>,
    /// How many numbers come out.
    len: usize,
}

impl Check {
    fn out<G: Graph>(&self, graph: &mut G) -> G::Var {
        let x = graph.param(self.ids[0]);
        match &self.operation {
            Operation::Functions => {
                let one = graph.sigmoid(x);
                let two = graph.gelu(x);
                let three = graph.scale(two, -1.5);
                let sum = graph.add(one, three);
                let product = graph.mul(sum, x);
                let constant = graph.detached_param(self.ids[0]);
                let product = graph.mul(product, constant);
                // Twice the same value.
                graph.mul(product, product)
            }
            Operation::Prelu => graph.prelu(x, self.ids[1]),
            Operation::Moves { width, rows } => {
                let moved = graph.index_select(x, *width, rows.clone());
                let again = graph.index_select(x, *width, rows.clone());
                let columns = graph.narrow(moved, *width, 1..*width - 1);
                graph.cat(&[(columns, width - 2), (again, *width), (moved, *width)])
            }
            Operation::Softmax { width, mask } => {
                let weights = graph.softmax(x, *width, mask.clone());
                graph.scale(weights, *width as f32)
            }
            Operation::Most { width, mask } => graph.max(x, *width, mask.clone()),
            Operation::LayerNorm => graph.layer_norm(x, self.ids[1], self.ids[2], 1e-5),
            Operation::RmsNorm => graph.rms_norm(x, self.ids[1], 1e-6),
            Operation::Units(width) => {
                let units = graph.normalize(x, *width);
                graph.scale(units, *width as f32)
            }
            Operation::BmmShape(shape) => {
                let right = graph.param(self.ids[1]);
                graph.bmm(x, right, *shape)
            }
            Operation::Nodes(places) => {
                let kernels: Vec<(ParamId, ParamId)> =
                    self.ids[1..].chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
                graph.node_conv(x, places, &kernels)
            }
            Operation::Pieces(len) => graph.sum_rows(x, *len),
            Operation::Attention(of) => {
                let [keys, values] = [self.ids[1], self.ids[2]].map(|id| graph.param(id));
                // Not where parameters lie.
                let moved = graph.scale(keys, 1.5);
                let once = graph.dot_attention([x, moved, values], of).out;
                let twice = graph.dot_attention([once, keys, keys], of);
                graph.add(twice.out, once)
            }
            &Operation::Entities([rows, memories, steps, width]) => {
                let [fits_key, says, keys, first] = [1, 2, 3, 4].map(|at| graph.param(self.ids[at]));
                let of = EntityMemory {
                    rows,
                    memories,
                    width,
                    first,
                    sentences: x,
                    fits_key,
                    says,
                    keys,
                    open: (0..steps * rows).map(|at| at % 7 != 5).collect(),
                    weight: self.ids[5],
                    slope: self.ids[6],
                    inference: false,
                };
                let last = graph.entity_memory(&of);
                let again = graph.entity_memory(&EntityMemory { inference: true, ..of });
                let again = graph.to_vec(again);
                let again = graph.input(again);
                // Memories have length one: the wider they are, the smaller their numbers.
                let last = graph.scale(last, width as f32);
                graph.mul(last, again)
            }
        }
    }
}

impl Function for Check {
    /// A sum of squares, weighted, so that no gradient is the same as another.
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        let out = self.out(graph);
        let weights = graph.input(numbers(self.len, 77));
        let weighted = graph.mul(out, weights);
        let squares = graph.mul(weighted, out);
        let sum = graph.sum_rows(squares, 1);
        (graph.scale(sum, 3.0 / (self.len as f32).sqrt()), vec![out])
    }
}

/// Compares an operation on tensors of these shapes.
fn check(device: &cuda::Device, operation: &Operation, shapes: &[&[usize]]) {
    let mut params = Params::default();
    // So that what follows is not where a device would put it.
    params.add("filling", &[1], [0.0]);
    let ids = (0..)
        .zip(shapes)
        .map(|(salt, shape)| {
            params.add(&format!("tensor {salt}"), shape, numbers(shape.iter().product(), salt))
        })
        .collect();
    let mut function = Check { operation: operation.clone(), ids, len: 0 };
    let mut tape = wampimuk_nn::Tape::new(&params, None);
    let out = function.out(&mut tape);
    function.len = tape.get(out).len();
    let name = format!("{operation:?}");
    let name: String = name.chars().take(40).collect();
    let noise = DropoutSeed { seed: 3, step: 1, part: 4 };
    for noise in [None, Some(noise)] {
        let outcome = compare(&format!("{name} {shapes:?}"), device, &params, noise, &function);
        assert!(outcome.is_ok(), "{outcome:?}");
    }
}

#[test]
fn functions_of_each_number() {
    let Some(device) = device(None) else { return };
    for len in [12, 1000, 70_001] {
        check(&device, &Operation::Functions, &[&[len]]);
        check(&device, &Operation::Prelu, &[&[len], &[1]]);
    }
    for (len, piece) in [(12, 5), (70_000, 1), (9_000, 7), (9_000, 3000)] {
        check(&device, &Operation::Pieces(piece), &[&[len]]);
    }
}

#[test]
fn numbers_that_move() {
    let Some(device) = device(None) else { return };
    let few = Operation::Moves { width: 3, rows: Arc::from([2, NO_ROW, 0, 2, 2, 3, NO_ROW]) };
    check(&device, &few, &[&[12]]);
    // Rows that many go to, so that their sums are made in one, two and three levels, and rows that none goes to.
    for (from, to) in [(500, 300), (2, 3000), (1, 10_000)] {
        let row = |place: usize| if place % 11 == 3 { NO_ROW } else { (place * place % from) as u32 };
        let many = Operation::Moves { width: 9, rows: (0..to).map(row).collect() };
        check(&device, &many, &[&[9 * (from + 2)]]);
    }
}

#[test]
fn rows_on_a_common_scale() {
    let Some(device) = device(None) else { return };
    for (rows, width) in [(3, 5), (40, 33), (3000, 100), (7, 1000)] {
        let len = rows * width;
        // The second row counts for nothing.
        let mask = (0..len).map(|at| at % 4 != 1 && at / width != 1).collect();
        for mask in [None, Some(mask)] {
            check(&device, &Operation::Softmax { width, mask: mask.clone() }, &[&[len]]);
            check(&device, &Operation::Most { width, mask }, &[&[len]]);
        }
        check(&device, &Operation::LayerNorm, &[&[len], &[width], &[width]]);
        check(&device, &Operation::RmsNorm, &[&[len], &[width]]);
        check(&device, &Operation::Units(width), &[&[len]]);
    }
}

#[test]
fn products_of_matrices() {
    let Some(device) = device(None) else { return };
    for (count, [rows, inner, columns]) in
        [(2, [3, 4, 5]), (1, [70, 33, 40]), (1, [3001, 20, 30]), (40_000, [2, 3, 1])]
    {
        let plain = BmmShape::new(count, rows, inner, columns);
        let shapes = [
            plain,
            plain.left_transposed(),
            plain.right_transposed(),
            plain.left_transposed().right_transposed(),
        ];
        for shape in shapes {
            let sizes = [count * rows * inner, count * inner * columns];
            check(&device, &Operation::BmmShape(shape), &[&sizes[..1], &sizes[1..]]);
        }
    }
}

#[test]
fn vectors_at_cells() {
    let Some(device) = device(None) else { return };
    for (side, grids, depth, most) in [(2, 1, 2, 3), (6, 70, 8, 7), (12, 5, 3, 20)] {
        // No two at one cell, and some nowhere.
        let area = side * side;
        let cell = |at: usize| match at % most {
            last if last + 1 == most => NO_ROW,
            number => (at / most * area + (number * 5 + at / most) % area) as u32,
        };
        let cells: Vec<u32> = (0..grids * most).map(cell).collect();
        let places = Arc::new(NodeCells { side, grids, cells });
        let shapes: [&[usize]; 7] = [
            &[grids * most * depth],
            &[4, depth, 1, 1],
            &[4],
            &[5, depth, 5, 5],
            &[5],
            &[3, depth, 7, 7],
            &[3],
        ];
        check(&device, &Operation::Nodes(places), &shapes);
    }
}

#[test]
fn attention() {
    let Some(device) = device(None) else { return };
    for (examples, heads, depth, longest) in [(3, 2, 3, 4), (60, 8, 16, 50), (5, 4, 36, 100)] {
        for (causal, dropout) in [(false, 0.0), (true, 0.2)] {
            let lengths = |salt: u32| {
                let length = move |example: u32| (example * 7 + salt) % (longest + 1);
                DotAttention::starts((0..examples).map(length))
            };
            // Some sequences are empty.
            let (queries, keys) = (lengths(0), if causal { lengths(0) } else { lengths(3) });
            let width = heads * depth;
            let rows = [&queries, &keys].map(|starts| starts.last().map_or(0, |&end| end as usize));
            let of = DotAttention { width, heads, queries, keys, causal, dropout };
            let shapes: [&[usize]; 3] = [&[rows[0] * width], &[rows[1] * width], &[rows[1] * width]];
            check(&device, &Operation::Attention(of), &shapes);
        }
    }
}

#[test]
fn memories_of_entities() {
    let Some(device) = device(None) else { return };
    for [rows, memories, steps, width] in [[2, 3, 4, 5], [32, 20, 30, 100], [3, 2, 6, 130], [2, 2, 3, 1030]] {
        let sentences = steps * rows;
        let shapes: [&[usize]; 7] = [
            &[sentences, width],
            &[sentences, memories],
            &[sentences, width],
            &[memories, width],
            &[memories, width],
            &[width, width],
            &[1],
        ];
        check(&device, &Operation::Entities([rows, memories, steps, width]), &shapes);
    }
}

/// Predicting step by step, with memory that is taken again.
fn steps<G: Graph>(graph: &mut G, id: ParamId, count: usize) -> (G::Var, G::Var) {
    let first = graph.param(id);
    let mut state = graph.tanh(first);
    let mut sum = graph.scale(first, 0.5);
    let rows: Arc<[u32]> = Arc::from([1, 0]);
    for _ in 0..count {
        let mark = graph.mark();
        let len = graph.to_vec(state).len();
        let turned = graph.index_select(state, len / 2, rows.clone());
        let product = graph.mul(turned, state);
        let next = graph.add(product, first);
        let next = graph.tanh(next);
        let more = graph.add(sum, next);
        let kept = graph.free_since(mark, &[more, first, next]);
        (sum, state) = (kept[0], kept[2]);
    }
    (sum, state)
}

#[test]
fn memory_is_taken_again() {
    let Some(device) = device(None) else { return };
    for len in [1000, 1 << 20, 6_000_000] {
        let mut params = Params::default();
        let id = params.add("numbers", &[len], numbers(len, 1));
        let count = if len > 1 << 20 { 4 } else { 30 };
        let mut cpu = wampimuk_nn::Tape::new(&params, None);
        let expected = steps(&mut cpu, id, count);
        let weights = device.weights(&params).unwrap();
        let mut tape = cuda::Tape::new(&device, &weights, None);
        let found = steps(&mut tape, id, count);
        for (found, expected) in [(found.0, expected.0), (found.1, expected.1)] {
            assert_close("steps", &tape.get(found).unwrap(), cpu.get(expected));
        }
    }
}

/// The numbers themselves, where nothing flows back.
#[test]
fn numbers_come_back() {
    let Some(device) = device(None) else { return };
    let mut params = Params::default();
    let id = params.add("numbers", &[5], numbers(5, 3));
    let weights = device.weights(&params).unwrap();
    let mut tape = cuda::Tape::new(&device, &weights, None);
    let x = tape.param(id);
    assert_eq!(tape.to_vec(x), numbers(5, 3));
    let zeros = tape.input(vec![0.0; 4]);
    let units = tape.normalize(zeros, 2);
    assert!(tape.to_vec(units).iter().all(|number| number.is_nan()), "zeros have no direction");
    let mask: Arc<[bool]> = Arc::from([false, false, false, true]);
    let weights = tape.softmax(zeros, 2, Some(mask.clone()));
    assert_close("weights", &tape.to_vec(weights), &[0.0, 0.0, 0.0, 1.0]);
    // A mistake: such a row is not there. Zeros, and an error.
    let lost = tape.index_select(x, 1, Arc::from([5]));
    assert_eq!(tape.to_vec(lost), [0.0]);
    assert_eq!(tape.check().unwrap_err().to_string(), "look up row 5: there are 5");
}
