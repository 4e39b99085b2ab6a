// points: none
// A file that never ends, for the compiler.
#include "/dev/zero"
