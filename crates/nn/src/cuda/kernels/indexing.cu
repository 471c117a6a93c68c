// Operations that only move numbers.

// The rows of x with these numbers; NOTHING is a row of zeros.
extern "C" __global__ void index_select(const u32* rows, const float* x, float* out, int count, int width) {
    EACH(at, (size_t)count * width) {
        size_t place = row_of(at, width);
        u32 row = rows[place];
        out[at] = row == NOTHING ? 0.0f : x[(size_t)row * width + (at - place * width)];
    }
}

// Sums of rows of x: those that `order` lists from starts[i] to starts[i + 1], or just these, go to row i, always in the same
// order.
extern "C" __global__ void segment_sum(
    const u32* starts, const u32* order, const float* x, float* out, int segments, int width, int add) {
    EACH(at, (size_t)segments * width) {
        size_t segment = row_of(at, width);
        size_t column = at - segment * width;
        u32 end = starts[segment + 1];
        float sum = 0.0f;
#pragma unroll 4
        for (u32 i = starts[segment]; i < end; ++i) {
            size_t row = order ? order[i] : i;
            sum += x[row * width + column];
        }
        out[at] = add ? out[at] + sum : sum;
    }
}

// Copies `own` columns of rows of `from_width` numbers to columns of rows of `to_width`.
extern "C" __global__ void copy_columns(
    const float* from, int from_width, float* to, int to_width, int rows, int own, int add) {
    EACH(at, (size_t)rows * own) {
        size_t row = row_of(at, own);
        size_t column = at - row * own;
        float number = from[row * from_width + column];
        float* place = to + row * to_width + column;
        *place = add ? *place + number : number;
    }
}
