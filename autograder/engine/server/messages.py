"""What a kernel sends to the engine: a few of Jupyter's messages, as frames in one socket.

A frame is its length in four bytes, and JSON: kind, id of the request that it belongs to, content.
Everything else of the kernel, its shell and its publishers, is as for a Jupyter client, which
:class:`PipeSession` looks like to them.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

from ipykernel.iostream import IOPubThread
from jupyter_client.jsonutil import json_default
from jupyter_client.session import Session, extract_header, json_packer

from autograder.engine import protocol
from autograder.engine.fast_json import whole_letters
from autograder.engine.protocol import END, LENGTH_BYTES, OUTPUT_KINDS

KEPT = {*OUTPUT_KINDS, "kernel_info_reply"}
SIGNALS = signal.valid_signals()  # a cell may handle any of them


def pack(message: Any) -> bytes:
    """As jupyter_client's own, but half a surrogate pair that a cell prints does not hang the
    kernel."""
    try:
        return json_packer(message)
    except UnicodeEncodeError:
        text = json.dumps(message, default=json_default, ensure_ascii=False)
        return json_packer(json.loads(whole_letters(text)))


class PipeSession(Session):
    """A Jupyter session over one socket, of which only the grader has the other end.

    What leaves nothing in a notebook is not sent: the source of a cell, the reply to it, comms.
    """

    def connect(self, descriptor: int) -> None:
        """Take over an inherited socket."""
        self._connection = socket.socket(fileno=descriptor)
        self._connection.setblocking(True)
        self._owner = os.getpid()
        self._sending = threading.RLock()

    def fileno(self) -> int:
        """The socket's descriptor, on which an event loop can wait."""
        return self._connection.fileno()

    def receive(self) -> dict[str, Any] | None:
        """The next request; None where the grader sends no more."""
        if len(length := self._receive(LENGTH_BYTES)) < LENGTH_BYTES:
            return None
        request: dict[str, Any] = json.loads(self._receive(int.from_bytes(length, "little")))
        return request

    def _receive(self, size: int) -> bytes:
        data = bytearray()
        # A signal that the notebook handles ends a call early.
        while len(data) < size and (part := self._connection.recv(size - len(data))):
            data += part
        return bytes(data)

    def feed_identities(self, msg_list: Any, *_: Any, **__: Any) -> tuple[list[bytes], Any]:
        """There are none: the grader alone is connected."""
        return [], msg_list

    def deserialize(self, msg_list: Any, *_: Any, **__: Any) -> dict[str, Any]:
        """The request, which :meth:`receive` has read."""
        request: dict[str, Any] = msg_list[0]
        return request

    def msg(
        self, msg_type: str, content: Any = None, parent: Any = None, *_: Any, **__: Any
    ) -> dict[str, Any]:
        """A message with what the publishers and their hooks look at."""
        return {
            "header": {"msg_type": msg_type},
            "parent_header": extract_header(parent),
            "msg_type": msg_type,
            "metadata": {},
            "content": content or {},
        }

    def send(
        self,
        stream: Any,
        msg_or_type: Any,
        content: Any = None,
        parent: Any = None,
        *_: Any,
        **__: Any,
    ) -> dict[str, Any]:
        """Send a message from whatever thread; a process that a cell has forked sends none.

        Where the code of such a process comes to the end of the cell, it ends: the kernel alone
        goes on.
        """
        is_made = isinstance(msg_or_type, dict)
        message = msg_or_type if is_made else self.msg(msg_or_type, content, parent)
        kind, content = message["msg_type"], message["content"]
        if kind == "status" and content["execution_state"] == "idle":
            kind, content = END, None
        elif kind not in KEPT:
            return message
        if os.getpid() == self._owner:
            self._write(
                protocol.frame(pack([kind, message["parent_header"].get("msg_id"), content]))
            )
        elif kind == END:
            os._exit(0)
        return message

    def _write(self, data: bytes) -> None:
        # Half a frame would make everything after it unreadable: an interrupt comes before or after
        # a frame.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
        try:
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
            with self._sending:
                self._connection.sendall(data)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class FlushTimer(IOPubThread):
    """Sends what was printed while a cell runs; its thread starts when something is printed first.

    Replaces ipykernel's thread, which sends what other threads have printed.
    """

    def __init__(self) -> None:
        # Not the base class's, which opens sockets.
        self.io_loop: Any = self
        self.thread: Any = None
        self._due: queue.SimpleQueue[tuple[float, Callable[[], None]]] = queue.SimpleQueue()

    def schedule(self, f: Callable[[], None]) -> None:
        """Call it now."""
        f()

    def call_later(self, delay: float, function: Callable[[], None]) -> None:
        """Call it in the thread, after so many seconds; all requests wait equally long."""
        if self.thread is None:
            self.thread = threading.Thread(target=self._run, name="IOPub", daemon=True)
            self.thread.start()
        self._due.put((time.monotonic() + delay, function))

    def _run(self) -> None:
        while True:
            due, function = self._due.get()
            time.sleep(max(0.0, due - time.monotonic()))
            function()
