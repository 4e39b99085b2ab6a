// fails: compiles, warnings, first, all_elements, mask, bounds, input_mask, empty, in_place, outside, sanitizer, special, long
// en: Your file holds the forward of task 1, not the function that is called here. Compare the name
//     with that in quantize.h.
// ja: ファイルにあるのは課題 1 の順伝播で、ここで呼び出される関数ではありません。
//     quantize.h の名前と見比べてください。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
