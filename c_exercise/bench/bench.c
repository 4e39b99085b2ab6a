/*
 * How fast is quantizeInt8InFloat, beside memcpy of the same bytes and beside a naive loop?
 *
 * Times are the processor's time for this program, so that other programs on the machine disturb
 * them little. The three take turns, so that what disturbs one disturbs the others. A gigabyte is
 * 10^9 bytes; bytes that are read and bytes that are written count.
 */
#include "naive.h"
#include "quantize.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RUNS = 11, CONTENDERS = 3, NAIVE = 1, OURS = 2 };

typedef void Pass(size_t N, const float src[], float dst[]);

static void copy(size_t N, const float src[], float dst[])
{
    memcpy(dst, src, N * sizeof(float));
}

static const struct {
    const char *name;
    Pass *pass;
} contenders[CONTENDERS] = {
    {"memcpy", copy},
    {"naive loop", naiveRound},
    {"quantizeInt8InFloat", quantizeInt8InFloat},
};

static double seconds_for(Pass *pass, size_t repeats, size_t N, const float src[], float dst[])
{
    clock_t start = clock();
    for (size_t i = 0; i < repeats; i++) {
        pass(N, src, dst);
    }
    return (double)(clock() - start) / CLOCKS_PER_SEC / (double)repeats;
}

static int by_size(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static double median(double values[RUNS])
{
    qsort(values, RUNS, sizeof(double), by_size);
    return values[RUNS / 2];
}

static void measure(size_t N, const float src[], float dst[], double seconds[CONTENDERS])
{
    double runs[CONTENDERS][RUNS];
    /* A run of a small array must last longer than the clock's tick. */
    size_t repeats = 1 + (size_t)500000 / N;
    for (int run = 0; run < RUNS; run++) {
        for (int c = 0; c < CONTENDERS; c++) {
            runs[c][run] = seconds_for(contenders[c].pass, repeats, N, src, dst);
        }
    }
    for (int c = 0; c < CONTENDERS; c++) {
        seconds[c] = median(runs[c]);
    }
}

static float *array_or_exit(size_t N)
{
    float *array = malloc(N * sizeof(float));
    if (array == NULL) {
        fprintf(stderr,
                "bench: no %zu MiB of memory to be had: close some programs and run it again\n",
                N >> 18);
        exit(EXIT_FAILURE);
    }
    return array;
}

static void fill(size_t N, float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        src[i] = (float)(i % 4001) * 0.1f - 200.0f;
        dst[i] = 9999.0f;
    }
}

static void refuse_what_does_nothing(size_t N, const float src[], float dst[])
{
    quantizeInt8InFloat(N, src, dst);
    if (dst[0] == 9999.0f || dst[N - 1] == 9999.0f) {
        fprintf(stderr,
                "bench: quantizeInt8InFloat does not write every element: make test says more\n");
        exit(EXIT_FAILURE);
    }
}

static void print_table(size_t N, const double seconds[CONTENDERS])
{
    printf("%-22s %8s %12s %12s\n", "", "GB/s", "of memcpy", "times naive");
    for (int c = 0; c < CONTENDERS; c++) {
        double gigabytes = 2.0 * (double)N * sizeof(float) / 1e9;
        printf("%-22s %8.1f %12.2f %12.2f\n", contenders[c].name, gigabytes / seconds[c],
               seconds[0] / seconds[c], seconds[NAIVE] / seconds[c]);
    }
}

static void compare(const char *size, size_t N)
{
    float *src = array_or_exit(N), *dst = array_or_exit(N);
    double seconds[CONTENDERS];
    fill(N, src, dst);
    refuse_what_does_nothing(N, src, dst);
    measure(N, src, dst, seconds);
    printf("\nFrom %s to another (median of %d runs)\n", size, RUNS);
    print_table(N, seconds);
    free(src);
    free(dst);
}

int main(void)
{
    compare("one array of 64 KiB, in the L2 cache,", (size_t)64 * 1024 / sizeof(float));
    compare("one array of 64 MiB, far larger than the caches,",
            (size_t)64 * 1024 * 1024 / sizeof(float));
    return EXIT_SUCCESS;
}
