// fails: clamping, huge, extremes
// en: Your lower bound is −127. Eight bits reach down to −128.
// ja: 下の端が -127 になっています。
//     8 ビットの数は -128 まであります。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1));
        int64_t rounded = scaled >> shift;
        rounded = rounded < -127 ? -127 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
