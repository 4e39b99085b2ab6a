/*
 * The network of signs in plain C: a sign takes a byte, a product is a multiplication, and each
 * batch norm has become a threshold. Notebook 07 packs 32 signs into a word.
 */
#include <stdint.h>

#include "sign_weights.h" /* written by the notebook */

enum { MOST = 8 * 16 * 16 }; /* signs between two layers */

static int32_t window_sum(int side, int channels, int row, int column, const int8_t image[],
                          const int8_t weights[])
{
    int32_t sum = 0;
    for (int channel = 0; channel < channels; channel++) {
        for (int tap = 0; tap < 9; tap++) {
            int y = row + tap / 3 - 1, x = column + tap % 3 - 1;
            if (y >= 0 && y < side && x >= 0 && x < side) {
                sum += weights[channel * 9 + tap] * image[(channel * side + y) * side + x];
            }
        }
    }
    return sum;
}

/* Convolution, threshold, and the largest of four signs. */
static void block(int side, int channels, int filters, const int8_t image[],
                  const int8_t weights[], const int32_t thresholds[], int8_t out[])
{
    int half = side / 2;
    for (int filter = 0; filter < filters; filter++) {
        const int8_t *own = weights + filter * channels * 9;
        for (int place = 0; place < half * half; place++) {
            out[filter * half * half + place] = -1;
            for (int corner = 0; corner < 4; corner++) {
                int row = 2 * (place / half) + corner / 2, column = 2 * (place % half) + corner % 2;
                if (window_sum(side, channels, row, column, image, own) >= thresholds[filter]) {
                    out[filter * half * half + place] = 1;
                }
            }
        }
    }
}

static int32_t dot(int columns, const int8_t signs[], const int8_t weights[])
{
    int32_t sum = 0;
    for (int column = 0; column < columns; column++) {
        sum += signs[column] * weights[column];
    }
    return sum;
}

/* pixels: 3 colours of 32x32, from -128 to 127. scores: 10, in units of 1/32. */
void sign_network(const int8_t pixels[], int32_t scores[])
{
    int8_t a[MOST], b[MOST];
    block(32, 3, 8, pixels, weights_0, thresholds_0, a);
    block(16, 8, 16, a, weights_1, thresholds_1, b);
    block(8, 16, 32, b, weights_2, thresholds_2, a);
    block(4, 32, 64, a, weights_3, thresholds_3, b);
    for (int neuron = 0; neuron < 128; neuron++) {
        a[neuron] = dot(256, b, weights_4 + 256 * neuron) >= thresholds_4[neuron] ? 1 : -1;
    }
    for (int digit = 0; digit < 10; digit++) {
        scores[digit] = dot(128, a, weights_5 + 128 * digit);
    }
}
