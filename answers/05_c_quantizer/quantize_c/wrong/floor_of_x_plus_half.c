// fails: ties, almost_ties
// en: Your ties below zero go up: -2.5 becomes -2. And 0.49999997 becomes 1, because the sum with
//     one half is itself rounded. The task names a function for both.
// ja: 負の側で、ちょうど中間の値が上に丸められ、-2.5 が -2 になります。
//     また、0.5 を足した和が丸められるので、0.49999997 が 1 になります。
//     どちらも正しく扱う関数が、課題に書いてあります。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = floorf(src[i] + 0.5f);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
