// fails: clamping, special, in_place
// en: What lies below the range becomes +128 in your loop. Look at the signs.
// ja: 範囲より下の値が +128 になっています。符号を見直してください。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -128.0f ? 128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
