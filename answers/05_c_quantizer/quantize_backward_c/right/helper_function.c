#include "quantize.h"

#include <stdbool.h>

static bool in_range(float x)
{
    return x >= -128.0f && x <= 127.0f;
}

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = in_range(src[i]) ? grad_out[i] : 0.0f;
    }
}
