#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    ptrdiff_t n = WORDS(channels), last = (ptrdiff_t)side - 1;
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
    }
    for (int i = -1; i <= 1; i++) {
        for (int j = -1; j <= 1; j++) {
            ptrdiff_t r = (ptrdiff_t)row + i, c = (ptrdiff_t)column + j;
            if (r < 0 || r > last || c < 0 || c > last) {
                continue;
            }
            const uint32_t *place = image + (r * (last + 1) + c) * n;
            for (size_t f = 0; f < filters; f++) {
                const uint32_t *weight = weights + ((ptrdiff_t)f * 9 + 3 * (i + 1) + j + 1) * n;
                sums[f] += xnor_dot(channels, place, weight);
            }
        }
    }
}
