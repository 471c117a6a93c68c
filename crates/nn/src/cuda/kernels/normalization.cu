// Operations that bring rows to a common scale: a warp for each row, eight of them to a block.

#define ROW_OF_WARP(rows)                                             \
    int lane = threadIdx.x & 31;                                      \
    size_t row = (size_t)blockIdx.x * 8 + (threadIdx.x >> 5);         \
    if (row >= (rows)) return;

// Only those count whose bit in the mask is set; all without one.
__device__ __forceinline__ bool counts(const u32* mask, size_t at) {
    return !mask || (mask[at >> 5] >> (at & 31) & 1);
}

extern "C" __global__ void softmax_forward(const float* x, const u32* mask, float* out, int rows, int width) {
    ROW_OF_WARP(rows)
    size_t begin = row * width;
    auto number = [&](int i) {
        size_t at = begin + i;
        return counts(mask, at) ? x[at] : LEAST;
    };
    float most = LEAST, sum = 0.0f;
    for (int i = lane; i < width; i += 32) most = fmaxf(most, number(i));
    most = warp_most(most);
    for (int i = lane; i < width; i += 32) {
        float own = number(i), weight = own == LEAST ? 0.0f : expf(own - most);
        out[begin + i] = weight;
        sum += weight;
    }
    sum = warp_sum(sum);
    float factor = most == LEAST ? 0.0f : 1.0f / sum;
    for (int i = lane; i < width; i += 32) out[begin + i] *= factor;
}

// The largest number of each row that counts, the first of equals, and where it is; zero and NOTHING where none does.
extern "C" __global__ void max_forward(
    const float* x, const u32* mask, u32* places, float* out, int rows, int width) {
    ROW_OF_WARP(rows)
    size_t begin = row * width;
    float most = 0.0f;
    u32 best = NOTHING;
    for (int i = lane; i < width; i += 32) {
        if (!counts(mask, begin + i)) continue;
        float own = x[begin + i];
        if (best == NOTHING || own > most) {
            most = own;
            best = begin + i;
        }
    }
    for (int reach = 16; reach > 0; reach >>= 1) {
        float other = __shfl_xor_sync(0xffffffffu, most, reach);
        u32 place = __shfl_xor_sync(0xffffffffu, best, reach);
        bool larger = best == NOTHING || other > most || (other == most && place < best);
        if (place != NOTHING && larger) {
            most = other;
            best = place;
        }
    }
    if (lane == 0) {
        places[row] = best;
        out[row] = most;
    }
}

extern "C" __global__ void max_backward(const u32* places, const float* d_out, float* d_x, int rows) {
    EACH(row, rows) if (places[row] != NOTHING) d_x[places[row]] += d_out[row];
}

extern "C" __global__ void softmax_backward(
    const float* weights, const float* d_out, float* d_x, int rows, int width, int add) {
    ROW_OF_WARP(rows)
    size_t begin = row * width;
    float mean = 0.0f;
    for (int i = lane; i < width; i += 32) mean += weights[begin + i] * d_out[begin + i];
    mean = warp_sum(mean);
    for (int i = lane; i < width; i += 32) {
        float d = weights[begin + i] * (d_out[begin + i] - mean);
        d_x[begin + i] = add ? d_x[begin + i] + d : d;
    }
}

// With a bias, rows also lose their mean. The rows before gain and bias are kept, and what each was multiplied with.
extern "C" __global__ void norm_forward(
    const float* x, const float* gain, const float* bias, float* kept, float* factors, float* out, int rows,
    int width, float epsilon) {
    ROW_OF_WARP(rows)
    size_t begin = row * width;
    float mean = 0.0f, square = 0.0f;
    if (bias) {
        for (int i = lane; i < width; i += 32) mean += x[begin + i];
        mean = warp_sum(mean) / width;
    }
    for (int i = lane; i < width; i += 32) square += (x[begin + i] - mean) * (x[begin + i] - mean);
    float factor = 1.0f / sqrtf(warp_sum(square) / width + epsilon);
    if (lane == 0) factors[row] = factor;
    for (int i = lane; i < width; i += 32) {
        float own = (x[begin + i] - mean) * factor;
        kept[begin + i] = own;
        out[begin + i] = own * gain[i] + (bias ? bias[i] : 0.0f);
    }
}

extern "C" __global__ void norm_backward(
    const float* kept, const float* factors, const float* gain, const float* d_out, float* d_x, int rows, int width,
    int centred, int add) {
    ROW_OF_WARP(rows)
    size_t begin = row * width;
    float mean = 0.0f, along = 0.0f;
    for (int i = lane; i < width; i += 32) {
        float d = d_out[begin + i] * gain[i];
        mean += d;
        along += d * kept[begin + i];
    }
    mean = centred ? warp_sum(mean) / width : 0.0f;
    along = warp_sum(along) / width;
    for (int i = lane; i < width; i += 32) {
        float d = factors[row] * (d_out[begin + i] * gain[i] - mean - kept[begin + i] * along);
        d_x[begin + i] = add ? d_x[begin + i] + d : d;
    }
}

// A row of zeros becomes not a number.
extern "C" __global__ void normalize_forward(const float* x, float* lengths, float* out, int rows, int width) {
    ROW_OF_WARP(rows)
    size_t begin = row * width;
    float square = 0.0f;
    for (int i = lane; i < width; i += 32) square += x[begin + i] * x[begin + i];
    float length = sqrtf(warp_sum(square));
    if (lane == 0) lengths[row] = length;
    for (int i = lane; i < width; i += 32) out[begin + i] = x[begin + i] / length;
}

extern "C" __global__ void normalize_backward(
    const float* units, const float* lengths, const float* d_out, float* d_x, int rows, int width, int add) {
    ROW_OF_WARP(rows)
    size_t begin = row * width;
    float along = 0.0f;
    for (int i = lane; i < width; i += 32) along += units[begin + i] * d_out[begin + i];
    along = warp_sum(along);
    for (int i = lane; i < width; i += 32) {
        float d = (d_out[begin + i] - units[begin + i] * along) / lengths[row];
        d_x[begin + i] = add ? d_x[begin + i] + d : d;
    }
}
