// mistake: the value is cast to int8_t before it is clamped
// named: cast_to_signed_char
#include "quantize.h" // what the function is called and takes

#include <math.h>
#include <stdint.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = (int8_t)roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
