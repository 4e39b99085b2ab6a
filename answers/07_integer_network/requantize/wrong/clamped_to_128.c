// fails: clamping, huge, extremes
// en: Your upper bound is 128, which does not fit into int8_t and becomes −128.
// ja: 上の端が 128 になっています。
//     int8_t には入らないので、-128 に化けます。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1));
        int64_t rounded = scaled >> shift;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 128 ? 128 : rounded);
    }
}
