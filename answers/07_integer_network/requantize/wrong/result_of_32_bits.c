// fails: huge
// en: What you clamp has kept only 32 bits. With a large sum and a small shift, the shifted
//     product needs more.
// ja: 範囲に収める前に、32 ビットに切り詰めています。
//     和が大きく、シフトが小さいと、シフトした後の積も 32 ビットに入りきりません。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1));
        int32_t rounded = (int32_t)(scaled >> shift);
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
