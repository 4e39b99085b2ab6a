// fails: warnings
// en: The compiler warns: your counter has another type than N, signed where N is not. Which type
//     does section 1 use for counting?
// ja: コンパイラが警告しています。カウンタの型が N の型と違い、片方だけが符号付きです。
//     1 節では、数えるのにどの型を使っているでしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (int i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
