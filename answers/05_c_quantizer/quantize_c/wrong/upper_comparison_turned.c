// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your second comparison points the wrong way.
// ja: 2 つ目の比較の向きが逆です。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y < 127.0f ? 127.0f : y;
    }
}
