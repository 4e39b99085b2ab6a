/* Arrays that show which of their elements were written, and whether one beside them was. */
#ifndef ARRAYS_H
#define ARRAYS_H

#include <stdbool.h>
#include <stddef.h>

/* Every element of a new array, and what lies beside it. No right answer is this number. */
#define UNWRITTEN 77777.0f

/* What lies beside a copy: another number, to see a loop that goes too far in both arrays. */
#define BESIDE_COPY 0.3125f

/* An array of N floats. It lasts until free_arrays. */
float *new_array(size_t N);

/* A new array that holds the same N floats as another. */
float *copy_of(size_t N, const float from[]);

/*
 * Whether something was written beside an array of N floats, where at_first should still be, and at
 * which index: -1 is just before the array, N just after it.
 */
bool written_beside(size_t N, const float array[], float at_first, ptrdiff_t *index);

/* Gives all arrays back. */
void free_arrays(void);

#endif
