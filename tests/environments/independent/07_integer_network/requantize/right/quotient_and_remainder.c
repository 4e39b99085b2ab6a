// division with remainder, the remainder made positive
#include "integer_network.h"

void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    for (size_t i = 0; i < N; i++) {
        int64_t product = (int64_t)sums[i] * multiplier;
        int64_t value = product / (INT64_C(1) << shift);
        int64_t rest = product % (INT64_C(1) << shift);
        if (rest < 0) {
            rest += INT64_C(1) << shift;
            value--;
        }
        if (rest >= INT64_C(1) << (shift - 1))
            value++;
        if (value > INT8_MAX)
            value = INT8_MAX;
        else if (value < INT8_MIN)
            value = INT8_MIN;
        out[i] = (int8_t)value;
    }
}
