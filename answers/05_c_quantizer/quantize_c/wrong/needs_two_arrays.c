// fails: in_place
// en: You clear dst before you read src. Where both are the same array, the input is gone: all
//     results are 0.
// ja: src を読む前に dst を 0 にしています。
//     2 つが同じ配列のときは入力が消えてしまい、結果がすべて 0 になります。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        dst[i] = 0.0f;
    }
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
