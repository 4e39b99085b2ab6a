// fails: middle, filters, channels, edges, corners, single, compiles, warnings, outside, sanitizer
// en: You treat row 0 and column 0 of the image as if they lay outside. Look at your comparison
//     signs.
// ja: 画像の 0 行目と 0 列目が、外にあるとみなされています。
//     不等号を見直してください。
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    const size_t n = WORDS(channels);
    const int last = (int)side;
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                int r = (int)row + i - 1;
                int c = (int)column + j - 1;
                if (r > 0 && r < last && c > 0 && c < last) {
                    const uint32_t *place = image + (size_t)(r * last + c) * n;
                    const uint32_t *weight = weights + ((3 * f + (size_t)i) * 3 + (size_t)j) * n;
                    sums[f] += xnor_dot(channels, place, weight);
                }
            }
        }
    }
}
