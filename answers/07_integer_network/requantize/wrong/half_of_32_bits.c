// fails: wide, below_tie, sanitizer, extremes, huge
// en: Your half is an int: with shifts from 33 on a plain 1 has no such bit.
// ja: シフトの前に足す数を int で計算しています。
//     シフトが 33 以上だと、ただの 1 にそのビットはありません。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (1 << (shift - 1));
        int64_t rounded = scaled >> shift;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
