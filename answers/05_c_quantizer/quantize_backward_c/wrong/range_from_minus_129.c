// fails: input_mask
// en: Your range begins at -129.
// ja: 範囲が -129 から始まっています。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -129.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
