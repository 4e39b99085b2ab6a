// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: A function of yours calls itself again and again, until the stack overflows. When should it
//     stop? And is more than the loop needed?
// ja: 関数が自分自身を呼び続け、スタックがあふれています。いつ止まるはずでしょうか。
//     また、ループのほかに何か必要でしょうか。
#include "quantize.h"

#include <math.h>

static float again(float x, volatile float *depth)
{
    volatile float here = *depth + 1.0f;
    if (here < 0.0f) {
        return x;
    }
    return again(x, &here) + here;
}

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        volatile float depth = 0.0f;
        dst[i] = again(roundf(src[i]), &depth);
    }
}
