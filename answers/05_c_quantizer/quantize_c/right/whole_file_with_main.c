#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = src[i] >= -128.0f && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}

int main(void)
{
    float x[2] = {1.5f, 300.0f};
    quantizeInt8InFloat(2, x, x);
    return x[0] == 2.0f && x[1] == 127.0f ? 0 : 1;
}
