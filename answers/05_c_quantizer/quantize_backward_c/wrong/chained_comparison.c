// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Your comparison lets everything pass, and the compiler warns of it: the result of the first
//     part, 0 or 1, is compared with 127. The hint shows how to ask for both.
// ja: 比較の書き方のために、すべての勾配が通り、コンパイラも警告しています。
//     前半の結果（0 か 1）が 127 と比べられているからです。2 つを調べる書き方はヒントにあります。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (size_t i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
