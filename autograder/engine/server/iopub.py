"""What a kernel sends unasked: printed text, outputs, its heartbeat."""

from __future__ import annotations

import os
import select
import threading
from typing import Any

import zmq
from ipykernel.heartbeat import Heartbeat
from ipykernel.iostream import IOPubThread, OutStream

LARGEST_PIECE = 250_000  # characters of printed text in one message


class ForkedHeartbeat(Heartbeat):
    """Answers the client's pings on a socket that the grader has opened."""

    descriptor: int

    def _try_bind_socket(self) -> None:
        self.socket.setsockopt(zmq.USE_FD, self.descriptor)
        self.socket.bind(f"ipc://{self.ip}-{self.port}")


class DeafIOPub(IOPubThread):
    """Sends to whoever listens, and does not ask who that is."""

    def _setup_xpub_listener(self) -> None:
        """Read no subscriptions: the socket has none to give."""


class DirectStream(OutStream):
    """Standard output or error, flushed by whoever asks for it.

    ipykernel leaves what compiled code prints to a thread, and does not wait for it when a cell
    ends.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._reading = threading.RLock()
        self._written = 0
        super().__init__(*args, **kwargs)
        os.register_at_fork(after_in_child=self._renew_locks)

    def _renew_locks(self) -> None:
        """For a process that a cell has forked: a lock that another thread held stays so there."""
        self._buffer_lock, self._reading = threading.RLock(), threading.RLock()

    def write(self, string: str) -> int | None:
        """As ipykernel's own; a lot of text goes in pieces, of which the grader keeps some."""
        written = super().write(string)
        self._written += len(string)
        if self._written > LARGEST_PIECE and self._is_master_process():
            self._written = 0
            self._flush()
        return written

    def flush(self) -> None:
        """Send what was printed."""
        if self._should_watch and self._is_master_process():
            self._read_pipe()
        self._flush()

    def _watch_pipe_fd(self) -> None:
        """Read at once what compiled code prints while a cell runs."""
        while self._should_watch:
            select.select([self._fid], [], [])
            self._read_pipe()

    def _read_pipe(self) -> None:
        with self._reading:
            # Another thread may have emptied it, and a read would then wait: look first.
            while self._should_watch and select.select([self._fid], [], [], 0)[0]:
                self.write(os.read(self._fid, select.PIPE_BUF).decode(errors="replace"))
