#include "integer_network.h"

#include <string.h>

void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])
{
    for (size_t n = 0; n < N; n++) {
        const uint8_t *block = blocks + n * 144;
        uint32_t k[3];
        memcpy(k, block + 4, 12);
        /* Four numbers of 6 bits at once, a byte for each, as llama.cpp's fast loops do. */
        uint32_t numbers[4] = {
            k[0] & 0x3f3f3f3f,
            (k[2] & 0x0f0f0f0f) | (k[0] >> 6 & 0x03030303) << 4,
            k[1] & 0x3f3f3f3f,
            (k[2] >> 4 & 0x0f0f0f0f) | (k[1] >> 6 & 0x03030303) << 4,
        };
        for (size_t j = 0; j < 8; j++) {
            float scale = (float)(numbers[j / 4] >> 8 * (j % 4) & 255) * half_to_float(block);
            float minimum = (float)(numbers[2 + j / 4] >> 8 * (j % 4) & 255) * half_to_float(block + 2);
            for (size_t i = 0; i < 32; i++) {
                int byte = block[16 + (j & 6) * 16 + i];
                weights[n * 256 + j * 32 + i] = scale * (float)(j & 1 ? byte >> 4 : byte & 15) - minimum;
            }
        }
    }
}
