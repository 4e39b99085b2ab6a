// fails: compiles, warnings, first, all_elements, rounding, clamping, ties, special, empty, in_place, outside, sanitizer, almost_ties, long
// There is no such file where the code is compiled.
#include "../../c_exercise/solution/quantize.c"
