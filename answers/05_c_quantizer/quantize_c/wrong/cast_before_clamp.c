// fails: clamping, special
// 3e9 and NaN fit into no int.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        int y = (int)roundf(src[i]);
        dst[i] = (float)(y < -128 ? -128 : y > 127 ? 127 : y);
    }
}
