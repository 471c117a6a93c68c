//! The list of operations that both tapes implement as inherent methods; the trait's methods delegate to them.

/// Makes a trait method that calls the inherent method of the same name.
macro_rules! own_methods {
    ($(fn $name:ident($($argument:ident: $kind:ty),*) -> $out:ty;)*) => {
        $(fn $name(&mut self, $($argument: $kind),*) -> $out {
            Tape::$name(self, $($argument),*)
        })*
    };
}

/// The list. `Tape` and `Var` are those in scope where the macro is used.
macro_rules! operations {
    () => {
        own_methods! {
            fn embedding(ids: Vec<u32>, table: ParamId, padding: Option<u32>) -> Var;
            fn linear_cat(parts: &[Var], weight: ParamId, bias: Option<ParamId>) -> Var;
            fn tanh(x: Var) -> Var;
            fn relu(x: Var) -> Var;
            fn dropout(x: Var, probability: f32) -> Var;
            fn bilstm(x: Var, lengths: Vec<u32>, forward: LstmParams, backward: LstmParams) -> BiLstmOutput<Var>;
            fn sparse_conv(grids: &Arc<SparseGrids>, kernels: &[(ParamId, ParamId)]) -> Var;
            fn node_conv(x: Var, places: &Arc<NodeCells>, kernels: &[(ParamId, ParamId)]) -> Var;
            fn decode(inputs: DecoderInputs<Var>, of: DecoderParams) -> DecoderOutput<Var>;
            fn greedy_decode(greedy: GreedyInputs<Var>) -> Vec<GreedyOutput>;
            fn cross_entropy(logits: Var, labels: &[Option<u32>], scale: f32) -> Var;
            fn add(one: Var, other: Var) -> Var;
            fn param(id: ParamId) -> Var;
            fn mul(one: Var, other: Var) -> Var;
            fn scale(x: Var, factor: f32) -> Var;
            fn sigmoid(x: Var) -> Var;
            fn gelu(x: Var) -> Var;
            fn prelu(x: Var, slope: ParamId) -> Var;
            fn index_select(x: Var, width: usize, rows: Arc<[u32]>) -> Var;
            fn narrow(x: Var, width: usize, columns: Range<usize>) -> Var;
            fn cat(parts: &[(Var, usize)]) -> Var;
            fn bmm(left: Var, right: Var, shape: BmmShape) -> Var;
            fn softmax(x: Var, width: usize, mask: Option<Arc<[bool]>>) -> Var;
            fn dot_attention(x: [Var; 3], of: &DotAttention) -> AttentionOutput<Var>;
            fn entity_memory(of: &EntityMemory<Var>) -> Var;
            fn layer_norm(x: Var, gain: ParamId, bias: ParamId, epsilon: f32) -> Var;
            fn rms_norm(x: Var, gain: ParamId, epsilon: f32) -> Var;
            fn normalize(x: Var, width: usize) -> Var;
            fn sum_rows(x: Var, len: usize) -> Var;
            fn free_since(since: GraphMark, keep: &[Var]) -> Vec<Var>;
        }
    };
}

pub(crate) use {operations, own_methods};
