// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Your gradient is only 0 or 1: grad_out is not in it.
// ja: 勾配が 0 か 1 だけになっています。grad_out が使われていません。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        (void)grad_out;
        grad_in[i] = src[i] >= -128.0f && src[i] <= 127.0f ? 1.0f : 0.0f;
    }
}
