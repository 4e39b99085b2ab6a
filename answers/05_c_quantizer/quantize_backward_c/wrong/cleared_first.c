// fails: in_place
// en: You clear grad_in before you read grad_out. Where both are the same array, the upstream
//     gradient is gone, and all results are 0.
// ja: grad_out を読む前に grad_in を 0 にしています。
//     2 つが同じ配列のときは上流の勾配が消えてしまい、結果がすべて 0 になります。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = 0.0f;
    }
    for (size_t i = 0; i < N; i++) {
        if (src[i] >= -128.0f && src[i] <= 127.0f) {
            grad_in[i] = grad_out[i];
        }
    }
}
