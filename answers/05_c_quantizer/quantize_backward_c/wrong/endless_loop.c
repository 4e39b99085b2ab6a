// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Your loop never ends, because its counter never changes. Compare the three parts of its head
//     with those in section 1.
// ja: カウンタの値が変わらないので、ループが終わりません。
//     1 節の for の 3 つの部分と比べてください。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    size_t i = 0;
    while (i < N) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
