// fails: wide, below_tie, huge, sanitizer, extremes
// en: You convert after the multiplication: the product of two int32_t has overflowed by then.
// ja: 掛け算の後で変換しています。
//     int32_t どうしの積は、その前にあふれています。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)(sums[i] * multiplier) + (INT64_C(1) << (shift - 1));
        int64_t rounded = scaled >> shift;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
