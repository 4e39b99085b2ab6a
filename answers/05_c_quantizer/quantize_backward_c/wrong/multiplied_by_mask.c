// fails: special
// 0 times infinity is NaN.
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        float mask = src[i] >= -128.0f && src[i] <= 127.0f ? 1.0f : 0.0f;
        grad_in[i] = mask * grad_out[i];
    }
}
