// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Your function computes, but stores nothing: grad_in is as it was before.
// ja: 計算はしていますが、どこにも書き込んでいません。grad_in が元のままです。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        float g = src[i] >= -128.0f ? grad_out[i] : 0.0f;
        (void)g;
        (void)grad_in;
    }
}
