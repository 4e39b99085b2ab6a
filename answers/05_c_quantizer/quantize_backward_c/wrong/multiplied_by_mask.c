// fails: special
// en: You multiply by the mask. Where the upstream gradient is infinite, 0 times infinity gives NaN
//     instead of 0. Choose between two values rather than multiply.
// ja: マスクを掛けています。上流の勾配が無限大のとき、0 × 無限大は 0 ではなく NaN になります。
//     掛けるのではなく、2 つの値の一方を選ぶように書いてください。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        float mask = src[i] >= -128.0f && src[i] <= 127.0f ? 1.0f : 0.0f;
        grad_in[i] = mask * grad_out[i];
    }
}
