// fails: below_tie
// en: You compute with floating point numbers. They do not hold such long products exactly: just
//     below a tie yours goes up.
// ja: 浮動小数点数で計算しています。
//     大きな積を正確に表せないので、中間の値より少しだけ小さい値が切り上がります。
#include "integer_network.h"

#include <math.h>

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        double rounded = floor((double)sums[i] * (double)multiplier / (double)(INT64_C(1) << shift) + 0.5);
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
