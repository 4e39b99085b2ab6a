// one loop over nine places, with the weights' address going on
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    const size_t n = WORDS(channels);
    const uint32_t *weight = weights;
    for (int32_t *sum = sums; sum != sums + filters; sum++) {
        int32_t total = 0;
        for (size_t k = 0; k < 9; k++, weight += n) {
            const size_t r = row + k / 3, c = column + k % 3;
            if (r < 1 || r > side || c < 1 || c > side)
                continue;
            total += xnor_dot(channels, &image[((r - 1) * side + (c - 1)) * n], weight);
        }
        *sum = total;
    }
}
