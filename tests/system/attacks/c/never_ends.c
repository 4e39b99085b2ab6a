// points: few
// The loop never ends.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i += 0) {
        dst[i] = roundf(src[i]);
    }
}
