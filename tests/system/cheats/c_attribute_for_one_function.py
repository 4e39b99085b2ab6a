# assignment: 05_c_quantizer
# family: C
# deserved: 5.65
# what: A shift too far, in a right function that the sanitizers are told to leave alone.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
#include <math.h>
__attribute__((no_sanitize("undefined")))
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    int table[4] = {0, 1, 2, 3};
    for (size_t i = 0; i < N; i++) {
        int shift = table[i % 4] + 40;
        volatile int undefined = 1 << shift;
        (void)undefined;
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
