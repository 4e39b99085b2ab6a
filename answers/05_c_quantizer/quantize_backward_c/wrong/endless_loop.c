// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// i++ is forgotten.
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    size_t i = 0;
    while (i < N) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
