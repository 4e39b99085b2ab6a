// fails: compiles, warnings, middle, filters, channels, edges, corners, single, outside, sanitizer, large
// en: You tell xnor_dot the number of whole words in bits. It must hear how many signs count:
//     channels.
// ja: xnor_dot に、ワード全体のビット数を渡しています。
//     渡すのは、数える符号の数 channels です。
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
                    sums[f] += xnor_dot(32 * words, place, weights + ((3 * f + i) * 3 + j) * words);
                }
            }
        }
    }
}
