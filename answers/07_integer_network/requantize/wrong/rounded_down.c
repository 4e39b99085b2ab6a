// fails: compiles, warnings, positive, negative, ties, clamping, wide, below_tie, huge, empty, outside, sanitizer, extremes, long
// en: You shift without adding a half first, so that everything is rounded down.
// ja: シフト後の 0.5 にあたる数を足さずにシフトしているので、すべて切り下げになります。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier;
        int64_t rounded = scaled >> shift;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
