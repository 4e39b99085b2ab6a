#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t words = WORDS(channels);
    for (size_t f = 0; f < filters; f++) {
        int32_t sum = 0;
        for (size_t r = row; r < row + 3; r++) {
            for (size_t c = column; c < column + 3; c++) {
                if (r >= 1 && r <= side && c >= 1 && c <= side) {
                    sum += xnor_dot(channels, &image[((r - 1) * side + c - 1) * words], weights);
                }
                weights += words;
            }
        }
        sums[f] = sum;
    }
}
