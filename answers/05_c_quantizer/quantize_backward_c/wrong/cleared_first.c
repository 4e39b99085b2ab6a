// fails: in_place
// Clears grad_in, which is grad_out when it works in place.
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = 0.0f;
    }
    for (size_t i = 0; i < N; i++) {
        if (src[i] >= -128.0f && src[i] <= 127.0f) {
            grad_in[i] = grad_out[i];
        }
    }
}
