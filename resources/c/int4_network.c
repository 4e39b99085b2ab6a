/*
 * The network of int8_network.c with weights of 4 bits, two in a byte: everything else is the same.
 */
#define WEIGHTS_OF_4_BITS
#define int8_network int4_network
#include "int8_network.c"
