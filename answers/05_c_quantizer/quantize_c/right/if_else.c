#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        if (y < -128.0f) {
            dst[i] = -128.0f;
        } else if (y > 127.0f) {
            dst[i] = 127.0f;
        } else {
            dst[i] = y;
        }
    }
}
