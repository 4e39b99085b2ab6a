// fails: compiles, warnings, positive, negative, ties, clamping, wide, below_tie, huge, empty, outside, sanitizer, extremes, long
// en: You shift before you multiply, and so throw away the digits that the multiplier needs.
// ja: 掛ける前にシフトしているので、乗数に必要な桁が失われています。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t rounded = (((int64_t)sums[i] + (INT64_C(1) << (shift - 1))) >> shift) * multiplier;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
