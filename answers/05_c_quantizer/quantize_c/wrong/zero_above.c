// fails: clamping, special, in_place
// en: What lies above the range becomes 0 in your loop.
// ja: 範囲より上の値が 0 になっています。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 0.0f : y;
    }
}
