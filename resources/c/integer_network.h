/*
 * A network without a float: what its four building blocks are called, take and do. You write them,
 * each in a file of its own; the network around them is given (integer_network.c, int8_network.c,
 * int4_network.c). The fifth task is apart: weights as files for laptops hold them.
 *
 * New in C, beside what quantize.h of the assignment before explains:
 *
 *   int8_t, int32_t, int64_t   whole numbers of 8, 32 and 64 bits, with a sign
 *   uint32_t                   32 bits without a sign: here a **word** that holds 32 bits of data
 *   uint8_t                    8 bits without a sign: a byte, from 0 to 255
 *   a & b, a | b, a ^ b, ~a    bit by bit: and, or, exclusive or, not
 *   a << k, a >> k             the bits moved left or right by k places
 *   UINT32_C(1) << k           the word in which bit k alone is 1 (0 <= k < 32)
 *   int32_t f(...)             the function returns a number: return dot;
 *
 * A bit stands for a sign: 1 for +1, and 0 for -1.
 */
#ifndef INTEGER_NETWORK_H
#define INTEGER_NETWORK_H

#include <stddef.h> /* size_t */
#include <stdint.h> /* int8_t and its relatives */

/* How many words hold so many bits. */
#define WORDS(bits) (((bits) + 31) / 32)

/* How many bits of a word are 1: the sums of 2, 4 and 8 neighbours side by side, then of all four
   bytes. */
static inline int32_t ones(uint32_t word)
{
    word = word - ((word >> 1) & 0x55555555u);
    word = (word & 0x33333333u) + ((word >> 2) & 0x33333333u);
    word = (word + (word >> 4)) & 0x0f0f0f0fu;
    return (int32_t)((word * 0x01010101u) >> 24);
}

/* The number that two bytes hold, the lower byte first: a float16, with a sign, 5 bits of exponent
   and 10 of fraction. (Infinity and NaN, whose exponent is 31, are left out.) */
static inline float half_to_float(const uint8_t bytes[])
{
    uint32_t bits = bytes[0] | (uint32_t)bytes[1] << 8, exponent = (bits >> 10) & 31;
    uint32_t fraction = exponent > 0 ? (bits & 1023) + 1024 : 2 * (bits & 1023);
    float size = (float)fraction * (float)(UINT32_C(1) << exponent) / 33554432.0f; /* 2^25 */
    return bits >> 15 ? -size : size;
}

/*
 * Task 1. Pack the signs of N numbers, 32 in a word. Value i goes into bit i % 32 of words[i / 32]:
 * 1 if it is 0 or more, else 0. Bits of the last word that belong to no value are 0.
 *
 *   values   N numbers; N may be 0, and then nothing is written
 *   words    WORDS(N) words
 *
 *   values = { 5, -3, 0 }   gives   words = { 5 }, since 5 is 101 in binary
 */
void pack_bits(size_t N, const int32_t values[], uint32_t words[]);

/*
 * Task 2. The dot product of two rows of N signs: the sum of their N products. Bits that belong to
 * no sign, behind the N-th, do not count, whatever they are.
 *
 *   a, b   WORDS(N) words each, packed as pack_bits does
 *
 *   N = 3, a = { 5 }, b = { 4 }   gives   1, as (+1)(-1) + (-1)(-1) + (+1)(+1) = 1
 */
int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[]);

/*
 * Task 3. One place of a 3x3 convolution of signs: the sum for each filter, at one row and column
 * of the image. Where the window hangs over the edge, nothing is added: there is no image, so there
 * is no product.
 *
 *   side          rows of the image, and columns
 *   channels      signs at each place of the image, and of a filter
 *   filters       how many sums there are
 *   row, column   the place, counted from 0: the middle of the window
 *   image         row by row, in each row column by column, at each place WORDS(channels) words
 *   weights       filter by filter, in each its 3x3 places row by row, at each place
 *                 WORDS(channels) words
 *   sums          one number for each filter
 */
void binary_conv(size_t side, size_t channels, size_t filters, size_t row, size_t column,
                 const uint32_t image[], const uint32_t weights[], int32_t sums[]);

/*
 * Task 4. From 32 bits back to 8: multiply each sum by multiplier / 2^shift, round to the nearest
 * whole number, ties up (2.5 becomes 3, and -2.5 becomes -2), and clamp to [-128, 127].
 *
 *   multiplier   from 0 to 2^31 - 1
 *   shift        from 1 to 62
 *   sums         N numbers, any of 32 bits; the product needs 64
 *   out          N numbers of 8 bits
 *
 *   multiplier = 5, shift = 2, sums = { 2, -2, 1000 }   gives   out = { 3, -2, 127 }
 */
void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[]);

/*
 * Task 5. The weights of N super-blocks of GGUF's format Q4_K: d * scale * code - d_min * minimum.
 * The notebook says which bits are which.
 *
 *   blocks    N times 144 bytes: d and d_min (a float16 each), 12 bytes of scales and minima,
 *             128 bytes of codes; N may be 0, and then nothing is written
 *   weights   N times 256 floats
 */
void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[]);

#endif
