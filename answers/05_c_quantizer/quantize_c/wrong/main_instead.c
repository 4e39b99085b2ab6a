// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// same: misspelled_name
#include <stdio.h>

int main(void)
{
    printf("all tests passed\n");
    return 0;
}
