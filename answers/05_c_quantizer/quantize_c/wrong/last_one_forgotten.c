// fails: all_elements, rounding, clamping, ties, special, in_place, almost_ties, long
// en: Your loop stops one element early: the last place of dst is never written. Look at its
//     condition, and try it with N = 1.
// ja: ループが 1 つ手前で終わり、dst の最後の要素に何も書かれません。
//     ループの条件を見て、N = 1 のときを考えてください。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i + 1 < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
