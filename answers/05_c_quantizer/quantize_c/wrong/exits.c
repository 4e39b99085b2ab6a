// fails: all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: When your function is done, it ends the whole program instead of going back to its caller.
//     After its last line a function returns by itself.
// ja: 終わったときに呼び出し元に戻らず、プログラム全体を終わらせています。
//     最後の行まで進めば、関数は自動的に戻ります。
#include "quantize.h"

#include <math.h>
#include <stdlib.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
    exit(0);
}
