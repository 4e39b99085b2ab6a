// fails: special
// en: In your code NaN becomes a bound. Every comparison with NaN is false, and fminf and fmaxf
//     return the other number. Read the hint about the clamp again.
// ja: NaN が端の値になってしまいます。NaN との比較はどれも偽で、
//     fminf と fmaxf は NaN ではないほうの数を返します。
//     範囲に収めるヒントを読み直してください。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = fminf(fmaxf(roundf(src[i]), -128.0f), 127.0f);
    }
}
