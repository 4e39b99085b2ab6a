#include "integer_network.h"

void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])
{
    for (size_t i = 0; i < 256 * N; i++) {
        const uint8_t *block = blocks + i / 256 * 144;
        const uint8_t *k = block + 4;
        size_t within = i % 256;
        size_t j = within / 32;
        unsigned scale, minimum;
        switch (j) {
        case 0: case 1: case 2: case 3:
            scale = k[j] & 0x3fu;
            minimum = k[4 + j] & 0x3fu;
            break;
        default:
            scale = (k[4 + j] & 0xfu) + ((k[j - 4] & 0xc0u) >> 2);
            minimum = (k[4 + j] & 0xf0u) / 16 + ((k[j] & 0xc0u) >> 2);
        }
        unsigned byte = block[16 + within / 64 * 32 + within % 32];
        unsigned code = within % 64 < 32 ? byte % 16 : byte / 16;
        double d = half_to_float(block), d_min = half_to_float(block + 2);
        weights[i] = (float)(d * scale * code - d_min * minimum);
    }
}
