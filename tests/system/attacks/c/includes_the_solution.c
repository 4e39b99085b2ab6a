// points: none
// The solution is not where the code is compiled.
#include "SOLUTION"
