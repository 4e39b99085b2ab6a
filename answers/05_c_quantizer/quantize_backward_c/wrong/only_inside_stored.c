// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: You write into grad_in only where the gradient passes. Elsewhere it keeps whatever was there
//     before. What belongs there?
// ja: 勾配が通るところでしか grad_in に書いていません。ほかの場所には、前からあった値が残ります。
//     そこには何を書くべきでしょうか。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        if (src[i] >= -128.0f && src[i] <= 127.0f) {
            grad_in[i] = grad_out[i];
        }
    }
}
