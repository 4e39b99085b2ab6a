// fails: edges, corners, single, large
// en: Outside the image you take the nearest place inside. Nothing at all may be added there.
// ja: 画像の外で、いちばん近い場所の値を使っています。
//     そこでは何も足してはいけません。
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t words = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t i = 0; i < 3; i++) {
            for (size_t j = 0; j < 3; j++) {
                size_t r = row + i > 0 ? row + i - 1 : 0, c = column + j > 0 ? column + j - 1 : 0;
                r = r < side ? r : side - 1;
                c = c < side ? c : side - 1;
                if (r < side && c < side) {
                    const uint32_t *place = image + (r * side + c) * words;
                    sums[f] += xnor_dot(channels, place, weights + ((3 * f + i) * 3 + j) * words);
                }
            }
        }
    }
}
