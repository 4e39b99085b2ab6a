#include "integer_network.h"

void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])
{
    for (size_t b = 0; b < N; b++) {
        const uint8_t *block = blocks + 144 * b, *k = block + 4, *codes = block + 16;
        float *out = weights + 256 * b;
        const float d = half_to_float(block), d_min = half_to_float(block + 2);
        for (size_t j = 0; j < 8; j++) {
            uint8_t scale, minimum;
            if (j < 4) {
                scale = k[j] & 0x3F;
                minimum = k[j + 4] & 0x3F;
            } else {
                scale = (uint8_t)((k[j + 4] & 0x0F) | ((k[j - 4] >> 6) << 4));
                minimum = (uint8_t)((k[j + 4] >> 4) | ((k[j] >> 6) << 4));
            }
            for (size_t i = 0; i < 32; i++) {
                uint8_t byte = codes[32 * (j / 2) + i];
                uint8_t q = j % 2 == 0 ? byte & 0x0F : byte >> 4;
                out[32 * j + i] = d * scale * q - d_min * minimum;
            }
        }
    }
}
