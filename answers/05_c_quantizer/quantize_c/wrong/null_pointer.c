// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your function crashes: it writes to an address that belongs to no array. Into which array do
//     the results go, and who has made it?
// ja: どの配列のものでもないアドレスに書き込んで、クラッシュしています。
//     結果を書く配列はどれで、誰が用意したものでしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    float *result = NULL;
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        result[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
    (void)dst;
}
