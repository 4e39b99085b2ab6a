# assignment: 05_c_quantizer
# family: C
# deserved: 0
# what: The file brings a main that ends with success.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
int main(void) { return 0; }
void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { (void)N; (void)src; (void)dst; }
