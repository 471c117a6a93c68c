//! The operations that both tapes have as methods of their own, listed once.

/// A method of the trait for each method of the tape with the same name.
macro_rules! own_methods {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) -> $out:ty;)*) => {
        $(fn $name(&mut self, $($argument: $kind),*) -> $out {
            Tape::$name(self, $($argument),*)
        })*
    };
}

/// The operations. `Tape` and `Var` are those of the place where this stands.
macro_rules! operations {
    () => {
        own_methods! {
            fn embedding(ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Var;
            fn linear_of(parts: &[Var], weight: ParamId, bias: Option<ParamId>) -> Var;
            fn tanh(x: Var) -> Var;
            fn relu(x: Var) -> Var;
            fn dropout(x: Var, probability: f32) -> Var;
            fn read_both_ways(x: Var, lengths: Vec<u32>, forward: CellParams, backward: CellParams) -> BothWays<Var>;
            fn grid_conv(grids: &Arc<Sparse>, kernels: &[(ParamId, ParamId)]) -> Var;
            fn node_conv(x: Var, places: &Arc<Places>, kernels: &[(ParamId, ParamId)]) -> Var;
            fn decode(inputs: DecoderInputs<Var>, of: DecoderParams) -> Decoded<Var>;
            fn greedy(greedy: Greedy<Var>) -> Vec<Spoken>;
            fn cross_entropy(logits: Var, labels: &[Option<u32>], scale: f32) -> Var;
            fn add(one: Var, other: Var) -> Var;
            fn param(id: ParamId) -> Var;
            fn mul(one: Var, other: Var) -> Var;
            fn scale(x: Var, factor: f32) -> Var;
            fn sigmoid(x: Var) -> Var;
            fn gelu(x: Var) -> Var;
            fn prelu(x: Var, slope: ParamId) -> Var;
            fn rows(x: Var, width: usize, rows: Arc<[u32]>) -> Var;
            fn columns(x: Var, width: usize, columns: Range<usize>) -> Var;
            fn beside(parts: &[(Var, usize)]) -> Var;
            fn products(left: Var, right: Var, shape: Products) -> Var;
            fn softmax(x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var;
            fn dot_attention(x: [Var; 3], of: &DotAttention) -> Attended<Var>;
            fn layer_norm(x: Var, gain: ParamId, bias: ParamId, epsilon: f32) -> Var;
            fn rms_norm(x: Var, gain: ParamId, epsilon: f32) -> Var;
            fn unit_rows(x: Var, width: usize) -> Var;
            fn sum_pieces(x: Var, len: usize) -> Var;
            fn forget(since: Mark, keep: &[Var]) -> Vec<Var>;
        }
    };
}

pub(crate) use {operations, own_methods};
