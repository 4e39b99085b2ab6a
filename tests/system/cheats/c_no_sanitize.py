# assignment: 05_c_quantizer
# family: C
# deserved: 0
# what: A step too far, in a function that the sanitizers are told to leave alone.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
__attribute__((no_sanitize("address", "undefined"))) void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { dst[N] = src[N + 1]; }
