// fails: bounds, input_mask
// en: Your range begins at -127. How many negative numbers has int8?
// ja: 範囲が -127 から始まっています。int8 の負の数はいくつあるでしょうか。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -127.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
