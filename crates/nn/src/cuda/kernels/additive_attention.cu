// Additive attention for the rows of a block: scores energy · tanh(query + key), softmax, weighted sum of the keys.

// How far apart keys are in shared memory: so that eight numbers of each of four keys lie in different banks.
constexpr int KEY = (H + 23) / 32 * 32 + 8;

// The keys of the rows of a block.
struct Memory {
    const float* keys;
    // How far apart the keys of neighbouring rows are, and those of neighbouring places.
    size_t row_stride, place_stride;
    int places;
    // How many places each row has; missing: all.
    const u32* lengths;

    __device__ __forceinline__ int length(int r) const { return lengths ? (int)lengths[r] : places; }
    __device__ __forceinline__ const float* key(int r, int place) const {
        return keys + r * row_stride + place * place_stride;
    }
};

// The keys of n rows from row0 on; in shared memory, if there is `room` for them.
template <bool SHARED>
__device__ __forceinline__ Memory memory_of(
    const float* keys, size_t row_stride, size_t place_stride, int places, const u32* lengths, int row0, int n,
    float* room) {
    keys += row0 * row_stride;
    if (lengths) lengths += row0;
    if (!SHARED) return {keys, row_stride, place_stride, places, lengths};
    for (int at = threadIdx.x; at < n * places * H; at += THREADS) {
        int key = at / H, i = at - key * H, r = key / places, place = key - r * places;
        room[key * KEY + i] = keys[r * row_stride + place * place_stride + i];
    }
    return {room, (size_t)places * KEY, KEY, places, lengths};
}

// Calls term(row, place, i) for all places of the rows and finish(row, place, sum) with its sums over i: eight threads for
// each.
template <class Term, class Finish>
__device__ __forceinline__ void over_numbers(const Memory& memory, int rows, Term term, Finish finish) {
    int lane = threadIdx.x & 7, places = memory.places;
    for (int base = 0; base < rows * places; base += THREADS / 8) {
        int pair = base + threadIdx.x / 8;
        int r = pair / places, place = pair - r * places;
        bool there = r < rows && place < memory.length(r);
        float sum = 0.0f;
        if (there) {
#pragma unroll
            for (int i = lane; i < H; i += 8) sum += term(r, place, i);
        }
        for (int reach = 4; reach > 0; reach >>= 1) sum += __shfl_xor_sync(0xffffffffu, sum, reach);
        if (there && lane == 0) finish(r, place, sum);
    }
    __syncthreads();
}

// `queries` are [rows, H] and `weights` [rows, places], both in shared memory; `kept` is where the weights of the first row
// go, if they are wanted. Calls finish(row, i, number) for each number of the contexts, and ends with all threads together.
template <class Finish>
__device__ __forceinline__ void attend(
    const Memory& memory, const float* energy, int rows, const float* queries, float* weights, float* partial,
    float* kept, Finish finish) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, places = memory.places;
    over_numbers(
        memory, rows,
        [&](int r, int place, int i) { return energy[i] * fast_tanh(queries[r * H + i] + memory.key(r, place)[i]); },
        [&](int r, int place, float sum) { weights[r * places + place] = sum; });
    for (int r = warp; r < rows; r += THREADS / 32) {
        int length = memory.length(r);
        float* own = weights + r * places;
        float most = LEAST, sum = 0.0f;
        for (int place = lane; place < length; place += 32) most = fmaxf(most, own[place]);
        most = warp_most(most);
        for (int place = lane; place < length; place += 32) {
            float weight = __expf(own[place] - most);
            own[place] = weight;
            sum += weight;
        }
        sum = warp_sum(sum);
        for (int place = lane; place < places; place += 32) {
            float weight = place < length ? own[place] / sum : 0.0f;
            own[place] = weight;
            if (kept) kept[r * places + place] = weight;
        }
    }
    __syncthreads();
    over_places(
        rows, partial, [&](int r) { return memory.length(r); },
        [&](int r, int i, int place) { return weights[r * places + place] * memory.key(r, place)[i]; }, finish);
}

// `scores` is room for [rows, places]; `d_context` is [rows, H] in shared memory. Calls finish(row, i, number) with the
// gradients of the queries and leaves those of the scores in `d_scores`, from which `keys_backward` makes the rest.
template <class Finish>
__device__ __forceinline__ void attend_backward(
    const Memory& memory, const float* energy, int rows, const float* queries, const float* kept,
    const float* d_kept, const float* d_context, float* scores, float* partial, float* d_scores, Finish finish) {
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, places = memory.places;
    over_numbers(
        memory, rows, [&](int r, int place, int i) { return d_context[r * H + i] * memory.key(r, place)[i]; },
        [&](int r, int place, float sum) {
            int at = r * places + place;
            scores[at] = sum + (d_kept ? d_kept[at] : 0.0f);
        });
    for (int r = warp; r < rows; r += THREADS / 32) {
        int length = memory.length(r);
        float mean = 0.0f;
        for (int place = lane; place < length; place += 32) {
            mean += kept[r * places + place] * scores[r * places + place];
        }
        mean = warp_sum(mean);
        for (int place = lane; place < length; place += 32) {
            int at = r * places + place;
            float d = kept[at] * (scores[at] - mean);
            scores[at] = d;
            d_scores[at] = d;
        }
    }
    __syncthreads();
    over_places(
        rows, partial, [&](int r) { return memory.length(r); },
        [&](int r, int i, int place) {
            float bent = fast_tanh(queries[r * H + i] + memory.key(r, place)[i]);
            return scores[r * places + place] * (1.0f - bent * bent);
        },
        [&](int r, int i, float sum) { finish(r, i, sum * energy[i]); });
}
