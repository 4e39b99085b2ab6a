// fails: all_elements, rounding, clamping, ties, special, in_place, almost_ties, long
// en: Your loop rounds src[0] again and again: the index does not move.
// ja: いつも src[0] を丸めていて、添字が動いていません。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[0]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
