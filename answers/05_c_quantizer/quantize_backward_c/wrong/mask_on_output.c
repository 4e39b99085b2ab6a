// fails: input_mask
// en: At 127.4 your gradient passes, though 127.4 lies outside. Your mask looks at a whole number:
//     the value after it was rounded, or with its fraction cut off.
// ja: 127.4 は範囲の外なのに、勾配が通っています。
//     マスクが調べているのが、丸めたり小数部分を切り捨てたりした後の整数だからです。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        grad_in[i] = y >= -128.0f && y <= 127.0f ? grad_out[i] : 0.0f;
    }
}
