// fails: rounding, ties, in_place, almost_ties, long
// en: The fraction of your values is cut off: 2.7 becomes 2. The task rounds to the nearest whole
//     number.
// ja: 小数部分が切り捨てられ、2.7 が 2 になります。課題では、いちばん近い整数に丸めます。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = truncf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
