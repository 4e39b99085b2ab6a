// fails: all_elements, bounds, input_mask, in_place, long, mask, special
// en: Your loop passes grad_out[0] everywhere: the index does not move.
// ja: どこでも grad_out[0] を渡していて、添字が動いていません。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[0] : 0.0f;
    }
}
