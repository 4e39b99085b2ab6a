// fails: warnings, all_elements, long, mask, special
// en: Your loop counts with a char, which cannot count beyond 127.
// ja: char で数えています。char は 127 より先まで数えられません。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (char i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
