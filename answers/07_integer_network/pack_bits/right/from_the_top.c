#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    uint32_t word = 0;
    for (size_t i = N; i > 0; i--) {
        word = 2 * word + (values[i - 1] >= 0);
        if ((i - 1) % 32 == 0) {
            words[(i - 1) / 32] = word;
            word = 0;
        }
    }
}
