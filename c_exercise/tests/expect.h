/*
 * Runs tests, and says what they expect of the two functions. A failure ends its test and says the
 * index, what went in, what came out, and what should have come out.
 */
#ifndef EXPECT_H
#define EXPECT_H

#include <stddef.h>

/* Runs a test function and prints its line: file, line, name, PASS or FAIL. */
#define RUN_TEST(test) run_test(test, #test, __FILE__, __LINE__)

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

#define EXPECT_QUANTIZED(src, expected) expect_quantized(__LINE__, COUNT(src), src, expected)
#define EXPECT_QUANTIZED_IN_PLACE(src, expected) \
    expect_quantized_in_place(__LINE__, COUNT(src), src, expected)
#define EXPECT_GRADIENT(src, grad_out, expected) \
    expect_gradient(__LINE__, COUNT(src), src, grad_out, expected)
#define EXPECT_GRADIENT_IN_PLACE(src, grad_out, expected) \
    expect_gradient_in_place(__LINE__, COUNT(src), src, grad_out, expected)

void run_test(void (*test)(void), const char *name, const char *file, int line);

/* Prints how many tests ran and failed; returns the number that failed. */
int end_tests(void);

/* quantizeInt8InFloat writes the expected elements, nothing beside them, and leaves src alone. */
void expect_quantized(int line, size_t N, const float src[], const float expected[]);

/* The same where src and dst are one array. */
void expect_quantized_in_place(int line, size_t N, const float src[], const float expected[]);

/* quantizeInt8InFloatBackward does the same, and leaves src and grad_out alone. */
void expect_gradient(int line, size_t N, const float src[], const float grad_out[],
                     const float expected[]);

/* The same where grad_out and grad_in are one array. */
void expect_gradient_in_place(int line, size_t N, const float src[], const float grad_out[],
                              const float expected[]);

#endif
