#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    int s = (int)side, n = (int)WORDS(channels);
    for (int f = 0; f < (int)filters; f++) {
        int32_t sum = 0;
        for (int r = (int)row - 1; r <= (int)row + 1; r++) {
            for (int c = (int)column - 1; c <= (int)column + 1; c++) {
                int i = r - (int)row + 1, j = c - (int)column + 1;
                if (r >= 0 && r < s && c >= 0 && c < s) {
                    sum += xnor_dot(channels, &image[(r * s + c) * n], &weights[((3 * f + i) * 3 + j) * n]);
                }
            }
        }
        sums[f] = sum;
    }
}
