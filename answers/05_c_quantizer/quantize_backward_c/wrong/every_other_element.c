// fails: all_elements, mask, bounds, input_mask, in_place, special, long
// en: Your loop goes on by two, so that every other element is left out.
// ja: ループが 2 つずつ進むので、要素が 1 つおきに抜けています。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i += 2) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
