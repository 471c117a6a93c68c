// Sequences read in both directions at once: blocks (rows, direction). Arrays of both directions are [2, steps, rows, …];
// rows that are not alive keep their state.

RECURRENCE bilstm_forward(
    const float* weights, const u32* lengths, float* gates, float* before, float* cells, float* out,
    int rows, int steps) {
    float* partial = reinterpret_cast<float*>(room);
    float* x = partial + PARTIAL;
    float* cell = x + R * H;
    float* step_gates = cell + R * H;
    int row0 = blockIdx.x * R, way = blockIdx.y, n = min(R, rows - row0);
    size_t all = (size_t)steps * rows;
    weights += (size_t)way * H * padded(4 * H);
    gates += way * all * 4 * H;
    before += way * all * H;
    cells += way * all * H;
    // The states after all steps, and then the last ones.
    out += way * (all + rows) * H;
    for (int at = threadIdx.x; at < 2 * R * H; at += THREADS) x[at] = 0.0f;
    __syncthreads();
    for (int turn = 0; turn < steps; ++turn) {
        int step = way ? steps - 1 - turn : turn;
        size_t p = (size_t)step * rows + row0;
        dense(weights, x, H, 4 * H, partial, [&](int r, int j, float sum) {
            step_gates[r * 4 * H + j] = r < n ? sum + gates[(p + r) * 4 * H + j] : 0.0f;
        });
        for (int at = threadIdx.x; at < n * H; at += THREADS) {
            int r = at / H, i = at - r * H;
            float h = x[i * R + r], c = cell[at];
            before[p * H + at] = h;
            bool alive = step < lengths[row0 + r];
            if (alive) {
                Gates g = activated(step_gates + r * 4 * H, i);
                c = g.forget * c + g.input * g.candidate;
                h = g.output * fast_tanh(c);
                float* to = gates + (p + r) * 4 * H + i;
                to[0] = g.input;
                to[H] = g.forget;
                to[2 * H] = g.candidate;
                to[3 * H] = g.output;
                x[i * R + r] = h;
                cell[at] = c;
            }
            cells[p * H + at] = c;
            out[p * H + at] = alive ? h : 0.0f;
            if (turn + 1 == steps) out[(all + row0) * H + at] = h;
        }
        __syncthreads();
    }
}

// The gates become their gradients. Those of the states after each step and of the last ones may be missing.
RECURRENCE bilstm_backward(
    const float* weights, const u32* lengths, float* gates, const float* cells, const float* d_forth_states,
    const float* d_forth_last, const float* d_back_states, const float* d_back_last, int rows, int steps) {
    float* partial = reinterpret_cast<float*>(room);
    float* x = partial + PARTIAL;
    float* d_hidden = x + 4 * R * H;
    float* d_cell = d_hidden + R * H;
    int row0 = blockIdx.x * R, way = blockIdx.y, n = min(R, rows - row0);
    size_t all = (size_t)steps * rows;
    const float* d_states = way ? d_back_states : d_forth_states;
    const float* d_last = way ? d_back_last : d_forth_last;
    weights += (size_t)way * 4 * H * padded(H);
    gates += way * all * 4 * H;
    cells += way * all * H;
    for (int at = threadIdx.x; at < 4 * R * H; at += THREADS) x[at] = 0.0f;
    for (int at = threadIdx.x; at < R * H; at += THREADS) {
        d_cell[at] = 0.0f;
        d_hidden[at] = d_last && at < n * H ? d_last[(size_t)row0 * H + at] : 0.0f;
    }
    __syncthreads();
    for (int turn = steps - 1; turn >= 0; --turn) {
        int step = way ? steps - 1 - turn : turn;
        size_t p = (size_t)step * rows + row0;
        size_t p_before = way ? p + rows : p - rows;
        for (int at = threadIdx.x; at < n * H; at += THREADS) {
            int r = at / H, i = at - r * H;
            float* own = gates + (p + r) * 4 * H + i;
            Gates back = {0.0f, 0.0f, 0.0f, 0.0f};
            if (step < lengths[row0 + r]) {
                Gates g = {own[0], own[H], own[2 * H], own[3 * H]};
                float before = turn > 0 ? cells[p_before * H + at] : 0.0f;
                float d = d_hidden[at] + (d_states ? d_states[p * H + at] : 0.0f);
                back = gates_backward(g, before, cells[p * H + at], d, d_cell[at]);
            }
            own[0] = back.input;
            own[H] = back.forget;
            own[2 * H] = back.candidate;
            own[3 * H] = back.output;
            x[i * R + r] = back.input;
            x[(H + i) * R + r] = back.forget;
            x[(2 * H + i) * R + r] = back.candidate;
            x[(3 * H + i) * R + r] = back.output;
        }
        __syncthreads();
        dense(weights, x, 4 * H, H, partial, [&](int r, int j, float sum) {
            if (r < n && step < lengths[row0 + r]) d_hidden[r * H + j] = sum;
        });
    }
}
