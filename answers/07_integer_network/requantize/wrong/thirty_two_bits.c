// fails: wide, below_tie, huge, extremes
// en: Your product keeps 32 bits only, although the sum has up to 32 and the multiplier too. It
//     needs 64 until it is shifted.
// ja: 積が 32 ビットに切り詰められています。
//     和も乗数も最大 32 ビットなので、シフトが終わるまで 64 ビットのまま計算します。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int32_t scaled = (int32_t)((uint32_t)sums[i] * (uint32_t)multiplier);
        int64_t rounded = (scaled + (INT64_C(1) << (shift - 1))) >> shift;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
