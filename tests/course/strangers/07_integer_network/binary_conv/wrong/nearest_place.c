// mistake: outside, the nearest place of the image is used
// named: edge_repeated
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t n = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t i = 0; i < 3; i++)
            for (size_t j = 0; j < 3; j++) {
                size_t r = row + i, c = column + j;
                r = r == 0 ? 0 : r > side ? side - 1 : r - 1;
                c = c == 0 ? 0 : c > side ? side - 1 : c - 1;
                sums[f] += xnor_dot(channels, image + (r * side + c) * n, weights + ((3 * f + i) * 3 + j) * n);
            }
    }
}
