/*
 * The binary network, folded: int8 pixels in, int32 scores out, and signs in between, packed into
 * words. Every batch norm has become one integer for each channel, its threshold.
 */
#include "integer_network.h"

#include <string.h> /* memset */

#include "binary_weights.h" /* written by the notebook: constants, which stay in flash */

enum { SIDE = 32, COLOURS = 3, WIDTH = 8, HIDDEN = 16 * WIDTH, MOST_FILTERS = 8 * WIDTH };

/* Compare the sums of one place with their thresholds, and add the signs to those of its pool: the
   largest of four signs is +1 if any of them is, which is an OR. */
static void compare_and_pool(size_t filters, int32_t sums[], const int32_t thresholds[],
                             uint32_t pool[])
{
    uint32_t signs[WORDS(MOST_FILTERS)];
    for (size_t k = 0; k < filters; k++) {
        sums[k] -= thresholds[k];
    }
    pack_bits(filters, sums, signs);
    for (size_t w = 0; w < WORDS(filters); w++) {
        pool[w] |= signs[w];
    }
}

static int32_t window_sum(const int8_t plane[], size_t row, size_t column, const int8_t weight[])
{
    /* Where the window hangs over the edge, it is cut: what is outside adds nothing. */
    size_t top = row > 0 ? row - 1 : 0, bottom = row + 1 < SIDE ? row + 1 : row;
    size_t left = column > 0 ? column - 1 : 0, right = column + 1 < SIDE ? column + 1 : column;
    int32_t result = 0;
    for (size_t r = top; r <= bottom; r++) {
        for (size_t c = left; c <= right; c++) {
            result += weight[3 * (r + 1 - row) + c + 1 - column] * plane[r * SIDE + c];
        }
    }
    return result;
}

/* The first convolution, of int8 pixels and int8 weights: the only one that multiplies. */
static void first_sums(const int8_t pixels[], size_t row, size_t column, int32_t sums[])
{
    const int8_t *weight = weights_0;
    for (size_t f = 0; f < WIDTH; f++) {
        sums[f] = 0;
        for (size_t colour = 0; colour < COLOURS; colour++) {
            sums[f] += window_sum(pixels + colour * SIDE * SIDE, row, column, weight);
            weight += 9;
        }
    }
}

static void first_block(const int8_t pixels[], uint32_t out[])
{
    memset(out, 0, SIDE / 2 * SIDE / 2 * WORDS(WIDTH) * sizeof out[0]);
    for (size_t row = 0; row < SIDE; row++) {
        for (size_t column = 0; column < SIDE; column++) {
            int32_t sums[WIDTH];
            first_sums(pixels, row, column, sums);
            size_t pool = row / 2 * (SIDE / 2) + column / 2;
            compare_and_pool(WIDTH, sums, thresholds_0, out + pool * WORDS(WIDTH));
        }
    }
}

/* Convolution, threshold and pooling on packed signs. */
static void block(size_t side, size_t channels, const uint32_t image[], const uint32_t weights[],
                  const int32_t thresholds[], uint32_t out[])
{
    size_t filters = 2 * channels;
    memset(out, 0, side / 2 * (side / 2) * WORDS(filters) * sizeof out[0]);
    for (size_t row = 0; row < side; row++) {
        for (size_t column = 0; column < side; column++) {
            int32_t sums[MOST_FILTERS];
            binary_conv(side, channels, filters, row, column, image, weights, sums);
            size_t pool = row / 2 * (side / 2) + column / 2;
            compare_and_pool(filters, sums, thresholds, out + pool * WORDS(filters));
        }
    }
}

/* The hidden layer: what flatten puts into a row are whole words already. */
static void hidden_layer(const uint32_t row[], uint32_t out[])
{
    enum { BITS = 4 * MOST_FILTERS };
    int32_t sums[HIDDEN];
    for (size_t o = 0; o < HIDDEN; o++) {
        sums[o] = xnor_dot(BITS, row, weights_4 + o * WORDS(BITS)) - thresholds_4[o];
    }
    pack_bits(HIDDEN, sums, out);
}

/* The last layer: int8 weights, added or subtracted, and no threshold behind them. */
static void last_layer(const uint32_t signs[], int32_t scores[])
{
    for (size_t o = 0; o < 10; o++) {
        scores[o] = 0;
        for (size_t i = 0; i < HIDDEN; i++) {
            int32_t weight = weights_5[o * HIDDEN + i];
            scores[o] += signs[i / 32] >> (i % 32) & 1 ? weight : -weight;
        }
    }
}

/* pixels: 3 colours of 32x32, from -128 to 127. scores: 10, in units of 1/32. */
void integer_network(const int8_t pixels[], int32_t scores[])
{
    /* in turns: from one to the other */
    uint32_t a[16 * 16 * WORDS(WIDTH)], b[8 * 8 * WORDS(2 * WIDTH)];
    first_block(pixels, a);
    block(16, WIDTH, a, weights_1, thresholds_1, b);
    block(8, 2 * WIDTH, b, weights_2, thresholds_2, a);
    block(4, 4 * WIDTH, a, weights_3, thresholds_3, b);
    hidden_layer(b, a);
    last_layer(a, scores);
}
