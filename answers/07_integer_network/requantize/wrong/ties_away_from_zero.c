// fails: ties
// en: Your ties go away from zero: −2.5 becomes −3. Here they go up.
// ja: ちょうど中間の値を 0 から遠いほうへ丸めています。
//     -2.5 が -3 になりますが、ここでは大きいほうへ丸めます。
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t scaled = (int64_t)sums[i] * multiplier + (INT64_C(1) << (shift - 1));
        scaled -= sums[i] < 0;
        int64_t rounded = scaled >> shift;
        rounded = rounded < -128 ? -128 : rounded;
        out[i] = (int8_t)(rounded > 127 ? 127 : rounded);
    }
}
