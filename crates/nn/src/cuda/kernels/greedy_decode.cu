// The decoder, word by word.

// Word by word, always with the likeliest token. `of_tokens` is what each token gives to the gates; what a token is worth
// is a matrix of the first `out_size` numbers of state and contexts, and what the token before adds. The weights of step t
// are kept from row t * rows on, if they are wanted.
RECURRENCE greedy_decode(
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
