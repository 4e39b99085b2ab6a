// fails: first, all_elements, rounding, clamping, ties, special, outside, almost_ties, long, compiles, warnings, empty, sanitizer
// en: You write into src. It is const: the caller relies on its input staying as it is. Results go
//     into dst only.
// ja: src に書き込んでいます。src は const で、呼び出した側は入力が変わらないものと思っています。
//     書き込んでよいのは dst だけです。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    float *values = (float *)src;
    for (size_t i = 0; i < N; i++) {
        values[i] = roundf(values[i]);
        dst[i] = values[i] < -128.0f ? -128.0f : values[i] > 127.0f ? 127.0f : values[i];
    }
}
