// each word is made in a variable and stored once
#include "integer_network.h"

void pack_bits(size_t N, const int32_t values[], uint32_t words[])
{
    for (size_t first = 0; first < N; first += 32) {
        uint32_t word = 0;
        for (size_t k = 0; k < 32 && first + k < N; ++k)
            if (values[first + k] >= 0)
                word += UINT32_C(1) << k;
        words[first / 32] = word;
    }
}
