// Operations that treat every row, or every number, alike. `add` says whether results are added to what is there.

extern "C" __global__ void embedding_forward(const u32* ids, const float* table, float* out, int rows, int width) {
    EACH(at, (size_t)rows * width) {
        size_t row = at / width;
        out[at] = table[(size_t)ids[row] * width + (at - row * width)];
    }
}

// Block (id, chunk) sums the rows of its chunk that have this id, always in the same order.
extern "C" __global__ void embedding_backward(
    const u32* ids, const float* d_out, float* parts, int rows, int width, int per_chunk, u32 padding) {
    u32 id = blockIdx.x;
    int from = blockIdx.y * per_chunk, to = min(rows, from + per_chunk);
    float* part = parts + ((size_t)blockIdx.y * gridDim.x + id) * width;
    for (int column = threadIdx.x; column < width; column += blockDim.x) {
        float sum = 0.0f;
        if (id != padding)
            for (int row = from; row < to; ++row)
                if (ids[row] == id) sum += d_out[(size_t)row * width + column];
        part[column] = sum;
    }
}

// Sums of the columns of each chunk of rows, or of products `with` others; blocks are 32 columns wide and 8 rows high.
extern "C" __global__ void column_sums(
    const float* x, const float* with, int rows, int width, int per_chunk, float* out, float* other, int add) {
    __shared__ float sums[8][33];
    int column = blockIdx.x * 32 + threadIdx.x;
    int from = blockIdx.y * per_chunk, to = min(rows, from + per_chunk);
    float sum = 0.0f;
    if (column < width) {
#pragma unroll 4
        for (int row = from + threadIdx.y; row < to; row += 8) {
            size_t at = (size_t)row * width + column;
            sum += with ? x[at] * with[at] : x[at];
        }
    }
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y == 0 && column < width) {
        for (int y = 1; y < 8; ++y) sum += sums[y][threadIdx.x];
        size_t at = (size_t)blockIdx.y * width + column;
        out[at] = add ? out[at] + sum : sum;
        if (other) other[at] = add ? other[at] + sum : sum;
    }
}

extern "C" __global__ void bias_rows(const float* one, const float* other, float* out, int rows, int width) {
    EACH(at, (size_t)rows * width) {
        int column = at % width;
        out[at] = one[column] + (other ? other[column] : 0.0f);
    }
}

// The same hash as on the CPU, so that both drop the same units.
__device__ __forceinline__ u64 mix(u64 number) {
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9ull;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebull;
    return number ^ (number >> 31);
}

extern "C" __global__ void dropout(
    const float* x, float* y, size_t count, u64 key, u64 dropped, float scale, int add) {
    EACH(at, count) {
        float kept = (mix(key ^ at) >> 40) >= dropped ? x[at] * scale : 0.0f;
        y[at] = add ? y[at] + kept : kept;
    }
}

extern "C" __global__ void add_forward(const float* one, const float* other, float* out, size_t count) {
    EACH(at, count) out[at] = one[at] + other[at];
}

extern "C" __global__ void copy_or_add(const float* x, float* y, size_t count, int add) {
    EACH(at, count) y[at] = add ? y[at] + x[at] : x[at];
}

extern "C" __global__ void sum_rows(const float* x, float* out, size_t len, int pieces) {
    EACH(at, len) {
        float sum = 0.0f;
        for (int piece = 0; piece < pieces; ++piece) sum += x[piece * len + at];
        out[at] = sum;
    }
}

extern "C" __global__ void sum_rows_backward(const float* d_out, float* d_x, size_t len, int pieces, int add) {
    EACH(at, len * pieces) {
        float d = d_out[at % len];
        d_x[at] = add ? d_x[at] + d : d;
    }
}

// Copies a matrix into columns of a wider one, transposed or not, from where the blocks of recurrences read it.
extern "C" __global__ void lay_out(
    const float* from, int rows, int columns, int from_width, float* to, int to_width, int transposed) {
    EACH(at, (size_t)rows * columns) {
        size_t row, column;
        if (transposed) {
            row = at % rows;
            column = at / rows;
            to[column * to_width + row] = from[row * from_width + column];
        } else {
            row = at / columns;
            column = at % columns;
            to[row * to_width + column] = from[row * from_width + column];
        }
    }
}
