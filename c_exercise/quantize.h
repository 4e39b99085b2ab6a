/*
 * The C homework: the int8 quantizer, whose results are kept in floats.
 *
 * This is a header: it says what the functions are called, what they take and what they do. You
 * write what is between their braces in quantize.c. You do not change this file.
 *
 * If you have hardly written C, these four things are enough:
 *
 *   size_t N            a whole number that is never negative, for counting elements. A C array
 *                       does not know its own length, so whoever calls the function has to say
 *                       it: that is what N is for.
 *   const float src[]   an array of floats that the function reads. `const` is a promise: it does
 *                       not change them. Its elements are src[0], src[1], ..., src[N - 1]. There
 *                       is no src[N]: C does not stop you from reading or writing there, and
 *                       nobody can say what happens then.
 *   float dst[]         an array of floats that the function writes. Arrays are not copied when a
 *                       function is called, so what you write into dst is what the caller finds
 *                       there afterwards.
 *   void                the function returns nothing. Its result is what it has written.
 *
 * In C, 2.5 is a double (64 bits) and 2.5f is a float (32 bits, as torch.float32).
 */
#ifndef QUANTIZE_H /* with this line, the next, and #endif, a file may include this one twice */
#define QUANTIZE_H

#include <stddef.h> /* size_t */

/*
 * Task 1. Round each of the N floats in src to the nearest whole number, ties away from zero, clamp
 * it to [-128, 127], and write it to the same place of dst.
 *
 *   N     how many elements src has, and dst too; 0 is allowed, and then nothing is read or written
 *   src   what to quantize: any floats. NaN stays NaN; infinities clamp as other large numbers do
 *   dst   where the results go; may be the same array as src
 *
 *   src = { 234.23f, -3.01f, 2.5f, -2.5f }   gives   dst = { 127, -3, 3, -3 }
 */
void quantizeInt8InFloat(size_t N, const float src[], float dst[]);

/*
 * Task 2. The gradient of task 1 by the straight-through estimator: grad_in[i] is grad_out[i] where
 * -128 <= src[i] <= 127, both bounds included, and 0 elsewhere.
 *
 *   N          how many elements each of the three arrays has; 0 is allowed
 *   src        what went into quantizeInt8InFloat: the mask is on the input, not on the result. NaN
 *              lies in no range, so no gradient passes there: 0
 *   grad_out   the upstream gradient: how the loss changes with each result
 *   grad_in    where the gradient with respect to src goes; may be the same array as grad_out
 *
 *   src = { 234.23f, -3.01f, 127 }, grad_out = { 0.5f, 0.25f, 4 }
 *   gives   grad_in = { 0, 0.25f, 4 }
 */
void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[],
                                  float grad_in[]);

#endif
