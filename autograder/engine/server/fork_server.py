"""The fork server: imports everything once, then forks a kernel for every request.

It is one thread, holds no secret and never reads anything that a student wrote: every later kernel
inherits its memory, and could look through it. Run by
:class:`autograder.engine.launcher.ForkServer`, in the full sandbox inside bubblewrap, with its
control socket as argument.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import sys
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from autograder import limits
from autograder.engine.protocol import (
    CHANNELS,
    FINISH,
    INTERRUPT,
    NEW_KERNEL,
    NO_NAMESPACES,
    PRELOAD,
    READY,
    read_json,
    read_request,
)
from autograder.engine.server import kernel, namespaces, seccomp, watchdog
from autograder.engine.stops import Stop, StopKind

TICK_SECONDS = 0.05
ENDED_BY_GRADER = Stop(StopKind.ENDED_BY_GRADER)


@dataclass
class Child:
    """A running kernel, as its parent sees it."""

    pid: int
    pipe: socket.socket
    watch: watchdog.Watch
    stop: Stop | None = None


@dataclass
class Server:
    """The loop of the fork server.

    Args:
        control: socket on which requests arrive.
        isolated: give each kernel its own namespaces.
        modules: names of modules to import beside those that every exercise needs.
    """

    control: socket.socket
    isolated: bool
    modules: Sequence[str] = ()
    children: dict[int, Child] = field(default_factory=dict)

    def run(self) -> None:
        """Serve requests until the grader closes its end."""
        self._require_namespaces()
        self.app = kernel.prepare(self.modules)
        self._announce_ready()
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.control, selectors.EVENT_READ, self.handle_request)
        self._watch_for_ended_children()
        while not self.control._closed:
            # With kernels under way, limits are enforced at each tick.
            for key, _ in self.selector.select(TICK_SECONDS if self.children else None):
                key.data()
            self.reap()
            self.enforce_limits()

    def _announce_ready(self) -> None:
        """Tell the grader that kernels can be forked, from the memory that is there now."""
        self.inherited = watchdog.own_size()
        self.control.sendall(READY)

    def _require_namespaces(self) -> None:
        """Exit, before the first student, if kernels cannot be isolated."""
        try:
            if self.isolated:
                namespaces.self_test()
        except OSError as error:
            print(error, file=sys.stderr, flush=True)
            os._exit(NO_NAMESPACES)

    def handle_request(self) -> None:
        """Fork a kernel, import modules, or end if the grader is gone."""
        message, descriptors, _, _ = socket.recv_fds(self.control, 1, 16)
        if message == PRELOAD:
            kernel.import_all(read_json(descriptors[0]))
            self._announce_ready()
        elif message == NEW_KERNEL:
            self.handle_launch(descriptors)
        else:
            self.stop()

    def handle_launch(self, descriptors: list[int]) -> None:
        """Fork a kernel, or say why none could be forked."""
        pipe = socket.socket(fileno=descriptors[0])
        try:
            self.fork(
                pipe,
                limits.Limits(**read_json(descriptors[1])),
                descriptors[2],
                dict(zip(CHANNELS, descriptors[3:], strict=True)),
            )
        except Exception as error:
            _report(pipe, code=1, stop=Stop(StopKind.NOT_STARTED, {"error": str(error)}))
            pipe.close()
        finally:
            for descriptor in descriptors[2:]:  # the kernel has its own copies
                os.close(descriptor)

    def fork(
        self,
        pipe: socket.socket,
        allowed: limits.Limits,
        request: int,
        descriptors: dict[str, int],
    ) -> None:
        """Start one kernel and remember it; the kernel reads its request itself."""
        start = namespaces.fork_isolated if self.isolated else namespaces.fork_plain
        pid = start(lambda: self.become_kernel(request, allowed, descriptors))
        child = Child(pid, pipe, watchdog.Watch(pid, allowed, self.inherited))
        self.children[pid] = child
        self.selector.register(pipe, selectors.EVENT_READ, lambda: self.handle_command(child))
        _report(pipe, pid=pid)

    def become_kernel(
        self, request: int, allowed: limits.Limits, descriptors: dict[str, int]
    ) -> None:
        """Isolate the forked process, limit it, and run the kernel in it to its end."""
        # Signals are still those of the fork server's loop.
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        _close_all_but({request, *descriptors.values()})
        launch = read_request(vars(allowed), request)
        work = namespaces.private_storage(allowed) if self.isolated else namespaces.plain_storage()
        namespaces.lower_priority()
        _write_files(work, launch.files)
        os.chdir(work)
        os.environ.update(launch.environment)
        # In this order: mounting needs the rights, writing the files no limit of their size, and
        # the filter comes last because nothing after it needs a refused call.
        limits.apply(allowed, inherited_bytes=self.inherited.address_space, own_user=self.isolated)
        namespaces.give_up_privileges()
        if self.isolated:
            seccomp.refuse_calls()
        kernel.serve(self.app, descriptors, launch.key, launch.minimal_messages)

    def handle_command(self, child: Child) -> None:
        """Do what the grader asks of one kernel; a closed pipe means kill."""
        try:
            commands = child.pipe.recv(64)
        except OSError:
            commands = b""
        if commands == INTERRUPT:
            namespaces.send_signal(child.pid, signal.SIGINT)
            return
        if not commands:  # a closed pipe would be readable for ever
            self.selector.unregister(child.pipe)
        if commands == FINISH:  # a limit may have been passed since the last poll
            self.enforce_limits()
        self.kill(child)

    def kill(self, child: Child, stop: Stop = ENDED_BY_GRADER) -> None:
        """Kill a kernel with all its processes; the first reason stands."""
        # A kernel that dies loses its connections first, and then the grader asks for its end: that
        # is not why it died.
        by_limit = stop is not ENDED_BY_GRADER
        if not child.stop and (by_limit or not watchdog.is_ending(child.pid)):
            child.stop = stop
            # Reported before its death: a large process tree takes seconds to die, and in that
            # time the grader would see another reason, such as a cell that takes too long.
            if by_limit:
                _report(child.pipe, code=-signal.SIGKILL, stop=stop)
        namespaces.kill_tree(child.pid, isolated=self.isolated)

    def enforce_limits(self) -> None:
        """Kill every kernel whose process tree has passed a limit."""
        if not self.children:
            return
        snapshot = watchdog.Snapshot()
        for child in list(self.children.values()):
            if passed := child.watch.passed_limit(snapshot):
                self.kill(child, passed)

    def reap(self) -> None:
        """Wait for ended processes and tell the grader how each kernel ended."""
        while (ended := _ended_process()) is not None:
            pid, code = ended
            # What a kernel without namespaces started does not die with it.
            if not self.isolated:
                namespaces.kill_orphans(self.children)
            if child := self.children.pop(pid, None):
                if child.pipe in self.selector.get_map():
                    self.selector.unregister(child.pipe)
                was_killed = child.stop and code == -signal.SIGKILL
                _report(child.pipe, code=code, stop=child.stop if was_killed else _describe(code))
                child.pipe.close()

    def stop(self) -> None:
        """Kill every kernel, then exit."""
        # More than once: a process that is being killed may have forked just before.
        while _has_children():
            for pid in self.children:
                namespaces.kill_tree(pid, isolated=self.isolated)
            namespaces.kill_orphans(())
            _ended_process()
        os._exit(0)

    def _watch_for_ended_children(self) -> None:
        # SIGCHLD writes a byte to a socket, so that the selector wakes up for it.
        reader, writer = socket.socketpair()
        reader.setblocking(False)
        writer.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        self._wakeup = writer
        self.selector.register(reader, selectors.EVENT_READ, lambda: reader.recv(4096))


def _has_children() -> bool:
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def _ended_process() -> tuple[int, int] | None:
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, os.waitstatus_to_exitcode(status)) if pid else None


def _describe(code: int) -> Stop:
    if code >= 0:
        return Stop(StopKind.EXIT_CODE, {"code": code})
    name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
    return Stop(StopKind.SIGNAL, {"name": name})


def _report(pipe: socket.socket, **message: object) -> None:
    try:
        pipe.send(json.dumps(message, default=vars).encode() + b"\n")
    except OSError:
        pass  # the grader is gone, and the control socket will say so


def _close_all_but(kept: set[int]) -> None:
    """Close what the fork server holds of other kernels, and point the standard streams nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    for descriptor in {int(name) for name in os.listdir("/dev/fd")} - kept - {0, 1, 2}:
        try:
            os.close(descriptor)
        except OSError:
            pass  # the descriptor of the listing itself


def _write_files(work: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        target = work / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)


def main(arguments: list[str]) -> None:
    """Entry point; the arguments are DESCRIPTOR full|none [MODULE...]."""
    control = socket.socket(fileno=int(arguments[0]))
    isolated = arguments[1] == "full"
    try:
        namespaces.prepare_fork_server(isolated=isolated)
        Server(control, isolated, arguments[2:]).run()
    except BaseException:
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
