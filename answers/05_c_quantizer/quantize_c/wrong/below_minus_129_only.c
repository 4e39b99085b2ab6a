// fails: clamping
// en: Your loop limits only what lies below -129, so that -129 itself comes out as it is.
// ja: -129 より小さい値だけを抑えているので、-129 そのものはそのまま出てきます。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -129.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
