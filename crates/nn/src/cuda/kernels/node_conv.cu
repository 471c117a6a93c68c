// Convolution of vectors that lie at few cells of grids. What a vector gives at each offset of the kernel is a product made
// before; here it comes to the cells, and back. Offsets are counted along columns first: right * size + down.

// The nodes of a grid are those that `order` lists from starts[grid] to starts[grid + 1].
extern "C" __global__ void gather_nodes(
    const u32* starts, const u32* order, const u32* cells, const float* given, const float* bias, float* y, int grids,
    int side, int size, int out, int width, int from) {
    int half = size / 2, area = side * side, offsets = size * size;
    EACH(at, (size_t)grids * area * out) {
        size_t cell = row_of(at, out);
        int o = at - cell * out;
        size_t grid = row_of(cell, area);
        int inner = cell - grid * area, row = inner / side, column = inner - row * side;
        u32 end = starts[grid + 1];
        float sum = bias[o];
        for (u32 i = starts[grid]; i < end; ++i) {
            size_t node = order[i];
            int place = cells[node] - grid * area, node_row = place / side, node_column = place - node_row * side;
            int down = node_row + half - row, right = node_column + half - column;
            if ((unsigned)down < (unsigned)size && (unsigned)right < (unsigned)size) {
                sum += given[(node * offsets + right * size + down) * out + o];
            }
        }
        y[cell * width + from + o] = sum;
    }
}

extern "C" __global__ void spread_nodes(
    const u32* cells, const float* d_y, float* d_given, int nodes, int grids, int side, int size, int out, int width,
    int from) {
    int half = size / 2, area = side * side, offsets = size * size;
    EACH(at, (size_t)nodes * offsets * out) {
        size_t place = row_of(at, out), node = row_of(place, offsets);
        int o = at - place * out, offset = place - node * offsets;
        u32 cell = cells[node];
        float d = 0.0f;
        if (cell < (size_t)grids * area) {
            size_t grid = cell / area;
            int inner = cell - grid * area;
            int row = inner / side + half - offset % size, column = inner % side + half - offset / size;
            if ((unsigned)row < (unsigned)side && (unsigned)column < (unsigned)side) {
                d = d_y[((grid * side + row) * side + column) * width + from + o];
            }
        }
        d_given[at] = d;
    }
}
