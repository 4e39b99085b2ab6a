/* Your answer. quantize.h says what each function has to do. */
#include "quantize.h"

#include <math.h> /* roundf */

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    /* Task 1 (about 5 lines): replace the three lines below, which only keep the compiler quiet. */
    (void)N;
    (void)src;
    (void)dst;
}

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[],
                                  float grad_in[])
{
    /* Task 2 (about 5 lines): replace the four lines below. */
    (void)N;
    (void)src;
    (void)grad_out;
    (void)grad_in;
}
