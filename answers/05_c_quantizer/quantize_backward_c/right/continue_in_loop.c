#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        float g = grad_out[i];
        grad_in[i] = 0.0f;
        if (!(src[i] >= -128.0f)) continue;
        if (!(src[i] <= 127.0f)) continue;
        grad_in[i] = g;
    }
}
