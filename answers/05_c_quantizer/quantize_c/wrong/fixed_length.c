// fails: empty, outside, sanitizer, long
// Always 256 elements, as in the first example.
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    (void)N;
    for (int i = 0; i < 256; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
