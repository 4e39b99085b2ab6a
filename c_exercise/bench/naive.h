#ifndef NAIVE_H
#define NAIVE_H

#include <stddef.h>

/* Round each of the N floats in src to the nearest whole number, and write it to dst. */
void naiveRound(size_t N, const float src[], float dst[]);

#endif
