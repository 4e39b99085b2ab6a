// fails: all_elements, rounding, outside, sanitizer, long, clamping, ties, special, almost_ties
// en: Your local array holds 64 floats, but N may be larger: from the 65th on you write into memory
//     that belongs to others. Is a second array needed at all?
// ja: 関数の中の配列は float 64 個分ですが、N はもっと大きいこともあります。
//     65 個目からは、ほかのメモリに書き込みます。そもそも、もう 1 つの配列が必要でしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    float buffer[64];
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        buffer[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
    for (size_t i = 0; i < N; i++) {
        dst[i] = buffer[i];
    }
}
