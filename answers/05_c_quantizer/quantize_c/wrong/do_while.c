// fails: empty
// en: With N = 0 your code still touches an element. Does anything run before N is looked at? And
//     what is N - 1 when N is an unsigned 0?
// ja: N = 0 のときにも、要素に触れています。N を調べる前に実行されるものはないでしょうか。
//     また、符号のない 0 から 1 を引くと、いくつになるでしょうか。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    size_t i = 0;
    do {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
        i++;
    } while (i < N);
}
