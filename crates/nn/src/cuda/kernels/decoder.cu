// The decoder: a block takes R rows through all their steps, forth and back.

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

// What a step leaves behind for the way back, from the block's first row on.
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
            float y = bend(d.sums[r * H + i] + sum);
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
        float h = g.output * bend(c);
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

// Whole sequences. Rows are packed: those of step t begin at starts[t], and row r of a step is example r. `gates` hold what
// tokens and biases give, and become the activated gates.
RECURRENCE decode(
    DECODER_ARGUMENTS, const u32* starts, int steps, float* before, float* gates, float* word_queries, float* bent,
    float* cell_queries, float* contexts, float* word_weights, float* cell_weights, float* hiddens,
    float* cells_after) {
    Decoder d = decoder_of(
        of_state, of_words, of_bent, of_cells, bias, word_energy, cell_energy, word_keys, lengths, words, cell_keys,
        cells, start, rows);
    int row0 = blockIdx.x * R;
    for (int step = 0; step < steps; ++step) {
        int n = min(R, (int)(starts[step + 1] - starts[step]) - row0);
        if (n <= 0) break;
        size_t p = (size_t)starts[step] + row0;
        const float* given = gates + p * 4 * H;
        Kept kept = {before + p * H, gates + p * 4 * H, word_queries + p * H, bent + p * H, cell_queries + p * H,
                     contexts + p * 2 * H, hiddens + p * H, cells_after + p * H};
        decoder_step<true>(d, n, [&](int r, int j) { return given[r * 4 * H + j]; }, kept, word_weights + p * words,
                           cell_weights + p * cells);
    }
}

// Word by word, always with the likeliest token. `of_tokens` is what each token gives to the gates; what a token is worth
// is a matrix of the first `out_size` numbers of state and contexts, and what the token before adds. The weights of step t
// are kept from row t * rows on, if they are wanted.
RECURRENCE speak(
    DECODER_ARGUMENTS, const float* of_tokens, const float* out_weights, int out_size,
    const float* out_of_tokens, int tokens, u32 first, u32 last, int most, u32* said, u32* said_lengths,
    float* word_weights, float* cell_weights) {
    Decoder d = decoder_of(
        of_state, of_words, of_bent, of_cells, bias, word_energy, cell_energy, word_keys, lengths, words, cell_keys,
        cells, start, rows);
    int row0 = blockIdx.x * R, n = min(R, rows - row0);
    float* worth = d.end;
    __shared__ u32 token[R];
    __shared__ int length[R];
    __shared__ bool ended[R];
    if (threadIdx.x < R) {
        token[threadIdx.x] = first;
        length[threadIdx.x] = 0;
        ended[threadIdx.x] = threadIdx.x >= n;
    }
    __syncthreads();
    for (int step = 0; step < most; ++step) {
        size_t p = (size_t)step * rows + row0;
        decoder_step<false>(d, n, [&](int r, int j) { return of_tokens[(size_t)token[r] * 4 * H + j]; }, Kept(),
                            word_weights ? word_weights + p * words : nullptr,
                            cell_weights ? cell_weights + p * cells : nullptr);
        dense(out_weights, d.state, out_size, tokens, d.partial, [&](int r, int j, float sum) {
            worth[r * tokens + j] = sum + (out_of_tokens ? out_of_tokens[(size_t)token[r] * tokens + j] : 0.0f);
        });
        bool going = false;
        if (threadIdx.x < R && !ended[threadIdx.x]) {
            const float* own = worth + threadIdx.x * tokens;
            u32 best = 0;
            for (u32 j = 1; j < tokens; ++j)
                if (own[j] > own[best]) best = j;
            if (best == last) {
                ended[threadIdx.x] = true;
            } else {
                said[p + threadIdx.x] = best;
                length[threadIdx.x] = step + 1;
                token[threadIdx.x] = best;
                going = true;
            }
        }
        if (!__syncthreads_or(going)) break;
    }
    if (threadIdx.x < n) said_lengths[row0 + threadIdx.x] = length[threadIdx.x];
}

// The gates become their gradients; those of hidden states, contexts and weights may be missing. What `keys_back` needs is
// left in `d_of` (gradients of the contexts), `d_word_scores` and `d_cell_scores`.
RECURRENCE decode_back(
    const float* of_gates, const float* of_cell_query, const float* of_bent, const float* of_word_query,
    int conditional, const float* word_energy, const float* cell_energy, const float* word_keys, const u32* lengths,
    int words, const float* cell_keys, int cells, const float* start, int rows, const u32* starts, int steps,
    const float* d_hiddens, const float* d_contexts, const float* d_word_weights, const float* d_cell_weights,
    float* gates, const float* word_queries, const float* bent, const float* cell_queries,
    const float* word_weights, const float* cell_weights, const float* cells_after, float* d_word_queries,
    float* d_bent, float* d_cell_queries, float* d_of, float* d_word_scores, float* d_cell_scores, float* d_start) {
    float* partial = reinterpret_cast<float*>(room);
    float* d_gates = partial + PARTIAL;
    float* d_query = d_gates + 4 * R * H;
    float* d_state = d_query + R * H;
    float* d_cell = d_state + R * H;
    float* d_of_word = d_cell + R * H;
    float* d_of_cell = d_of_word + R * H;
    float* query = d_of_cell + R * H;
    float* energies = query + R * H;
    float* scores = energies + 2 * H;
    float* keys = scores + R * max(words, cells);
    float* more_keys = keys + (WORDS_SHARED ? R * words * KEY : 0);
    int row0 = blockIdx.x * R, owned = min(R, rows - row0);
    Memory word_memory = memory_of<WORDS_SHARED>(word_keys, H, (size_t)rows * H, words, lengths, row0, owned, keys);
    Memory cell_memory =
        memory_of<CELLS_SHARED>(cell_keys, (size_t)cells * H, H, cells, nullptr, row0, owned, more_keys);
    for (int at = threadIdx.x; at < H; at += THREADS) {
        energies[at] = word_energy[at];
        energies[H + at] = cell_energy[at];
    }
    for (int at = threadIdx.x; at < R * H; at += THREADS) {
        d_state[at] = d_cell[at] = d_of_word[at] = d_of_cell[at] = query[at] = d_query[at] = 0.0f;
    }
    for (int at = threadIdx.x; at < 4 * R * H; at += THREADS) d_gates[at] = 0.0f;
    __syncthreads();
    for (int step = steps - 1; step >= 0; --step) {
        int n = min(R, (int)(starts[step + 1] - starts[step]) - row0);
        if (n <= 0) continue;
        size_t p = (size_t)starts[step] + row0;
        for (int at = threadIdx.x; at < n * H; at += THREADS) {
            int r = at / H, i = at - r * H;
            float* own = gates + (p + r) * 4 * H + i;
            Gates g = {own[0], own[H], own[2 * H], own[3 * H]};
            float cell_before = step > 0 ? cells_after[((size_t)starts[step - 1] + row0) * H + at]
                                         : start[(size_t)row0 * H + at];
            float d = d_state[at] + (d_hiddens ? d_hiddens[p * H + at] : 0.0f);
            Gates back = gates_back(g, cell_before, cells_after[p * H + at], d, d_cell[at]);
            own[0] = back.input;
            own[H] = back.forget;
            own[2 * H] = back.candidate;
            own[3 * H] = back.output;
            d_gates[i * R + r] = back.input;
            d_gates[(H + i) * R + r] = back.forget;
            d_gates[(2 * H + i) * R + r] = back.candidate;
            d_gates[(3 * H + i) * R + r] = back.output;
            query[at] = cell_queries[p * H + at];
        }
        __syncthreads();
        dense(of_gates, d_gates, 4 * H, 3 * H, partial, [&](int r, int j, float sum) {
            if (r >= n) return;
            if (j < H) {
                d_state[r * H + j] = sum;
                return;
            }
            if (d_contexts) sum += d_contexts[(p + r) * 2 * H + j - H];
            if (j < 2 * H) {
                d_of_word[r * H + j - H] = sum;
            } else {
                d_of_cell[r * H + j - 2 * H] = sum;
                d_of[(p + r) * 2 * H + j - H] = sum;
            }
        });
        attend_back(cell_memory, energies + H, n, query, cell_weights + p * cells,
                    d_cell_weights ? d_cell_weights + p * cells : nullptr, d_of_cell, scores, partial,
                    d_cell_scores + p * cells, [&](int r, int i, float d) {
                        d_query[i * R + r] = d;
                        d_cell_queries[(p + r) * H + i] = d;
                    });
        dense(of_cell_query, d_query, H, H, partial, [&](int r, int j, float sum) {
            if (r >= n) return;
            if (conditional) {
                float y = bent[(p + r) * H + j];
                sum *= 1.0f - y * y;
                d_bent[(p + r) * H + j] = sum;
                // Of rows that are done with: the products of the others are in `partial` or to come from registers.
                d_query[j * R + r] = sum;
            } else {
                d_state[r * H + j] += sum;
            }
        });
        if (conditional) {
            dense(of_bent, d_query, H, 2 * H, partial, [&](int r, int j, float sum) {
                if (r >= n) return;
                if (j < H) {
                    d_state[r * H + j] += sum;
                } else {
                    d_of_word[r * H + j - H] += sum;
                }
            });
        }
        for (int at = threadIdx.x; at < n * H; at += THREADS) {
            int r = at / H, i = at - r * H;
            query[at] = word_queries[p * H + at];
            d_of[(p + r) * 2 * H + i] = d_of_word[at];
        }
        __syncthreads();
        attend_back(word_memory, energies, n, query, word_weights + p * words,
                    d_word_weights ? d_word_weights + p * words : nullptr, d_of_word, scores, partial,
                    d_word_scores + p * words, [&](int r, int i, float d) {
                        d_query[i * R + r] = d;
                        d_word_queries[(p + r) * H + i] = d;
                    });
        dense(of_word_query, d_query, H, H, partial, [&](int r, int j, float sum) {
            if (r < n) d_state[r * H + j] += sum;
        });
    }
    // Hidden state and cell begin alike.
    for (int at = threadIdx.x; at < owned * H; at += THREADS) {
        d_start[(size_t)row0 * H + at] = d_state[at] + d_cell[at];
    }
}
