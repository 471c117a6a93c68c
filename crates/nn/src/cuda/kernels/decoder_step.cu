// One step of the decoder.

struct Decoder {
    // Weights. Columns from the state: the words' query (H), the gates (4 H) and the query for cells (H, if it is made from
    // state and words: if there is a `bias`); from the words attended to: the gates and the query for cells.
    const float *of_state, *of_words, *of_bent, *of_cells, *bias;
    Memory words, cells;
    // Shared memory; what is multiplied with weights is [numbers, R], the rest [R, numbers].
    float *partial, *state, *of_word, *of_cell, *query_in, *cell, *query, *sums, *gates, *energies, *weights, *end;
};

#define DECODER_ARGUMENTS                                                                                            \
    const float *of_state, const float *of_words, const float *of_bent, const float *of_cells, const float *bias,    \
        const float *word_energy, const float *cell_energy, const float *word_keys, const u32 *lengths, int words,   \
        const float *cell_keys, int cells, const float *start, int rows

// Puts everything in its place and begins with the state `start`.
__device__ __forceinline__ Decoder decoder_of(DECODER_ARGUMENTS) {
    Decoder d;
    d.of_state = of_state;
    d.of_words = of_words;
    d.of_bent = of_bent;
    d.of_cells = of_cells;
    d.bias = bias;
    d.partial = reinterpret_cast<float*>(room);
    d.state = d.partial + PARTIAL;
    d.of_word = d.state + R * H;
    d.of_cell = d.of_word + R * H;
    d.query_in = d.of_cell + R * H;
    d.cell = d.query_in + R * H;
    d.query = d.cell + R * H;
    d.sums = d.query + R * H;
    d.gates = d.sums + R * H;
    d.energies = d.gates + 4 * R * H;
    d.weights = d.energies + 2 * H;
    float* keys = d.weights + R * max(words, cells);
    float* more_keys = keys + (WORDS_SHARED ? R * words * KEY : 0);
    d.end = more_keys + (CELLS_SHARED ? R * cells * KEY : 0);
    int row0 = blockIdx.x * R, n = min(R, rows - row0);
    d.words = memory_of<WORDS_SHARED>(word_keys, H, (size_t)rows * H, words, lengths, row0, n, keys);
    d.cells = memory_of<CELLS_SHARED>(cell_keys, (size_t)cells * H, H, cells, nullptr, row0, n, more_keys);
    for (int at = threadIdx.x; at < H; at += THREADS) {
        d.energies[at] = word_energy[at];
        d.energies[H + at] = cell_energy[at];
    }
    for (int at = threadIdx.x; at < R * H; at += THREADS) {
        int r = at / H, i = at - r * H;
        float s = r < n ? start[(size_t)row0 * H + at] : 0.0f;
        d.state[i * R + r] = s;
        d.cell[at] = s;
        d.of_word[at] = d.of_cell[at] = d.query_in[at] = 0.0f;
    }
    __syncthreads();
    return d;
}

// What a step leaves behind for the backward pass, from the block's first row on.
struct Kept {
    float *before, *gates, *word_queries, *bent, *cell_queries, *contexts, *hidden, *cells;
};

// One step of the first n rows. `from_token(row, gate)` is what token and biases give to a gate; `word_weights` and
// `cell_weights` are where the weights go, if anywhere.
template <bool KEEPS, class FromToken>
__device__ __forceinline__ void decoder_step(
    const Decoder& d, int n, FromToken from_token, const Kept& kept, float* word_weights, float* cell_weights) {
    for (int at = threadIdx.x; at < n * H; at += THREADS) {
        int r = at / H, i = at - r * H;
        float h = d.state[i * R + r];
        if (KEEPS) kept.before[at] = h;
        if (!d.bias) {
            d.query_in[i * R + r] = h;
            if (KEEPS) kept.bent[at] = h;
        }
    }
    dense(d.of_state, d.state, H, 6 * H, d.partial, [&](int r, int j, float sum) {
        if (j < H) {
            d.query[r * H + j] = sum;
            if (KEEPS && r < n) kept.word_queries[r * H + j] = sum;
        } else if (j < 5 * H) {
            d.gates[r * 4 * H + j - H] = r < n ? sum + from_token(r, j - H) : 0.0f;
        } else if (d.bias) {
            d.sums[r * H + j - 5 * H] = sum + d.bias[j - 5 * H];
        }
    });
    attend(d.words, d.energies, n, d.query, d.weights, d.partial, word_weights, [&](int r, int i, float number) {
        d.of_word[i * R + r] = number;
        if (KEEPS) kept.contexts[r * 2 * H + i] = number;
    });
    dense(d.of_words, d.of_word, H, 5 * H, d.partial, [&](int r, int j, float sum) {
        if (j < 4 * H) {
            d.gates[r * 4 * H + j] += sum;
        } else if (d.bias) {
            int i = j - 4 * H;
            float y = fast_tanh(d.sums[r * H + i] + sum);
            d.query_in[i * R + r] = y;
            if (KEEPS && r < n) kept.bent[r * H + i] = y;
        }
    });
    dense(d.of_bent, d.query_in, H, H, d.partial, [&](int r, int j, float sum) {
        d.query[r * H + j] = sum;
        if (KEEPS && r < n) kept.cell_queries[r * H + j] = sum;
    });
    attend(d.cells, d.energies + H, n, d.query, d.weights, d.partial, cell_weights, [&](int r, int i, float number) {
        d.of_cell[i * R + r] = number;
        if (KEEPS) kept.contexts[r * 2 * H + H + i] = number;
    });
    dense(d.of_cells, d.of_cell, H, 4 * H, d.partial,
          [&](int r, int j, float sum) { d.gates[r * 4 * H + j] += sum; });
    for (int at = threadIdx.x; at < n * H; at += THREADS) {
        int r = at / H, i = at - r * H;
        Gates g = activated(d.gates + r * 4 * H, i);
        float c = g.forget * d.cell[at] + g.input * g.candidate;
        float h = g.output * fast_tanh(c);
        d.cell[at] = c;
        d.state[i * R + r] = h;
        if (KEEPS) {
            float* to = kept.gates + r * 4 * H + i;
            to[0] = g.input;
            to[H] = g.forget;
            to[2 * H] = g.candidate;
            to[3 * H] = g.output;
            kept.hidden[at] = h;
            kept.cells[at] = c;
        }
    }
    __syncthreads();
}
