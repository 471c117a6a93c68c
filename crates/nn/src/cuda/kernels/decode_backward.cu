// The decoder, back.

// The gates become their gradients; those of hidden states, contexts and weights may be missing. What `keys_backward` needs is
// left in `d_of` (gradients of the contexts), `d_word_scores` and `d_cell_scores`.
RECURRENCE decode_backward(
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
            Gates back = gates_backward(g, cell_before, cells_after[p * H + at], d, d_cell[at]);
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
        attend_backward(cell_memory, energies + H, n, query, cell_weights + p * cells,
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
        attend_backward(word_memory, energies, n, query, word_weights + p * words,
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

// The gradients of keys and energy, from those of the scores and contexts of all steps: a block for each example and for
// each few places, so that the sums over steps are in registers. `d_contexts` are rows of 2 H numbers.
constexpr int PLACES = 6;

extern "C" __global__ void __launch_bounds__(128) keys_backward(
    const float* keys, size_t row_stride, size_t place_stride, int places, const u32* lengths, const float* energy,
    const u32* starts, int steps, const float* queries, const float* weights, const float* d_scores,
    const float* d_contexts, float* d_keys, float* d_energies, int add) {
    int row = blockIdx.x, first = blockIdx.y * PLACES;
    int count = min(PLACES, (lengths ? (int)lengths[row] : places) - first);
    for (int i = threadIdx.x; i < H; i += blockDim.x) {
        size_t at = row * row_stride + first * place_stride + i;
        float key[PLACES], d_key[PLACES], d_energy = 0.0f, e = energy[i];
#pragma unroll
        for (int j = 0; j < PLACES; ++j) {
            key[j] = j < count ? keys[at + j * place_stride] : 0.0f;
            d_key[j] = 0.0f;
        }
        for (int step = 0; step < steps && count > 0; ++step) {
            size_t p = starts[step];
            if (starts[step + 1] - p <= row) break;
            p += row;
            float query = queries[p * H + i], d_context = d_contexts[p * 2 * H + i];
#pragma unroll
            for (int j = 0; j < PLACES; ++j) {
                if (j < count) {
                    float d = d_scores[p * places + first + j], weight = weights[p * places + first + j];
                    float bent = fast_tanh(query + key[j]);
                    d_energy += d * bent;
                    d_key[j] += d * e * (1.0f - bent * bent) + weight * d_context;
                }
            }
        }
#pragma unroll
        for (int j = 0; j < PLACES; ++j) {
            if (first + j < places) {
                float* to = d_keys + at + j * place_stride;
                *to = add ? *to + d_key[j] : d_key[j];
            }
        }
        d_energies[((size_t)row * gridDim.y + blockIdx.y) * H + i] = d_energy;
    }
}
