#include "integer_network.h"

void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])
{
    for (size_t n = 0; n < N; n++) {
        const uint8_t *block = &blocks[144 * n];
        float scales[8], minima[8];
        for (int j = 0; j < 4; j++) {
            uint8_t a = block[4 + j], b = block[8 + j], c = block[12 + j];
            scales[j] = half_to_float(block) * (float)(a & 63);
            minima[j] = half_to_float(&block[2]) * (float)(b & 63);
            scales[j + 4] = half_to_float(block) * (float)((c & 15) + 16 * (a >> 6));
            minima[j + 4] = half_to_float(&block[2]) * (float)((c >> 4) + 16 * (b >> 6));
        }
        for (int i = 0; i < 256; i++) {
            int j = i / 32, at = 16 + j / 2 * 32 + i % 32;
            int q = (j & 1) ? block[at] >> 4 : block[at] & 15;
            weights[256 * n + (size_t)i] = scales[j] * (float)q - minima[j];
        }
    }
}
