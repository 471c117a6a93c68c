//! What T5 is made of, by its `config.json`.

use std::path::Path;

use serde::Deserialize;

use crate::pretrained::FolderError;
use crate::pretrained::folder::{TensorSpec, read_config, wrong_config};

pub(super) const ENCODER: &str = "encoder";
pub(super) const DECODER: &str = "decoder";
pub(super) const TABLE: &str = "shared.weight";
pub(super) const OUTPUT: &str = "lm_head.weight";
/// Other names under which checkpoints have the table of words.
pub(super) const TABLES: [&str; 3] = [TABLE, "encoder.embed_tokens.weight", "decoder.embed_tokens.weight"];

/// What `config.json` says and tensors do not.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct T5Config {
    /// The width of all states.
    pub d_model: usize,
    /// The width of a head.
    pub d_kv: usize,
    /// The width within layers.
    pub d_ff: usize,
    /// The heads of an attention.
    pub num_heads: usize,
    /// The blocks of the encoder.
    pub num_layers: usize,
    /// The blocks of the decoder; as many as the encoder has if nothing is said.
    #[serde(default)]
    pub num_decoder_layers: Option<usize>,
    /// The words.
    pub vocab_size: usize,
    /// How many distances are told apart.
    #[serde(default = "buckets")]
    pub relative_attention_num_buckets: usize,
    /// The distance from which all are alike.
    #[serde(default = "far")]
    pub relative_attention_max_distance: usize,
    /// `relu` (1.0) or `gated-gelu` (1.1).
    #[serde(default = "relu")]
    pub feed_forward_proj: String,
    /// What keeps norms finite.
    #[serde(default = "epsilon")]
    pub layer_norm_epsilon: f32,
    /// How much is dropped in training.
    #[serde(default = "dropped")]
    pub dropout_rate: f32,
    /// Version 1.1 says that it is not so; then states are not scaled before the output either.
    #[serde(default = "yes")]
    pub tie_word_embeddings: bool,
    /// Whether states are scaled before the output, where it is said on its own.
    #[serde(default)]
    pub scale_decoder_outputs: Option<bool>,
    /// The token an answer begins with.
    #[serde(default)]
    pub decoder_start_token_id: u32,
    /// The padding token.
    #[serde(default)]
    pub pad_token_id: u32,
    /// The token that ends a text.
    #[serde(default = "one")]
    pub eos_token_id: u32,
}

fn buckets() -> usize {
    32
}

fn far() -> usize {
    128
}

fn relu() -> String {
    "relu".to_owned()
}

fn epsilon() -> f32 {
    1e-6
}

fn dropped() -> f32 {
    0.1
}

fn yes() -> bool {
    true
}

fn one() -> u32 {
    1
}

/// The most blocks that are believed.
const MOST_BLOCKS: usize = 1000;

impl T5Config {
    /// Reads the configuration of a checkpoint.
    ///
    /// # Errors
    /// If there is none, or it is not T5's.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let config: Self = read_config(folder, "T5", &["t5", "mt5"])?;
        config.check().map_err(|message| wrong_config(folder, message))?;
        Ok(config)
    }

    fn check(&self) -> Result<(), String> {
        if !["relu", "gated-gelu"].contains(&self.feed_forward_proj.as_str()) {
            let found = &self.feed_forward_proj;
            return Err(format!("`feed_forward_proj` is `{found}`; `relu` and `gated-gelu` are known"));
        }
        let sizes = [self.d_model, self.d_kv, self.d_ff, self.num_heads, self.vocab_size];
        if sizes.contains(&0) || self.num_heads.checked_mul(self.d_kv).is_none() {
            return Err("`d_model`, `d_kv`, `d_ff`, `num_heads` or `vocab_size` cannot be right".to_owned());
        }
        if self.num_layers > MOST_BLOCKS || self.decoder_layers() > MOST_BLOCKS {
            return Err(format!("more than {MOST_BLOCKS} layers"));
        }
        let (buckets, far) = (self.relative_attention_num_buckets, self.relative_attention_max_distance);
        if buckets < 4 || far <= buckets / 2 {
            return Err(format!("{buckets} buckets for distances up to {far}"));
        }
        let tokens = [self.decoder_start_token_id, self.pad_token_id, self.eos_token_id];
        if let Some(token) = tokens.into_iter().find(|&token| token as usize >= self.vocab_size) {
            return Err(format!("token {token} is not one of the {} that there are", self.vocab_size));
        }
        if !(0.0..1.0).contains(&self.dropout_rate) {
            return Err("`dropout_rate` is a share, from 0 to below 1".to_owned());
        }
        Ok(())
    }

    pub(super) fn decoder_layers(&self) -> usize {
        self.num_decoder_layers.unwrap_or(self.num_layers)
    }

    pub(super) fn is_gated(&self) -> bool {
        self.feed_forward_proj != "relu"
    }

    pub(super) fn is_scaled(&self) -> bool {
        self.scale_decoder_outputs.unwrap_or(self.tie_word_embeddings)
    }

    /// How far from zero the original draws the initial weights of a matrix.
    pub(super) fn deviation(&self, name: &str) -> f32 {
        let size = match name.rsplit('.').nth(1) {
            // Queries are drawn smaller, as scores are not scaled.
            Some("q") => self.d_model * self.d_kv,
            Some("o") => self.num_heads * self.d_kv,
            Some("wo") => self.d_ff,
            _ => self.d_model,
        };
        1.0 / (size as f32).sqrt()
    }

    /// The tensors, in order; with the matrix of the output, if it has one of its own.
    pub(super) fn tensors(&self, own_output: bool) -> impl Iterator<Item = TensorSpec> {
        let (width, inner) = (self.d_model, self.num_heads * self.d_kv);
        let (buckets, heads, wide) = (self.relative_attention_num_buckets, self.num_heads, self.d_ff);
        let gated = self.is_gated();
        let wanted = |name: String, shape: &[usize]| TensorSpec { name, shape: shape.to_vec() };
        let block = move |stack: &'static str, number: usize| {
            let of = format!("{stack}.block.{number}.layer");
            let attentions: &[&str] =
                if stack == DECODER { &["SelfAttention", "EncDecAttention"] } else { &["SelfAttention"] };
            let mut tensors = Vec::new();
            for (layer, kind) in attentions.iter().enumerate() {
                for (part, shape) in [
                    ("q", [inner, width]),
                    ("k", [inner, width]),
                    ("v", [inner, width]),
                    ("o", [width, inner]),
                ] {
                    tensors.push(wanted(format!("{of}.{layer}.{kind}.{part}.weight"), &shape));
                }
                if number == 0 && layer == 0 {
                    let name = format!("{of}.{layer}.{kind}.relative_attention_bias.weight");
                    tensors.push(wanted(name, &[buckets, heads]));
                }
                tensors.push(wanted(format!("{of}.{layer}.layer_norm.weight"), &[width]));
            }
            let layer = attentions.len();
            let into: &[&str] = if gated { &["wi_0", "wi_1"] } else { &["wi"] };
            for part in into {
                let name = format!("{of}.{layer}.DenseReluDense.{part}.weight");
                tensors.push(wanted(name, &[wide, width]));
            }
            tensors.push(wanted(format!("{of}.{layer}.DenseReluDense.wo.weight"), &[width, wide]));
            tensors.push(wanted(format!("{of}.{layer}.layer_norm.weight"), &[width]));
            tensors
        };
        let stack = move |stack: &'static str, blocks: usize| {
            let last = wanted(format!("{stack}.final_layer_norm.weight"), &[width]);
            (0..blocks).flat_map(move |number| block(stack, number)).chain([last])
        };
        let table = |name: &str| wanted(name.to_owned(), &[self.vocab_size, width]);
        let output = own_output.then(|| table(OUTPUT));
        [table(TABLE)]
            .into_iter()
            .chain(stack(ENCODER, self.num_layers))
            .chain(stack(DECODER, self.decoder_layers()))
            .chain(output)
    }
}
