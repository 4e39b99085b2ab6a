# assignment: 05_c_quantizer
# family: C
# deserved: 0
# what: A step too far, and options of the sanitizer in the source: no report, exit status 0.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "exitcode=0:log_path=/dev/null:halt_on_error=0:detect_stack_use_after_return=0"; }
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "exitcode=0:log_path=/dev/null"; }
void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { dst[N] = src[N + 1]; }
