"""The fork server: imports everything once, then forks a kernel for every request.

It is one thread, holds no secret and never reads anything of a notebook: every later kernel
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
from collections.abc import Callable
from dataclasses import dataclass, field

from autograder.engine.execution import Stop, StopKind
from autograder.engine.limits import Limits
from autograder.engine.protocol import (
    COLLAPSE,
    FINISH,
    INTERRUPT,
    NEW_KERNEL,
    NO_NAMESPACES,
    PRELOAD,
    READY,
    read_json,
    read_request,
)
from autograder.engine.server import huge_pages, isolation, kernel, seccomp, users, watchdog

TICK_SECONDS = 0.05
REPORT_SECONDS = 0.1  # of a kernel's wait for a processor that the grader has not heard of
ENDED_BY_GRADER = Stop(StopKind.ENDED_BY_GRADER)


@dataclass(kw_only=True)
class Child:
    """A running kernel, as its parent sees it."""

    pid: int
    pipe: socket.socket
    watch: watchdog.Watch
    report: int
    user: int | None = None
    storage: users.Storage | None = None
    clock: watchdog.WaitClock = field(default_factory=watchdog.WaitClock)
    reported_wait: float = 0.0
    stop: Stop | None = None


@dataclass(kw_only=True)
class Server:
    """The loop of the fork server.

    Args:
        control: socket on which requests arrive.
        isolated: give each kernel its own namespaces.
        own_users: give each kernel a user of its own.
        modules: names of modules to import before the first kernel is forked.
    """

    control: socket.socket
    isolated: bool
    own_users: bool
    modules: list[str]
    children: dict[int, Child] = field(default_factory=dict)
    # Processes that existed before the kernels descend from none. Reading a busy machine's whole
    # process table at each tick takes up to a tenth of a core.
    older: set[int] = field(default_factory=set)

    def run(self) -> None:
        """Serve requests until the grader closes its end."""
        # Before the first notebook: kernels that cannot be isolated are refused.
        if self.isolated or self.own_users:
            try:
                isolation.self_test(own_user=self.own_users)
            except OSError as error:
                print(error, file=sys.stderr, flush=True)
                os._exit(NO_NAMESPACES)
        self.app = kernel.prepare(self.modules)
        self.announce_ready()
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.control, selectors.EVENT_READ, self.handle_request)
        # SIGCHLD writes a byte to a socket, so that the selector wakes up for it.
        reader, writer = socket.socketpair()
        reader.setblocking(False)
        writer.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
        self.selector.register(reader, selectors.EVENT_READ, lambda: reader.recv(4096))
        while True:
            # While kernels run, limits are enforced at each tick.
            for key, _ in self.selector.select(TICK_SECONDS if self.children else None):
                handle: Callable[[], object] = key.data
                handle()
            self.reap()
            self.enforce_limits()

    def announce_ready(self) -> None:
        """Report that kernels can be forked, from the memory as it is now."""
        self.inherited = watchdog.own_size()
        self.control.sendall(READY)

    def handle_request(self) -> None:
        """Fork a kernel, prepare for those to come, or end if the grader is gone."""
        message, descriptors, _, _ = socket.recv_fds(self.control, 1, 16)
        if message == PRELOAD:
            kernel.import_all(read_json(descriptors[0]))
            self.announce_ready()
        elif message == COLLAPSE:
            huge_pages.collapse()
            self.announce_ready()
        elif message == NEW_KERNEL:
            self.handle_launch(descriptors)
        else:
            self.stop()

    def handle_launch(self, descriptors: list[int]) -> None:
        """Start and remember a kernel, or report why none could be forked."""
        pipe_end, limits_file, request, *sockets = descriptors
        pipe = socket.socket(fileno=pipe_end)
        try:
            limits = Limits(**read_json(limits_file))
            if not self.children:
                self.older = watchdog.process_ids()
            user = users.take() if self.own_users else None
            pid, report = isolation.fork(
                lambda report: self.become_kernel(report, request, limits, sockets, user),
                isolated=self.isolated,
            )
            watch = watchdog.Watch(pid, limits, self.inherited, user)
            storage = users.Storage(user, limits) if user is not None else None
            child = Child(
                pid=pid, pipe=pipe, watch=watch, report=report, user=user, storage=storage
            )
            self.children[pid] = child
            self.selector.register(pipe, selectors.EVENT_READ, lambda: self.handle_command(child))
            _report(pipe, pid=pid)
        except Exception as error:
            _report(pipe, code=1, stop=Stop(StopKind.NOT_STARTED, {"error": str(error)}))
            pipe.close()
        finally:
            for descriptor in (request, *sockets):  # the kernel has its own copies
                os.close(descriptor)

    def become_kernel(
        self, report: int, request: int, limits: Limits, sockets: list[int], user: int | None
    ) -> Callable[[], None]:
        """Isolate the forked process and limit it; returns what runs the kernel to its end."""
        # Signals are still those of the fork server's loop.
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        isolation.close_all_but({report, request, *sockets})
        launch = read_request(vars(limits), request)
        work = isolation.private_storage(limits) if self.isolated else isolation.plain_storage(user)
        isolation.lower_priority()
        for name, data in launch.files.items():
            target = work / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        os.chdir(work)
        os.environ.update(launch.environment)
        if user is not None:
            users.hand_over(work.parent, user)
        # In this order: mounting needs the rights, writing the files no limit of their size, and
        # the filter comes last because nothing after it needs a refused call.
        isolation.limit_resources(
            limits,
            inherited_bytes=self.inherited.address_space,
            own_user=self.isolated or self.own_users,
        )
        isolation.give_up_privileges(user)
        if self.isolated or self.own_users:
            seccomp.refuse_calls(own_user=self.own_users)
        return kernel.finish(self.app, sockets, launch.key)

    def handle_command(self, child: Child) -> None:
        """Do what the grader asks of one kernel; a closed pipe means kill."""
        try:
            commands = child.pipe.recv(64)
        except OSError:
            commands = b""
        if commands == INTERRUPT:
            watchdog.send_signal(child.pid, signal.SIGINT)
            return
        if not commands:  # a closed pipe would be readable forever
            self.selector.unregister(child.pipe)
        if commands == FINISH:  # a limit may have been passed since the last tick
            self.enforce_limits()
        self.kill(child)

    def kill(self, child: Child, stop: Stop = ENDED_BY_GRADER) -> None:
        """Kill a kernel with all its processes; the first reason is kept."""
        # A dying kernel loses its connections first, and then the grader asks for its end: that is
        # not why it died.
        by_limit = stop is not ENDED_BY_GRADER
        if not child.stop and (by_limit or not watchdog.is_ending(child.pid)):
            child.stop = stop
            # Reported before its death: a large process tree takes seconds to die, and in that
            # time the grader would see another reason, such as a cell that takes too long.
            if by_limit:
                _report(child.pipe, code=-signal.SIGKILL, stop=stop)
        isolation.kill_tree(child.pid, isolated=self.isolated)
        if child.user is not None:
            users.end(child.user)

    def enforce_limits(self) -> None:
        """Kill every kernel whose process tree has passed a limit."""
        if not self.children:
            return
        snapshot = watchdog.Snapshot(self.older)
        for child in list(self.children.values()):
            child.clock.look(snapshot.tree(child.pid))
            if child.clock.seconds - child.reported_wait > REPORT_SECONDS:
                child.reported_wait = child.clock.seconds
                # A grader that reads nothing must not keep this process.
                _report(child.pipe, socket.MSG_DONTWAIT, waited=child.clock.seconds)
            passed = child.watch.passed_limit(snapshot)
            if child.storage and not passed:
                tree = [process.pid for process in snapshot.tree(child.pid)]
                passed = child.storage.passed_limit(tree)
            if passed:
                self.kill(child, passed)

    def reap(self) -> None:
        """Wait for ended processes and report how each kernel ended."""
        while (ended := _ended_process()) is not None:
            pid, code = ended
            # Processes of a kernel without namespaces do not die with it.
            if not self.isolated:
                isolation.kill_orphans(self.children)
            if child := self.children.pop(pid, None):
                if child.user is not None:
                    users.end(child.user)
                    users.clear(child.user)
                if child.pipe in self.selector.get_map():
                    self.selector.unregister(child.pipe)
                with os.fdopen(child.report) as pipe:
                    problem = pipe.read()
                if problem:
                    stop = Stop(StopKind.NOT_STARTED, {"error": problem})
                elif child.stop and code == -signal.SIGKILL:
                    stop = child.stop
                elif code >= 0:
                    stop = Stop(StopKind.EXIT_CODE, {"code": code})
                else:
                    is_known = -code in set(signal.Signals)
                    name = signal.Signals(-code).name if is_known else f"signal {-code}"
                    stop = Stop(StopKind.SIGNAL, {"name": name})
                _report(child.pipe, code=code, stop=stop)
                child.pipe.close()

    def stop(self) -> None:
        """Kill every kernel, then exit."""
        # More than once: a process that is being killed may have forked just before.
        while True:
            try:
                os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            except ChildProcessError:  # none is left
                os._exit(0)
            for pid, child in self.children.items():
                isolation.kill_tree(pid, isolated=self.isolated)
                if child.user is not None:
                    users.end(child.user)
                    users.clear(child.user)
            isolation.kill_orphans(())
            _ended_process()


def _ended_process() -> tuple[int, int] | None:
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, os.waitstatus_to_exitcode(status)) if pid else None


def _report(pipe: socket.socket, flags: int = 0, **message: object) -> None:
    try:
        pipe.send(json.dumps(message, default=vars).encode() + b"\n", flags)
    except OSError:
        pass  # the grader is gone, which the control socket will show


def main(arguments: list[str]) -> None:
    """Entry point; the arguments are DESCRIPTOR full|users|none MODULE..."""
    descriptor, kind, *modules = arguments
    control, isolated = socket.socket(fileno=int(descriptor)), kind == "full"
    own_users = kind == "users"
    try:
        if own_users:
            users.require_root()
        isolation.prepare_fork_server(isolated=isolated)
        Server(control=control, isolated=isolated, own_users=own_users, modules=modules).run()
    except BaseException:
        traceback.print_exc()
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])
