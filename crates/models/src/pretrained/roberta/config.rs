//! What RoBERTa is made of, by its `config.json`.

use std::path::Path;

use serde::Deserialize;

use crate::pretrained::FolderError;
use crate::pretrained::folder::{TensorSpec, read_config, wrong_config};

/// What `config.json` says.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct RobertaConfig {
    /// The width of all states.
    pub hidden_size: usize,
    /// The layers.
    pub num_hidden_layers: usize,
    /// The heads of an attention.
    pub num_attention_heads: usize,
    /// The width within layers.
    pub intermediate_size: usize,
    /// The words.
    pub vocab_size: usize,
    /// The places, with those that no word stands at: `pad_token_id` and before.
    pub max_position_embeddings: usize,
    /// How many kinds of text there are.
    #[serde(default = "one")]
    pub type_vocab_size: usize,
    /// How the layers bend; `gelu`.
    #[serde(default = "gelu")]
    pub hidden_act: String,
    /// What keeps norms finite.
    #[serde(default = "epsilon")]
    pub layer_norm_eps: f32,
    /// The dropout rate of states.
    #[serde(default = "dropped")]
    pub hidden_dropout_prob: f32,
    /// The dropout rate of attention weights.
    #[serde(default = "dropped")]
    pub attention_probs_dropout_prob: f32,
    /// The padding token.
    #[serde(default = "padding")]
    pub pad_token_id: u32,
    /// How far from zero initial weights are drawn.
    #[serde(default = "deviation")]
    pub initializer_range: f32,
}

fn one() -> usize {
    1
}

fn gelu() -> String {
    "gelu".to_owned()
}

fn epsilon() -> f32 {
    1e-12
}

fn dropped() -> f32 {
    0.1
}

fn padding() -> u32 {
    1
}

fn deviation() -> f32 {
    0.02
}

/// The most layers that are believed.
const MOST_LAYERS: usize = 1000;

/// The layer that points.
pub(super) const HEAD: &str = "qa_outputs";
/// Where all else is.
pub(super) const BODY: &str = "roberta";

impl RobertaConfig {
    /// Reads the configuration of a checkpoint.
    ///
    /// # Errors
    /// If there is none, or it is not RoBERTa's.
    pub fn read(folder: &Path) -> Result<Self, FolderError> {
        let config: Self = read_config(folder, "RoBERTa", &["roberta", "xlm-roberta", "camembert"])?;
        config.check().map_err(|message| wrong_config(folder, message))?;
        Ok(config)
    }

    fn check(&self) -> Result<(), String> {
        if self.hidden_act != "gelu" {
            return Err(format!("`hidden_act` is `{}`; `gelu` is known", self.hidden_act));
        }
        let sizes = [self.hidden_size, self.intermediate_size, self.vocab_size, self.type_vocab_size];
        if sizes.contains(&0) || self.num_attention_heads == 0 {
            return Err("a size is 0".to_owned());
        }
        if !self.hidden_size.is_multiple_of(self.num_attention_heads) {
            let (width, heads) = (self.hidden_size, self.num_attention_heads);
            return Err(format!("{heads} heads cannot share a width of {width}"));
        }
        if self.num_hidden_layers > MOST_LAYERS {
            return Err(format!("more than {MOST_LAYERS} layers"));
        }
        if self.pad_token_id as usize >= self.vocab_size || self.longest() == 0 {
            return Err(format!("token {} cannot be the padding token", self.pad_token_id));
        }
        let shares = [self.hidden_dropout_prob, self.attention_probs_dropout_prob];
        if shares.iter().any(|share| !(0.0..1.0).contains(share)) {
            return Err("what is dropped is a share, from 0 to below 1".to_owned());
        }
        Ok(())
    }

    /// The most tokens of a text.
    pub fn longest(&self) -> usize {
        self.max_position_embeddings.saturating_sub(self.first_place())
    }

    /// The number of the first word's place: places are counted from the padding token.
    pub(super) fn first_place(&self) -> usize {
        self.pad_token_id as usize + 1
    }

    /// The tensors, in order.
    pub(super) fn tensors(&self) -> impl Iterator<Item = TensorSpec> {
        let (width, wide) = (self.hidden_size, self.intermediate_size);
        let wanted = |name: String, shape: &[usize]| TensorSpec { name, shape: shape.to_vec() };
        let both = move |name: String, shape: &[usize]| {
            let of = |part: &str| format!("{name}.{part}");
            [wanted(of("weight"), shape), wanted(of("bias"), &shape[..1])]
        };
        let tables = [
            ("word_embeddings", self.vocab_size),
            ("position_embeddings", self.max_position_embeddings),
            ("token_type_embeddings", self.type_vocab_size),
        ];
        let tables = tables
            .into_iter()
            .map(move |(name, rows)| wanted(format!("{BODY}.embeddings.{name}.weight"), &[rows, width]));
        let layer = move |number: usize| {
            let of = format!("{BODY}.encoder.layer.{number}");
            [
                both(format!("{of}.attention.self.query"), &[width, width]),
                both(format!("{of}.attention.self.key"), &[width, width]),
                both(format!("{of}.attention.self.value"), &[width, width]),
                both(format!("{of}.attention.output.dense"), &[width, width]),
                both(format!("{of}.attention.output.LayerNorm"), &[width]),
                both(format!("{of}.intermediate.dense"), &[wide, width]),
                both(format!("{of}.output.dense"), &[width, wide]),
                both(format!("{of}.output.LayerNorm"), &[width]),
            ]
        };
        tables
            .chain(both(format!("{BODY}.embeddings.LayerNorm"), &[width]))
            .chain((0..self.num_hidden_layers).flat_map(move |number| layer(number).into_iter().flatten()))
            .chain(both(HEAD.to_owned(), &[2, width]))
    }
}
