// fails: middle, filters, channels, edges, corners, large, compiles, warnings, outside, sanitizer
// en: Only the middle of the window is in your sum.
// ja: 窓の真ん中しか足していません。
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t n = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        sums[f] = xnor_dot(channels, image + (row * side + column) * n, weights + (9 * f + 4) * n);
    }
}
