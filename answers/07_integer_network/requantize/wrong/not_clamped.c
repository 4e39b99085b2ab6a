// fails: clamping, huge, extremes
// en: You store what the shift gives, and int8_t keeps its lowest 8 bits: 130 becomes −126.
// ja: シフトの結果をそのまま書き込んでいます。
//     int8_t には下の 8 ビットしか残らないので、130 は -126 になります。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        out[i] = (int8_t)(((int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1))) >> shift);
    }
}
