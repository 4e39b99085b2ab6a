// fails: special
// en: In your code NaN becomes a bound. fminf and fmaxf return the other number when one is NaN.
//     Read the hint about the clamp again.
// ja: NaN が端の値になってしまいます。fminf と fmaxf は、一方が NaN なら、もう一方の数を返します。
//     範囲に収めるヒントを読み直してください。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = fminf(fmaxf(roundf(src[i]), -128.0f), 127.0f);
    }
}
