// Cross entropy: a warp for each row; the sum of the losses in a fixed order and in double precision.

extern "C" __global__ void cross_entropy(
    const float* logits, const u32* labels, float* d_logits, double* parts, int rows, int width) {
    __shared__ double losses[8];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int row = blockIdx.x * 8 + warp;
    double loss = 0.0;
    if (row < rows) {
        const float* x = logits + (size_t)row * width;
        float* d = d_logits + (size_t)row * width;
        u32 label = labels[row];
        if (label == NOTHING) {
            for (int i = lane; i < width; i += 32) d[i] = 0.0f;
        } else {
            float most = LEAST, sum = 0.0f;
            for (int i = lane; i < width; i += 32) most = fmaxf(most, x[i]);
            most = warp_most(most);
            for (int i = lane; i < width; i += 32) sum += expf(x[i] - most);
            sum = warp_sum(sum);
            for (int i = lane; i < width; i += 32) {
                d[i] = expf(x[i] - most) / sum - (i == (int)label ? 1.0f : 0.0f);
            }
            loss = (double)(logf(sum) + most - x[label]);
        }
    }
    if (lane == 0) losses[warp] = loss;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < 8; ++i) loss += losses[i];
        parts[blockIdx.x] = loss;
    }
}

// One block.
extern "C" __global__ void sum_of_losses(const double* parts, int count, float scale, float* out) {
    double sum = 0.0;
    for (int at = threadIdx.x; at < count; at += 256) sum += parts[at];
    sum = block_sum(sum);
    if (threadIdx.x == 0) out[0] = (float)sum * scale;
}

extern "C" __global__ void cross_entropy_backward(
    const float* own, const float* d_loss, float scale, float* d_logits, size_t count, int add) {
    float d = d_loss[0] * scale;
    EACH(at, count) d_logits[at] = add ? d_logits[at] + d * own[at] : d * own[at];
}
