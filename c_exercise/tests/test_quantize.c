/* The visible tests: each function whose name begins with test_ gives one line of `make test`. */
#include "arrays.h"
#include "expect.h"

#include <math.h>
#include <stdio.h>

static void test_the_first_element_is_written(void)
{
    const float src[] = {3.25f};
    const float expected[] = {3};
    EXPECT_QUANTIZED(src, expected);
}

static void test_every_element_is_written(void)
{
    enum { N = 1003 };
    float src[N], expected[N];
    for (int i = 0; i < N; i++) {
        expected[i] = (float)(i % 200 - 100);
        src[i] = expected[i] + 0.25f;
    }
    expect_quantized(__LINE__, N, src, expected);
}

static void test_values_are_rounded_to_the_nearest_whole_number(void)
{
    const float src[] = {-3.01f, -2.75f, -0.25f, 0, 0.25f, 0.75f, 2.25f, 99.9f};
    const float expected[] = {-3, -3, 0, 0, 0, 1, 2, 100};
    EXPECT_QUANTIZED(src, expected);
}

static void test_ties_are_rounded_away_from_zero(void)
{
    const float src[] = {-126.5f, -2.5f, -1.5f, -0.5f, 0.5f, 1.5f, 2.5f, 126.5f};
    const float expected[] = {-127, -3, -2, -1, 1, 2, 3, 127};
    EXPECT_QUANTIZED(src, expected);
}

static void test_the_largest_float_below_a_tie_is_rounded_down(void)
{
    const float src[] = {0.49999997f, -0.49999997f, 2.4999998f, -2.4999998f};
    const float expected[] = {0, 0, 2, -2};
    EXPECT_QUANTIZED(src, expected);
}

static void test_values_outside_are_clamped_to_the_range(void)
{
    const float src[] = {-1e10f, -300, -128.5f, -128, 127, 127.5f, 234.23f, 1e10f};
    const float expected[] = {-128, -128, -128, -128, 127, 127, 127, 127};
    EXPECT_QUANTIZED(src, expected);
}

static void test_nan_stays_nan_and_infinities_are_clamped(void)
{
    const float src[] = {1, NAN, -INFINITY, INFINITY, 2};
    const float expected[] = {1, NAN, -128, 127, 2};
    EXPECT_QUANTIZED(src, expected);
}

static void test_src_and_dst_may_be_the_same_array(void)
{
    const float src[] = {-200, -2.5f, 0.75f, 126.5f, 200};
    const float expected[] = {-128, -3, 1, 127, 127};
    EXPECT_QUANTIZED_IN_PLACE(src, expected);
}

static void test_exactly_N_elements_are_written(void)
{
    for (size_t N = 1; N <= 40; N++) {
        float *src = new_array(N), *expected = new_array(N);
        for (size_t i = 0; i < N; i++) {
            src[i] = expected[i] = (float)i;
        }
        expect_quantized(__LINE__, N, src, expected);
    }
}

static void test_N_may_be_0(void)
{
    const float one[] = {1};
    expect_quantized(__LINE__, 0, one, one);
    expect_quantized(__LINE__, 1, one, one); /* or a function that never does anything would pass */
}

static void test_backward_passes_the_upstream_gradient_inside_the_range(void)
{
    const float src[] = {-100, -0.5f, 0, 2.5f, 126.9f};
    const float grad_out[] = {0.5f, -0.25f, 3, -7, 1e-9f};
    const float expected[] = {0.5f, -0.25f, 3, -7, 1e-9f};
    EXPECT_GRADIENT(src, grad_out, expected);
}

static void test_backward_gives_0_outside_the_range(void)
{
    const float src[] = {-1e10f, -129, 1, 128, INFINITY};
    const float grad_out[] = {1, 2, 3, 4, 5};
    const float expected[] = {0, 0, 3, 0, 0};
    EXPECT_GRADIENT(src, grad_out, expected);
}

static void test_backward_looks_at_src_and_not_at_its_rounded_value(void)
{
    const float src[] = {-128.25f, -128, 127, 127.25f};
    const float grad_out[] = {1, 2, 3, 4};
    const float expected[] = {0, 2, 3, 0};
    EXPECT_GRADIENT(src, grad_out, expected);
}

static void test_backward_gives_0_where_src_is_nan(void)
{
    const float src[] = {NAN, 1};
    const float grad_out[] = {5, 6};
    const float expected[] = {0, 6};
    EXPECT_GRADIENT(src, grad_out, expected);
}

static void test_backward_may_write_over_grad_out(void)
{
    const float src[] = {-200, 1, 127, 200};
    const float grad_out[] = {1, 2, 3, 4};
    const float expected[] = {0, 2, 3, 0};
    EXPECT_GRADIENT_IN_PLACE(src, grad_out, expected);
}

static void test_backward_writes_exactly_N_elements(void)
{
    for (size_t N = 0; N <= 40; N++) {
        float *src = new_array(N), *grad = new_array(N);
        for (size_t i = 0; i < N; i++) {
            src[i] = grad[i] = (float)i;
        }
        expect_gradient(__LINE__, N, src, grad, grad);
    }
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0); /* what is printed before a crash is shown */
    RUN_TEST(test_the_first_element_is_written);
    RUN_TEST(test_every_element_is_written);
    RUN_TEST(test_values_are_rounded_to_the_nearest_whole_number);
    RUN_TEST(test_ties_are_rounded_away_from_zero);
    RUN_TEST(test_the_largest_float_below_a_tie_is_rounded_down);
    RUN_TEST(test_values_outside_are_clamped_to_the_range);
    RUN_TEST(test_nan_stays_nan_and_infinities_are_clamped);
    RUN_TEST(test_src_and_dst_may_be_the_same_array);
    RUN_TEST(test_exactly_N_elements_are_written);
    RUN_TEST(test_N_may_be_0);
    RUN_TEST(test_backward_passes_the_upstream_gradient_inside_the_range);
    RUN_TEST(test_backward_gives_0_outside_the_range);
    RUN_TEST(test_backward_looks_at_src_and_not_at_its_rounded_value);
    RUN_TEST(test_backward_gives_0_where_src_is_nan);
    RUN_TEST(test_backward_may_write_over_grad_out);
    RUN_TEST(test_backward_writes_exactly_N_elements);
    return end_tests();
}
