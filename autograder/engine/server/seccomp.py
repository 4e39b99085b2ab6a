"""System calls that a kernel has no use for and that would go around the sandbox or a limit.

Memory in files without a name, in System V segments, semaphores and queues, and in POSIX queues
belongs to no process, so no limit would count it. The other calls have had exploitable bugs in the
Linux kernel. Of sockets, only AF_UNIX and AF_INET are left: others may lead out of a network
namespace, as AF_VSOCK does. A filter program (classic BPF) answers each refused call with
"operation not permitted", and each other socket with "invalid argument". Linux on x86-64 and ARM64.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
OFFSET_OF_NUMBER, OFFSET_OF_ARCHITECTURE = 0, 4
OFFSET_OF_FIRST_ARGUMENT = 16  # its lower half, which holds a socket's family
AF_UNIX, AF_INET = 1, 2
FIRST_X32_CALL = 0x40000000  # the same calls by other numbers, on x86-64

REFUSED = (
    *("memfd_create", "memfd_secret", "shmget", "io_uring_setup", "userfaultfd", "bpf"),
    *("perf_event_open", "ptrace", "process_vm_readv", "process_vm_writev"),
    *("keyctl", "add_key", "request_key", "msgget", "semget", "mq_open"),
)
# For each machine: its AUDIT_ARCH number, that of socket, and of the refused calls in that order.
NUMBERS = {
    "x86_64": (
        *(0xC000003E, 41),
        (319, 447, 29, 425, 323, 321, 298, 101, 310, 311, 250, 248, 249, 68, 64, 240),
    ),
    "aarch64": (
        *(0xC00000B7, 198),
        (279, 447, 194, 425, 282, 280, 241, 117, 270, 271, 219, 217, 218, 186, 190, 180),
    ),
}


def refuse_calls() -> None:
    """Refuse the calls of :data:`REFUSED` from now on, in this process and all its children.

    Raises:
        OSError: this machine's processor is not known here, or its Linux kernel has no filters.
    """
    machine = platform.machine()
    if machine not in NUMBERS:
        raise OSError(
            errno.ENOTSUP,
            f"no system call numbers for {machine}; add a row to NUMBERS in seccomp.py",
        )
    program = filter_program(*NUMBERS[machine])
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    if (
        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0)
        != 0
    ):
        number = ctypes.get_errno()
        raise OSError(number, f"system call filter: {os.strerror(number)}")


def filter_program(architecture: int, socket: int, calls: tuple[int, ...]) -> bytes:
    """The filter in the Linux kernel's own form, eight bytes an instruction.

    >>> len(filter_program(0xC000003E, 41, (319, 29))) // 8
    13
    """
    count = len(calls)
    tests = [(JUMP_IF_EQUAL, count + 5 - index, 0, number) for index, number in enumerate(calls)]
    # A process may also make calls of another architecture (32 bits), which have other numbers:
    # all of those are refused. Jumps are counted in instructions to skip.
    program = [
        (LOAD, 0, 0, OFFSET_OF_ARCHITECTURE),
        (JUMP_IF_EQUAL, 0, count + 8, architecture),
        (LOAD, 0, 0, OFFSET_OF_NUMBER),
        (JUMP_IF_AT_LEAST, count + 6, 0, FIRST_X32_CALL),
        *tests,
        (JUMP_IF_EQUAL, 0, 3, socket),
        (LOAD, 0, 0, OFFSET_OF_FIRST_ARGUMENT),
        (JUMP_IF_EQUAL, 1, 0, AF_UNIX),
        (JUMP_IF_EQUAL, 0, 1, AF_INET),
        (RETURN, 0, 0, ALLOW),
        # ZeroMQ lists the network's interfaces by AF_NETLINK. It does without them where a kernel
        # has no such sockets, which it knows by this error, and aborts at any other.
        (RETURN, 0, 0, REFUSE | errno.EINVAL),
        (RETURN, 0, 0, REFUSE | errno.EPERM),
    ]
    return b"".join(struct.pack("HBBI", *instruction) for instruction in program)
