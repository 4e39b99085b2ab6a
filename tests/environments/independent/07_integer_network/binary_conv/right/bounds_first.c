// the bounds of the window are made first, filters come in the inner loop
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    const size_t n = WORDS(channels);
    const size_t top = row > 0 ? row - 1 : 0, bottom = row + 1 < side ? row + 1 : row;
    const size_t left = column > 0 ? column - 1 : 0, right = column + 1 < side ? column + 1 : column;
    for (size_t f = 0; f < filters; f++)
        sums[f] = 0;
    for (size_t r = top; r <= bottom; r++)
        for (size_t c = left; c <= right; c++)
            for (size_t f = 0; f < filters; f++) {
                const size_t i = r + 1 - row, j = c + 1 - column;
                sums[f] += xnor_dot(channels, image + (r * side + c) * n, weights + (9 * f + 3 * i + j) * n);
            }
}
