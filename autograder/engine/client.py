"""Running the cells of one untrusted notebook, protected from what a kernel may send.

One loop waits for the kernel's messages, the fork server's reports and timeouts.
Everything that ends a run early goes through :meth:`NotebookRun.stop`, which keeps the first reason
and kills the kernel; the death of the kernel then ends the run at once.
"""

from __future__ import annotations

import resource
import secrets
import select
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from nbformat import NotebookNode

from autograder.engine import fast_json, protocol
from autograder.engine.execution import Plan, Stop, StopKind
from autograder.engine.launcher import ForkServer
from autograder.engine.limits import MEGABYTE, Limits
from autograder.engine.outputs import Display
from autograder.engine.protocol import (
    END,
    FINISH,
    INTERRUPT,
    KILL,
    LENGTH_BYTES,
    Exit,
    LaunchRequest,
)
from autograder.engine.work_timer import WorkTimer

LAUNCH_SECONDS = 60  # for the fork server to begin with a kernel
POLL_SECONDS = 0.1
SLACK_BYTES = 64 * MEGABYTE
CHUNK_BYTES = 65536  # that are read before the time is checked again
DRAIN_CHUNKS = 16  # of a dead kernel: more than a socket holds
MESSAGE_BYTES = 500  # overhead of an output in memory and in a file, besides what it shows
GRACE_SECONDS = 2  # for a cell to end after an interrupt, before the kernel is killed
KILL_TIMEOUT_SECONDS = 15  # for the fork server to report the end of a kernel
# How a kernel that has executed everything may end.
ENDS_WHEN_DONE = (StopKind.ENDED_BY_GRADER, StopKind.EXIT_CODE, StopKind.SIGNAL)
OUT_OF_MEMORY_MESSAGES = ("MemoryError", "can't allocate memory", "Cannot allocate memory")


class KernelDiedError(Exception):
    """The fork server has reported the end of the kernel, and how it was."""

    def __init__(self, ended: Exit) -> None:
        super().__init__(ended)
        self.exit = ended


class Message(NamedTuple):
    """What a kernel has sent; none of it can be trusted.

    Args:
        kind, content: as Jupyter has them.
        request: the id of what it answers.
        size: bytes that it counts as.
    """

    kind: Any
    request: Any
    content: Any
    size: int


class NotebookRun:
    """One run of one notebook, which is changed in place.

    Args:
        notebook: its outputs are removed first, so that all that it then holds is of this run.
        server: forks the kernel.
        request: of the kernel.
        limits: time and output are watched here, the rest by the fork server.
        plan: what is done with each cell.
        records: prefixes of MIME types that have an output limit of their own.

    Attributes:
        stops: what ended the run, or went wrong before it ended; the first decides.
        worth_retrying: another run may have caused the stop.
        fatal_cell: index of the cell in which the kernel died, or because of which it had to be
            killed; without it the others might run.
        waited: seconds that the kernel has been ready and waited for a processor.
    """

    def __init__(
        self,
        notebook: NotebookNode,
        server: ForkServer,
        request: LaunchRequest,
        limits: Limits,
        plan: Plan,
        records: tuple[str, ...] = (),
    ) -> None:
        self.nb = notebook
        self.server = server
        self.request = request
        self.limits = limits
        self.plan = plan
        self.stops: list[Stop] = []
        self.worth_retrying = False
        self.fatal_cell: int | None = None
        self.waited = 0.0
        self._running: int | None = None
        self._executed = 0
        self._display = Display(limits, records)
        self._timers: list[WorkTimer] = []
        self._cell_timers: list[WorkTimer] = []
        self._exit: Exit | None = None
        self._is_ending = self._has_closed = False
        self._received, self._outgoing = bytearray(), bytearray()

    def run(self) -> None:
        """Execute the planned cells, as long as the kernel lives.

        Raises:
            EngineError: no kernel could be asked for, which is no fault of the notebook's.
        """
        for cell in self.nb.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        self.kernel = self.server.fork(self.request)
        self.pipe, self._connection = self.kernel.control_pipe, self.kernel.connection
        self._connection.setblocking(False)
        self._poll = select.poll()
        self._poll.register(self.pipe, select.POLLIN)
        self._poll.register(self._connection, select.POLLIN)
        try:
            self._run_cells()
        except KernelDiedError as death:
            self._note_death(death.exit)
        finally:
            self.waited = self.pipe.waited
            self.kernel.close()

    def _run_cells(self) -> None:
        self._after(self.limits.total_seconds, self._stop_late)
        self._timers.append(WorkTimer(LAUNCH_SECONDS, self._require_launch))
        self._watch_own_memory(resident_bytes())
        self._await_first_answer()
        for index, cell in enumerate(self.nb.cells):
            if cell.cell_type == "code" and index not in self.plan.skipped and cell.source.strip():
                self._run_cell(cell, index)
        self._finish()

    def _after(self, seconds: float, late: Callable[[], object]) -> None:
        """Call a function once the kernel has had so many seconds, unless the run ends before."""
        self._timers.append(WorkTimer(seconds, late, self.pipe))

    def _stop_late(self) -> None:
        self.stop(StopKind.NOTEBOOK_TIME, {"seconds": self.limits.total_seconds})

    def _require_launch(self) -> None:
        """Kill a fork server that has not even begun: it is stuck, for every kernel to come."""
        if self.pipe.pid is None:
            self.server.kill()

    def stop(self, kind: StopKind, values: dict[str, Any] | None = None) -> None:
        """End the run; the first reason is kept, and nothing more is read."""
        self.note(Stop(kind, values or {}))
        self._hang_up()
        self._received.clear()
        self._demand_end(KILL)

    def _demand_end(self, command: bytes) -> None:
        """Ask the fork server to end the kernel; if it does not, it is stuck, and is killed."""
        self.pipe.send(command)
        if not self._is_ending:
            self._is_ending = True
            self._timers.append(WorkTimer(KILL_TIMEOUT_SECONDS, self.server.kill))

    def note(self, stop: Stop) -> None:
        """Remember what is wrong with this run, unless something already was."""
        if not self.stops:
            self.stops = [stop]

    def _stop_at_cell(self, kind: StopKind, values: dict[str, Any] | None = None) -> None:
        """End the run at a cell that sends something forbidden: without it the others may run."""
        if not self.stops:
            self.fatal_cell = self._running
        self.stop(kind, values)

    def _watch_own_memory(self, before: int) -> None:
        """Stop the run if this process grows too much: what a message holds may be large in memory.

        Other runs take memory too, so this may stop a harmless one: the executor executes it once
        more, alone.
        """
        if resident_bytes() - before > SLACK_BYTES + 8 * self.limits.output_bytes:
            self.worth_retrying = not self.stops
            self.stop(StopKind.ENDLESS_MESSAGE)
            return
        self._timers.append(WorkTimer(POLL_SECONDS, partial(self._watch_own_memory, before)))

    def _await_first_answer(self) -> None:
        request = self._ask("kernel_info_request")
        while (message := self._next_message()).request != request:
            pass
        try:
            self.nb.metadata["language_info"] = message.content["language_info"]
        except Exception as error:
            self._refuse(error)

    def _run_cell(self, cell: NotebookNode, index: int) -> None:
        while self._is_ending or self._exit:
            self._next_message()
        self._running = index
        self._display.begin()
        late = partial(self._interrupt_late, index)
        self._cell_timers = [WorkTimer(self.limits.cell_seconds, late, self.pipe)]
        is_stored = index not in self.plan.unstored
        options = {"allow_stdin": False, "stop_on_error": False, "store_history": is_stored}
        request = self._ask("execute_request", code=cell.source, **options)
        # A reply to another request comes from a thread that an earlier cell has left.
        while (message := self._next_message()).request != request or message.kind != END:
            if message.request == request:
                self._put(cell, message)
        self._cell_timers.clear()
        self._executed += 1
        cell.execution_count = self._executed
        errors = (output for output in cell.outputs if output.output_type == "error")
        said = [f"{error.ename}: {error.evalue}" for error in errors]
        if any(message in line for line in said for message in OUT_OF_MEMORY_MESSAGES):
            values = {"cell": index + 1, "mb": self.limits.memory_mb}
            self.note(Stop(StopKind.CELL_MEMORY, values))
        if self.plan.settle_seconds and index in self.plan.expendable:
            self._settle()

    def _settle(self) -> None:
        """Wait a while for an end that the cell has arranged."""
        self._cell_timers = [WorkTimer(self.plan.settle_seconds, lambda: None)]
        while self._cell_timers and not self._exit:
            if self._take() is None:
                self._wait()

    def _finish(self) -> None:
        """End the kernel; a limit may have been passed since the watchdog's last tick."""
        self._running = None
        self._hang_up()
        self._demand_end(FINISH)
        while self._exit is None:
            self._wait()
        if self._exit.stop.kind not in ENDS_WHEN_DONE:
            self._note_exit(self._exit)

    def _interrupt_late(self, index: int) -> None:
        """Interrupt the cell; if it does not stop, kill the kernel."""
        values = {"cell": index + 1, "seconds": self.limits.cell_seconds}
        self.note(Stop(StopKind.CELL_TIME, values))
        self.pipe.send(INTERRUPT)

        def kill() -> None:
            self.stops.append(Stop(StopKind.NOT_INTERRUPTED, {"cell": index + 1}))
            self.fatal_cell = index
            self._demand_end(KILL)

        self._cell_timers.append(WorkTimer(GRACE_SECONDS, kill, self.pipe))

    def _put(self, cell: NotebookNode, message: Message) -> None:
        try:
            self._display.put(cell, message.kind, message.content, message.size)
        except Exception as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        # Not the error's message, which the kernel may have chosen: this is shown on the feedback
        # page.
        self._stop_at_cell(StopKind.BAD_MESSAGE, {"error": type(error).__name__})

    def _ask(self, kind: str, **content: Any) -> str:
        """Send a request and return its id, which the kernel cannot know before."""
        request = secrets.token_hex(8)
        header = {"msg_id": request, "msg_type": kind}
        message = {"header": header, "metadata": {}, "content": content}
        self._outgoing += protocol.frame(fast_json.dumps(message))
        self._write()
        return request

    def _next_message(self) -> Message:
        """Wait for it; meanwhile timeouts are handled.

        Raises:
            KernelDiedError: there is none any more.
        """
        while (message := self._take()) is None:
            if self._exit:
                raise KernelDiedError(self._exit)
            self._wait()
        return message

    def _take(self) -> Message | None:
        """The first message that has arrived in full."""
        received, begin = self._received, LENGTH_BYTES
        if len(received) < begin:
            return None
        length = int.from_bytes(received[:begin], "little")
        if length > self.limits.output_bytes + MEGABYTE:
            self._stop_at_cell(StopKind.LARGE_MESSAGE, {"mb": self.limits.output_mb})
            return None
        if len(received) < begin + length:
            return None
        data = bytes(received[begin : begin + length])
        del received[: begin + length]
        size = length + MESSAGE_BYTES
        meter = self._display.meter
        meter.received += size
        if meter.is_overrun:
            mb = meter.ceiling / MEGABYTE
            self._stop_at_cell(StopKind.OUTPUT_SIZE, {"mb": mb})
            return None
        try:
            kind, request, content = fast_json.loads(data)
        except Exception as error:
            self._refuse(error)
            return None
        return Message(kind, request, content, size)

    def _wait(self) -> None:
        """Call what is due, or wait for something to happen, and handle it."""
        seconds = []
        for timers in (self._timers, self._cell_timers):
            for timer in list(timers):
                if (left := timer.left) > 0:
                    seconds.append(left)
                else:
                    timers.remove(timer)
                    timer.late()
                    return
        ready = dict(self._poll.poll(1000 * min(seconds, default=POLL_SECONDS) + 1))
        # Asked first: what a kernel sent before its end has then arrived.
        if self.pipe.fileno() in ready:
            self._exit = self.pipe.poll()
        if self._connection.fileno() in ready:
            if self._outgoing:
                self._write()
            # Some of its processes may live on for a while, and write.
            for _ in range(DRAIN_CHUNKS if self._exit else 1):
                if not self._read():
                    break

    def _read(self) -> bool:
        """Read what has arrived, and say whether there was something."""
        try:
            chunk = self._connection.recv(CHUNK_BYTES)
        except BlockingIOError:
            return False
        except OSError:
            chunk = b""
        if not chunk:
            self._lose()
        self._received += chunk
        return bool(chunk)

    def _write(self) -> None:
        """Send as much of the requests as there is room for."""
        try:
            del self._outgoing[: self._connection.send(self._outgoing)]
        except BlockingIOError:
            pass
        except OSError:
            self._lose()
            return
        wanted = select.POLLIN | select.POLLOUT if self._outgoing else select.POLLIN
        self._poll.modify(self._connection, wanted)

    def _lose(self) -> None:
        """The kernel died, which the fork server will report in a moment, or closed its end."""
        self._has_closed = True
        self._hang_up()
        self._demand_end(KILL)

    def _hang_up(self) -> None:
        if self._connection.fileno() >= 0:
            self._poll.unregister(self._connection)
            self._connection.close()

    def _note_death(self, ended: Exit) -> None:
        if self._has_closed and ended.stop.kind is StopKind.ENDED_BY_GRADER:
            self._stop_at_cell(StopKind.CONNECTION_CLOSED)
        else:
            self._note_exit(ended)

    def _note_exit(self, ended: Exit) -> None:
        """Remember the cell in which the kernel died, or that it died with the fork server."""
        if ended.stop.kind is StopKind.SERVER_ENDED:
            self.worth_retrying = not self.stops
        elif ended.stop.kind is not StopKind.ENDED_BY_GRADER and self.fatal_cell is None:
            self.fatal_cell = self._running
        self.note(ended.stop)


def resident_bytes() -> int:
    """Memory that this process has now; 0 where that is unknown."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * resource.getpagesize()
    except FileNotFoundError:
        return 0
