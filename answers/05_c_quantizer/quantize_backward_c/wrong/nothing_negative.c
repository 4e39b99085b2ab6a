// fails: all_elements, bounds, input_mask, in_place, long, mask, special
// en: Your range begins at 0, so that nothing passes for negative values.
// ja: 範囲が 0 から始まっているので、負の値では何も通りません。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -0.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
