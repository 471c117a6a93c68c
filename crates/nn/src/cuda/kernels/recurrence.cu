// Recurrences without a launch for each step: examples do not depend on each other, so a block takes R of them through
// all their steps. What a step multiplies with the weights is in shared memory, [numbers, R]; the weights stream from the
// second-level cache, where they stay.

// The program is made for one R (`ROWS`) and one length of the state (`HIDDEN`).
constexpr int R = ROWS, H = HIDDEN;
// With many rows a thread needs many registers.
constexpr int THREADS = R <= 4 ? 1024 : 512;
// The sums of split products meet for so many rows at a time.
constexpr int TOGETHER = R < 4 ? R : 4;
constexpr int PARTIAL = TOGETHER * 4 * THREADS;
// Columns of weights, as many as are read at once.
__device__ constexpr int padded(int columns) { return (columns + 3) / 4 * 4; }

#define RECURRENCE extern "C" __global__ void __launch_bounds__(THREADS, 1)

// Shared memory.
extern __shared__ float4 room[];

__device__ __forceinline__ void load_rows(const float* from, float (&to)[R]) {
    if constexpr (R % 4 == 0) {
#pragma unroll
        for (int i = 0; i < R / 4; ++i) {
            float4 four = reinterpret_cast<const float4*>(from)[i];
            to[4 * i] = four.x;
            to[4 * i + 1] = four.y;
            to[4 * i + 2] = four.z;
            to[4 * i + 3] = four.w;
        }
    } else if constexpr (R == 2) {
        float2 two = *reinterpret_cast<const float2*>(from);
        to[0] = two.x;
        to[1] = two.y;
    } else {
        to[0] = from[0];
    }
}

// Multiplies x, [k, R] in shared memory, with weights, [k, padded(n)], where padded(n) is at most four for each thread. The
// k are split among groups of threads whose sums meet in `partial`. Calls finish(row, column, sum) once for each result,
// and ends with all threads together.
template <class Finish>
__device__ __forceinline__ void dense(
    const float* __restrict__ weights, const float* x, int k, int n, float* partial, Finish finish) {
    int quads = padded(n) / 4;
    int splits = max(1, min(THREADS / quads, k));
    int chunk = (k + splits - 1) / splits;
    int split = threadIdx.x / quads, quad = threadIdx.x - split * quads;
    float sums[R][4];
#pragma unroll
    for (int r = 0; r < R; ++r) sums[r][0] = sums[r][1] = sums[r][2] = sums[r][3] = 0.0f;
    if (split < splits) {
        int from = split * chunk, to = min(k, from + chunk);
        const float4* weight = reinterpret_cast<const float4*>(weights) + (size_t)from * quads + quad;
#pragma unroll 4
        for (int i = from; i < to; ++i) {
            float4 w = __ldg(weight);
            weight += quads;
            float row[R];
            load_rows(x + i * R, row);
#pragma unroll
            for (int r = 0; r < R; ++r) {
                sums[r][0] += row[r] * w.x;
                sums[r][1] += row[r] * w.y;
                sums[r][2] += row[r] * w.z;
                sums[r][3] += row[r] * w.w;
            }
        }
    }
#pragma unroll
    for (int first = 0; first < R; first += TOGETHER) {
        if (split < splits) {
#pragma unroll
            for (int r = 0; r < TOGETHER; ++r) {
                float* four = sums[first + r];
                reinterpret_cast<float4*>(partial)[(split * TOGETHER + r) * quads + quad] =
                    make_float4(four[0], four[1], four[2], four[3]);
            }
        }
        __syncthreads();
        for (int at = threadIdx.x; at < TOGETHER * n; at += THREADS) {
            int r = at / n, column = at - r * n;
            float sum = 0.0f;
            for (int s = 0; s < splits; ++s) sum += partial[((s * TOGETHER + r) * quads) * 4 + column];
            finish(first + r, column, sum);
        }
        __syncthreads();
    }
}

// Sums term(row, i, place) over the places of each row, for rows of H numbers; threads that are free share the places.
// Calls finish(row, i, sum), and ends with all threads together.
template <class Length, class Term, class Finish>
__device__ __forceinline__ void over_places(int rows, float* partial, Length length, Term term, Finish finish) {
    constexpr int SHARES = THREADS / (R * H) > 1 ? THREADS / (R * H) : 1;
    if (SHARES == 1) {
        for (int at = threadIdx.x; at < rows * H; at += THREADS) {
            int r = at / H, i = at - r * H, places = length(r);
            float sum = 0.0f;
#pragma unroll 4
            for (int place = 0; place < places; ++place) sum += term(r, i, place);
            finish(r, i, sum);
        }
    } else {
        int share = threadIdx.x / (R * H), at = threadIdx.x - share * (R * H);
        int r = at / H, i = at - r * H;
        if (share < SHARES && r < rows) {
            int places = length(r);
            float sum = 0.0f;
#pragma unroll 4
            for (int place = share; place < places; place += SHARES) sum += term(r, i, place);
            partial[threadIdx.x] = sum;
        }
        __syncthreads();
        if (share == 0 && r < rows) {
            float sum = partial[at];
            for (int s = 1; s < SHARES; ++s) sum += partial[s * (R * H) + at];
            finish(r, i, sum);
        }
    }
    __syncthreads();
}

// What is left of a step of a cell once its four gates are known.
struct Gates {
    float input, forget, candidate, output;
};

__device__ __forceinline__ Gates activated(const float* gates, int i) {
    Gates all;
    all.input = sigmoid(gates[i]);
    all.forget = sigmoid(gates[H + i]);
    all.candidate = fast_tanh(gates[2 * H + i]);
    all.output = sigmoid(gates[3 * H + i]);
    return all;
}

// The gradients of the gates before activation; d_cell becomes that of the cell before the step.
__device__ __forceinline__ Gates gates_backward(Gates all, float before, float after, float d_hidden, float& d_cell) {
    float bent = fast_tanh(after);
    float d = d_cell + d_hidden * all.output * (1.0f - bent * bent);
    Gates back;
    back.output = d_hidden * bent * all.output * (1.0f - all.output);
    back.forget = d * before * all.forget * (1.0f - all.forget);
    back.input = d * all.candidate * all.input * (1.0f - all.input);
    back.candidate = d * all.input * (1.0f - all.candidate * all.candidate);
    d_cell = d * all.forget;
    return back;
}
