#include "expect.h"

#include "arrays.h"
#include "quantize.h"

#include <math.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

enum { LONGEST = 200 };

static struct {
    const char *file, *name;
    jmp_buf end; /* where a failed test goes on */
} running;
static int ran, failed;

void run_test(void (*test)(void), const char *name, const char *file, int line)
{
    running.file = file;
    running.name = name;
    ran++;
    if (setjmp(running.end) == 0) {
        test();
        printf("%s:%d:%s:PASS\n", file, line, name);
    }
    free_arrays();
}

int end_tests(void)
{
    printf("\n-----------------------\n%d Tests %d Failures\n%s\n", ran, failed,
           failed ? "FAIL" : "OK");
    return failed;
}

static void fail(int line, const char *text)
{
    printf("%s:%d:%s:FAIL: %s\n", running.file, line, running.name, text);
    failed++;
    longjmp(running.end, 1);
}

static int same(float a, float b)
{
    return a == b || (isnan(a) && isnan(b));
}

static size_t count_wrong(size_t N, const float got[], const float expected[])
{
    size_t wrong = 0;
    for (size_t i = 0; i < N; i++) {
        wrong += !same(got[i], expected[i]);
    }
    return wrong;
}

/* grad_out is NULL where there is none. */
static void fail_at(int line, size_t i, const float src[], const float grad_out[],
                    const float got[], const float expected[], size_t N)
{
    char grad[40] = "", text[LONGEST];
    if (grad_out != NULL) {
        snprintf(grad, sizeof grad, " grad_out = %.8g,", (double)grad_out[i]);
    }
    snprintf(text, sizeof text,
             "index %zu: src = %.8g,%s got %.8g%s, expected %.8g (%zu of %zu wrong)", i,
             (double)src[i], grad, (double)got[i], got[i] == UNWRITTEN ? " (never written)" : "",
             (double)expected[i], count_wrong(N, got, expected), N);
    fail(line, text);
}

static void expect_elements(int line, size_t N, const float src[], const float grad_out[],
                            const float got[], const float expected[])
{
    for (size_t i = 0; i < N; i++) {
        if (!same(got[i], expected[i])) {
            fail_at(line, i, src, grad_out, got, expected, N);
        }
    }
}

static void expect_nothing_beside(int line, size_t N, const float array[], float at_first,
                                  const char *name)
{
    char text[LONGEST];
    ptrdiff_t index;
    if (written_beside(N, array, at_first, &index)) {
        snprintf(text, sizeof text,
                 "index %td: got %.8g written to %s[%td], expected nothing there, for N is %zu",
                 index, (double)array[index], name, index, N);
        fail(line, text);
    }
}

static void expect_unchanged(int line, size_t N, const float array[], const float before[],
                             const char *name)
{
    char text[LONGEST];
    for (size_t i = 0; i < N; i++) {
        if (memcmp(&array[i], &before[i], sizeof(float)) != 0) {
            snprintf(text, sizeof text,
                     "index %zu: %s was changed, got %.8g, expected %.8g as before the call", i,
                     name, (double)array[i], (double)before[i]);
            fail(line, text);
        }
    }
}

void expect_quantized(int line, size_t N, const float src[], const float expected[])
{
    float *in = copy_of(N, src), *dst = new_array(N);
    quantizeInt8InFloat(N, in, dst);
    expect_elements(line, N, src, NULL, dst, expected);
    expect_nothing_beside(line, N, dst, UNWRITTEN, "dst");
    expect_unchanged(line, N, in, src, "src");
}

void expect_quantized_in_place(int line, size_t N, const float src[], const float expected[])
{
    float *both = copy_of(N, src);
    quantizeInt8InFloat(N, both, both);
    expect_elements(line, N, src, NULL, both, expected);
    expect_nothing_beside(line, N, both, BESIDE_COPY, "dst");
}

void expect_gradient(int line, size_t N, const float src[], const float grad_out[],
                     const float expected[])
{
    float *in = copy_of(N, src), *grad = copy_of(N, grad_out), *grad_in = new_array(N);
    quantizeInt8InFloatBackward(N, in, grad, grad_in);
    expect_elements(line, N, src, grad_out, grad_in, expected);
    expect_nothing_beside(line, N, grad_in, UNWRITTEN, "grad_in");
    expect_unchanged(line, N, in, src, "src");
    expect_unchanged(line, N, grad, grad_out, "grad_out");
}

void expect_gradient_in_place(int line, size_t N, const float src[], const float grad_out[],
                              const float expected[])
{
    float *in = copy_of(N, src), *both = copy_of(N, grad_out);
    quantizeInt8InFloatBackward(N, in, both, both);
    expect_elements(line, N, src, grad_out, both, expected);
    expect_nothing_beside(line, N, both, BESIDE_COPY, "grad_in");
}
