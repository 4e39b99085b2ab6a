// fails: empty, outside, sanitizer
// en: Your loop runs once too often: it reads and writes one element behind the end. Which is the
//     last index of N elements?
// ja: ループが 1 回多く、配列の終わりの 1 つ先を読み書きしています。
//     N 個の要素の最後の番号はいくつでしょうか。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i <= N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
