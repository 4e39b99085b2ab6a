// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Your gradient passes everywhere, also outside the range and at NaN: src is not looked at.
// ja: 範囲の外でも NaN のところでも、勾配が通っています。src を見ていません。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        (void)src;
        grad_in[i] = grad_out[i];
    }
}
