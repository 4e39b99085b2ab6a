// fails: all_elements, mask, bounds, input_mask, in_place, special, long
// en: Your lower comparison looks at the upstream gradient, not at the input.
// ja: 下限との比較で、入力ではなく上流の勾配を調べています。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= grad_out[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
