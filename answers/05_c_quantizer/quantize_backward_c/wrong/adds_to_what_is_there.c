// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: You add to what stands in grad_in before. Nobody has cleared it: the sum holds whatever was
//     there.
// ja: grad_in に前からあった値に足しています。誰も 0 にしていないので、残っていた値が混ざります。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] += src[i] >= -128.0f && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
