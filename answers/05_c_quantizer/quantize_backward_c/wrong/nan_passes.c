// fails: special
// en: At NaN your gradient passes: you ask whether a value lies outside, and NaN answers every
//     comparison with no. Which question should let the gradient pass?
// ja: NaN のところで勾配が通っています。
//     範囲の外かどうかを調べていますが、NaN はどんな比較にも「いいえ」と答えます。
//     何を調べて、勾配を通せばよいでしょうか。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = src[i] < -128.0f || src[i] > 127.0f ? 0.0f : grad_out[i];
    }
}
