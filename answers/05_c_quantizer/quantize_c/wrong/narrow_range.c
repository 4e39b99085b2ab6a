// fails: clamping, ties, special, in_place, almost_ties
// en: Your lower bound is -127: -200 and -128 both become -127. Read the range of the task again.
// ja: 下の端が -127 になっていて、-200 も -128 も -127 になります。課題の範囲を読み直してください。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -127.0f ? -127.0f : y > 127.0f ? 127.0f : y;
    }
}
