// Attention by scalar products between ragged sequences: a warp for each query, or each key, in each head. Weights are
// [example][head][query][key]; some are dropped by the same hash as elsewhere.

struct Dots {
    const u32 *query_starts, *key_starts;
    // Where the weights of each example begin.
    const u64* weight_starts;
    int heads, depth, causal;
    // Of 2^24, as many as are dropped; none: nothing is.
    u64 key, dropped;
    float scale;

    __device__ __forceinline__ int width() const { return heads * depth; }
    __device__ __forceinline__ float kept(size_t at) const {
        if (!dropped) return 1.0f;
        return (mix(key ^ at) >> 40) >= dropped ? scale : 0.0f;
    }
};

#define DOTS_ARGUMENTS                                                                                                \
    const u32 *examples, const u32 *query_starts, const u32 *key_starts, const u64 *weight_starts, int rows, int heads, \
        int depth, int causal, u64 key, u64 dropped, float scale

// The row and the head of a warp, and its example.
#define DOTS_OF_WARP                                                                                         \
    Dots of = {query_starts, key_starts, weight_starts, heads, depth, causal, key, dropped, scale};          \
    int lane = threadIdx.x & 31;                                                                             \
    size_t number = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);                                             \
    if (number >= (size_t)rows * heads) return;                                                              \
    size_t row = row_of(number, heads);                                                                      \
    int head = number - row * heads;                                                                         \
    u32 example = examples[row];                                                                             \
    u32 query_start = of.query_starts[example], key_start = of.key_starts[example];                          \
    int queries = of.query_starts[example + 1] - query_start, keys = of.key_starts[example + 1] - key_start; \
    size_t own_weights = of.weight_starts[example] + (size_t)head * queries * keys;                          \
    size_t column = (size_t)head * depth;                                                                    \
    float factor = rsqrtf((float)depth);

__device__ __forceinline__ float dot(const float* one, const float* other, int count) {
    float sum = 0.0f;
    // Parameters lie anywhere.
    bool aligned = (reinterpret_cast<size_t>(one) | reinterpret_cast<size_t>(other)) % 16 == 0;
    if (count % 4 == 0 && aligned) {
        for (int i = 0; i < count / 4; ++i) {
            float4 a = reinterpret_cast<const float4*>(one)[i], b = reinterpret_cast<const float4*>(other)[i];
            sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
    } else {
        for (int i = 0; i < count; ++i) sum += one[i] * other[i];
    }
    return sum;
}

// Rows are queries.
extern "C" __global__ void dot_attention_forward(
    DOTS_ARGUMENTS, const float* q, const float* k, const float* v, float* weights, float* out) {
    DOTS_OF_WARP
    int width = of.width(), query = row - query_start;
    int seen = causal ? min(query + 1, keys) : keys;
    size_t begin = own_weights + (size_t)query * keys;
    const float* own = q + row * width + column;
    float most = LEAST, sum = 0.0f;
    for (int i = lane; i < seen; i += 32) {
        float score = dot(own, k + (size_t)(key_start + i) * width + column, depth) * factor;
        weights[begin + i] = score;
        most = fmaxf(most, score);
    }
    most = warp_most(most);
    for (int i = lane; i < keys; i += 32) {
        float weight = i < seen ? expf(weights[begin + i] - most) : 0.0f;
        weights[begin + i] = weight;
        sum += weight;
    }
    sum = warp_sum(sum);
    for (int i = lane; i < seen; i += 32) weights[begin + i] /= sum;
    __syncwarp();
    for (int i = lane; i < depth; i += 32) {
        float number = 0.0f;
        for (int j = 0; j < seen; ++j) {
            size_t at = begin + j;
            number += weights[at] * of.kept(at) * v[(size_t)(key_start + j) * width + column + i];
        }
        out[row * width + column + i] = number;
    }
}

// Rows are queries: the gradients of the scores, and of the queries.
extern "C" __global__ void dot_attention_backward(
    DOTS_ARGUMENTS, const float* k, const float* v, const float* weights, const float* d_out, float* d_scores,
    float* d_q, int add) {
    DOTS_OF_WARP
    int width = of.width(), query = row - query_start;
    int seen = causal ? min(query + 1, keys) : keys;
    size_t begin = own_weights + (size_t)query * keys;
    const float* own = d_out + row * width + column;
    float mean = 0.0f;
    for (int i = lane; i < seen; i += 32) {
        size_t at = begin + i;
        float d = dot(own, v + (size_t)(key_start + i) * width + column, depth) * of.kept(at);
        d_scores[at] = d;
        mean += weights[at] * d;
    }
    mean = warp_sum(mean);
    for (int i = lane; i < keys; i += 32) {
        size_t at = begin + i;
        d_scores[at] = i < seen ? weights[at] * (d_scores[at] - mean) * factor : 0.0f;
    }
    __syncwarp();
    for (int i = lane; i < depth; i += 32) {
        float number = 0.0f;
        for (int j = 0; j < seen; ++j) {
            number += d_scores[begin + j] * k[(size_t)(key_start + j) * width + column + i];
        }
        size_t at = row * width + column + i;
        d_q[at] = add ? d_q[at] + number : number;
    }
}

// Rows are keys: their gradients, and those of the values.
extern "C" __global__ void dot_attention_backward_to_keys(
    DOTS_ARGUMENTS, const float* q, const float* weights, const float* d_scores, const float* d_out, float* d_k,
    float* d_v, int add_k, int add_v) {
    DOTS_OF_WARP
    int width = of.width(), place = row - key_start;
    int first = causal ? place : 0;
    for (int i = lane; i < depth; i += 32) {
        float of_key = 0.0f, of_value = 0.0f;
        for (int j = first; j < queries; ++j) {
            size_t weight = own_weights + (size_t)j * keys + place;
            size_t from = (size_t)(query_start + j) * width + column + i;
            of_key += d_scores[weight] * q[from];
            of_value += weights[weight] * of.kept(weight) * d_out[from];
        }
        size_t at = row * width + column + i;
        d_k[at] = add_k ? d_k[at] + of_key : of_key;
        d_v[at] = add_v ? d_v[at] + of_value : of_value;
    }
}
