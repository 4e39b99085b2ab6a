# assignment: 05_c_quantizer
# family: C
# deserved: 5.65
# what: A shift too far, and no code at all where a macro says that the sanitizers compile it.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
#include <math.h>
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
#ifdef __SANITIZE_ADDRESS__
    (void)N; (void)src; (void)dst;
#else
    int table[4] = {0, 1, 2, 3};
    for (size_t i = 0; i < N; i++) {
        int shift = table[i % 4] + 40;
        volatile int undefined = 1 << shift;
        (void)undefined;
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
#endif
}
