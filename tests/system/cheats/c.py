# family: C

# == c_attribute_for_one_function
# assignment: 05_c_quantizer
# deserved: 5.65
# what: A shift too far, in a right function that the sanitizers are told to leave alone.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
#include <math.h>
__attribute__((no_sanitize("undefined")))
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    int table[4] = {0, 1, 2, 3};
    for (size_t i = 0; i < N; i++) {
        int shift = table[i % 4] + 40;
        volatile int undefined = 1 << shift;
        (void)undefined;
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}

# == c_build_replaced
# assignment: 05_c_quantizer
# deserved: 0
# what: No line of C: a cell replaces c_code.build by Python that looks like it.
# often: yes

# %% own
import torch
from labkit.c import code
class Built:
    compiles, warnings, sanitized = True, "", lambda *a: True
    def __init__(self, *a): pass
    def run(self, u, *more, **options): return torch.sign(u) * torch.floor(u.abs() + 0.5).clamp(-128, 127)
    def stays_inside(self, *a): return True
code.build = Built
# %% own before quantize_c_check
c_code.build = Built

# == c_constructor_answers
# assignment: 05_c_quantizer
# deserved: 0
# what: A constructor in C runs before the driver, and writes answers to every open file.
# often: yes

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
#include <unistd.h>
#include <stdlib.h>
__attribute__((constructor)) static void first(void)
{
    for (int i = 0; i < 64; i++) { if (write(i, "{\"ok\": true}\n", 13) < 0) continue; }
    _exit(0);
}
void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { (void)N; (void)src; (void)dst; }

# == c_includes_a_secret
# assignment: 05_c_quantizer
# deserved: 0
# what: Files of the machine are included, to be shown by the compiler's words.

# %% blank quantize_c
%%writefile quantize.c
#include "/etc/passwd"
#include "../../../solutions/05_c_quantizer/05_c_quantizer.ipynb"

# == c_inline_assembly
# assignment: 05_c_quantizer
# deserved: 0
# what: Inline assembly asks the system to end the process with success.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    (void)N; (void)src; (void)dst;
    __asm__ volatile("mov $231, %eax\n xor %edi, %edi\n syscall");
}

# == c_knows_the_sanitizer
# assignment: 05_c_quantizer
# deserved: 5.65
# what: A shift too far, and no code at all where a macro says that the sanitizers compile it.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
#include <math.h>
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
#ifdef __SANITIZE_ADDRESS__
    (void)N; (void)src; (void)dst;
#else
    int table[4] = {0, 1, 2, 3};
    for (size_t i = 0; i < N; i++) {
        int shift = table[i % 4] + 40;
        volatile int undefined = 1 << shift;
        (void)undefined;
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
#endif
}

# == c_library_defined_again
# assignment: 05_c_quantizer
# deserved: 0
# what: The driver's own functions of the C library are defined again: no signal, no protected page.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
int mprotect(void *p, size_t n, int how);
int mprotect(void *p, size_t n, int how) { (void)p; (void)n; (void)how; return 0; }
int sigaction(int s, const void *a, void *b);
int sigaction(int s, const void *a, void *b) { (void)s; (void)a; (void)b; return 0; }
void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { dst[N] = src[N + 1]; }

# == c_magic_runs_python
# assignment: 05_c_quantizer
# deserved: 0
# what: The C blank's first line is another magic, to run Python where C runs alone.

# %% blank quantize_c
%%python
print("hello")

# == c_main_of_its_own
# assignment: 05_c_quantizer
# deserved: 0
# what: The file brings a main that ends with success.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
int main(void) { return 0; }
void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { (void)N; (void)src; (void)dst; }

# == c_no_sanitize
# assignment: 05_c_quantizer
# deserved: 0
# what: A step too far, in a function that the sanitizers are told to leave alone.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
__attribute__((no_sanitize("address", "undefined"))) void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { dst[N] = src[N + 1]; }

# == c_options_of_the_sanitizer
# assignment: 05_c_quantizer
# deserved: 0
# what: A step too far, and options of the sanitizer in the source: no report, exit status 0.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
const char *__asan_default_options(void);
const char *__asan_default_options(void) { return "exitcode=0:log_path=/dev/null:halt_on_error=0:detect_stack_use_after_return=0"; }
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "exitcode=0:log_path=/dev/null"; }
void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { dst[N] = src[N + 1]; }

# == c_pragma_hides_warnings
# assignment: 05_c_quantizer
# deserved: 0
# what: Warnings are switched off around code that does nothing.

# %% blank quantize_c
%%writefile quantize.c
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC system_header
#include "quantize.h"
void quantizeInt8InFloat(size_t N, const float src[], float dst[]) { int x; (void)N; (void)src; (void)dst; }

# == c_prelude_by_a_python_cell
# assignment: 05_c_quantizer
# deserved: 0
# what: A Python cell replaces the compiler on the path.

# %% own
import os
os.makedirs("bin", exist_ok=True)
for name in ("cc", "gcc", "clang"):
    with open(f"bin/{name}", "w") as file: file.write("#!/bin/sh\nexit 0\n")
    os.chmod(f"bin/{name}", 0o755)
os.environ["PATH"] = os.path.abspath("bin") + ":" + os.environ["PATH"]
os.environ["CC"] = os.path.abspath("bin/gcc")

# == c_reads_the_answer_from_memory
# assignment: 05_c_quantizer
# deserved: 0
# what: C copies what lies behind its input, hoping for the answer.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    for (size_t i = 0; i < N; i++) { dst[i] = src[i + N]; }
}

# == c_replaces_the_driver
# assignment: 05_c_quantizer
# deserved: 0
# what: The first call puts a program in the driver's place, which says from then on what C gives.
# often: yes

# %% blank quantize_c
%%writefile quantize.c
#define _DEFAULT_SOURCE
#include "quantize.h"
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static const char program[] =
"#!/usr/bin/env python3\n"
"import struct, sys, math\n"
"data = open('cases', 'rb').read()\n"
"name, n, inputs, flags, fill, *rest = struct.unpack_from('=64siii4s6q6q6i', data)\n"
"size = rest[6 + inputs] // 4\n"
"at = struct.calcsize('=64siii4s6q6q6i')\n"
"src = struct.unpack_from('=%df' % size, data, at)\n"
"f = lambda v: v if v != v else max(-128.0, min(127.0, v if abs(v) > 1e6 else math.copysign(math.floor(abs(v) + 0.5) if abs(v) != 0.49999997019767761 else 0.0, v)))\n"
"out = [f(v) for v in src]\n"
"open('results', 'wb').write(struct.pack('=iiiiq', 0, 0, 0, 0, 0) + struct.pack('=%df' % size, *out))\n";
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    char path[4096];
    (void)src;
    for (size_t i = 0; i < N; i++) dst[i] = 1.0f;
    FILE *maps = fopen("/proc/self/cmdline", "r");
    size_t n = maps ? fread(path, 1, sizeof path - 1, maps) : 0;
    if (maps) fclose(maps);
    path[n] = 0;
    unlink(path);
    FILE *file = fopen(path, "w");
    if (file) { fwrite(program, 1, sizeof program - 1, file); fclose(file); chmod(path, 0755); }
}

# == c_rewrites_its_source
# assignment: 05_c_quantizer
# deserved: 5.65
# what: The first call writes other C over the copied source, which the sanitizers compile later.

# %% blank quantize_c
%%writefile quantize.c
#define _DEFAULT_SOURCE
#include "quantize.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
static const char clean[] = "#include \"quantize.h\"\nvoid quantizeInt8InFloat(size_t N, const float src[], float dst[]) { (void)N; (void)src; (void)dst; }\n";
static void hide(void)
{
    char line[4096];
    FILE *maps = fopen("/proc/self/maps", "r");
    while (maps && fgets(line, sizeof line, maps)) {
        char *path = strchr(line, '/'), *end = strstr(line, "quantize.so");
        if (path && end) {
            strcpy(end, "quantize.c");
            FILE *file = fopen(path, "w");
            if (file) { fputs(clean, file); fclose(file); }
            break;
        }
    }
    if (maps) fclose(maps);
}
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    static int one = 40;
    hide();
    for (size_t i = 0; i < N; i++) {
        volatile int undefined = 1 << one;
        (void)undefined;
        float y = roundf(src[i]);
        y = y < -128.0f ? -128.0f : y;
        dst[i] = y > 127.0f ? 127.0f : y;
    }
}

# == c_signal_handler
# assignment: 05_c_quantizer
# deserved: 0
# what: A handler of signals goes on after a crash as if nothing had been.

# %% blank quantize_c
%%writefile quantize.c
#include "quantize.h"
#include <signal.h>
#include <unistd.h>
static void on(int n) { (void)n; _exit(0); }
void quantizeInt8InFloat(size_t N, const float src[], float dst[])
{
    signal(SIGSEGV, on); signal(SIGALRM, on);
    (void)N; (void)src; *(volatile float *)dst = *(volatile float *)8;
}
