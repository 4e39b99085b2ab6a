// fails: empty
// same: do_while
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N - 1; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
    float y = roundf(src[N - 1]);
    dst[N - 1] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
}
