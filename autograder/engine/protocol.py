"""What the grader and the fork server send each other.

Two kinds of socket pairs, both anonymous, so that no path in the file system leads to them:

* the **control socket**, one for each fork server. To ask for a kernel the grader sends a single
  byte that carries file descriptors: the kernel's control pipe, a file with the limits, a file
  with the launch request, and the kernel's end of the pipe to the engine, or the five sockets on
  which it will listen for a Jupyter client. Another byte carries a file with the names of modules
  to import, and a third one asks for huge pages; both are answered when it is done.
* a **control pipe**, one for each kernel. The grader writes commands of one byte
  (:data:`INTERRUPT`, :data:`FINISH`, :data:`KILL`). The fork server answers with one JSON line
  when the kernel has started, one each time when it has waited long for a processor, and one when
  it has ended. If either end closes, the kernel dies.

The engine and a kernel talk over a third pair: requests as Jupyter has them, and replies with a
kind, the request's id and the content (:data:`OUTPUT_KINDS`, and :data:`END` of a cell). Each is a
frame: its length, and JSON.

Only the kernel reads its launch request, after the fork. Whatever the fork server reads stays in
its memory, and every later kernel inherits that.
"""

from __future__ import annotations

import base64
import json
import os
import socket
import tempfile
from dataclasses import dataclass
from typing import Any

from autograder.engine.execution import Stop, StopKind

INTERRUPT, FINISH, KILL = b"i", b"f", b"k"
READY, NEW_KERNEL, PRELOAD, COLLAPSE = b"r", b"n", b"p", b"c"
# Exit status of the fork server, and of its self-test, where kernels cannot have namespaces.
NO_NAMESPACES = 3
# The variable with the number of torch's threads in a kernel. One if it is not set, because several
# kernels share the cores.
TORCH_THREADS = "FORKED_TORCH_THREADS"
CHANNELS = ("shell", "iopub", "stdin", "hb", "control")
LENGTH_BYTES = 4
# Jupyter's messages that may change a notebook; and what a kernel sends after a cell.
OUTPUT_KINDS = (
    *("stream", "display_data", "execute_result", "error"),
    *("update_display_data", "clear_output"),
)
END = "end"


@dataclass(frozen=True)
class Exit:
    """How a kernel process ended.

    Args:
        code: exit code, or minus the signal that killed it.
        stop: why; an end for which the grader had asked is a kind of its own.
    """

    code: int
    stop: Stop


@dataclass
class LaunchRequest:
    """What is needed to fork one kernel.

    Args:
        limits: the limits as plain data; the only part that the fork server itself reads.
        environment: variables added to the kernel's environment.
        files: files to write into the kernel's work folder, by relative name.
        key: signs the messages to and from a Jupyter client.
    """

    limits: dict[str, float]
    environment: dict[str, str]
    files: dict[str, bytes]
    key: str = ""


def write_request(request: LaunchRequest) -> tuple[int, int]:
    """Write a launch request to two files without names and return their descriptors, rewound.

    The first holds the limits, for the fork server; the second all the rest, for the kernel alone.
    """
    rest = {name: value for name, value in vars(request).items() if name != "limits"}
    rest["files"] = {name: base64.b64encode(data).decode() for name, data in request.files.items()}
    return write_json(request.limits), write_json(rest)


def read_request(limits: dict[str, float], descriptor: int) -> LaunchRequest:
    """Read the second file that :func:`write_request` wrote, and close the descriptor.

    To be called in the kernel, never in the fork server.
    """
    data = read_json(descriptor)
    data["files"] = {name: base64.b64decode(text) for name, text in data["files"].items()}
    return LaunchRequest(limits, **data)


def write_json(data: Any) -> int:
    """Write JSON to a file without a name and return its descriptor, rewound."""
    with tempfile.TemporaryFile() as file:
        file.write(json.dumps(data).encode())
        file.flush()
        file.seek(0)
        return os.dup(file.fileno())


def read_json(descriptor: int) -> Any:
    """Read what :func:`write_json` wrote, and close the descriptor."""
    with os.fdopen(descriptor, "rb") as file:
        return json.load(file)


def frame(data: bytes) -> bytes:
    """A message as it is sent over the pipe between the engine and a kernel.

    >>> frame(b"{}")
    b'\\x02\\x00\\x00\\x00{}'
    """
    return len(data).to_bytes(LENGTH_BYTES, "little") + data


class ControlPipe:
    """The grader's end of one kernel's control pipe.

    Args:
        connection: a connected stream socket.

    Attributes:
        waited: seconds that the kernel has been ready and waited for a processor.
    """

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self.connection = connection
        self.pid: int | None = None
        self.waited = 0.0
        self.exit: Exit | None = None
        self._received = b""

    def fileno(self) -> int:
        """The descriptor, so that ``select`` and event loops can wait on it."""
        return self.connection.fileno()

    def poll(self) -> Exit | None:
        """Read what has arrived and return how the kernel ended, or None while it lives."""
        while self.exit is None and (chunk := self._receive()) is not None:
            self._received += chunk
            # A line may arrive in pieces: the last piece waits for its end.
            *lines, self._received = self._received.split(b"\n")
            for message in map(json.loads, lines):
                if "pid" in message:
                    self.pid = message["pid"]
                elif "waited" in message:
                    self.waited = message["waited"]
                else:  # a limit that was passed is reported before the end, and the first counts
                    self.exit = self.exit or Exit(
                        message["code"], Stop.from_message(message["stop"])
                    )
            if not chunk:
                self.exit = self.exit or Exit(-9, Stop(StopKind.SERVER_ENDED))
        return self.exit

    def send(self, command: bytes) -> None:
        """Send one command; a kernel that has ended already is no error."""
        try:
            self.connection.send(command)
        except OSError:
            pass

    def close(self) -> None:
        """Close this end, by which the kernel is killed if it still lives."""
        self.connection.close()
        self.exit = self.exit or Exit(-9, Stop(StopKind.ENDED_BY_GRADER))

    def _receive(self) -> bytes | None:
        try:
            return self.connection.recv(65536)
        except BlockingIOError:
            return None
        except OSError:
            return b""


def listen(directory: str, name: str) -> tuple[str, list[socket.socket]]:
    """Open the five sockets on which a kernel will be reached.

    The grader opens them and passes them on as open descriptors, so that the kernel's sandbox
    needs no folder in common with the outside.

    Args:
        directory: a private folder with a short path.
        name: unique in it.

    Returns:
        The prefix of the sockets' paths (what Jupyter calls ``ip``), and the sockets for ports 1
        to 5.

    Raises:
        ValueError: the path is too long for a socket (107 bytes).
    """
    prefix = os.path.join(directory, name)
    if len(os.fsencode(prefix)) + 2 > 107:
        raise ValueError(
            f"socket path {prefix} is longer than the system's 107 bytes; "
            "set TMPDIR to a shorter folder"
        )
    listeners = []
    for port in range(1, len(CHANNELS) + 1):
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        listener.bind(f"{prefix}-{port}")
        listener.listen(8)
        listener.setblocking(False)
        listeners.append(listener)
    return prefix, listeners
