/*
 * The solution. One element at a time it is what a student writes. On x86 processors four elements
 * go through the same steps at once (SSE2, which every 64-bit x86 processor has). On others the
 * compiler may vectorize the plain loop.
 */
#include "quantize.h"

#include <math.h>

#define LOW (-128.0f)
#define HIGH 127.0f

static float quantize(float x)
{
    float rounded = roundf(x);
    if (rounded < LOW) {
        return LOW;
    }
    return rounded > HIGH ? HIGH : rounded; /* NaN compares false both times, and so stays NaN */
}

static float pass(float x, float grad)
{
    return LOW <= x && x <= HIGH ? grad : 0.0f;
}

#ifdef __SSE2__
#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

/* From 16 MiB on, results go past the caches: a plain store would first read what it overwrites. */
static bool too_big_for_caches(size_t N)
{
    return N >= (size_t)16 * 1024 * 1024 / sizeof(float);
}

/* Elements before the first address that is a multiple of 16: a store past the caches needs one. */
static size_t elements_before_alignment(size_t N, const float *address)
{
    size_t count = -(uintptr_t)address % 16 / sizeof(float);
    return count < N ? count : N;
}

/*
 * Half away from zero is: add a half with the sign of x, drop the fraction. The half is the largest
 * float below 0.5: with 0.5f itself, 0.49999997f would become 1, for their sum is rounded to 1 in
 * floats. Ties still reach the next whole number, because the sum is rounded. Clamping comes first,
 * so that the number fits the int that drops the fraction.
 */
static __m128 round_four(__m128 clamped)
{
    const __m128 sign = _mm_and_ps(clamped, _mm_set1_ps(-0.0f));
    const __m128 half = _mm_or_ps(_mm_set1_ps(0.49999997f), sign);
    const __m128 rounded = _mm_cvtepi32_ps(_mm_cvttps_epi32(_mm_add_ps(clamped, half)));
    return _mm_or_ps(rounded, sign); /* an int has no -0, and roundf(-0.25f) is -0 */
}

static __m128 quantize_four(__m128 x)
{
    /* NaN becomes HIGH here. */
    const __m128 clamped = _mm_max_ps(_mm_min_ps(x, _mm_set1_ps(HIGH)), _mm_set1_ps(LOW));
    /* Only NaN is unordered with itself: all other places are 0. */
    const __m128 nans = _mm_and_ps(_mm_cmpunord_ps(x, x), x);
    return _mm_or_ps(round_four(clamped), nans); /* NaN or-ed with any other bits is a NaN */
}

static __m128 pass_four(__m128 x, __m128 grad)
{
    const __m128 not_below = _mm_cmpge_ps(x, _mm_set1_ps(LOW));
    const __m128 not_above = _mm_cmple_ps(x, _mm_set1_ps(HIGH));
    return _mm_and_ps(_mm_and_ps(not_below, not_above), grad);
}

static size_t quantize_past_caches(size_t N, const float src[], float dst[])
{
    size_t i = 0;
    for (size_t first = elements_before_alignment(N, dst); i < first; i++) {
        dst[i] = quantize(src[i]);
    }
    for (; i + 4 <= N; i += 4) {
        _mm_stream_ps(dst + i, quantize_four(_mm_loadu_ps(src + i)));
    }
    _mm_sfence(); /* whoever reads dst next must find it written */
    return i;
}

/* Quantizes all elements but a few at the end, and says how many. */
static size_t quantize_fours(size_t N, const float src[], float dst[])
{
    size_t i = too_big_for_caches(N) ? quantize_past_caches(N, src, dst) : 0;
    for (; i + 4 <= N; i += 4) {
        _mm_storeu_ps(dst + i, quantize_four(_mm_loadu_ps(src + i)));
    }
    return i;
}

static size_t pass_fours(size_t N, const float src[], const float grad_out[], float grad_in[])
{
    size_t i = 0;
    for (; i + 4 <= N; i += 4) {
        _mm_storeu_ps(grad_in + i, pass_four(_mm_loadu_ps(src + i), _mm_loadu_ps(grad_out + i)));
    }
    return i;
}
#else /* nothing is done ahead, and the plain loops below do it all */
#define quantize_fours(N, src, dst) ((size_t)0)
#define pass_fours(N, src, grad_out, grad_in) ((size_t)0)
#endif

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = quantize_fours(N, src, dst); i < N; i++) {
        dst[i] = quantize(src[i]);
    }
}

void quantizeInt8InFloatBackward(size_t N, const float src[], const float grad_out[],
                                  float grad_in[])
{
    for (size_t i = pass_fours(N, src, grad_out, grad_in); i < N; i++) {
        grad_in[i] = pass(src[i], grad_out[i]);
    }
}
