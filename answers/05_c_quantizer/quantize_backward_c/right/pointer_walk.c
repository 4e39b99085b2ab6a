#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (const float *end = src + N; src != end; src++, grad_out++, grad_in++) {
        *grad_in = *src >= -128.0f && *src <= 127.0f ? *grad_out : 0.0f;
    }
}
