// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your file does not compile: a statement does not end as it should. The compiler often names
//     the line behind it.
// ja: 文の終わりに足りないものがあり、コンパイルできません。
//     コンパイラが示すのは、その次の行であることがよくあります。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i])
        dst[i] = y;
    }
}
