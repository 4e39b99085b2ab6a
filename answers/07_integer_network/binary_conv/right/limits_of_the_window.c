#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t n = WORDS(channels);
    size_t top = row == 0 ? 1 : 0, bottom = row + 1 == side ? 2 : 3;
    size_t left = column == 0 ? 1 : 0, right = column + 1 == side ? 2 : 3;
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t i = top; i < bottom; i++) {
            for (size_t j = left; j < right; j++) {
                size_t place = (row + i - 1) * side + column + j - 1;
                sums[f] += xnor_dot(channels, image + place * n, weights + (9 * f + 3 * i + j) * n);
            }
        }
    }
}
