// fails: channels
// en: With 32 or 64 channels you count one word too many for a place: a division rounds down, and
//     one more is right only if something is left.
// ja: チャネル数が 32 や 64 のとき、1 か所のワード数を 1 つ多く数えています。
//     割り算の商に 1 を足すのは、余りがあるときだけです。
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
