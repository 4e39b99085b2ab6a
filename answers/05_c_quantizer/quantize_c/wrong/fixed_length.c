// fails: all_elements, empty, outside, sanitizer, long, clamping, ties, special
// en: Your loop always runs over the same number of elements. Shorter arrays are overrun, and
//     longer ones are not finished. What tells you the length?
// ja: ループがいつも同じ個数だけ回っています。短い配列でははみ出し、長い配列では途中で終わります。
//     長さを教えてくれるのは何でしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    (void)N;
    for (int i = 0; i < 256; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
