/* The C homework: the int8 quantizer, whose results are kept in floats. */
#ifndef QUANTIZE_H
#define QUANTIZE_H

#include <stddef.h>

/*
 * Round each of the N floats in src to the nearest whole number, ties away from zero, clamp it to [-128, 127], and
 * write it to dst.
 *
 *   NaN stays NaN; infinities clamp; N may be 0; src and dst may be the same array.
 *
 *   src = { 234.23f, -3.01f, 2.5f, -2.5f }   gives   dst = { 127, -3, 3, -3 }
 */
void quantizeInt8InFloat(size_t N, const float src[], float dst[]);

/*
 * The gradient of quantizeInt8InFloat by the straight-through estimator: grad_in[i] is grad_out[i] where
 * -128 <= src[i] <= 127, both bounds included, and 0 elsewhere. A NaN in src lies in no range, so it gives 0.
 *
 *   N may be 0; grad_out and grad_in may be the same array.
 */
void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[], float grad_in[]);

#endif
