// fails: warnings
// en: The compiler warns that it does not know your rounding function: nothing tells it what that
//     takes and returns. Which header declares it?
// ja: 丸めの関数を知らない、とコンパイラが警告しています。
//     その引数と戻り値の型が、どこにも書かれていないからです。
//     どのヘッダで宣言されているでしょうか。
#include "quantize.h"

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = roundf(src[i]);
        dst[i] = y < -128.0f ? -128.0f : y > 127.0f ? 127.0f : y;
    }
}
