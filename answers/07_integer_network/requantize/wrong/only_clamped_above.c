// fails: clamping, huge, extremes
// en: Only your upper bound is clamped; large negative values wrap around.
// ja: 上の端だけを抑えています。
//     小さすぎる値は一周してしまいます。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1));
        int64_t rounded = scaled >> shift;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
