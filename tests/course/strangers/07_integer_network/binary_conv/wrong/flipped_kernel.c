// mistake: the kernel is turned by 180 degrees, as in a mathematical convolution
// named: filter_mirrored
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t n = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t i = 0; i < 3; i++)
            for (size_t j = 0; j < 3; j++) {
                size_t r = row + i - 1, c = column + j - 1;
                if (r < side && c < side)
                    sums[f] += xnor_dot(channels, image + (r * side + c) * n, weights + ((3 * f + 2 - i) * 3 + 2 - j) * n);
            }
    }
}
