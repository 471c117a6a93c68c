// The decoder's forward pass.

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
