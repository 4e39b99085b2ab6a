#include "integer_network.h"

/* The scale and the minimum of a sub-block. */
static void six_bits(const uint8_t *k, size_t j, int *scale, int *minimum)
{
    if (j < 4) {
        *scale = k[j] % 64;
        *minimum = k[j + 4] % 64;
        return;
    }
    *scale = k[j + 4] % 16 + k[j - 4] / 64 * 16;
    *minimum = k[j + 4] / 16 + k[j] / 64 * 16;
}

void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])
{
    while (N-- > 0) {
        float d = half_to_float(blocks), d_min = half_to_float(blocks + 2);
        const uint8_t *byte = blocks + 16;
        for (size_t pair = 0; pair < 4; pair++) {
            int scale[2], minimum[2];
            six_bits(blocks + 4, 2 * pair, &scale[0], &minimum[0]);
            six_bits(blocks + 4, 2 * pair + 1, &scale[1], &minimum[1]);
            for (int i = 0; i < 32; i++, byte++, weights++) {
                weights[0] = d * (float)scale[0] * (float)(*byte % 16) - d_min * (float)minimum[0];
                weights[32] = d * (float)scale[1] * (float)(*byte / 16) - d_min * (float)minimum[1];
            }
            weights += 32;
        }
        blocks += 144;
    }
}
