// fails: input_mask
// same: mask_on_output
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        int x = (int)src[i];
        grad_in[i] = x >= -128 && x <= 127 ? grad_out[i] : 0.0f;
    }
}
