// mistake: 0.5 is added and the fraction cut, also for negative numbers
// named: half_added_and_cut_off
#include "quantize.h" // what the function is called and takes

#include <math.h> // roundf

void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) {
        float y = (float)(int)(src[i] + 0.5f);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}
