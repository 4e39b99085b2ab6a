// fails: clamping, special, in_place
// en: What lies below the range becomes -129 in your loop.
// ja: 範囲より下の値が -129 になっています。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -128.0f ? -129.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
