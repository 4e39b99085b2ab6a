// mistake: the bounds are left out
// named: bounds_left_out
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -128.0f < src[i] && src[i] < 127.0f ? grad_out[i] : 0.0f;
    }
}
