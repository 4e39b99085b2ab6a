/*
 * The same network with 8 bits in every weight and every activation, for comparison. Between two
 * layers, requantize brings the int32 sums back to int8, with a multiplier and a shift for each
 * channel.
 */
#include "integer_network.h"

/* Written by the notebook: constants, which stay in flash. */
#ifdef WEIGHTS_OF_4_BITS
#include "int4_weights.h"

/* Two to a byte, the lower half first. Up and back: the shift to the right copies the sign. */
static int32_t weight_at(const int8_t weights[], size_t i)
{
    return (int8_t)(uint8_t)(i % 2 ? weights[i / 2] : weights[i / 2] * 16) >> 4;
}
#else
#include "int8_weights.h"

static int32_t weight_at(const int8_t weights[], size_t i)
{
    return weights[i];
}
#endif

enum { SIDE = 32, WIDTH = 8, HIDDEN = 16 * WIDTH };

/* first: the place of the first weight of a filter, channel or row among all of a layer. */
static int32_t window_sum(size_t side, const int8_t plane[], size_t row, size_t column,
                          const int8_t weights[], size_t first)
{
    /* Where the window hangs over the edge, it is cut: what is outside adds nothing. */
    size_t top = row > 0 ? row - 1 : 0, bottom = row + 1 < side ? row + 1 : row;
    size_t left = column > 0 ? column - 1 : 0, right = column + 1 < side ? column + 1 : column;
    int32_t result = 0;
    for (size_t r = top; r <= bottom; r++) {
        for (size_t c = left; c <= right; c++) {
            size_t i = first + 3 * (r + 1 - row) + c + 1 - column;
            result += weight_at(weights, i) * plane[r * side + c];
        }
    }
    return result;
}

/* The sum of a 3x3 convolution in one place of one filter. */
static int32_t filter_sum(size_t side, size_t channels, size_t row, size_t column,
                          const int8_t image[], const int8_t weights[], size_t first)
{
    int32_t result = 0;
    for (size_t channel = 0; channel < channels; channel++) {
        const int8_t *plane = image + channel * side * side;
        result += window_sum(side, plane, row, column, weights, first + 9 * channel);
    }
    return result;
}

/* Convolution, ReLU, pooling, requantize. Whatever keeps the order may stand behind the pooling,
   where a quarter of the numbers is left; and a maximum that begins at 0 is the ReLU. */
static void block(size_t side, size_t channels, size_t filters, const int8_t image[],
                  const int8_t weights[], const int32_t biases[], const int32_t multipliers[],
                  const int32_t shifts[], int8_t out[])
{
    for (size_t k = 0; k < filters; k++) {
        int32_t pooled[SIDE / 2 * SIDE / 2] = {0};
        for (size_t row = 0; row < side; row++) {
            for (size_t column = 0; column < side; column++) {
                size_t first = k * channels * 9;
                int32_t sum =
                    biases[k] + filter_sum(side, channels, row, column, image, weights, first);
                int32_t *largest = &pooled[row / 2 * (side / 2) + column / 2];
                *largest = sum > *largest ? sum : *largest;
            }
        }
        size_t area = side / 2 * (side / 2);
        requantize(area, multipliers[k], shifts[k], pooled, out + k * area);
    }
}

static int32_t row_sum(size_t n, const int8_t row[], const int8_t weights[], size_t first)
{
    int32_t result = 0;
    for (size_t i = 0; i < n; i++) {
        result += weight_at(weights, first + i) * row[i];
    }
    return result;
}

/* pixels: 3 colours of 32x32, from -128 to 127. scores: 10, in units of the last layer's scale. */
void int8_network(const int8_t pixels[], int32_t scores[])
{
    int8_t a[WIDTH * 16 * 16], b[2 * WIDTH * 8 * 8]; /* in turns: from one to the other */
    block(32, 3, WIDTH, pixels, weights_0, biases_0, multipliers_0, shifts_0, a);
    block(16, WIDTH, 2 * WIDTH, a, weights_1, biases_1, multipliers_1, shifts_1, b);
    block(8, 2 * WIDTH, 4 * WIDTH, b, weights_2, biases_2, multipliers_2, shifts_2, a);
    block(4, 4 * WIDTH, 8 * WIDTH, a, weights_3, biases_3, multipliers_3, shifts_3, b);
    for (size_t o = 0; o < HIDDEN; o++) {
        int32_t sum = biases_4[o] + row_sum(32 * WIDTH, b, weights_4, o * 32 * WIDTH);
        sum = sum > 0 ? sum : 0;
        requantize(1, multipliers_4[o], shifts_4[o], &sum, a + o);
    }
    for (size_t o = 0; o < 10; o++) {
        scores[o] = biases_5[o] + row_sum(HIDDEN, a, weights_5, o * HIDDEN);
    }
}
