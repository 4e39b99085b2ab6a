#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        float passed = 0.0f;
        if (src[i] >= -128.0f && src[i] <= 127.0f) {
            passed = grad_out[i];
        }
        grad_in[i] = passed;
    }
}
