// fails: all_elements, bounds, input_mask, in_place, long, mask, special
// en: Your upper comparison always looks at src[0].
// ja: 上限との比較で、いつも src[0] を調べています。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[0] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
