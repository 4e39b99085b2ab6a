// fails: all_elements, rounding, clamping, ties, special, empty, in_place, almost_ties, long
// en: Your function treats src[0] and nothing else, and does so with N = 0, too. There is no loop.
// ja: src[0] しか処理していません。しかも、N = 0 のときにも触れています。ループがありません。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    (void)N;
    float y = roundf(src[0]);
    dst[0] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
}
