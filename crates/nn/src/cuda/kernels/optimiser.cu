// Steps against gradients, and gradients that are kept small.

// The rates of the update are worked out by the caller.
extern "C" __global__ void adam(
    float* parameters, const float* gradients, float* first, float* second, size_t count, float one, float two,
    float rate, float scale, float epsilon) {
    EACH(at, count) {
        float gradient = gradients[at];
        float a = first[at] = one * first[at] + (1.0f - one) * gradient;
        float b = second[at] = two * second[at] + (1.0f - two) * gradient * gradient;
        parameters[at] -= rate * a / (sqrtf(b) * scale + epsilon);
    }
}

extern "C" __global__ void sgd_step(float* parameters, const float* gradients, size_t count, float rate) {
    EACH(at, count) parameters[at] -= rate * gradients[at];
}

// What is not a number stays so.
extern "C" __global__ void clip_value(float* gradients, size_t count, float limit) {
    EACH(at, count) {
        float gradient = gradients[at];
        gradients[at] = gradient > limit ? limit : gradient < -limit ? -limit : gradient;
    }
}

// Each block takes `per_block` numbers.
extern "C" __global__ void __launch_bounds__(256) sum_of_squares(
    const float* x, double* parts, size_t count, size_t per_block) {
    size_t from = blockIdx.x * per_block, to = min(count, from + per_block);
    double sum = 0.0;
    for (size_t at = from + threadIdx.x; at < to; at += 256) sum += (double)x[at] * x[at];
    sum = block_sum(sum);
    if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

// One block: the square root of the sum of the parts.
extern "C" __global__ void __launch_bounds__(256) norm_of(const double* parts, int count, double* length) {
    double sum = 0.0;
    for (int at = threadIdx.x; at < count; at += 256) sum += parts[at];
    sum = block_sum(sum);
    if (threadIdx.x == 0) length[0] = sqrt(sum);
}

// The same small number is added as on the CPU. A length that is not a number changes nothing.
extern "C" __global__ void clip_norm(float* gradients, size_t count, const double* length, float limit) {
    float factor = (float)(limit / (length[0] + 1e-6));
    if (!(factor < 1.0f)) return;
    EACH(at, count) gradients[at] *= factor;
}
