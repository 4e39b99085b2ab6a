// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Inside of the range your loop passes the input on, not the upstream gradient.
// ja: 範囲の中で、上流の勾配ではなく入力を渡しています。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? src[i] : 0.0f;
    }
}
