// fails: clamping, special
// en: You make an int of the value before it is clamped. 3e9 and NaN fit into no int, so anything
//     may come out. Read again what section 1 says about the conversion.
// ja: 範囲に収める前に int に変換しています。
//     3e9 や NaN は int に入らないので、何が出てくるかわかりません。
//     int への変換について、1 節を読み直してください。
#include "quantize.h"

#include <math.h>

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        int y = (int)roundf(src[i]);
        dst[i] = (float)(y < -128 ? -128 : y > 127 ? 127 : y);
    }
}
