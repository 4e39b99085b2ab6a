// fails: rounding, ties, in_place, long, almost_ties
// en: Your loop sends every negative value to -128. Look at the number that you compare with.
// ja: 負の値が、すべて -128 になっています。比べる相手の数を見直してください。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -0.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
