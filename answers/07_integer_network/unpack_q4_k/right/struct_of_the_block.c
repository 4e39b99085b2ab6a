#include "integer_network.h"

typedef struct {
    uint8_t d[2], d_min[2];
    uint8_t scales[12];
    uint8_t codes[4][32];
} super_block;

void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])
{
    const super_block *block = (const super_block *)blocks;
    for (; N > 0; N--, block++) {
        for (int j = 0; j < 8; j++) {
            const uint8_t *k = block->scales + j;
            int scale = j < 4 ? k[0] & 63 : (k[4] & 15) | (k[-4] & 0xC0) >> 2;
            int minimum = j < 4 ? k[4] & 63 : k[4] >> 4 | (k[0] & 0xC0) >> 2;
            for (int i = 0; i < 32; i++) {
                int code = block->codes[j / 2][i] >> 4 * (j % 2) & 15;
                *weights++ = half_to_float(block->d) * (float)(scale * code)
                             - half_to_float(block->d_min) * (float)minimum;
            }
        }
    }
}
