// fails: warnings, first, all_elements, rounding, clamping, ties, special, almost_ties, long, compiles, empty, outside, sanitizer
// en: Your loop rounds what stands in dst, where nothing was written yet.
// ja: dst にあるものを丸めています。そこには、まだ何も書かれていません。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(dst[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
