// fails: all_elements, rounding, clamping, ties, special, in_place, almost_ties, long
// en: Your loop goes on by two, so that every other element is left out.
// ja: ループが 2 つずつ進むので、要素が 1 つおきに抜けています。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i += 2) {
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
