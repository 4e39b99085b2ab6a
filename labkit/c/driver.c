/*
 * Calls a student's functions on a list of cases, each in a process of its own, and says what
 * became of every call.
 *
 *   driver CASES RESULTS [LIBRARY]
 *   driver --locked PROGRAM [ARGUMENTS]
 *   driver --confined FOLDER PROGRAM [ARGUMENTS]
 *
 * With a LIBRARY, each case runs in a child that loads it: whatever a constructor, exit(), a crash
 * or an endless loop does, it does to that child. On request, the child makes all calls before it
 * in CASES first: so what a function keeps from one call to the next is seen. The arrays end at a
 * page that no one may touch, so one element too far is noticed without a sanitizer. Or they begin
 * at such a page and end in a page of known bytes, so that one element too far does not stop the
 * call.
 *
 * Without a LIBRARY the functions are linked into this program together with a sanitizer. All cases
 * then run in this one process, on arrays from malloc, which the sanitizer watches. Such a program
 * is started by --locked: a constructor of the student's would run before its main could lock
 * anything.
 *
 * Where the student's code runs, no file can be changed, and no other process: the code could
 * otherwise rewrite this driver, or what is compiled from its source later. RESULTS is the number
 * of a descriptor, for by then no file can be opened for writing.
 *
 * Programs that read a student's Verilog are started by --confined: they write in FOLDER alone.
 *
 * labkit/c/driver.py writes CASES and reads RESULTS; both are in the byte order of this machine.
 */
#define _GNU_SOURCE /* MAP_ANONYMOUS, and the registers of a fault */

#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#endif

#define GUARD ((size_t)1 << 16) /* bytes that no one may touch, on either side of an array */
#define SECONDS 1               /* of computing, for one case */
#define PATIENCE 10.0           /* seconds in which one may compute nothing */
#define STACK_REACH ((size_t)1 << 29) /* a fault so near below the stack is the stack's */
#define ADDRESSES ((rlim_t)1 << 30)
#define CANARY 0x5a
#define MOST_SCALARS 6
#define MOST_ARRAYS 6
#define MOST_ARGUMENTS 8

enum status {
    DONE,
    SIGNALLED,
    EXITED,
    TOO_LONG,
    TOUCHED_OUTSIDE,
    CHANGED_INPUT,
    MISSING,
    UNLOADABLE,
    STACK_FULL,
    NOT_RUN
};
enum flags { IN_PLACE = 1, AT_START = 2, RETURNS = 4, AFTER_OTHERS = 8 };

/* What CASES holds for each call, before the bytes of its inputs. The output is the last array;
   `fill` is what it holds before the call. */
struct task {
    char function[64];
    int32_t scalars, inputs, flags;
    uint32_t fill;
    int64_t scalar[MOST_SCALARS];
    int64_t bytes[MOST_ARRAYS]; /* of each array */
    int32_t size[MOST_ARRAYS];  /* of its elements */
};

/* What RESULTS holds for each call, before the output. detail is a signal, an exit status or an
   array. */
struct result {
    int32_t status, detail, is_write, unused;
    int64_t index;
};

struct array {
    char *map;
    size_t mapped;
    char *start;
    size_t bytes;
    int64_t size; /* of an element */
};

/* Numbers and addresses travel alike in every calling convention that this runs under, as long as
   there are no more than fit the registers of ARM, and no float among them. So one type serves all
   functions. */
typedef int32_t function_t(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                           uintptr_t, uintptr_t);

static struct array arrays[MOST_ARRAYS];
static volatile struct result *shared; /* between a child and this process */
static char *volatile stack_top;

static void give_up(const char *what)
{
    perror(what);
    exit(2);
}

static void *map_shared(size_t bytes)
{
    void *map = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED) {
        give_up("driver: mmap");
    }
    return map;
}

/* ---- what is refused to the student's code ---- */

#if defined(__linux__) && defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__linux__) && defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
#define FIRST_X32_CALL 0x40000000 /* the same calls by other numbers, on x86-64 */
/* Newer than some headers, and the same on every processor. */
#define NUMBER_IO_URING_SETUP 425
#define NUMBER_OPENAT2 437 /* its flags are in memory, where a filter cannot look */
#define NUMBER_PIDFD_GETFD 438
#define NUMBER_FCHMODAT2 452
#define CHANGES (O_ACCMODE | O_CREAT | O_TRUNC)

#define FIELD(name) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, name))
#define UNLESS(test, value, skip) BPF_JUMP(BPF_JMP | (test) | BPF_K, value, 0, skip)
#define ALLOWED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define REFUSE(number) UNLESS(BPF_JEQ, number, 1), REFUSED
#define CALLS_OF_THIS_MACHINE                                                                    \
    FIELD(arch), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0), REFUSED, FIELD(nr),     \
        UNLESS(BPF_JGE, FIRST_X32_CALL, 1), REFUSED
#define REFUSE_TO_REACH_OUT                                                                      \
    REFUSE(SYS_socket), /* bind makes a file; a socket brings descriptors of other processes */  \
        REFUSE(NUMBER_IO_URING_SETUP), REFUSE(NUMBER_PIDFD_GETFD), REFUSE(SYS_ptrace),           \
        REFUSE(SYS_process_vm_readv), REFUSE(SYS_process_vm_writev)
/* The lower half of an argument comes first in memory on both processors. */
#define REFUSE_TO_CHANGE(number, flags) \
    UNLESS(BPF_JEQ, number, 4), FIELD(args[flags]), UNLESS(BPF_JSET, CHANGES, 1), REFUSED, ALLOWED

static struct sock_filter rules[] = {
    CALLS_OF_THIS_MACHINE,
#ifdef __x86_64__ /* the others have only the newer calls */
    REFUSE_TO_CHANGE(SYS_open, 1),
    REFUSE(SYS_creat),
    REFUSE(SYS_unlink),
    REFUSE(SYS_rmdir),
    REFUSE(SYS_rename),
    REFUSE(SYS_chmod),
    REFUSE(SYS_chown),
    REFUSE(SYS_lchown),
    REFUSE(SYS_link),
    REFUSE(SYS_symlink),
    REFUSE(SYS_mkdir),
    REFUSE(SYS_mknod),
#endif
    REFUSE_TO_CHANGE(SYS_openat, 2),
    REFUSE(NUMBER_OPENAT2),
    REFUSE(SYS_truncate),
    REFUSE(SYS_unlinkat),
    REFUSE(SYS_renameat),
    REFUSE(SYS_renameat2),
    REFUSE(SYS_fchmod),
    REFUSE(SYS_fchmodat),
    REFUSE(NUMBER_FCHMODAT2),
    REFUSE(SYS_fchown),
    REFUSE(SYS_fchownat),
    REFUSE(SYS_linkat),
    REFUSE(SYS_symlinkat),
    REFUSE(SYS_mkdirat),
    REFUSE(SYS_mknodat),
    REFUSE_TO_REACH_OUT,
    ALLOWED,
};

/* A tool, such as yosys, has to write files. Where it may is a matter of Landlock's. */
static struct sock_filter rules_of_tools[] = {
    CALLS_OF_THIS_MACHINE,
    REFUSE(SYS_truncate),
    REFUSE_TO_REACH_OUT,
    ALLOWED,
};

#define LANDLOCK_CREATE 444 /* newer than some headers, too */
#define LANDLOCK_ADD_RULE 445
#define LANDLOCK_RESTRICT 446
#define LANDLOCK_FILES (1 << 1)   /* writing into a file */
#define LANDLOCK_FOLDERS 0x1ff0   /* making and removing in a folder, of every kind */
#define LANDLOCK_TRUNCATE (1 << 14)

static void allow_writing(int ruleset, const char *path, uint64_t access)
{
    struct __attribute__((packed)) {
        uint64_t access;
        int32_t folder;
    } rule = {access, open(path, O_PATH | O_CLOEXEC)};
    syscall(LANDLOCK_ADD_RULE, ruleset, 1 /* beneath a path */, &rule, 0);
    close(rule.folder);
}

/* Nothing is written from here on but in a folder, its temporary files included. Nor can another
   process be written into by /proc/PID/mem: Landlock keeps that to processes under the same rules.
   Linux before 5.13 has no Landlock, and goes on without. */
static void write_in(const char *folder)
{
    long version = syscall(LANDLOCK_CREATE, NULL, 0, 1 /* which version it is */);
    uint64_t files = LANDLOCK_FILES | (version >= 3 ? LANDLOCK_TRUNCATE : 0);
    uint64_t refused = files | LANDLOCK_FOLDERS;
    int ruleset = (int)syscall(LANDLOCK_CREATE, &refused, sizeof refused, 0);
    if (ruleset >= 0) {
        allow_writing(ruleset, folder, refused);
        allow_writing(ruleset, "/dev/null", files);
        prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L);
        if (syscall(LANDLOCK_RESTRICT, ruleset, 0) != 0) {
            give_up("driver: landlock");
        }
        close(ruleset);
    }
}

/* Whether nothing can be changed from here on. A kernel without filters may go on without: it is
   that of a class. One under a filter, as all of the grader's are, could have this one too, so
   there it is a must. */
static int under(struct sock_fprog program)
{
    return (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) == 0 &&
            prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) ||
           prctl(PR_GET_SECCOMP) != SECCOMP_MODE_FILTER;
}

static int lock(void)
{
    return under((struct sock_fprog){sizeof rules / sizeof *rules, rules});
}

static int confine(const char *folder)
{
    write_in(folder);
    return under((struct sock_fprog){sizeof rules_of_tools / sizeof *rules_of_tools,
                                     rules_of_tools});
}
#else
static int lock(void)
{
    return 1; /* not known how: as in a class, on a machine that no grader runs on */
}

static int confine(const char *folder)
{
    (void)folder;
    return 1;
}
#endif

/* Becomes a program that can change nothing. */
static void run_locked(char *program[])
{
    if (lock()) {
        execv(program[0], program);
    }
    give_up("driver: --locked");
}

/* Becomes a program that changes nothing outside a folder. */
static void run_confined(const char *folder, char *program[])
{
    setenv("TMPDIR", folder, 1);
    if (confine(folder)) {
        execvp(program[0], program);
    }
    give_up("driver: --confined");
}

/* ---- arrays between pages that no one may touch ---- */

static struct array guarded(size_t bytes, int64_t size, int at_start)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t room = (bytes + page - 1) / page * page + (at_start ? page : 0);
    struct array made = {.mapped = room + 2 * GUARD, .bytes = bytes, .size = size};
    made.map = map_shared(made.mapped);
    memset(made.map + GUARD, CANARY, room);
    made.start = made.map + GUARD + (at_start ? 0 : room - bytes);
    mprotect(made.map, GUARD, PROT_NONE);
    mprotect(made.map + GUARD + room, GUARD, PROT_NONE);
    return made;
}

static void forbid_writing(const struct array *array)
{
    mprotect(array->map + GUARD, array->mapped - 2 * GUARD, PROT_READ);
}

/* Whether a byte of the whole pages next to the array is not as it was; where, as an element. */
static int overwritten(const struct array *array, int64_t *index)
{
    const char *first = array->map + GUARD, *start = array->start;
    const char *end = array->map + array->mapped - GUARD;
    for (const char *at = first; at < end; at++) {
        if ((at < start || at >= start + array->bytes) && *at != CANARY) {
            int64_t size = array->size;
            *index = at < start ? -((start - at + size - 1) / size) : (at - start) / size;
            return 1;
        }
    }
    return 0;
}

static void fill_not_written(struct array *array, uint32_t fill)
{
    for (size_t i = 0; i < array->bytes; i++) {
        array->start[i] = ((const char *)&fill)[i % sizeof fill];
    }
}

static struct array watched(size_t bytes, int64_t size)
{
    struct array made = {.bytes = bytes, .size = size, .start = malloc(bytes)};
    if (made.start == NULL && bytes > 0) {
        give_up("driver: malloc");
    }
    return made;
}

static void lay_out(const struct task *task, const char *values, int guard)
{
    for (int i = 0; i <= task->inputs; i++) {
        size_t bytes = (size_t)task->bytes[i];
        int at_start = task->flags & AT_START;
        arrays[i] = guard ? guarded(bytes, task->size[i], at_start) : watched(bytes, task->size[i]);
        if (i < task->inputs) {
            memcpy(arrays[i].start, values, bytes);
            values += bytes;
        }
    }
    struct array *output = &arrays[task->inputs];
    fill_not_written(output, task->fill);
    if (task->flags & IN_PLACE) { /* the result goes where the last input was */
        memcpy(output->start, arrays[task->inputs - 1].start, output->bytes);
    }
    for (int i = 0; guard && i < task->inputs; i++) {
        forbid_writing(&arrays[i]);
    }
}

static void take_away(const struct task *task, int guard)
{
    for (int i = 0; i <= task->inputs; i++) {
        if (guard) {
            munmap(arrays[i].map, arrays[i].mapped);
        } else {
            free(arrays[i].start);
        }
    }
}

/* ---- the call ---- */

static int32_t call(void *library, const struct task *task)
{
    void *symbol = dlsym(library, task->function);
    if (symbol == NULL) {
        return MISSING;
    }
    int inputs = task->inputs, in_place = task->flags & IN_PLACE;
    uintptr_t a[MOST_ARGUMENTS] = {0}, *next = a;
    for (int i = 0; i < task->scalars; i++) {
        *next++ = (uintptr_t)task->scalar[i];
    }
    for (int i = 0; i < inputs; i++) {
        *next++ = (uintptr_t)arrays[in_place && i == inputs - 1 ? inputs : i].start;
    }
    if (!(task->flags & RETURNS)) {
        *next = (uintptr_t)arrays[inputs].start;
    }
    function_t *function; /* memcpy: ISO C has no cast from an object's pointer to a function's */
    memcpy(&function, &symbol, sizeof function);
    int32_t returned = function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
    if (task->flags & RETURNS) {
        memcpy(arrays[inputs].start, &returned, sizeof returned);
    }
    return DONE;
}

static int is_write(const void *context)
{
#if defined(__linux__) && defined(__x86_64__)
    return (((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & 2) != 0;
#else
    (void)context;
    return -1;
#endif
}

static void explain_fault(int number, siginfo_t *info, void *context)
{
    char *address = info->si_addr;
    shared->status = SIGNALLED;
    shared->detail = number;
    shared->is_write = is_write(context);
    for (int i = 0; i < MOST_ARRAYS; i++) {
        if (address >= arrays[i].map && address < arrays[i].map + arrays[i].mapped) {
            int64_t bytes = address - arrays[i].start, size = arrays[i].size;
            int inside = bytes >= 0 && (size_t)bytes < arrays[i].bytes;
            shared->status = inside ? CHANGED_INPUT : TOUCHED_OUTSIDE;
            shared->detail = i;
            shared->index = bytes >= 0 ? bytes / size : -((size - 1 - bytes) / size);
        }
    }
    if (shared->status == SIGNALLED && address < stack_top && address + STACK_REACH > stack_top) {
        shared->status = STACK_FULL;
    }
    _exit(1);
}

static void lower(int resource, rlim_t value)
{
    struct rlimit limit;
    if (getrlimit(resource, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max = limit.rlim_max < value ? limit.rlim_max : value;
        setrlimit(resource, &limit);
    }
}

static void limit_child(void)
{
    struct rlimit computing = {SECONDS, SECONDS + 1}; /* SIGXCPU, then SIGKILL */
    setrlimit(RLIMIT_CPU, &computing);
    lower(RLIMIT_FSIZE, 1 << 20);
    lower(RLIMIT_CORE, 0);
    lower(RLIMIT_STACK, 8 << 20);
#ifdef RLIMIT_AS
    lower(RLIMIT_AS, ADDRESSES);
#endif
#ifdef RLIMIT_NPROC
    lower(RLIMIT_NPROC, 0); /* no further process: neither system() nor a fork bomb */
#endif
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
}

static void catch_faults(void)
{
    static char own_stack[1 << 16];
    stack_t stack = {.ss_sp = own_stack, .ss_size = sizeof own_stack};
    struct sigaction action = {.sa_sigaction = explain_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigaltstack(&stack, NULL);
    sigaction(SIGSEGV, &action, NULL);
    sigaction(SIGBUS, &action, NULL);
}

static size_t bytes_of_inputs(const struct task *task)
{
    size_t bytes = 0;
    for (int i = 0; i < task->inputs; i++) {
        bytes += (size_t)task->bytes[i];
    }
    return bytes;
}

/* The calls of all cases before this one, on arrays of their own; what they give is dropped. */
static void call_others(void *library, const char *at, const char *end)
{
    struct array own[MOST_ARRAYS];
    memcpy(own, arrays, sizeof own);
    while (at < end) {
        struct task task;
        memcpy(&task, at, sizeof task);
        lay_out(&task, at + sizeof task, 1);
        call(library, &task);
        take_away(&task, 1);
        at += sizeof task + bytes_of_inputs(&task);
    }
    memcpy(arrays, own, sizeof own);
}

/* Earlier calls have printed already: repeated, it would count again towards the limit. */
static void print_nowhere(void)
{
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
}

/* The child of one case: everything of the student's happens here. */
static void run_child(const char *path, const struct task *task, const char *cases, const char *at,
                      int results)
{
    char here;
    stack_top = &here;
    setpgid(0, 0);
    limit_child();
    catch_faults();
    close(results);
    if (task->flags & AFTER_OTHERS) {
        print_nowhere();
    }
    void *library = lock() ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (library == NULL) {
        const char *error = dlerror(); /* none where it could not be locked */
        fprintf(stderr, "%s\n", error ? error : "driver: the system calls cannot be limited here");
        shared->status = UNLOADABLE;
        _exit(1);
    }
    if (task->flags & AFTER_OTHERS) {
        call_others(library, cases, at);
    }
    shared->status = call(library, task);
    fflush(NULL); /* what the function printed */
    _exit(0);
}

/* ---- the parent ---- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Seconds that a child has computed; always 0 where only Linux would say it. */
static double computed(pid_t child)
{
    struct timespec time = {0, 0};
#ifdef __linux__
    clockid_t clock;
    if (clock_getcpuclockid(child, &clock) == 0) {
        clock_gettime(clock, &time);
    }
#else
    (void)child;
#endif
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Whether the child ended before it did nothing for too long; its wait status if it did. */
static int ends_in_time(pid_t child, int *wait_status)
{
    struct timespec pause = {0, 50000};
    double so_far = 0;
    for (double end = now() + PATIENCE; now() < end; nanosleep(&pause, NULL)) {
        if (waitpid(child, wait_status, WNOHANG) == child) {
            return 1;
        }
        if (computed(child) > so_far + 0.01) { /* a busy machine lets it compute little */
            so_far = computed(child);
            end = now() + PATIENCE;
        }
        pause.tv_nsec = pause.tv_nsec < 5000000 ? 2 * pause.tv_nsec : pause.tv_nsec;
    }
    return 0;
}

static void run_guarded(const char *library, const struct task *task, const char *cases,
                        const char *at, int results)
{
    int wait_status = 0;
    shared->status = EXITED; /* unless it comes back and says otherwise */
    pid_t child = fork();
    if (child < 0) {
        give_up("driver: fork");
    }
    if (child == 0) {
        run_child(library, task, cases, at, results);
    }
    setpgid(child, child); /* whoever of the two comes first */
    int ended = ends_in_time(child, &wait_status);
    kill(-child, SIGKILL); /* and whatever it started */
    if (!ended) {
        kill(child, SIGKILL);
        waitpid(child, &wait_status, 0);
        shared->status = TOO_LONG;
    } else if (WIFSIGNALED(wait_status)) {
        shared->status = WTERMSIG(wait_status) == SIGXCPU ? TOO_LONG : SIGNALLED;
        shared->detail = WTERMSIG(wait_status);
    } else if (shared->status == EXITED) {
        shared->detail = WEXITSTATUS(wait_status);
    }
    int64_t index;
    if (shared->status == DONE && overwritten(&arrays[task->inputs], &index)) {
        shared->status = TOUCHED_OUTSIDE;
        shared->detail = task->inputs;
        shared->is_write = 1;
        shared->index = index;
    }
}

static void run_watched(const struct task *task)
{
#if defined(RLIMIT_NPROC) && !defined(__clang__) /* whose sanitizer asks a process for lines */
    lower(RLIMIT_NPROC, 0);
#endif
    shared->status = call(dlopen(NULL, RTLD_NOW), task);
}

static void *read_all(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL || fseek(file, 0, SEEK_END) != 0) {
        give_up(path);
    }
    *size = (size_t)ftell(file);
    rewind(file);
    void *bytes = malloc(*size + 1);
    if (bytes == NULL || fread(bytes, 1, *size, file) != *size) {
        give_up(path);
    }
    fclose(file);
    return bytes;
}

static void write_result(FILE *file, const struct task *task)
{
    struct result copy = *(const struct result *)(uintptr_t)shared;
    const struct array *output = &arrays[task->inputs];
    if (fwrite(&copy, sizeof copy, 1, file) != 1 ||
        fwrite(output->start, 1, output->bytes, file) != output->bytes || fflush(file) != 0) {
        give_up("driver: results");
    }
}

int main(int count, char *arguments[])
{
    size_t size;
    if (count > 2 && strcmp(arguments[1], "--locked") == 0) {
        run_locked(arguments + 2);
    }
    if (count > 3 && strcmp(arguments[1], "--confined") == 0) {
        run_confined(arguments[2], arguments + 3);
    }
    const char *library = count > 3 ? arguments[3] : NULL;
    const char *cases = count > 2 ? read_all(arguments[1], &size) : NULL;
    if (cases == NULL) {
        fputs("usage: driver CASES RESULTS [LIBRARY]\n", stderr);
        return 2;
    }
    FILE *results = fdopen(atoi(arguments[2]), "wb");
    if (results == NULL) {
        give_up(arguments[2]);
    }
    shared = map_shared(sizeof *shared);
    int too_long = 0;
    for (const char *at = cases, *end = cases + size; at < end;) {
        struct task task;
        memcpy(&task, at, sizeof task);
        const char *values = at + sizeof task;
        *(struct result *)(uintptr_t)shared = (struct result){.status = NOT_RUN};
        lay_out(&task, values, library != NULL);
        if (library == NULL) {
            run_watched(&task);
        } else if (!too_long) { /* a second endless loop would teach nothing */
            run_guarded(library, &task, cases, at, fileno(results));
        }
        too_long = too_long || shared->status == TOO_LONG;
        write_result(results, &task);
        take_away(&task, library != NULL);
        at = values + bytes_of_inputs(&task);
    }
    return fclose(results) == 0 ? 0 : 2;
}
