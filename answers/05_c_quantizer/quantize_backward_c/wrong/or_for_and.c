// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Your gradient passes for every number, however far outside: of your two comparisons one
//     always holds. How must they be joined?
// ja: どんなに外の数でも、勾配が通っています。2 つの比較のうち、どちらかは必ず成り立つからです。
//     2 つをどうつなげばよいでしょうか。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = src[i] >= -128.0f || src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
