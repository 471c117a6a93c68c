// Functions of each number, and of pairs of numbers.

extern "C" __global__ void tanh_forward(const float* x, float* y, size_t count) {
    EACH(at, count) y[at] = fast_tanh(x[at]);
}

extern "C" __global__ void tanh_backward(const float* y, const float* d_y, float* d_x, size_t count, int add) {
    EACH(at, count) {
        float d = d_y[at] * (1.0f - y[at] * y[at]);
        d_x[at] = add ? d_x[at] + d : d;
    }
}

extern "C" __global__ void relu_forward(const float* x, float* y, size_t count) {
    EACH(at, count) y[at] = x[at] < 0.0f ? 0.0f : x[at];
}

extern "C" __global__ void relu_backward(const float* x, const float* d_y, float* d_x, size_t count, int add) {
    EACH(at, count) {
        float d = x[at] > 0.0f ? d_y[at] : 0.0f;
        d_x[at] = add ? d_x[at] + d : d;
    }
}

extern "C" __global__ void sigmoid_forward(const float* x, float* y, size_t count) {
    EACH(at, count) y[at] = sigmoid(x[at]);
}

extern "C" __global__ void sigmoid_backward(const float* y, const float* d_y, float* d_x, size_t count, int add) {
    EACH(at, count) {
        float d = d_y[at] * y[at] * (1.0f - y[at]);
        d_x[at] = add ? d_x[at] + d : d;
    }
}

// The probability that a normal number is smaller.
__device__ __forceinline__ float below(float x) { return 0.5f * (1.0f + erff(x * 0.70710678f)); }

extern "C" __global__ void gelu_forward(const float* x, float* y, size_t count) {
    EACH(at, count) y[at] = x[at] * below(x[at]);
}

extern "C" __global__ void gelu_backward(const float* x, const float* d_y, float* d_x, size_t count, int add) {
    EACH(at, count) {
        float density = 0.39894228f * expf(-0.5f * x[at] * x[at]);
        float d = d_y[at] * (below(x[at]) + x[at] * density);
        d_x[at] = add ? d_x[at] + d : d;
    }
}

extern "C" __global__ void scale_forward(const float* x, float* y, size_t count, float factor, int add) {
    EACH(at, count) {
        float product = x[at] * factor;
        y[at] = add ? y[at] + product : product;
    }
}

extern "C" __global__ void prelu_forward(const float* x, const float* slope, float* y, size_t count) {
    EACH(at, count) y[at] = x[at] >= 0.0f ? x[at] : slope[0] * x[at];
}

// Each block takes `per_block` numbers and leaves in `parts` its share of the slope's gradient.
extern "C" __global__ void __launch_bounds__(256) prelu_backward(
    const float* x, const float* slope, const float* d_y, float* d_x, float* parts, size_t count, size_t per_block,
    int add) {
    size_t from = blockIdx.x * per_block, to = min(count, from + per_block);
    float sum = 0.0f;
    for (size_t at = from + threadIdx.x; at < to; at += 256) {
        bool positive = x[at] >= 0.0f;
        float d = positive ? d_y[at] : slope[0] * d_y[at];
        d_x[at] = add ? d_x[at] + d : d;
        sum += positive ? 0.0f : x[at] * d_y[at];
    }
    sum = block_sum(sum);
    if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

extern "C" __global__ void mul_forward(
    const float* one, const float* other, float* out, size_t count, int add) {
    EACH(at, count) {
        float product = one[at] * other[at];
        out[at] = add ? out[at] + product : product;
    }
}
