// fails: special
// fmaxf(NaN, -128) is -128.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = fminf(fmaxf(roundf(src[i]), -128.0f), 127.0f);
    }
}
