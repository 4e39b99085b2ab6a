// fails: negative, clamping, wide, extremes, long, below_tie, huge
// en: You divide by 2^shift, and division cuts off towards zero. The shift rounds down.
// ja: 2^shift で割っています。
//     割り算は 0 に近いほうへ切り捨てますが、シフトは切り下げです。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1));
        int64_t rounded = scaled / (INT64_C(1) << shift);
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
