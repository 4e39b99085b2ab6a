"""System calls that a kernel has no use for and that would go around the sandbox or a limit.

Memory in files without a name, in System V segments, semaphores and queues, and in POSIX queues
belongs to no process, so no limit would count it. Instances of inotify and fanotify are counted by
user: a kernel could take all that its user may have (128 by default), and leave none to whoever
runs the grader. The other calls have had exploitable bugs in the Linux kernel. Only AF_UNIX and
AF_INET sockets are left: others may lead out of a network namespace, as AF_VSOCK does. A filter
program (classic BPF) answers each refused call with "operation not permitted", and each other
socket with "invalid argument". Linux on x86-64 and ARM64.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct

PR_SET_SECCOMP, SECCOMP_MODE_FILTER = 22, 2
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
LOAD, JUMP_IF_EQUAL, JUMP_IF_AT_LEAST, JUMP_IF_SET, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
OFFSET_OF_NUMBER, OFFSET_OF_ARCHITECTURE = 0, 4
OFFSET_OF_FIRST_ARGUMENT = 16  # its lower half, which holds a socket's family
AF_UNIX, AF_INET = 1, 2
NEW_NAMESPACES = 0x7E020000  # the flags of clone that make any
FIRST_X32_CALL = 0x40000000  # the same calls by other numbers, on x86-64

REFUSED = (
    *("memfd_create", "memfd_secret", "shmget", "io_uring_setup", "userfaultfd", "bpf"),
    *("perf_event_open", "ptrace", "process_vm_readv", "process_vm_writev"),
    *("keyctl", "add_key", "request_key", "msgget", "semget", "mq_open"),
    *("inotify_init1", "fanotify_init", "inotify_init"),
)
# For each machine: its AUDIT_ARCH number, that of socket, and of the refused calls in that order.
NUMBERS = {
    "x86_64": (
        *(0xC000003E, 41),
        (
            *(319, 447, 29, 425, 323, 321, 298, 101, 310, 311, 250, 248, 249, 68, 64, 240),
            *(294, 300, 253),
        ),
    ),
    "aarch64": (
        *(0xC00000B7, 198),
        # It never had inotify_init, so inotify_add_watch is refused instead.
        (
            *(279, 447, 194, 425, 282, 280, 241, 117, 270, 271, 219, 217, 218, 186, 190, 180),
            *(26, 262, 27),
        ),
    ),
}
# The numbers of unshare, setns, clone and clone3.
NAMESPACES = {"x86_64": (272, 308, 56, 435), "aarch64": (97, 268, 220, 435)}


def refuse_calls(*, own_user: bool = False) -> None:
    """Refuse the calls of :data:`REFUSED` from now on, in this process and all its children.

    Args:
        own_user: there are no namespaces around it: refuse sockets of a network, too, and all ways
            to make namespaces.

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
    if own_user:
        architecture, socket, calls = NUMBERS[machine]
        unshare, setns, *making = NAMESPACES[machine]
        program = filter_program(
            architecture, socket, (*calls, unshare, setns), (AF_UNIX,), tuple(making)
        )
    code = ctypes.create_string_buffer(program, len(program))
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    if prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"system call filter: {os.strerror(number)}")


def filter_program(
    architecture: int,
    socket: int,
    calls: tuple[int, ...],
    families: tuple[int, ...] = (AF_UNIX, AF_INET),
    making: tuple[int, ...] = (),
) -> bytes:
    """The filter in the Linux kernel's own form, eight bytes an instruction.

    Args:
        architecture: its AUDIT_ARCH number.
        socket: the number of that call.
        calls: those that are refused.
        families: of sockets, the ones that are not.
        making: the numbers of clone and clone3, if they may make no namespaces.

    >>> len(filter_program(0xC000003E, 41, (319, 29))) // 8
    13
    """
    # An instruction: what it does, where it continues if true and if false (an end, or how many
    # instructions to skip), and what it compares with.
    program: list[tuple[int, int | str, int | str, int]] = [
        (LOAD, 0, 0, OFFSET_OF_ARCHITECTURE),
        # A process may also make calls of another architecture (32 bits), which have other numbers:
        # all of those are refused.
        (JUMP_IF_EQUAL, 0, "refuse", architecture),
        (LOAD, 0, 0, OFFSET_OF_NUMBER),
        (JUMP_IF_AT_LEAST, "refuse", 0, FIRST_X32_CALL),
        *((JUMP_IF_EQUAL, "refuse", 0, number) for number in calls),
    ]
    if making:
        clone, clone3 = making
        program += [
            # Its flags are in memory, which no filter reads. The C library does without it.
            (JUMP_IF_EQUAL, "unknown", 0, clone3),
            (JUMP_IF_EQUAL, 0, 2, clone),
            (LOAD, 0, 0, OFFSET_OF_FIRST_ARGUMENT),
            (JUMP_IF_SET, "refuse", "allow", NEW_NAMESPACES),
        ]
    program += [
        (JUMP_IF_EQUAL, 0, "allow", socket),
        (LOAD, 0, 0, OFFSET_OF_FIRST_ARGUMENT),
        *((JUMP_IF_EQUAL, "allow", 0, family) for family in families[:-1]),
        (JUMP_IF_EQUAL, "allow", "family", families[-1]),
    ]
    ends = {
        "allow": ALLOW,
        # ZeroMQ lists the network's interfaces by AF_NETLINK. It does without them where a kernel
        # has no such sockets, which it knows by this error, and aborts at any other.
        "family": REFUSE | errno.EINVAL,
        "refuse": REFUSE | errno.EPERM,
        **({"unknown": REFUSE | errno.ENOSYS} if making else {}),
    }
    places = {name: len(program) + number for number, name in enumerate(ends)}
    whole = [*program, *((RETURN, 0, 0, value) for value in ends.values())]
    return b"".join(
        struct.pack("HBBI", code, *(_skipped(to, at, places) for to in (then, other)), value)
        for at, (code, then, other, value) in enumerate(whole)
    )


def _skipped(to: int | str, at: int, places: dict[str, int]) -> int:
    return to if isinstance(to, int) else places[to] - at - 1
