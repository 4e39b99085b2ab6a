// fails: edges, corners, single, large
// en: Outside the image you take words of 0, which are signs of −1. That is another network.
// ja: 画像の外を 0 のワード、つまり -1 の符号とみなしています。
//     それは別のネットワークです。
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    static const uint32_t minus_ones[64];
    size_t n = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t k = 0; k < 9; k++) {
            size_t r = row + k / 3 - 1, c = column + k % 3 - 1;
            const uint32_t *place = r < side && c < side ? image + (r * side + c) * n : minus_ones;
            sums[f] += xnor_dot(channels, place, weights + (9 * f + k) * n);
        }
    }
}
