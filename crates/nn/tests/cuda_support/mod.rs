//! Inputs for checks and measurements on a GPU: random numbers, weights and batches of M-LSTM.

use std::sync::Arc;

use wampimuk_models::{Batch, BatchTotals};
use wampimuk_nn::{Params, SparseGrids};

/// Random enough numbers: a counter, scrambled.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// Any number.
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let number = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ (number >> 31)
    }

    /// Less than `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.word() % bound.max(1) as u64) as usize
    }

    /// In `-1..1`.
    pub fn number(&mut self) -> f32 {
        (self.word() >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// A tensor of numbers up to `bound`.
    pub fn tensor(
        &mut self,
        params: &mut Params,
        name: &str,
        shape: &[usize],
        bound: f32,
    ) -> wampimuk_nn::ParamId {
        params.add(name, shape, std::iter::repeat_with(|| bound * self.number()))
    }
}

/// Sizes of M-LSTM that depend on the data.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub words: usize,
    pub tokens: usize,
    pub channels: usize,
    pub side: usize,
    pub hidden: usize,
}

impl Sizes {
    /// As for gSCAN.
    pub const GSCAN: Self = Self { words: 21, tokens: 9, channels: 16, side: 6, hidden: 100 };
}

/// Weights of M-LSTM.
pub fn m_lstm(sizes: Sizes, dice: &mut Dice) -> Params {
    let Sizes { words, tokens, channels, side, hidden } = sizes;
    let mut params = Params::default();
    let mut add = |name: &str, shape: &[usize]| {
        let fan_in: usize = shape[1..].iter().product::<usize>().max(1);
        let bound = if shape.len() == 1 { 0.1 } else { 1.0 / (fan_in as f32).sqrt() };
        dice.tensor(&mut params, name, shape, bound);
    };
    for (number, size) in [1, 5, side + 1 - side % 2].into_iter().enumerate() {
        let name = format!("situation_encoder.conv_{}", number + 1);
        add(&format!("{name}.weight"), &[50, channels, size, size]);
        add(&format!("{name}.bias"), &[50]);
    }
    for (name, keys) in [("visual_attention", 150), ("textual_attention", hidden)] {
        add(&format!("{name}.key_layer.weight"), &[hidden, keys]);
        add(&format!("{name}.query_layer.weight"), &[hidden, hidden]);
        add(&format!("{name}.energy_layer.weight"), &[1, hidden]);
    }
    add("encoder.embedding.weight", &[words, 25]);
    for (name, suffix, input) in
        [("encoder", "", 25), ("encoder", "_reverse", 25), ("attention_decoder", "", 3 * hidden)]
    {
        add(&format!("{name}.lstm.weight_ih_l0{suffix}"), &[4 * hidden, input]);
        add(&format!("{name}.lstm.weight_hh_l0{suffix}"), &[4 * hidden, hidden]);
        add(&format!("{name}.lstm.bias_ih_l0{suffix}"), &[4 * hidden]);
        add(&format!("{name}.lstm.bias_hh_l0{suffix}"), &[4 * hidden]);
    }
    add("enc_hidden_to_dec_hidden.weight", &[hidden, hidden]);
    add("enc_hidden_to_dec_hidden.bias", &[hidden]);
    add("attention_decoder.queries_to_keys.weight", &[hidden, 2 * hidden]);
    add("attention_decoder.queries_to_keys.bias", &[hidden]);
    add("attention_decoder.embedding.weight", &[tokens, hidden]);
    add("attention_decoder.output_to_hidden.weight", &[hidden, 4 * hidden]);
    add("attention_decoder.hidden_to_output.weight", &[tokens, hidden]);
    params
}

/// A batch as gSCAN's are: five to ten words, seven objects and the agent, fourteen tokens on average and at most fifty.
pub fn batch(sizes: Sizes, rows: usize, dice: &mut Dice) -> Batch {
    let lengths: Vec<u32> = (0..rows).map(|_| 5 + dice.below(6) as u32).collect();
    let most = lengths.iter().copied().max().unwrap_or(0);
    let mut words = Vec::new();
    for step in 0..most {
        for length in &lengths {
            words.push(if step < *length { 1 + dice.below(sizes.words - 1) as u32 } else { 0 });
        }
    }
    let size = sizes.side * sizes.side * sizes.channels;
    let grids: Vec<Vec<f32>> = (0..rows)
        .map(|_| {
            let mut grid = vec![0.0; size];
            for object in 0..8 {
                let cell = dice.below(sizes.side * sizes.side) * sizes.channels;
                for _ in 0..if object < 7 { 3 } else { 2 } {
                    grid[cell + dice.below(sizes.channels)] = 1.0;
                }
            }
            grid
        })
        .collect();
    let mut targets: Vec<Vec<u32>> = (0..rows)
        .map(|_| {
            let unit = (dice.number() + 1.0) / 2.0;
            let length = (3.0 - 12.0 * (1.0 - 0.98 * unit).ln()).min(50.0) as usize;
            (0..length).map(|_| 3 + dice.below(sizes.tokens - 3) as u32).collect()
        })
        .map(|inner: Vec<u32>| [vec![1], inner, vec![2]].concat())
        .collect();
    targets.sort_by_key(|target| std::cmp::Reverse(target.len()));
    let grids = Arc::new(SparseGrids::new(grids.iter().map(Vec::as_slice), sizes.side, sizes.channels));
    Batch { words, lengths, grids, targets, cells: Vec::new(), whole: BatchTotals::default() }
}

/// How many tokens a batch has, as the loss counts them.
pub fn tokens(batch: &Batch) -> usize {
    batch.targets.iter().map(|target| target.len() - 1).sum()
}
