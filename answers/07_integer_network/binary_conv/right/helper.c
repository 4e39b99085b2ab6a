#include "integer_network.h"

// Place (r - 1, c - 1) of the image times a weight; 0 outside.
static int32_t product(size_t side, size_t channels, size_t r, size_t c, const uint32_t image[],
                       const uint32_t weight[])
{
    if (r == 0 || r > side || c == 0 || c > side) {
        return 0;
    }
    return xnor_dot(channels, image + ((r - 1) * side + c - 1) * WORDS(channels), weight);
}

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t i = 0; i < 3; i++) {
            for (size_t j = 0; j < 3; j++) {
                const uint32_t *weight = weights + ((3 * f + i) * 3 + j) * WORDS(channels);
                sums[f] += product(side, channels, row + i, column + j, image, weight);
            }
        }
    }
}
