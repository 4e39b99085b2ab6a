#include "arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * Each array has a margin on both sides, where nothing may be written. For make memcheck there is
 * none: the sanitizer watches the first byte after an array, and says which line wrote or read it.
 */
#ifdef MEMCHECK
enum { MARGIN = 0 };
#else
enum { MARGIN = 64 };
#endif

enum { MOST = 256 };

static float *blocks[MOST];
static size_t used;

static float *new_block(size_t N)
{
    float *block = used < MOST ? malloc((N + 2 * MARGIN) * sizeof(float)) : NULL;
    if (block == NULL) {
        fprintf(stderr, "tests: no memory for %zu floats, or more than %d arrays in one test\n",
                N, MOST);
        exit(EXIT_FAILURE);
    }
    return blocks[used++] = block;
}

static float *filled(size_t N, float value)
{
    float *block = new_block(N);
    for (size_t i = 0; i < N + 2 * MARGIN; i++) {
        block[i] = value;
    }
    return block + MARGIN;
}

float *new_array(size_t N)
{
    return filled(N, UNWRITTEN);
}

float *copy_of(size_t N, const float from[])
{
    float *array = filled(N, BESIDE_COPY);
    memcpy(array, from, N * sizeof(float));
    return array;
}

bool written_beside(size_t N, const float array[], float at_first, ptrdiff_t *index)
{
    const ptrdiff_t margin = MARGIN, after = (ptrdiff_t)N;
    for (ptrdiff_t i = 0; i < margin; i++) {
        *index = array[after + i] != at_first ? after + i : -1 - i;
        if (array[*index] != at_first) {
            return true;
        }
    }
    return false;
}

void free_arrays(void)
{
    while (used > 0) {
        free(blocks[--used]);
    }
}
