// fails: warnings, all_elements, long, clamping, ties, special
// en: Your loop counts with a char, which cannot count beyond 127.
// ja: char で数えています。char は 127 より先まで数えられません。
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (char i = 0; i < N; i++) {
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
