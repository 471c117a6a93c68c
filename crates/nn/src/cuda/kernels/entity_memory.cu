// Memories of entities over whole sequences of sentences. No memory depends on another, so a block takes one memory of one
// example through all sentences: each thread has one number of it, and one row (backward, one column) of U in registers.

// All threads of a block, and of a row of U as many numbers as come in fours.
#define THREADS ((WIDTH + 31) / 32 * 32)
#define WARPS (THREADS / 32)
#define COLUMNS ((WIDTH + 3) / 4 * 4)

// The sum over a block, in a fixed order; all threads have it. All threads must pass a barrier before `sums` is used again.
__device__ __forceinline__ float sum_of_block(float x, float* sums) {
    x = warp_sum(x);
    if (threadIdx.x % 32 == 0) sums[threadIdx.x / 32] = x;
    __syncthreads();
    float sum = 0.0f;
    for (int warp = 0; warp < WARPS; ++warp) sum += sums[warp];
    return sum;
}

// The product of what a thread holds and what the block shares.
__device__ __forceinline__ float product(const float (&own)[COLUMNS], const float* shared) {
    float sums[4] = {0.0f, 0.0f, 0.0f, 0.0f};
    #pragma unroll
    for (int at = 0; at < COLUMNS; at += 4) {
        float4 four = *reinterpret_cast<const float4*>(shared + at);
        sums[0] += own[at] * four.x;
        sums[1] += own[at + 1] * four.y;
        sums[2] += own[at + 2] * four.z;
        sums[3] += own[at + 3] * four.w;
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// `states`, `gates` and `lengths` are for the backward pass, or all nothing.
extern "C" __global__ void __launch_bounds__(THREADS) entity_memory_forward(
    const float* first, const float* sentences, const float* fits_key, const float* says, const float* keys,
    const u32* open, const float* weight, const float* slope, float* states, float* gates, float* lengths, float* last,
    int steps, int rows, int memories) {
    __shared__ __align__(16) float shared[THREADS];
    __shared__ float sums[2][WARPS];
    int row = blockIdx.x / memories, memory = blockIdx.x % memories, at = threadIdx.x;
    bool mine = at < WIDTH;
    float own[COLUMNS];
    #pragma unroll
    for (int column = 0; column < COLUMNS; ++column)
        own[column] = mine && column < WIDTH ? weight[(size_t)at * WIDTH + column] : 0.0f;
    float factor = slope[0];
    float key = mine ? keys[(size_t)memory * WIDTH + at] : 0.0f;
    float state = mine ? first[(size_t)memory * WIDTH + at] : 0.0f;
    shared[at] = state;
    for (int step = 0; step < steps; ++step) {
        size_t sentence = (size_t)step * rows + row, place = sentence * memories + memory;
        float word = mine ? sentences[sentence * WIDTH + at] : 0.0f;
        float said = mine ? says[sentence * WIDTH + at] : 0.0f;
        float fit = sum_of_block(word * state, sums[0]) + fits_key[place];
        float gate = open[sentence] ? sigmoid(fit) : 0.0f;
        float candidate = product(own, shared) + key + said;
        float next = mine ? state + gate * (candidate >= 0.0f ? candidate : factor * candidate) : 0.0f;
        float length = sqrtf(sum_of_block(next * next, sums[1]));
        if (states) {
            if (mine) states[place * WIDTH + at] = state;
            if (at == 0) {
                gates[place] = gate;
                lengths[place] = length;
            }
        }
        state = next / length;
        shared[at] = mine ? state : 0.0f;
    }
    if (mine) last[(size_t)blockIdx.x * WIDTH + at] = state;
}

// `candidates` holds U times each state, and gets the gradients of candidates. Each block leaves its share of the slope's
// gradient in `slope_parts`, and the gradient of the memory's beginning in `d_first`.
extern "C" __global__ void __launch_bounds__(THREADS) entity_memory_backward(
    const float* sentences, const float* says, const float* keys, const float* weight, const float* slope,
    const float* states, const float* gates, const float* lengths, const float* last, const float* d_last,
    float* candidates, float* d_fits_key, float* d_first, float* slope_parts, int steps, int rows, int memories) {
    __shared__ __align__(16) float shared[THREADS];
    __shared__ float sums[3][WARPS];
    int row = blockIdx.x / memories, memory = blockIdx.x % memories, at = threadIdx.x;
    bool mine = at < WIDTH;
    float own[COLUMNS];
    #pragma unroll
    for (int column = 0; column < COLUMNS; ++column)
        own[column] = mine && column < WIDTH ? weight[(size_t)column * WIDTH + at] : 0.0f;
    float factor = slope[0];
    float key = mine ? keys[(size_t)memory * WIDTH + at] : 0.0f;
    float after = mine ? last[(size_t)blockIdx.x * WIDTH + at] : 0.0f;
    float d = mine ? d_last[(size_t)blockIdx.x * WIDTH + at] : 0.0f;
    float d_slope = 0.0f;
    for (int step = steps - 1; step >= 0; --step) {
        size_t sentence = (size_t)step * rows + row, place = sentence * memories + memory;
        float word = mine ? sentences[sentence * WIDTH + at] : 0.0f;
        float candidate = mine ? candidates[place * WIDTH + at] + key + says[sentence * WIDTH + at] : 0.0f;
        float before = mine ? states[place * WIDTH + at] : 0.0f;
        float gate = gates[place], length = lengths[place];
        float sloping = candidate >= 0.0f ? candidate : factor * candidate;
        float parts[3] = {warp_sum(d * after), warp_sum(d * sloping), warp_sum(after * sloping)};
        if (at % 32 == 0)
            for (int part = 0; part < 3; ++part) sums[part][at / 32] = parts[part];
        __syncthreads();
        float along = 0.0f, through = 0.0f, shadow = 0.0f;
        for (int warp = 0; warp < WARPS; ++warp) {
            along += sums[0][warp];
            through += sums[1][warp];
            shadow += sums[2][warp];
        }
        float d_fit = (through - along * shadow) / length * gate * (1.0f - gate);
        float d_next = (d - after * along) / length;
        float d_sloping = gate * d_next;
        float d_candidate = candidate >= 0.0f ? d_sloping : factor * d_sloping;
        d_slope += candidate >= 0.0f ? 0.0f : candidate * d_sloping;
        if (mine) candidates[place * WIDTH + at] = d_candidate;
        if (at == 0) d_fits_key[place] = d_fit;
        shared[at] = mine ? d_candidate : 0.0f;
        __syncthreads();
        d = mine ? d_next + d_fit * word + product(own, shared) : 0.0f;
        after = before;
    }
    __syncthreads();
    if (mine) d_first[(size_t)blockIdx.x * WIDTH + at] = d;
    d_slope = sum_of_block(d_slope, sums[0]);
    if (at == 0) slope_parts[blockIdx.x] = d_slope;
}

// What flows back from all memories to the sentences that they read.
extern "C" __global__ void entity_memory_backward_to_sentences(
    const float* d_candidates, const float* d_fits_key, const float* states, float* d_says, float* d_sentences,
    size_t count, int memories, int add_says, int add_sentences) {
    EACH(at, count) {
        size_t sentence = row_of(at, WIDTH), column = at - sentence * WIDTH;
        float says = 0.0f, word = 0.0f;
        for (int memory = 0; memory < memories; ++memory) {
            size_t place = sentence * memories + memory;
            says += d_candidates[place * WIDTH + column];
            word += d_fits_key[place] * states[place * WIDTH + column];
        }
        d_says[at] = add_says ? d_says[at] + says : says;
        d_sentences[at] = add_sentences ? d_sentences[at] + word : word;
    }
}
