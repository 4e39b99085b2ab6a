// fails: all_elements, mask, bounds, input_mask, in_place, special, long
// en: Your loop stops one element early: the last place of grad_in is never written. Look at its
//     condition, and try it with N = 1.
// ja: ループが 1 つ手前で終わり、grad_in の最後の要素に何も書かれません。
//     ループの条件を見て、N = 1 のときを考えてください。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i + 1 < N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
