// mistake: a cast to int cuts the fraction off
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = (float)(int)src[i];
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
