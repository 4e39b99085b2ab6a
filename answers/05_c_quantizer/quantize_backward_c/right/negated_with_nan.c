#include "quantize.h"

#include <math.h>

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        int outside = src[i] < -128.0f || src[i] > 127.0f || isnan(src[i]);
        grad_in[i] = outside ? 0.0f : grad_out[i];
    }
}
