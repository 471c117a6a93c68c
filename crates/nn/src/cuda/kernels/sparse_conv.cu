// Convolution over small grids of which most numbers are zero, as on the CPU: the numbers that are not zero are
// listed. An entry is two words: row, column and channel in the first, the value in the second.

#define TILE 256

struct Entry {
    int row, column, channel;
    float value;
};

__device__ __forceinline__ Entry entry_of(uint2 words) {
    Entry entry;
    entry.row = words.x & 0xff;
    entry.column = (words.x >> 8) & 0xff;
    entry.channel = words.x >> 16;
    entry.value = __uint_as_float(words.y);
    return entry;
}

// A block for each example. The weights are laid out [channel, along columns, along rows, out].
extern "C" __global__ void __launch_bounds__(256) convolve(
    const u32* starts, const uint2* entries, const float* laid, const float* bias, float* y, int side, int size,
    int out, int width, int from) {
    __shared__ uint2 tile[TILE];
    int half = size / 2, cells = side * side;
    u32 begin = starts[blockIdx.x], end = starts[blockIdx.x + 1];
    y += (size_t)blockIdx.x * cells * width + from;
    u32 base = begin;
    do {
        int count = min((u32)TILE, end - base);
        __syncthreads();
        for (int i = threadIdx.x; i < count; i += blockDim.x) tile[i] = entries[base + i];
        __syncthreads();
        for (int at = threadIdx.x; at < cells * out; at += blockDim.x) {
            int cell = at / out, o = at - cell * out;
            int row = cell / side, column = cell - row * side;
            float* to = y + (size_t)cell * width + o;
            float sum = base == begin ? bias[o] : *to;
            for (int i = 0; i < count; ++i) {
                Entry entry = entry_of(tile[i]);
                int down = entry.row + half - row, right = entry.column + half - column;
                if ((unsigned)down < (unsigned)size && (unsigned)right < (unsigned)size) {
                    int place = (entry.channel * size + right) * size + down;
                    sum += entry.value * laid[(size_t)place * out + o];
                }
            }
            *to = sum;
        }
        base += TILE;
    } while (base < end);
}

// Block (channel, chunk) makes the gradients of the weights of one channel from one chunk of the examples; what it sums
// is `size * size * out` numbers in shared memory, each owned by one thread.
extern "C" __global__ void __launch_bounds__(256) convolve_backward(
    const u32* starts, const uint2* entries, const float* d_y, float* parts, int examples, int per_chunk, int side,
    int size, int out, int width, int from) {
    extern __shared__ float sums[];
    __shared__ uint2 tile[TILE];
    __shared__ int owners[TILE];
    __shared__ int counts[8];
    int channel = blockIdx.x, channels = gridDim.x;
    int half = size / 2, cells = side * side, own = size * size * out;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int first = blockIdx.y * per_chunk, last = min(examples, first + per_chunk);
    for (int at = threadIdx.x; at < own; at += blockDim.x) sums[at] = 0.0f;
    u32 end = starts[last];
    for (u32 base = starts[first]; base < end; base += TILE) {
        // Entries of this channel move to the front, in order.
        u32 number = base + threadIdx.x;
        uint2 words = number < end ? entries[number] : make_uint2(0, 0);
        bool wanted = number < end && (int)(words.x >> 16) == channel;
        u32 votes = __ballot_sync(0xffffffffu, wanted);
        __syncthreads();
        if (lane == 0) counts[warp] = __popc(votes);
        __syncthreads();
        int before = 0, count = 0;
        for (int i = 0; i < 8; ++i) {
            before += i < warp ? counts[i] : 0;
            count += counts[i];
        }
        if (wanted) {
            // The example is the last one that begins at or before this entry.
            int low = first, high = last;
            while (high - low > 1) {
                int middle = (low + high) / 2;
                if (starts[middle] <= number) low = middle; else high = middle;
            }
            int place = before + __popc(votes & ((1u << lane) - 1));
            tile[place] = words;
            owners[place] = low;
        }
        __syncthreads();
        for (int at = threadIdx.x; at < own; at += blockDim.x) {
            int place = at / out, o = at - place * out;
            int right = place / size, down = place - right * size;
            float sum = sums[at];
            for (int i = 0; i < count; ++i) {
                Entry entry = entry_of(tile[i]);
                int row = entry.row + half - down, column = entry.column + half - right;
                if ((unsigned)row < (unsigned)side && (unsigned)column < (unsigned)side) {
                    size_t cell = (size_t)owners[i] * cells + row * side + column;
                    sum += entry.value * d_y[cell * width + from + o];
                }
            }
            sums[at] = sum;
        }
    }
    float* part = parts + ((size_t)blockIdx.y * channels + channel) * own;
    for (int at = threadIdx.x; at < own; at += blockDim.x) part[at] = sums[at];
}

// Adds up the chunks and puts the sums where the originals keep their weights: [out, channel, along columns, along rows].
extern "C" __global__ void collect_kernel(const float* parts, int chunks, int places, int out, float* d_weight) {
    size_t count = (size_t)places * out;
    EACH(at, count) {
        float sum = 0.0f;
        for (int chunk = 0; chunk < chunks; ++chunk) sum += parts[chunk * count + at];
        size_t place = at / out, o = at - place * out;
        d_weight[o * places + place] += sum;
    }
}
