#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        double y = round((double)src[i]);
        y = y < -128.0 ? -128.0 : y;
        dst[i] = (float)(y > 127.0 ? 127.0 : y);
    }
}
