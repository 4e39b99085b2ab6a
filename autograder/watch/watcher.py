"""The loop that collects, grades and shows what has arrived, again and again."""

from __future__ import annotations

import gc
import threading
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import mean

from watchfiles import watch

from autograder import registry, texts
from autograder.course import REGISTRY, Assignment, MissingProgram
from autograder.engine.engine import Setting
from autograder.engine.launcher import ForkServer
from autograder.engine.pool import Executor
from autograder.gradebook import attempts, gradebook
from autograder.gradebook.store import enter_all_counting
from autograder.grading import FATAL_ERRORS
from autograder.judging.outcome import Outcome
from autograder.lock import only_grader
from autograder.nbgrader_plugins.exchange import release_feedback
from autograder.nbgrader_plugins.feedback import write_feedback
from autograder.people import groups
from autograder.people.collected import CollectedRow
from autograder.people.groups import require_known
from autograder.watch import arrivals
from autograder.watch.arrivals import Arrivals, Inbound, has_page, is_graded
from autograder.watch.seeds import Seeds

# Seconds.
RETRY = 5.0  # after a failure that may pass: a full disk, another grader at work
RESCAN = 30.0  # if the file system reports no changes, as over a network
# How many are graded before looking for new arrivals: about ten seconds' work.
MAX_AT_ONCE = 32
WORTH_SAYING, SAY = 10, 5.0  # waiting hand-ins, and seconds between two such lines
TICK_MS, DEBOUNCE_MS, STEP_MS = 100, 40, 20
COLLECT = 10_000, 5, 2  # new objects until garbage is looked for: in full after about 50 hand-ins


# What the watcher reports; text is about no single hand-in, or about one that is not graded yet.
Event = Outcome | CollectedRow | str


class Watcher:
    """Grades what arrives. Use it as a context manager.

    Args:
        assignments: of one course, to watch.
        setting: the sandbox and the limits.
        jobs: submissions at a time; default: the cores.
        inbound: the exchange's folder of hand-ins, if that is watched, too.
        release: whether pages go back through the exchange at once.
        names: whether known mistakes are named, for which wrong answers run first.
        server: a fork server for this sandbox that was started before.
    """

    def __init__(
        self,
        assignments: list[Assignment],
        setting: Setting,
        jobs: int | None = None,
        inbound: Path | None = None,
        *,
        release: bool = False,
        names: bool = False,
        server: ForkServer | None = None,
    ) -> None:
        self.course = assignments[0].course
        self._submitted = self.course.root / "submitted"
        self.assignments = {assignment.id: assignment for assignment in assignments}
        self._arrivals, self._inbound = Arrivals(), Inbound(inbound) if inbound else None
        self._release, self._names = release, names
        self._registry = self._registry_changed()
        self._pace = _Pace()
        self._open, self._new_executor = ExitStack(), partial(Executor, setting, jobs)
        self._start(server)
        self._next, self._scanned = 0.0, -RESCAN
        self._left_out: list[str] = []  # why assignments are not watched

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def _start(self, server: ForkServer | None = None) -> None:
        self._executor = self._open.enter_context(self._new_executor(server=server))
        self._forget_seeds()

    def _forget_seeds(self) -> None:
        self._seeds = {
            name: Seeds(assignment, self._executor, names=self._names)
            for name, assignment in self.assignments.items()
        }

    def warm_up(self) -> list[str]:
        """Start the engine, and run the solutions once.

        Returns:
            A sentence for each assignment that is not watched, since a program is missing for it.

        Raises:
            CourseError: another grader is at work, or a solution does not run.
        """
        self._submitted.mkdir(exist_ok=True)
        with only_grader(self.course, patience=0):
            for name, assignment in list(self.assignments.items()):
                require_known(assignment)
                try:
                    self._seeds[name].unshown()
                except MissingProgram as error:
                    self._leave_out(name, error)
                    continue
                if self._inbound:
                    self._inbound.know(assignment)
                # A page that was written just before a crash may not have gone back.
                for student in assignment.students() if self._release else ():
                    page = assignment.feedback(student)
                    if page.is_file():
                        release_feedback(assignment, student, page)
        # With the command line's setting Python would hardly ever collect cycles, and each executed
        # notebook leaves some: memory grew by 17 MB in 200 hand-ins. Objects that exist now are
        # exempt.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT)
        return self._left_out

    def _leave_out(self, name: str, error: MissingProgram) -> str:
        """Stop watching an assignment, since a program is missing for it; say so."""
        del self.assignments[name], self._seeds[name]
        self._left_out.append(f"{name} is not watched: {error}")
        if not self.assignments:
            raise MissingProgram(" ".join(self._left_out)) from error
        return self._left_out[-1]

    def run(self, stop: threading.Event | None = None) -> Iterator[Event]:
        """Grade until stopped; each outcome comes when its page is written.

        Raises:
            MissingProgram: nothing is left to watch.
        """
        folders = [self._submitted, *([self._inbound.folder] if self._inbound else [])]
        arrivals = watch(
            *folders,
            # Not files that are still being written under a temporary name.
            watch_filter=lambda _, path: (
                not any(part.startswith(".") for part in Path(path).parts[-4:])
            ),
            debounce=DEBOUNCE_MS,
            step=STEP_MS,
            rust_timeout=TICK_MS,
            yield_on_timeout=True,
            stop_event=stop,
            ignore_permission_denied=True,
        )
        for changes in arrivals:
            self._note(Path(path) for _, path in changes)
            if time.monotonic() >= self._next:
                yield from self._tried()

    def _note(self, paths: Iterable[Path]) -> None:
        # At once, too, to see whatever came before the system reported changes.
        if time.monotonic() > self._scanned + RESCAN:
            self._scanned = time.monotonic()
            for assignment in self.assignments.values():
                self._arrivals.look_at(*assignment.students())
            if self._inbound:
                self._inbound.look_at_everything()
        for path in paths:
            if self._inbound and path.is_relative_to(self._inbound.folder):
                self._inbound.look_at(path)
            else:
                self._arrivals.look_at(*path.relative_to(self._submitted).parts[:1])

    def _tried(self) -> Iterator[Event]:
        try:
            yield from self._follow_registry()
            yield from self._collected()
            yield from self._graded()
        except FATAL_ERRORS as error:
            if not self.assignments:
                raise
            self._next = time.monotonic() + RETRY
            self._arrivals.look_again(self._next)
            # What the engine still executes belongs to the failed batch.
            self._open.close()
            self._start()
            yield f"{str(error).splitlines()[0]} It is tried again."

    def _follow_registry(self) -> Iterator[Event]:
        """Read the registry again if it has changed: the next grading uses its dates, limits and
        policy."""
        now = self._registry_changed()
        if now != self._registry:
            self.course = registry.load(self.course.root)
            self.assignments = {name: self.course.assignment(name) for name in self.assignments}
            self._forget_seeds()
            with only_grader(self.course):
                for assignment in self.assignments.values():
                    require_known(assignment)
                    yield from enter_all_counting(assignment)
            self._arrivals.let_all_go()
            self._registry = now

    def _registry_changed(self) -> tuple[int, int]:
        return arrivals.changed(self.course.root / REGISTRY), arrivals.changed(
            self.course.home / REGISTRY
        )

    def _collected(self) -> Iterator[CollectedRow | str]:
        """Collect what has come into the exchange; return what a person must look at."""
        if self._inbound:
            for row in self._inbound.collected(self.course, self.assignments):
                if isinstance(row, str):
                    yield row
                    continue
                if row.student:
                    self._arrivals.look_at(row.student)
                if row.status.needs_a_person:
                    yield row

    def _graded(self) -> Iterator[Event]:
        self._arrivals.begin(self.assignments.values())
        for name, assignment in list(self.assignments.items()):
            try:
                yield from self._graded_of(assignment)
            except MissingProgram as error:  # the other assignments do not need it
                yield self._leave_out(name, error)
        self._arrivals.end(self.assignments.values())

    def _graded_of(self, assignment: Assignment) -> Iterator[Event]:
        seeds, new = self._seeds[assignment.id], self._arrivals.new(assignment)
        yield from self._made_wait(assignment, new)
        waiting = [student for student in new if not self._arrivals.is_held(assignment, student)]
        if due := list(islice(self._arrivals.whole(assignment, waiting), MAX_AT_ONCE)):
            # After a start all are looked at, and most of them only for their page.
            count = sum(not is_graded(assignment, student) for student in waiting)
            with only_grader(self.course):
                yield from self._pace.measured(count, self._delivered(assignment, due))
        # While nothing waits: prepare an unshown seed for students who hand in again.
        elif not self._arrivals and seeds.are_all_shown():
            with only_grader(self.course):
                seeds.unshown().grader.drop_unused_references()

    def _made_wait(self, assignment: Assignment, students: list[str]) -> Iterator[Event]:
        """Make students wait who handed in too often; their pages say until when."""
        for student in students if assignment.hand_ins_per_hour else ():
            turn = attempts.next_turn(assignment, student)
            if turn is not None and attempts.is_waiting(assignment, student):
                self._arrivals.hold(assignment, student, turn)
                self._write_page(assignment, student)
                yield f"{student}: {assignment.id} waits until {turn.astimezone():%H:%M:%S}"

    def _delivered(self, assignment: Assignment, students: list[str]) -> Iterator[Outcome]:
        for student in students:
            self._arrivals.see(assignment, student)
        waiting, graded = students, set[str]()
        while waiting:
            seed = self._seeds[assignment.id].unshown(waiting[0])
            grader, mine = (
                seed.grader,
                [who for who in waiting if who not in seed.shown_to],
            )
            waiting = [who for who in waiting if who in seed.shown_to]
            for outcome in grader.grade(grader.jobs(mine, force=False)):
                seed.show(groups.together(assignment, outcome.student))
                if outcome.student not in graded:  # for several hand-ins that are graded together
                    attempts.take_turn(assignment, outcome.student)
                graded.add(outcome.student)
                self._write_page(assignment, outcome.student)
                yield outcome
        gradebook.enter_names(self.course)
        for student in students:
            if not has_page(assignment, student):  # graded before a crash, or a full disk
                self._write_page(assignment, student)

    def _write_page(self, assignment: Assignment, student: str) -> None:
        for page in write_feedback(assignment, [student], jobs=1):
            if self._release:
                release_feedback(assignment, student, page)


class _Pace:
    """Reports now and then how many hand-ins wait, and how long the last one will wait."""

    def __init__(self) -> None:
        self._took: deque[float] = deque(maxlen=20)  # seconds for each of the last hand-ins
        self._reported = -SAY

    def measured(self, waiting: int, outcomes: Iterator[Outcome]) -> Iterator[Event]:
        """Yield the outcomes, with report lines between them."""
        before = time.monotonic()
        for outcome in outcomes:
            yield outcome
            now, waiting = time.monotonic(), waiting - 1
            self._took.append(now - before)
            before = now
            if waiting >= WORTH_SAYING and now > self._reported + SAY:
                self._reported = now
                seconds = waiting * mean(self._took)
                some = texts.counted(waiting, "hand-in")
                yield f"{some} waiting, the last of them about {seconds:.0f} s"
