//! Finds layers by the names that the originals' checkpoints give them.

use wampimuk_nn::{AttentionParams, LstmParams, ParamId, Params};

/// Finds the tensors of layers; the error is the name of the missing one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LayerFinder<'p>(pub &'p Params);

impl LayerFinder<'_> {
    /// The tensor of this name.
    pub fn tensor(self, name: &str) -> Result<ParamId, String> {
        self.0.find(name).ok_or_else(|| name.to_owned())
    }

    /// The weight of a layer.
    pub fn weight(self, layer: &str) -> Result<ParamId, String> {
        self.tensor(&format!("{layer}.weight"))
    }

    /// The weight and the bias of a layer.
    pub fn biased(self, layer: &str) -> Result<(ParamId, ParamId), String> {
        Ok((self.weight(layer)?, self.tensor(&format!("{layer}.bias"))?))
    }

    /// The first LSTM cell of a layer. `suffix` is `_reverse` for the backward direction.
    pub fn cell(self, layer: &str, suffix: &str) -> Result<LstmParams, String> {
        self.cell_above(layer, 0, suffix)
    }

    /// The LSTM cells that stand on the first one, as many as there are.
    pub fn cells_above(self, layer: &str, suffix: &str) -> Vec<LstmParams> {
        (1..).map_while(|number| self.cell_above(layer, number, suffix).ok()).collect()
    }

    fn cell_above(self, layer: &str, number: usize, suffix: &str) -> Result<LstmParams, String> {
        let tensor = |what: &str| self.tensor(&format!("{layer}.{what}_l{number}{suffix}"));
        Ok(LstmParams {
            input: tensor("weight_ih")?,
            hidden: tensor("weight_hh")?,
            biases: [tensor("bias_ih")?, tensor("bias_hh")?],
        })
    }

    /// An additive attention.
    pub fn attention(self, layer: &str) -> Result<AttentionParams, String> {
        Ok(AttentionParams {
            query: self.weight(&format!("{layer}.query_layer"))?,
            energy: self.weight(&format!("{layer}.energy_layer"))?,
        })
    }

    /// How many numbers a tensor has along an axis.
    pub fn size(self, tensor: ParamId, axis: usize) -> usize {
        self.0.slot(tensor).shape.get(axis).copied().unwrap_or(1)
    }
}
