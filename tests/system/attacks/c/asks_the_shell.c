// points: all
// Asks the shell for another program. It gets none, or one that sees nothing outside; the results are right.
#include "quantize.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    int status = system("touch MARKER; echo pwned > MARKER; kill -9 -1");
    if (status == 12345) {
        puts("?");
    }
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
