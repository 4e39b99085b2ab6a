/* Fills an array, quantizes it, and prints both. */
#include "quantize.h"

#include <stdio.h>

#define COUNT 256

int main(void)
{
    float src[COUNT];
    float dst[COUNT] = {0};

    /* From -160 to 158.75: both sides of the range; every fourth is a tie such as -157.5. */
    for (int i = 0; i < COUNT; i++) {
        src[i] = ((float)i - 128.0f) * 1.25f;
    }

    quantizeInt8InFloat(COUNT, src, dst);

    printf("Index      src      dst\n");
    for (int i = 0; i < COUNT; i++) {
        printf("%5d %8.2f %8.2f\n", i, src[i], dst[i]);
    }
    return 0;
}
