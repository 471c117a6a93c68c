// What all kernels use.

typedef unsigned int u32;
typedef unsigned long long u64;

// The label of rows that do not count.
#define NOTHING 0xffffffffu

// Minus infinity.
#define LEAST __int_as_float(0xff800000)

#define EACH(at, count)                                                                  \
    for (size_t at = (size_t)blockIdx.x * blockDim.x + threadIdx.x; at < (count);        \
         at += (size_t)gridDim.x * blockDim.x)

// What `at` is divided by `by`; mostly both fit into 32 bits, where a division is some times faster.
__device__ __forceinline__ size_t row_of(size_t at, int by) {
    return at >> 32 ? at / by : (u32)at / (u32)by;
}

// Absolute errors below 1e-6; what is not a number stays so.
__device__ __forceinline__ float fast_tanh(float x) {
    return 1.0f - 2.0f * __fdividef(1.0f, 1.0f + __expf(2.0f * x));
}

__device__ __forceinline__ float sigmoid(float x) {
    return __fdividef(1.0f, 1.0f + __expf(-x));
}

__device__ __forceinline__ float warp_sum(float x) {
    for (int reach = 16; reach > 0; reach >>= 1) x += __shfl_xor_sync(0xffffffffu, x, reach);
    return x;
}

__device__ __forceinline__ float warp_most(float x) {
    for (int reach = 16; reach > 0; reach >>= 1) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, reach));
    return x;
}

// The sum over a block of 256 threads, in a fixed order; the first thread has it.
template <class Number>
__device__ __forceinline__ Number block_sum(Number x) {
    __shared__ Number sums[256];
    sums[threadIdx.x] = x;
    __syncthreads();
    for (int half = 128; half > 0; half >>= 1) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    return sums[0];
}
