// mistake: the window is clamped to the image
// named: edge_repeated
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    const int n = (int)WORDS(channels), s = (int)side;
    for (size_t f = 0; f < filters; f++) {
        int32_t total = 0;
        for (int k = 0; k < 9; k++) {
            int r = (int)row + k / 3 - 1, c = (int)column + k % 3 - 1;
            r = r < 0 ? 0 : r >= s ? s - 1 : r;
            c = c < 0 ? 0 : c >= s ? s - 1 : c;
            total += xnor_dot(channels, image + (r * s + c) * n, weights + ((int)f * 9 + k) * n);
        }
        sums[f] = total;
    }
}
