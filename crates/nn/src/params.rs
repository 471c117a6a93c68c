//! A model's parameters: named tensors in a fixed order, all in one array, so that an optimiser is a single loop.

use std::ops::Range;

/// A tensor among the [`Params`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParamId(usize);

/// A tensor's name, shape and place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorSlot {
    /// Its name in checkpoints.
    pub name: String,
    /// Its shape.
    pub shape: Vec<usize>,
    /// Where its numbers are.
    pub range: Range<usize>,
}

/// A model's parameters.
#[derive(Clone, Debug, Default)]
pub struct Params {
    slots: Vec<TensorSlot>,
    /// All numbers, tensor by tensor.
    pub data: Vec<f32>,
}

impl Params {
    /// Adds a tensor.
    pub fn add(&mut self, name: &str, shape: &[usize], numbers: impl IntoIterator<Item = f32>) -> ParamId {
        let start = self.data.len();
        let len: usize = shape.iter().product();
        self.data.extend(numbers.into_iter().take(len));
        self.data.resize(start + len, 0.0);
        self.slots.push(TensorSlot {
            name: name.to_owned(),
            shape: shape.to_vec(),
            range: start..start + len,
        });
        ParamId(self.slots.len() - 1)
    }

    /// The tensors, in order.
    pub fn slots(&self) -> &[TensorSlot] {
        &self.slots
    }

    /// Where a tensor is.
    pub fn slot(&self, id: ParamId) -> &TensorSlot {
        &self.slots[id.0]
    }

    /// A tensor's numbers.
    pub fn get(&self, id: ParamId) -> &[f32] {
        &self.data[self.slots[id.0].range.clone()]
    }

    /// The tensor of this name.
    pub fn find(&self, name: &str) -> Option<ParamId> {
        self.slots.iter().position(|slot| slot.name == name).map(ParamId)
    }
}

/// The parameters of an LSTM cell.
#[derive(Clone, Copy, Debug)]
pub struct LstmParams {
    /// The weights of the input.
    pub input: ParamId,
    /// The weights of the previous hidden state.
    pub hidden: ParamId,
    /// The biases.
    pub biases: [ParamId; 2],
}
