// Adam; the rates of the update are worked out by the caller.

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
