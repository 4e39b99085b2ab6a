#include "quantize.h"

#include <math.h>

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = fabsf(src[i] + 0.5f) <= 127.5f && src[i] >= -128.0f && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
