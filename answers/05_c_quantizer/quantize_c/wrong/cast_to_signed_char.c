// fails: clamping, special, in_place
// en: Your values wrap around: 200 becomes -56. A cast to a small type takes the low bits, it does
//     not clamp.
// ja: 値が一周して、200 が -56 になります。
//     小さな型への変換は、下位のビットを取り出すだけで、範囲に収めるものではありません。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = (float)(signed char)(int)roundf(src[i]);
    }
}
