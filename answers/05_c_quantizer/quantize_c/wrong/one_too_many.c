// fails: empty, outside, sanitizer
// en: Your loop runs once too often: it reads and writes one element behind the end. Which is the
//     last index of N elements?
// ja: ループが 1 回多く、配列の終わりの 1 つ先を読み書きしています。
//     N 個の要素の最後の番号はいくつでしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i <= N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
