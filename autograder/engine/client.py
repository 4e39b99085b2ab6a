"""Running the cells of one untrusted notebook: nbclient, protected from what a kernel may send.

Everything that ends a run early goes through :meth:`NotebookRun.stop`, which keeps the first reason
and kills the kernel; the death of the kernel then ends the run at once.
"""

from __future__ import annotations

import asyncio
import logging
import resource
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

import zmq
import zmq.asyncio
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import DeadKernelError
from nbformat import NotebookNode

from autograder.engine.execution import Plan, Stop, StopKind
from autograder.engine.limits import MEGABYTE, Limits
from autograder.engine.outputs import MeteredSession, OutputMeter, as_output
from autograder.engine.protocol import FINISH, KILL, Exit
from autograder.engine.provisioner import ForkedProvisioner

START_SECONDS = 300  # a busy machine takes as long as it does
LAUNCH_SECONDS = 60  # for the fork server to begin with a kernel
SEND_MILLISECONDS = 5000
NEVER_MILLISECONDS = 24 * 3600 * 1000
QUEUED_MESSAGES = 100
POLL_SECONDS = 0.1
SLACK_BYTES = 64 * MEGABYTE
GRACE_SECONDS = 2  # for a cell to end after an interrupt, before the kernel is killed
KILL_TIMEOUT_SECONDS = 15  # for the fork server to report the end of a kernel
DRAIN_SECONDS = 0.05  # for messages that were under way when the kernel died
# How a kernel may end that has executed everything.
ENDS_WHEN_DONE = (StopKind.ENDED_BY_GRADER, StopKind.EXIT_CODE, StopKind.SIGNAL)
OUT_OF_MEMORY_MESSAGES = ("MemoryError", "can't allocate memory", "Cannot allocate memory")

log = logging.getLogger(__name__)
log.addHandler(logging.NullHandler())


class NotebookRun(NotebookClient):
    """One run of one notebook, which is changed in place.

    Args:
        notebook: its outputs are removed first, so that all that it then holds is of this run.
        manager: manages a kernel that has not been started.
        provisioner: starts it.
        limits: wall time and output are watched here, the rest by the fork server.
        plan: what is done with each cell.
        records: prefixes of MIME types that have an output limit of their own.

    Attributes:
        stops: what ended the run, or went wrong before it ended; the first decides.
        worth_retrying: another run may have caused the stop.
        fatal_cell: index of the cell in which the kernel died, or because of which it had to be
            killed; without it the others might run.
    """

    def __init__(
        self,
        notebook: NotebookNode,
        manager: AsyncKernelManager,
        provisioner: ForkedProvisioner,
        limits: Limits,
        plan: Plan,
        records: tuple[str, ...] = (),
    ) -> None:
        super().__init__(
            notebook,
            manager,
            timeout=limits.cell_seconds,
            log=log,
            allow_errors=True,
            interrupt_on_timeout=True,
            record_timing=False,
        )
        self.manager = manager
        self.provisioner = provisioner
        self.limits = limits
        self.plan = plan
        self.stops: list[Stop] = []
        self.worth_retrying = False
        self.fatal_cell: int | None = None
        self._running: int | None = None
        self._meter = OutputMeter(limits, records)
        self._disconnected = False
        self._channels: tuple[Any, ...] = ()
        self._watchers: list[asyncio.Future[None]] = []
        self._timers: list[asyncio.TimerHandle] = []
        self._poll_timer: asyncio.TimerHandle | None = None
        self._kill_timer: asyncio.TimerHandle | None = None
        # Widgets would let a kernel rewrite the outputs of other cells.
        self.comm_open_handlers = {}
        self.store_widget_state = False
        manager.session = MeteredSession(report_size=self._count, key=manager.session.key)

    async def run(self) -> None:
        """Execute the planned cells, as far as the kernel lives.

        Raises:
            RuntimeError: no kernel could be asked for, which is no fault of the notebook's.
        """
        for cell in self.nb.cells:
            if cell.cell_type == "code":
                cell.outputs, cell.execution_count = [], None
        try:
            await self.manager.start_kernel(extra_arguments=[])
            loop, total = asyncio.get_running_loop(), self.limits.total_seconds
            self._timers = [
                loop.call_later(total, self.stop, StopKind.NOTEBOOK_TIME, {"seconds": total}),
                loop.call_later(LAUNCH_SECONDS, self._require_launch),
            ]
            await self._run_cells()
        finally:
            await self._end()

    async def _run_cells(self) -> None:
        self._dead = asyncio.Event()
        try:
            self._watch_control_pipe()
            self._watch_own_memory(resident_bytes())
            await self._connect()
            for index, cell in enumerate(self.nb.cells):
                if cell.cell_type == "code" and index not in self.plan.skipped:
                    await self._run_cell(cell, index)
            await self._finish()
        except DeadKernelError:
            # nbclient takes Ctrl+C, which cancels this task, for the death of the kernel.
            if (task := asyncio.current_task()) and task.cancelling():
                raise asyncio.CancelledError from None
            self._note_death()
        except zmq.Again:
            self.stop(StopKind.CONNECTION_CLOSED)
        except Exception as error:
            self._refuse(error)

    def _require_launch(self) -> None:
        """Kill a fork server that has not even begun: it is stuck, for every kernel to come."""
        if self.provisioner.pipe.pid is None:
            self.provisioner.fork_server.kill()

    def stop(self, kind: StopKind, values: dict[str, Any] | None = None) -> None:
        """End the run; the first reason is kept."""
        self.note(Stop(kind, values or {}))
        self._demand_end(KILL)

    def _demand_end(self, command: bytes) -> None:
        """Ask the fork server to end the kernel; if it does not, it is stuck, and is killed."""
        self.provisioner.pipe.send(command)
        if not self._kill_timer:
            self._kill_timer = asyncio.get_running_loop().call_later(
                KILL_TIMEOUT_SECONDS, self.provisioner.fork_server.kill
            )

    def note(self, stop: Stop) -> None:
        """Remember what is wrong with this run, unless something was wrong before."""
        if not self.stops:
            self.stops = [stop]

    def _count(self, size: int) -> None:
        self._meter.received += size
        if self._meter.is_overrun:
            self._stop_at_cell(StopKind.OUTPUT_SIZE, self._meter.ceiling / MEGABYTE)

    def _stop_at_cell(self, kind: StopKind, mb: float) -> None:
        """End the run at a cell that puts out too much: without it the others may run."""
        if not self.stops:
            self.fatal_cell = self._running
        self.stop(kind, {"mb": mb})

    def process_message(
        self, msg: dict[str, Any], cell: NotebookNode, cell_index: int
    ) -> NotebookNode | None:
        """As nbclient's own, for what the output limit has room for."""
        if not self._meter.has_room_for(msg):
            self._meter.note_cut(cell)
            return None
        return super().process_message(msg, cell, cell_index)

    def output(
        self, outs: list[NotebookNode], msg: dict[str, Any], display_id: str | None, cell_index: int
    ) -> NotebookNode | None:
        """As nbclient's own, without its comparison with a schema."""
        # There the first bad output would end the run. The engine removes bad outputs at the end,
        # and compares the whole notebook at once, which saves 2.5 % (docs/engine.md).
        output = as_output(msg)
        if output is None:
            return None
        if self.clear_before_next_output:
            outs.clear()
            self.clear_display_id_mapping(cell_index)
            self.clear_before_next_output = False
        if display_id:
            self._display_id_map.setdefault(display_id, {}).setdefault(cell_index, []).append(
                len(outs)
            )
        outs.append(output)
        return output

    async def _connect(self) -> None:
        """Open the channels, and wait until both work or the kernel has died."""
        context = zmq.asyncio.Context.shadow(self.manager.context)
        # A connection with a message beyond the output limit is closed for good.
        context.maxmsgsize = self.limits.output_bytes + MEGABYTE
        context.rcvhwm = QUEUED_MESSAGES
        # Not -1: ZeroMQ would then drop the rest of a message of which a part is read already, and
        # abort the whole process (`Assertion failed: !_more`).
        context.reconnect_ivl = NEVER_MILLISECONDS
        # A request to a kernel without a connection would wait for ever, and the event loop with
        # it. A kernel on a busy machine may answer late: ZeroMQ would give up after 30 s.
        context.sndtimeo = SEND_MILLISECONDS
        context.handshake_ivl = 0
        self.kc = self.manager.client(context=context)
        self.kc.start_channels(stdin=False, hb=False, control=False)
        self.kc.allow_stdin = False
        self._channels = (self.kc.shell_channel, self.kc.iopub_channel)
        self._watchers = [
            asyncio.ensure_future(self._watch_connection(channel.socket))
            for channel in self._channels
        ]
        answer = asyncio.ensure_future(self._first_answer())
        death = asyncio.ensure_future(self._dead.wait())
        await asyncio.wait((answer, death), return_when=asyncio.FIRST_COMPLETED)
        death.cancel()
        if not answer.done():
            answer.cancel()
            raise DeadKernelError("the kernel died")
        answer.result()

    async def _watch_connection(self, socket: zmq.asyncio.Socket) -> None:
        """Kill a kernel that has lost a connection: it died, or a message was too large."""
        with socket.get_monitor_socket(zmq.EVENT_DISCONNECTED) as monitor:
            await monitor.recv_multipart()
        self._disconnected = True
        self._demand_end(KILL)

    def _watch_own_memory(self, before: int) -> None:
        """Stop the run if this process grows too much.

        ZeroMQ keeps all parts of a message until the last, and a message may have any number of
        parts. Other runs take memory too, so this may stop a harmless one: the executor executes it
        once more, alone.
        """
        if resident_bytes() - before > SLACK_BYTES + 8 * self.limits.output_bytes:
            self.worth_retrying = not self.stops
            self.stop(StopKind.ENDLESS_MESSAGE)
            return
        self._poll_timer = asyncio.get_running_loop().call_later(
            POLL_SECONDS, self._watch_own_memory, before
        )

    def _watch_control_pipe(self) -> None:
        loop, pipe = asyncio.get_running_loop(), self.provisioner.pipe

        def read() -> None:
            if pipe.poll():
                loop.remove_reader(pipe.fileno())
                self._dead.set()

        loop.add_reader(pipe.fileno(), read)

    async def _first_answer(self) -> None:
        """Wait until both channels work."""
        client: Any = self.kc
        # jupyter_client's own wait sleeps a fifth of a second more.
        for _ in range(START_SECONDS):
            client.kernel_info()
            # IOPub drops what is sent before its connection is there: then ask once more.
            try:
                reply = await client.shell_channel.get_msg(timeout=1)
                await client.iopub_channel.get_msg(timeout=0.2)
            except Empty:
                continue
            self.nb.metadata["language_info"] = reply["content"]["language_info"]
            return
        raise DeadKernelError("the kernel did not answer")

    async def _run_cell(self, cell: NotebookNode, index: int) -> None:
        if self._dead.is_set():
            raise DeadKernelError("the kernel died")
        self._running = index
        await self.async_execute_cell(
            cell,
            index,
            execution_count=self.code_cells_executed + 1,
            store_history=index not in self.plan.unstored,
        )
        errors = (output for output in cell.get("outputs", ()) if output.output_type == "error")
        said = [f"{error.ename}: {error.evalue}" for error in errors]
        if any(message in one for one in said for message in OUT_OF_MEMORY_MESSAGES):
            values = {"cell": index + 1, "mb": self.limits.memory_mb}
            self.note(Stop(StopKind.CELL_MEMORY, values))
        if self.plan.settle_seconds and index in self.plan.expendable:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._dead.wait(), self.plan.settle_seconds)

    async def _finish(self) -> None:
        """End the kernel; a limit may have been passed since the watchdog's last tick."""
        self._running = None
        self._demand_end(FINISH)
        await self._dead.wait()
        ended = self.provisioner.pipe.poll()
        if ended and ended.stop.kind not in ENDS_WHEN_DONE:
            self._note_exit(ended)

    async def _async_poll_output_msg(
        self, parent_msg_id: str, cell: NotebookNode, cell_index: int
    ) -> None:
        """As nbclient's own; an output that cannot be read ends the run."""
        # nbclient would wait on for outputs that may never come.
        try:
            await super()._async_poll_output_msg(parent_msg_id, cell, cell_index)
        except Exception as error:
            self._refuse(error)

    def _refuse(self, error: Exception) -> None:
        # Not its message, which the kernel may have chosen: this is shown on the feedback page.
        self.stop(StopKind.BAD_MESSAGE, {"error": type(error).__name__})

    async def _async_poll_kernel_alive(self) -> None:
        """nbclient asks once a second; the control pipe reports at once."""
        await self._dead.wait()
        await asyncio.sleep(DRAIN_SECONDS)
        if self.task_poll_for_reply:
            self.task_poll_for_reply.cancel()

    async def _async_handle_timeout(self, timeout: float, cell: NotebookNode | None = None) -> None:
        """Interrupt the cell; if it does not stop, kill the kernel."""
        index = next(index for index, other in enumerate(self.nb.cells) if other is cell)
        self.note(Stop(StopKind.CELL_TIME, {"cell": index + 1, "seconds": timeout}))
        await self.manager.interrupt_kernel()
        # nbclient has just cancelled the one that it had started.
        self._polling = asyncio.ensure_future(self._async_poll_kernel_alive())
        task = self.task_poll_for_reply

        def kill_if_running() -> None:
            if task and not task.done():
                self.stops.append(Stop(StopKind.NOT_INTERRUPTED, {"cell": index + 1}))
                self.fatal_cell = index
                self._demand_end(KILL)

        asyncio.get_running_loop().call_later(GRACE_SECONDS, kill_if_running)

    def _note_death(self) -> None:
        ended = self.provisioner.pipe.poll()
        if not ended:
            self.note(Stop(StopKind.NO_ANSWER))
        elif self._disconnected and ended.stop.kind is StopKind.ENDED_BY_GRADER:
            self._stop_at_cell(StopKind.LARGE_MESSAGE, self.limits.output_mb)
        else:
            self._note_exit(ended)

    def _note_exit(self, ended: Exit) -> None:
        """Remember in which cell the kernel died, or that it died with the fork server."""
        if ended.stop.kind is StopKind.SERVER_ENDED:
            self.worth_retrying = not self.stops
        elif ended.stop.kind is not StopKind.ENDED_BY_GRADER and self.fatal_cell is None:
            self.fatal_cell = self._running
        self.note(ended.stop)

    async def _end(self) -> None:
        """Release the kernel and its sockets without waiting: it holds nothing that is needed."""
        for timer in filter(None, (*self._timers, self._poll_timer, self._kill_timer)):
            timer.cancel()
        # Before the watchers close their ends: an event without a receiver blocks ZeroMQ's own
        # thread for ever.
        for channel in self._channels:
            channel.socket.disable_monitor()
        for watcher in self._watchers:
            watcher.cancel()
        await asyncio.gather(*self._watchers, return_exceptions=True)
        if self.kc:
            self.kc.stop_channels()
        await self.manager.cleanup_resources()


def resident_bytes() -> int:
    """Memory that this process has now; 0 where that is unknown."""
    try:
        return int(Path("/proc/self/statm").read_bytes().split()[1]) * resource.getpagesize()
    except FileNotFoundError:
        return 0
