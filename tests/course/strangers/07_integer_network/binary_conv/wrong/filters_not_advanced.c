// mistake: the weights of filter 0 are used for all
// named: same_filter_always
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t n = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        const uint32_t *weight = weights;
        sums[f] = 0;
        for (size_t r = row; r < row + 3; r++) {
            for (size_t c = column; c < column + 3; c++, weight += n) {
                if (r > 0 && c > 0 && r <= side && c <= side) {
                    sums[f] += xnor_dot(channels, image + ((r - 1) * side + c - 1) * n, weight);
                }
            }
        }
    }
}
