#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t n = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t k = 0; k < 9; k++) {
            size_t r = row + k / 3 - 1, c = column + k % 3 - 1;
            if (r < side && c < side) {
                sums[f] += xnor_dot(channels, image + (r * side + c) * n, weights + (9 * f + k) * n);
            }
        }
    }
}
