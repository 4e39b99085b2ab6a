// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your loop writes every result into dst[0].
// ja: 結果をすべて dst[0] に書いています。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[0] = y > 127.0f ? 127.0f : y;
    }
}
