// fails: positive, negative, clamping, wide, below_tie, extremes, long, compiles, warnings, huge, empty, outside, sanitizer
// en: You add a whole unit of what is left after the shift, not half of one.
// ja: シフト後の 0.5 ではなく、1 にあたる数を足しています。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << shift);
        int64_t rounded = scaled >> shift;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
