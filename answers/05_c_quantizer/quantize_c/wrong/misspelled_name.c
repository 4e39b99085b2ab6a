// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// en: Your file has no function with the name that is called. Compare the name letter by letter,
//     capitals too, with that in quantize.h; a main is not needed.
// ja: 呼び出される名前の関数が、ファイルの中にありません。
//     quantize.h の名前と、大文字と小文字も含めて 1 文字ずつ見比べてください。main は要りません。
#include "quantize.h"

#include <math.h>

void quantizeInt8Infloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
