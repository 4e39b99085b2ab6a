/*
 * Runs NETWORK on IMAGES images on a bare Cortex-M, and prints for each: its ten scores, the ticks
 * of the timer that passed, and the bytes of stack that were used. What it prints travels by
 * semihosting: a breakpoint by which a program asks the debugger, here the simulator, to do
 * something.
 */
#include <stddef.h>
#include <stdint.h>

#define PIXELS (3 * 32 * 32)
#define PAINT 0x5aa5c33cu
/* The timer of every Cortex-M: control, reload, value. */
#define SYST ((volatile uint32_t *)0xe000e010u)

enum { WRITE0 = 4, EXIT = 0x18, STOPPED = 0x20026 };

void NETWORK(const int8_t pixels[], int32_t scores[]);
int main(void);

extern uint32_t stack_low[], stack_top[], data_start[], data_end[], data_source[];
extern uint32_t bss_start[], bss_end[];
extern const int8_t images[]; /* IMAGES times PIXELS bytes */
__asm__(".section .images, \"a\"\n.global images\nimages: .incbin \"images.bin\"\n.previous");

static void semihost(int operation, const void *argument)
{
    register int r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

static void reset(void)
{
    for (uint32_t *from = data_source, *to = data_start; to < data_end;) {
        *to++ = *from++;
    }
    for (uint32_t *to = bss_start; to < bss_end;) {
        *to++ = 0;
    }
    main();
    semihost(EXIT, (const void *)STOPPED);
}

static void fault(void)
{
    semihost(WRITE0, "fault\n");
    semihost(EXIT, 0);
}

/* What the processor reads first: its stack pointer, where to begin, where to go after a fault. */
__attribute__((section(".vectors"), used)) static const void *const vectors[] = {
    stack_top, (const void *)reset, (const void *)fault, (const void *)fault,
};

static char *append(char *to, int32_t value, char end)
{
    char digits[12];
    int n = 0;
    uint32_t left = value < 0 ? -(uint32_t)value : (uint32_t)value;
    do {
        digits[n++] = (char)('0' + left % 10);
    } while ((left /= 10) > 0);
    if (value < 0) {
        *to++ = '-';
    }
    while (n > 0) {
        *to++ = digits[--n];
    }
    *to++ = end;
    return to;
}

/* Without inlining its frame would be a part of main's, below the mark. */
__attribute__((noinline)) static uint32_t run(const int8_t pixels[], int32_t scores[])
{
    SYST[1] = 0xffffff;
    SYST[2] = 0;
    SYST[0] = 5; /* go, with the processor's own clock */
    NETWORK(pixels, scores);
    return 0xffffff - SYST[2];
}

static uint32_t *paint_stack(void)
{
    uint32_t *here = (uint32_t *)__builtin_frame_address(0) - 64; /* below this frame */
    for (uint32_t *word = stack_low; word < here; word++) {
        *word = PAINT;
    }
    return here;
}

int main(void)
{
    for (int32_t i = 0; i < IMAGES; i++) {
        int32_t scores[10];
        char line[160], *to = line;
        uint32_t *here = paint_stack(), *touched = stack_low;
        uint32_t ticks = run(images + i * PIXELS, scores);
        while (touched < here && *touched == PAINT) {
            touched++;
        }
        for (int k = 0; k < 10; k++) {
            to = append(to, scores[k], ' ');
        }
        to = append(to, (int32_t)ticks, ' ');
        to = append(to, (int32_t)((char *)here - (char *)touched), '\n');
        *to = '\0';
        semihost(WRITE0, line);
    }
    return 0;
}
