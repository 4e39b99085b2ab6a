/* Arrays that tell which of their elements were written, and whether something was written beside them. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include <stdbool.h>
#include <stddef.h>

/* What every element of a new array holds, and what lies beside it. No right answer of this homework is this number. */
#define UNWRITTEN 77777.0f

/* What lies beside a copy. It is another number, so that a loop which goes too far in both arrays is seen to write. */
#define BESIDE_COPY 0.3125f

/* An array of N floats. It lasts until free_arrays. */
float *new_array(size_t N);

/* A new array that holds the same N floats as another. */
float *copy_of(size_t N, const float from[]);

/*
 * Whether something was written beside an array of N floats, where only what lay there at first should lie, and at which
 * index: -1 is just before the array, N just after it.
 */
bool written_beside(size_t N, const float array[], float at_first, ptrdiff_t *index);

/* Gives all arrays back. */
void free_arrays(void);

#endif
