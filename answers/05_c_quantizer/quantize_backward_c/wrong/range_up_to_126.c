// fails: bounds, input_mask
// en: Your range ends at 126.
// ja: 範囲が 126 で終わっています。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 126.0f ? grad_out[i] : 0.0f;
    }
}
