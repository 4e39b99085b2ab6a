#include "integer_network.h"

/* The number of so many bits from a bit on, in a row of bytes, lowest bit first. */
static uint32_t bits_at(const uint8_t *bytes, size_t first, size_t count)
{
    uint32_t number = 0;
    for (size_t n = 0; n < count; n++) {
        size_t bit = first + n;
        number |= (uint32_t)(bytes[bit / 8] >> (bit % 8) & 1) << n;
    }
    return number;
}

void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])
{
    for (size_t i = 0; i < 256 * N; i++) {
        const uint8_t *block = blocks + 144 * (i / 256);
        size_t j = i / 32 % 8, low = j % 4;
        uint32_t scale = bits_at(block, 32 + 8 * low, 6), minimum = bits_at(block, 64 + 8 * low, 6);
        if (j > 3) {
            scale = bits_at(block, 96 + 8 * low, 4) + 16 * bits_at(block, 38 + 8 * low, 2);
            minimum = bits_at(block, 100 + 8 * low, 4) + 16 * bits_at(block, 70 + 8 * low, 2);
        }
        uint32_t code = bits_at(block, 128 + 256 * (j / 2) + 8 * (i % 32) + 4 * (j % 2), 4);
        weights[i] = half_to_float(block) * (float)(scale * code) - half_to_float(block + 2) * (float)minimum;
    }
}
