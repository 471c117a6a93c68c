//! The GPU gives what the processor gives: values, every gradient, predictions and trainings. Where there is no GPU the
//! tests say that they were skipped.

#[path = "cuda_support/compare.rs"]
mod compare;
mod cuda_support;

use std::sync::Arc;

use compare::{Function, assert_close, compare, device};
use cuda_support::{Dice, Sizes, batch, m_lstm, tokens};
use wampimuk_models::Batch;
use wampimuk_models::m_lstm::MLstm;
use wampimuk_nn::{
    AttentionParams, DecoderInputs, DecoderParams, DropoutSeed, Graph, GreedyInputs, LstmParams, Memories,
    OutputLayer, Packing, ParamId, Params, SparseGrids, Tape, cuda,
};

const NOISE: DropoutSeed = DropoutSeed { seed: 5, step: 17, part: 3 };

struct Simple {
    table: ParamId,
    weights: [ParamId; 2],
    bias: ParamId,
    rows: usize,
}

impl Function for Simple {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        let ids = |shift: usize| (0..self.rows).map(|row| ((row * 7 + shift) % 11) as u32).collect();
        let one = graph.embedding(ids(0), self.table, Some(2));
        let other = graph.embedding(ids(3), self.table, None);
        let other = graph.dropout(other, 0.3);
        let y = graph.linear_cat(&[one, other, one], self.weights[0], Some(self.bias));
        let bent = graph.tanh(y);
        let bent = graph.dropout(bent, 0.1);
        let cut = graph.relu(y);
        let sum = graph.add(bent, cut);
        let sum = graph.add(sum, bent);
        let logits = graph.linear(sum, self.weights[1], None);
        let labels: Vec<Option<u32>> =
            (0..self.rows).map(|row| Some((row * 5 % 6) as u32).filter(|_| row % 4 != 1)).collect();
        let loss = graph.cross_entropy(logits, &labels, 0.05);
        let pieces = graph.sum_rows(sum, 13 * (self.rows / 3));
        let labels: Vec<Option<u32>> = (0..self.rows / 3).map(|row| Some((row % 13) as u32)).collect();
        let more = graph.cross_entropy(pieces, &labels, 0.02);
        let loss = graph.add(loss, more);
        (loss, vec![one, other, y, bent, sum, logits, pieces])
    }
}

#[test]
fn simple_operations() {
    let Some(device) = device(None) else { return };
    for rows in [3, 48, 3000] {
        let (mut params, mut dice) = (Params::default(), Dice(rows as u64));
        let function = Simple {
            table: dice.tensor(&mut params, "table", &[11, 5], 1.0),
            weights: [
                dice.tensor(&mut params, "one", &[13, 15], 0.3),
                dice.tensor(&mut params, "other", &[6, 13], 0.3),
            ],
            bias: dice.tensor(&mut params, "bias", &[13], 0.3),
            rows,
        };
        for noise in [None, Some(NOISE)] {
            compare(&format!("simple, {rows} rows"), &device, &params, noise, &function).unwrap();
        }
    }
}

fn cell(params: &mut Params, dice: &mut Dice, name: &str, input: usize, hidden: usize) -> LstmParams {
    let bound = 0.5;
    LstmParams {
        input: dice.tensor(params, &format!("{name}.input"), &[4 * hidden, input], bound),
        hidden: dice.tensor(params, &format!("{name}.hidden"), &[4 * hidden, hidden], bound),
        biases: [
            dice.tensor(params, &format!("{name}.bias"), &[4 * hidden], bound),
            dice.tensor(params, &format!("{name}.other"), &[4 * hidden], bound),
        ],
    }
}

struct Reader {
    x: ParamId,
    cells: [LstmParams; 2],
    output: ParamId,
    lengths: Vec<u32>,
    steps: usize,
    /// Whether the states after each step, and the last ones, matter: forward, backward.
    uses: [[bool; 2]; 2],
}

impl Function for Reader {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        let rows = self.lengths.len();
        let x = graph.embedding((0..(self.steps * rows) as u32).collect(), self.x, None);
        let read = graph.bilstm(x, self.lengths.clone(), self.cells[0], self.cells[1]);
        let mut losses = Vec::new();
        for (way, [of_states, of_last]) in self.uses.into_iter().enumerate() {
            for (var, used, count) in
                [(read.states[way], of_states, self.steps * rows), (read.last[way], of_last, rows)]
            {
                if used {
                    let logits = graph.linear(var, self.output, None);
                    let labels: Vec<Option<u32>> =
                        (0..count).map(|row| Some(((row + way) % 3) as u32)).collect();
                    losses.push(graph.cross_entropy(logits, &labels, (1 + way) as f32 / rows as f32));
                }
            }
        }
        let loss = losses[1..].iter().fold(losses[0], |sum, &loss| graph.add(sum, loss));
        (loss, [read.states, read.last].concat())
    }
}

#[test]
fn sequences() {
    for rows_per_block in [None, Some(1), Some(2), Some(4), Some(8), Some(16)] {
        let Some(device) = device(rows_per_block) else { return };
        for (rows, uses) in [
            (1, [[true, true], [true, true]]),
            (5, [[false, true], [false, true]]),
            (37, [[true, true], [true, true]]),
            (37, [[true, false], [false, true]]),
            (20, [[false, false], [true, true]]),
        ] {
            let (mut params, mut dice) = (Params::default(), Dice(rows as u64));
            let (steps, input, hidden) = (6, 3, 7);
            let x = dice.tensor(&mut params, "x", &[steps * rows, input], 1.0);
            let cells = ["forward", "backward"].map(|name| cell(&mut params, &mut dice, name, input, hidden));
            let output = dice.tensor(&mut params, "output", &[3, hidden], 0.5);
            let lengths = (0..rows).map(|row| if row == 0 { 6 } else { dice.below(7) as u32 }).collect();
            let function = Reader { x, cells, output, lengths, steps, uses };
            let what = format!("sequences, {rows} rows, {rows_per_block:?} a block");
            compare(&what, &device, &params, None, &function).unwrap();
        }
    }
}

struct Conv {
    grids: Arc<SparseGrids>,
    kernels: Vec<(ParamId, ParamId)>,
    output: ParamId,
}

impl Function for Conv {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        let cells = graph.sparse_conv(&self.grids, &self.kernels);
        let logits = graph.linear(cells, self.output, None);
        let count = self.grids.len() * self.grids.side * self.grids.side;
        let labels: Vec<Option<u32>> = (0..count).map(|row| Some((row % 3) as u32)).collect();
        let loss = graph.cross_entropy(logits, &labels, 3.0 / count as f32);
        (loss, vec![cells])
    }
}

#[test]
fn convolutions() {
    let Some(device) = device(None) else { return };
    // The last has many more numbers that are not zero than fit into a tile.
    for (examples, side, channels, share) in [(1, 5, 3, 4), (70, 6, 16, 20), (500, 6, 17, 30), (40, 12, 4, 1)]
    {
        let (mut params, mut dice) = (Params::default(), Dice(examples as u64));
        let kernels = [(1, 4), (3, 7), (side + 1 - side % 2, 5)]
            .into_iter()
            .map(|(size, out)| {
                (
                    dice.tensor(&mut params, &format!("kernel {size}"), &[out, channels, size, size], 0.3),
                    dice.tensor(&mut params, &format!("bias {size}"), &[out], 0.3),
                )
            })
            .collect();
        let output = dice.tensor(&mut params, "output", &[3, 16], 0.5);
        let size = side * side * channels;
        let grids: Vec<f32> = (0..examples * size)
            .map(|_| if dice.below(share) == 0 { 1.0 + dice.number() } else { 0.0 })
            .collect();
        let grids = Arc::new(SparseGrids::new(grids.chunks_exact(size), side, channels));
        let what = format!("convolution, {examples} examples");
        compare(&what, &device, &params, None, &Conv { grids, kernels, output }).unwrap();
    }
}

struct Speaker {
    decoder: DecoderParams,
    start: ParamId,
    words: ParamId,
    cells: ParamId,
    tokens: ParamId,
    output: ParamId,
    output_of_state: ParamId,
    both: ParamId,
    word_places: usize,
    cell_places: usize,
    lengths: Vec<u32>,
    targets: Vec<u32>,
    /// Whether states and contexts matter, and the weights of words and cells.
    uses: [bool; 3],
}

impl Speaker {
    fn new(
        hidden: usize,
        conditional: bool,
        targets: Vec<u32>,
        uses: [bool; 3],
        params: &mut Params,
        dice: &mut Dice,
    ) -> Self {
        let (rows, word_places, cell_places, token) = (targets.len(), 5, 9, 3);
        let mut attention = |params: &mut Params, name: &str| AttentionParams {
            query: dice.tensor(params, &format!("{name}.query"), &[hidden, hidden], 0.5),
            energy: dice.tensor(params, &format!("{name}.energy"), &[1, hidden], 1.0),
        };
        let (words, cells) = (attention(params, "words"), attention(params, "cells"));
        let conditional = conditional.then(|| {
            (
                dice.tensor(params, "conditional", &[hidden, 2 * hidden], 0.5),
                dice.tensor(params, "conditional bias", &[hidden], 0.5),
            )
        });
        let cell = cell(params, dice, "cell", token + 2 * hidden, hidden);
        Self {
            decoder: DecoderParams { words, cells, conditional, cell },
            start: dice.tensor(params, "start", &[rows, hidden], 1.0),
            words: dice.tensor(params, "word keys", &[word_places * rows, hidden], 1.0),
            cells: dice.tensor(params, "cell keys", &[cell_places * rows, hidden], 1.0),
            tokens: dice.tensor(params, "tokens", &[8, token], 2.0),
            output: dice.tensor(params, "output", &[4, token + 3 * hidden], 0.5),
            output_of_state: dice.tensor(params, "output of state", &[8, hidden], 1.0),
            both: dice.tensor(params, "second output", &[8, 4], 1.0),
            word_places,
            cell_places,
            lengths: (0..rows).map(|_| 1 + dice.below(word_places) as u32).collect(),
            targets,
            uses,
        }
    }

    fn memories<G: Graph>(&self, graph: &mut G) -> (G::Var, Memories<G::Var>) {
        let rows = self.targets.len();
        let mut all = |count: usize, table| graph.embedding((0..count as u32).collect(), table, None);
        let start = all(rows, self.start);
        let words = all(self.word_places * rows, self.words);
        let cells = all(self.cell_places * rows, self.cells);
        (start, Memories { words, lengths: self.lengths.clone(), cells })
    }

    fn greedy<G: Graph>(&self, graph: &mut G, output: OutputLayer) -> Vec<wampimuk_nn::GreedyOutput> {
        let (start, memories) = self.memories(graph);
        graph.greedy_decode(GreedyInputs {
            start,
            memories,
            decoder: self.decoder,
            tokens: self.tokens,
            output,
            first: 1,
            last: 2,
            max_len: 20,
            attention: true,
        })
    }
}

impl Function for Speaker {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        let (start, memories) = self.memories(graph);
        let packing = Packing::new(&self.targets);
        let count = packing.rows();
        let ids = (0..count).map(|row| (row * 3 % 8) as u32).collect();
        let tokens = graph.embedding(ids, self.tokens, Some(0));
        let inputs = DecoderInputs { tokens, start, memories, packing };
        let decoded = graph.decode(inputs, self.decoder);
        let labels: Vec<Option<u32>> = (0..count).map(|row| Some((row % 4) as u32)).collect();
        let mut losses = Vec::new();
        if self.uses[0] {
            let logits = graph.linear_cat(&[tokens, decoded.hidden, decoded.contexts], self.output, None);
            losses.push(graph.cross_entropy(logits, &labels, 1.0 / count as f32));
        }
        for (weights, used) in [decoded.word_weights, decoded.cell_weights].into_iter().zip(&self.uses[1..]) {
            if *used {
                losses.push(graph.cross_entropy(weights, &labels, 5.0 / count as f32));
            }
        }
        let loss = losses[1..].iter().fold(losses[0], |sum, &loss| graph.add(sum, loss));
        (loss, vec![decoded.hidden, decoded.contexts, decoded.word_weights, decoded.cell_weights])
    }
}

#[test]
fn decoders() {
    for rows_per_block in [None, Some(1), Some(2), Some(4), Some(8), Some(16)] {
        let Some(device) = device(rows_per_block) else { return };
        let targets: [Vec<u32>; 4] =
            [vec![4], vec![7, 5, 5, 2, 1], vec![3; 6], (0..41).map(|row| 12 - row / 4).collect::<Vec<u32>>()];
        for (number, targets) in targets.into_iter().enumerate() {
            for (conditional, uses) in
                [(true, [true; 3]), (false, [true, false, true]), (true, [false, true, false])]
            {
                let (mut params, mut dice) = (Params::default(), Dice(number as u64));
                let function = Speaker::new(7, conditional, targets.clone(), uses, &mut params, &mut dice);
                let what = format!("decoder, packing {number}, {rows_per_block:?} a block, {uses:?}");
                compare(&what, &device, &params, None, &function).unwrap();
                let mut cpu = Tape::new(&params, None);
                let weights = device.weights(&params).unwrap();
                for output in [
                    OutputLayer::State(function.output_of_state),
                    OutputLayer::Everything([function.output, function.both]),
                ] {
                    let expected = function.greedy(&mut cpu, output);
                    let mut tape = cuda::Tape::new(&device, &weights, None);
                    let found = function.greedy(&mut tape, output);
                    tape.check().unwrap();
                    for (found, expected) in found.iter().zip(&expected) {
                        assert_eq!(found.tokens, expected.tokens, "{what}");
                        for (found, expected) in
                            [(&found.words, &expected.words), (&found.cells, &expected.cells)]
                        {
                            assert_close(&what, &found.concat(), &expected.concat());
                        }
                    }
                }
            }
        }
    }
}

struct Whole<'a> {
    model: MLstm,
    batch: &'a Batch,
    steps: Option<u32>,
    cells: usize,
}

impl Function for Whole<'_> {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        let scale = 1.0 / tokens(self.batch) as f32;
        let out = self.model.outputs(graph, self.batch, self.steps, scale);
        let vars = vec![out.logits, out.words, out.cells, out.last, out.decoded.cell_weights];
        // The auxiliary task sums the weights of all steps, which must have all rows.
        let loss = match self.steps {
            None => out.loss,
            Some(steps) => {
                let rows = self.batch.lengths.len();
                let positions: Vec<u32> = (0..rows).map(|row| (row % self.cells) as u32).collect();
                let own = MLstm::auxiliary(
                    graph,
                    &out,
                    (self.cells, steps as usize),
                    &positions,
                    0.3 / rows as f32,
                );
                graph.add(out.loss, own)
            }
        };
        (loss, vars)
    }
}

#[test]
fn m_lstm_whole() {
    for rows_per_block in [None, Some(16)] {
        let Some(device) = device(rows_per_block) else { return };
        for (rows, sizes) in [
            (33, Sizes::GSCAN),
            (150, Sizes::GSCAN),
            (5, Sizes { words: 38, tokens: 10, channels: 17, side: 12, hidden: 100 }),
            (9, Sizes { words: 9, tokens: 7, channels: 5, side: 5, hidden: 37 }),
        ] {
            let mut dice = Dice(rows as u64);
            let params = m_lstm(sizes, &mut dice);
            let batch = batch(sizes, rows, &mut dice);
            for (noise, steps) in [(None, None), (Some(NOISE), None), (Some(NOISE), Some(11))] {
                let cells = sizes.side * sizes.side;
                let what = format!("M-LSTM, {rows} rows, {rows_per_block:?} a block, {noise:?}");
                let model = MLstm::find(&params).unwrap();
                compare(&what, &device, &params, noise, &Whole { model, batch: &batch, steps, cells })
                    .unwrap();
            }
        }
    }
}

/// The same steps give the same weights, to the last bit, and the losses of the processor.
#[test]
fn trainings() {
    let Some(device) = device(None) else { return };
    let mut dice = Dice(1);
    let first = m_lstm(Sizes::GSCAN, &mut dice);
    let model = MLstm::find(&first).unwrap();
    let batch = batch(Sizes::GSCAN, 60, &mut dice);
    let scale = 1.0 / tokens(&batch) as f32;
    let noise = |step: u64| Some(DropoutSeed { step, ..NOISE });
    let mut params = first.clone();
    let mut adam = wampimuk_nn::Adam::new(params.data.len(), (0.9, 0.999));
    let mut expected = Vec::new();
    for step in 0..8 {
        let mut gradients = vec![0.0; params.data.len()];
        let mut tape = Tape::new(&params, noise(step));
        let out = model.outputs(&mut tape, &batch, None, scale);
        expected.push(tape.get(out.loss)[0]);
        tape.backward(out.loss, &mut gradients);
        adam.update(&mut params.data, &gradients, 1e-3);
    }
    assert!(expected[7] < expected[0] - 0.05, "it learns: {expected:?}");
    let run = || {
        let mut weights = device.weights(&first).unwrap();
        let mut gradients = device.gradients(&weights).unwrap();
        let mut adam = device.adam(&weights, (0.9, 0.999)).unwrap();
        let mut losses = Vec::new();
        for step in 0..8 {
            let mut tape = cuda::Tape::new(&device, &weights, noise(step));
            let out = model.outputs(&mut tape, &batch, None, scale);
            losses.push(tape.get(out.loss).unwrap()[0]);
            gradients.clear().unwrap();
            tape.backward(out.loss, &mut gradients).unwrap();
            adam.update(&mut weights, &gradients, 1e-3).unwrap();
        }
        let mut params = first.clone();
        device.download(&weights, &mut params).unwrap();
        (losses, params.data)
    };
    let (losses, numbers) = run();
    assert_close("losses of a training", &losses, &expected);
    let again = run();
    assert!(losses == again.0 && numbers == again.1, "a training can be repeated");
}

/// Gradients made smaller, and steps against them, are those of the processor.
#[test]
fn clipping_and_descent() {
    let Some(device) = device(None) else { return };
    let (mut params, mut dice) = (Params::default(), Dice(7));
    let frozen = dice.tensor(&mut params, "frozen", &[3], 1.0);
    let x = dice.tensor(&mut params, "x", &[700, 500], 1.0);
    let gradients_of = |weights: &cuda::Weights| {
        let mut gradients = device.gradients(weights).unwrap();
        let mut tape = cuda::Tape::new(&device, weights, None);
        let (one, other) = (tape.param(x), tape.param(frozen));
        let square = tape.mul(one, one);
        let cube = tape.mul(square, one);
        let loss = tape.sum_rows(cube, 1);
        let more = tape.sum_rows(other, 1);
        let loss = tape.add(loss, more);
        tape.backward(loss, &mut gradients).unwrap();
        gradients.clear_of(weights, frozen).unwrap();
        gradients
    };
    let plain: Vec<f32> = params.data.iter().map(|x| 3.0 * x * x).collect();
    let plain: Vec<f32> = plain.iter().enumerate().map(|(at, d)| if at < 3 { 0.0 } else { *d }).collect();
    let norm = plain.iter().map(|d| f64::from(*d) * f64::from(*d)).sum::<f64>().sqrt() as f32;
    let mut weights = device.weights(&params).unwrap();
    let mut gradients = gradients_of(&weights);
    assert_close("gradients", &gradients.download().unwrap(), &plain);
    gradients.clip_norm(norm * 1.01).unwrap();
    assert_close("short enough", &gradients.download().unwrap(), &plain);
    gradients.clip_value(2.0).unwrap();
    let clipped: Vec<f32> = plain.iter().map(|d| d.min(2.0)).collect();
    assert_close("clipped", &gradients.download().unwrap(), &clipped);
    let mut gradients = gradients_of(&weights);
    gradients.clip_norm(norm / 4.0).unwrap();
    let short: Vec<f32> = plain.iter().map(|d| d / 4.0).collect();
    assert_close("shortened", &gradients.download().unwrap(), &short);
    weights.sgd_step(&gradients, 0.5).unwrap();
    let expected: Vec<f32> = params.data.iter().zip(&short).map(|(x, d)| x - 0.5 * d).collect();
    let mut found = params.clone();
    device.download(&weights, &mut found).unwrap();
    assert_close("descent", &found.data, &expected);
    assert_eq!(found.data[..3], params.data[..3], "what is frozen stays");
}

/// Some steps of a training; `interrupted` after half of them, from where weights and moments go on elsewhere.
fn train(device: &cuda::Device, seed: u64, interrupted: bool) -> Result<Vec<f32>, cuda::Error> {
    let mut dice = Dice(seed);
    let mut params = m_lstm(Sizes::GSCAN, &mut dice);
    let Ok(model) = MLstm::find(&params) else { return Ok(Vec::new()) };
    let batch = batch(Sizes::GSCAN, 50, &mut dice);
    let scale = 1.0 / tokens(&batch) as f32;
    let mut weights = device.weights(&params)?;
    let mut gradients = device.gradients(&weights)?;
    let mut adam = device.adam(&weights, (0.8, 0.99))?;
    for step in 0..10 {
        if interrupted && step == 5 {
            device.download(&weights, &mut params)?;
            let moments = adam.download()?;
            weights = device.weights(&params)?;
            adam = device.adam(&weights, (0.9, 0.999))?;
            adam.restore(&moments)?;
        }
        let mut tape = cuda::Tape::new(device, &weights, Some(DropoutSeed { seed, step, part: 0 }));
        let out = model.outputs(&mut tape, &batch, None, scale);
        gradients.clear()?;
        tape.backward(out.loss, &mut gradients)?;
        gradients.clip_norm(0.5)?;
        adam.update(&mut weights, &gradients, 1e-3)?;
    }
    device.download(&weights, &mut params)?;
    Ok(params.data)
}

/// A training that is interrupted, or that has others beside it, ends with the same bits.
#[test]
fn trainings_side_by_side() {
    let Some(device) = device(None) else { return };
    let expected: Vec<Vec<f32>> = (0..3).map(|seed| train(&device, seed, false).unwrap()).collect();
    assert!(expected[0] != expected[1] && expected[0].iter().all(|number| number.is_finite()));
    assert!(train(&device, 1, true).unwrap() == expected[1], "interrupted");
    let others = [device.new_stream().unwrap(), cuda::Device::new(cuda::Options::default()).unwrap()];
    let devices = [&device, &others[0], &others[1]];
    let found: Vec<Vec<f32>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..)
            .zip(devices)
            .map(|(seed, device)| scope.spawn(move || train(device, seed, seed == 2)))
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap().unwrap()).collect()
    });
    assert!(found == expected, "side by side");
}

/// Mistakes are errors and not crashes.
#[test]
fn mistakes_are_errors() {
    let Some(device) = device(None) else { return };
    let (mut params, mut dice) = (Params::default(), Dice(0));
    let table = dice.tensor(&mut params, "table", &[4, 3], 1.0);
    let weights = device.weights(&params).unwrap();
    let mut gradients = device.gradients(&weights).unwrap();
    let mut tape = cuda::Tape::new(&device, &weights, None);
    let x = tape.embedding(vec![0, 4], table, None);
    let loss = tape.cross_entropy(x, &[Some(0), None], 1.0);
    assert!(tape.get(loss).is_err());
    let error = tape.backward(loss, &mut gradients).unwrap_err().to_string();
    assert_eq!(error, "look up row 4: there are 4");
    let mut tape = cuda::Tape::new(&device, &weights, None);
    let x = tape.embedding(vec![0, 3], table, None);
    let loss = tape.cross_entropy(x, &[Some(0), Some(3)], 1.0);
    assert!(tape.backward(loss, &mut gradients).is_err());
    let other = device.new_stream().unwrap();
    let error = cuda::Tape::new(&other, &weights, None).check().unwrap_err().to_string();
    assert!(error.contains("another device"), "{error}");
}
