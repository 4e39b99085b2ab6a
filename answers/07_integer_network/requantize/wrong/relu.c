// fails: negative, ties, clamping, wide, huge, extremes, long, below_tie
// en: Your lower bound is 0. That is a ReLU, which the caller has done already.
// ja: 下の端が 0 になっています。
//     それは ReLU で、呼び出す側で済んでいます。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1));
        int64_t rounded = scaled >> shift;
        rounded = rounded < 0 ? 0 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
