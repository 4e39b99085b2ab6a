// fails: rounding, clamping, ties, special, in_place, almost_ties, long
// en: You clamp to the range of unsigned numbers: all negative values become 0, and 200 stays.
// ja: 符号なしの数の範囲に収めているので、負の値がすべて 0 になり、200 はそのまま残ります。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < 0.0f ? 0.0f : y > 255.0f ? 255.0f : y;
    }
}
