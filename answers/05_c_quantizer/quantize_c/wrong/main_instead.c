// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// A program, without the function.
#include <stdio.h>

int main(void)
{
    printf("all tests passed\n");
    return 0;
}
