// fails: special, outside, sanitizer
// en: For each element you also read its neighbour behind. The last one has none, so you read past
//     the end of the array.
// ja: 各要素について、すぐ後ろの要素も読んでいます。
//     最後の要素の後ろには何もないので、配列の外を読むことになります。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i] + 0.0f * src[i + 1]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
