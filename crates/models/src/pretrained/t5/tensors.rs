//! T5's tensors: read from a checkpoint, drawn, and found by name.

use wampimuk_core::Stream;
use wampimuk_nn::{ParamId, Params};

use super::T5;
use super::config::{DECODER, ENCODER, OUTPUT, T5Config, TABLE, TABLES};
use crate::initializer::Initializer;
use crate::pretrained::folder::{CheckpointFolder, TensorSpec};
use crate::pretrained::relative_position::RelativePositionBias;
use crate::pretrained::{FolderError, fits};

#[derive(Clone, Debug)]
pub(super) struct Stack {
    pub(super) distances: RelativePositionBias,
    pub(super) blocks: Vec<Block>,
    pub(super) norm: ParamId,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) own: AttentionParams,
    /// Only of a decoder.
    pub(super) other: Option<AttentionParams>,
    pub(super) feed: FeedForward,
}

/// The layer of an attention.
#[derive(Clone, Copy, Debug)]
pub(super) struct AttentionParams {
    pub(super) norm: ParamId,
    pub(super) queries: ParamId,
    pub(super) keys: ParamId,
    pub(super) values: ParamId,
    pub(super) output: ParamId,
}

/// A layer that treats each word alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct FeedForward {
    pub(super) norm: ParamId,
    /// The matrix before the activation, and of gated layers the one that it is multiplied by.
    pub(super) into: (ParamId, Option<ParamId>),
    pub(super) out: ParamId,
}

impl T5 {
    /// Reads the tensors of a checkpoint. Those that the model does not have are left where they are.
    ///
    /// # Errors
    /// If one is missing or has another shape.
    pub fn read(folder: &CheckpointFolder, config: &T5Config) -> Result<Params, FolderError> {
        let find = |mut wanted: TensorSpec| {
            if wanted.name == TABLE
                && let Some(name) = TABLES.into_iter().find(|name| folder.has(name))
            {
                wanted.name = name.to_owned();
            }
            folder.read(&wanted)
        };
        // Some files have the table of words a second time, as the output that it also is.
        let tensor =
            |name: &str| TensorSpec { name: name.to_owned(), shape: vec![config.vocab_size, config.d_model] };
        let own_output = folder.has(OUTPUT) && find(tensor(TABLE))? != folder.read(&tensor(OUTPUT))?;
        let mut params = Params::default();
        for wanted in config.tensors(own_output) {
            let (name, shape) = (wanted.name.clone(), wanted.shape.clone());
            params.add(&name, &shape, find(wanted)?);
        }
        Ok(params)
    }

    /// An untrained model, with initial weights as the original draws them.
    pub fn create(config: &T5Config, stream: Stream) -> Params {
        let mut initial = Initializer::new(stream);
        for TensorSpec { name, shape } in config.tensors(!config.tie_word_embeddings) {
            match shape[..] {
                [_] => initial.filled(&name, &shape, 1.0),
                _ if [TABLE, OUTPUT].contains(&name.as_str()) => initial.normal(&name, &shape, 1.0),
                _ => initial.normal(&name, &shape, config.deviation(&name)),
            };
        }
        initial.finish()
    }

    /// Finds the model's tensors by their names in checkpoints.
    ///
    /// # Errors
    /// The first tensor that is missing, or has another shape.
    pub fn find(params: &Params, config: &T5Config) -> Result<Self, String> {
        fits(params, config.tensors(params.find(OUTPUT).is_some()))?;
        let find = |name: String| params.find(&name).ok_or(name);
        let looking = |of: String, kind: &str| {
            let part = |part: &str| find(format!("{of}.{kind}.{part}.weight"));
            Ok::<_, String>(AttentionParams {
                norm: find(format!("{of}.layer_norm.weight"))?,
                queries: part("q")?,
                keys: part("k")?,
                values: part("v")?,
                output: part("o")?,
            })
        };
        let feed = |of: String| {
            let part = |part: &str| find(format!("{of}.DenseReluDense.{part}.weight"));
            let into = match config.is_gated() {
                true => (part("wi_0")?, Some(part("wi_1")?)),
                false => (part("wi")?, None),
            };
            Ok::<_, String>(FeedForward {
                norm: find(format!("{of}.layer_norm.weight"))?,
                into,
                out: part("wo")?,
            })
        };
        let stack = |of: &str, blocks: usize| {
            let is_decoder = of == DECODER;
            let block = |number: usize| {
                let layer = |layer: usize| format!("{of}.block.{number}.layer.{layer}");
                let own = looking(layer(0), "SelfAttention")?;
                let other = is_decoder.then(|| looking(layer(1), "EncDecAttention")).transpose()?;
                let feed = feed(layer(if is_decoder { 2 } else { 1 }))?;
                Ok::<_, String>(Block { own, other, feed })
            };
            let distances = RelativePositionBias {
                table: find(format!("{of}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"))?,
                buckets: config.relative_attention_num_buckets,
                far: config.relative_attention_max_distance,
                both_ways: !is_decoder,
            };
            let blocks = (0..blocks).map(block).collect::<Result<_, String>>()?;
            let norm = find(format!("{of}.final_layer_norm.weight"))?;
            Ok::<_, String>(Stack { distances, blocks, norm })
        };
        Ok(Self {
            table: find(TABLE.to_owned())?,
            output: params.find(OUTPUT),
            encoder: stack(ENCODER, config.num_layers)?,
            decoder: stack(DECODER, config.decoder_layers())?,
            config: config.clone(),
        })
    }
}
