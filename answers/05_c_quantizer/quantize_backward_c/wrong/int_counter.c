// fails: warnings
// en: Your loop counts with an int and compares it with N, which has another type. The compiler
//     warns of it.
// ja: int で数え、型の違う N と比べています。コンパイラが警告を出します。
#include "quantize.h"

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    for (int i = 0; i < N; i++) {
        grad_in[i] = -128.0f <= src[i] && src[i] <= 127.0f ? grad_out[i] : 0.0f;
    }
}
