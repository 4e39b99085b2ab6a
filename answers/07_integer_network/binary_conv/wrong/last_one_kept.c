// fails: middle, filters, channels, edges, corners, large, compiles, warnings, outside, sanitizer
// en: You store the product of the last place, not the sum of all.
// ja: 最後の場所の積を書き込んでいます。
//     すべての和が必要です。
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t words = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t i = 0; i < 3; i++) {
            for (size_t j = 0; j < 3; j++) {
                size_t r = row + i - 1, c = column + j - 1; // -1 wraps to a number beyond side
                if (r < side && c < side) {
                    const uint32_t *place = image + (r * side + c) * words;
                    sums[f] = xnor_dot(channels, place, weights + ((3 * f + i) * 3 + j) * words);
                }
            }
        }
    }
}
