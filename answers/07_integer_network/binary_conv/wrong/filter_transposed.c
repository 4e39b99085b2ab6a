// fails: middle, filters, channels, edges, corners, large, compiles, warnings, outside, sanitizer
// en: Rows and columns of the filter are exchanged.
// ja: フィルタの行と列が入れ替わっています。
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
                    sums[f] += xnor_dot(channels, place, weights + ((3 * f + j) * 3 + i) * words);
                }
            }
        }
    }
}
