// mistake: channels / 32 + 1 words, one too many if the channels fill their words
// named: one_word_too_many
#include "integer_network.h"

void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[])
{
    size_t n = channels / 32 + 1;
    for (size_t f = 0; f < filters; f++) {
        sums[f] = 0;
        for (size_t i = 0; i < 3; i++)
            for (size_t j = 0; j < 3; j++) {
                size_t r = row + i - 1, c = column + j - 1;
                if (r < side && c < side)
                    sums[f] += xnor_dot(channels, image + (r * side + c) * n, weights + ((3 * f + i) * 3 + j) * n);
            }
    }
}
