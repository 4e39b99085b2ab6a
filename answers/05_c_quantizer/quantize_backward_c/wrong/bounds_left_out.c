// fails: bounds
// en: At exactly -128 and 127 your gradient is 0. Both bounds belong to the range.
// ja: ちょうど -128 と 127 のところで勾配が 0 になっています。両端の値は範囲に含まれます。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = src[i] > -128.0f && src[i] < 127.0f ? grad_out[i] : 0.0f;
    }
}
