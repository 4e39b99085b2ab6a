"""Grading what arrives: one warm engine, and a page for each hand-in about a second after it.

What was graded is known by its key, which is in the evidence on disk. So a watcher that was
killed goes on where it was, and nothing is graded twice. The course's lock is held only while
something is graded: between arrivals ``autograder grade`` can work at the same time.
"""

from __future__ import annotations

import gc
import math
import time
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from statistics import mean
from threading import Event as Stop

from watchfiles import watch

from autograder import registry
from autograder.course import REGISTRY, Assignment, MissingProgram, is_text
from autograder.engine.launcher import ForkServer
from autograder.engine.pool import Executor, Setting
from autograder.grading import FATAL_ERRORS, Grader
from autograder.intake.collect import collect
from autograder.judging.outcome import Outcome
from autograder.lock import only_grader
from autograder.nbgrader_plugins.exchange import release_feedback
from autograder.nbgrader_plugins.feedback import write_feedback
from autograder.people.collected import Row, table
from autograder.people.groups import require_known, together
from autograder.people.platforms import EXCHANGE, assignment_of
from autograder.records import attempts, gradebook
from autograder.records.store import enter_all_counting
from autograder.submission.handed_in import NBGRADER_FILES, SUBMISSION_DATE

# Seconds. A file that cannot be read as it is may still be on its way: so long it may pause.
SETTLE = 2.0
RETRY = 5.0  # after a failure that may pass: a full disk, another grader at work
RESCAN = 30.0  # where the file system tells nothing, as over a network
# A page shows values that its seed drew. No submission of that student is graded with it again, and
# after this time no one else's, who might have seen the page.
SEED = 60.0
MOST_SEEDS = 4  # of one assignment, each with what the solution gives: the oldest is dropped
# As many as are graded before it is looked at what else has come: about ten seconds' work.
MOST_AT_ONCE = 32
WORTH_SAYING, SAY = 10, 5.0  # hand-ins that wait, and seconds between two such lines
TICK_MS, DEBOUNCE_MS, STEP_MS = 100, 40, 20
COLLECT = 10_000, 5, 2  # new objects until garbage is looked for: in full after about 50 hand-ins


# What the watcher says: in a text, what is of no single hand-in or of one that is not yet graded.
Event = Outcome | Row | str


@dataclass
class Seed:
    """A grader, whose seed is its own, and to whom pages have shown values of that seed."""

    grader: Grader
    shown_to: set[str] = field(default_factory=set)
    until: float = math.inf


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
        release: bool = False,
        names: bool = False,
        server: ForkServer | None = None,
    ) -> None:
        self.course, self.inbound = assignments[0].course, inbound
        self.assignments = {one.id: one for one in assignments}
        self._setting, self._jobs, self._release, self._names = setting, jobs, release, names
        self._seeds: dict[str, list[Seed]] = {name: [] for name in self.assignments}
        self._versions: dict[str, int] = {}
        self._registry = self._registry_times()
        self._seen: dict[tuple[str, str], int] = {}  # of what time a hand-in is that was graded
        # Students of whom something arrived, and when that is looked at for the last time.
        self._recent: dict[str, float] = {}
        # Who has handed in too often, and when their turn is.
        self._held: dict[tuple[str, str], float] = {}
        # Seconds for each of the last hand-ins, and when it was said how many wait.
        self._took: deque[float] = deque(maxlen=20)
        self._said = -SAY
        self._hand_ins: set[str] = set()  # names of folders in the exchange,
        self._taken: set[str] = set()  # and of those that were collected, which never change
        self._open = ExitStack()
        self._executor = self._open.enter_context(Executor(setting, jobs, server=server))
        self._next, self._scanned = 0.0, -RESCAN

    def __enter__(self) -> Watcher:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def warm_up(self) -> list[str]:
        """Start the engine, and run the solutions once.

        Returns:
            A sentence for each assignment that is not watched, since a program is missing for it.

        Raises:
            CourseError: another grader is at work, or a solution does not run.
        """
        left_out = []
        (self.course.root / "submitted").mkdir(exist_ok=True)
        with only_grader(self.course):
            for name in list(self.assignments):
                require_known(self.assignments[name])
                try:
                    self._unshown(name)
                except MissingProgram as error:
                    if len(self.assignments) == 1:
                        raise
                    del self.assignments[name]
                    left_out.append(f"{name} is not watched: {error}")
                    continue
                self._taken |= self._collected(name) if self.inbound else set()
                # A page that was written just before a crash may not have gone back.
                for student in self.assignments[name].students() if self._release else ():
                    page = self.assignments[name].feedback(student)
                    if page.is_file():
                        release_feedback(self.assignments[name], student, page)
        # By the command line's setting Python would hardly ever look for cycles, and each executed
        # notebook leaves some: memory grew by 17 MB in 200 hand-ins. What is here now stays.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT)
        return left_out

    def run(self, stop: Stop | None = None) -> Iterator[Event]:
        """Grade until stopped; each outcome comes when its page is written."""
        folders = [self.course.root / "submitted", *([self.inbound] if self.inbound else [])]
        arrivals = watch(
            *folders,
            # Not what is written under another name first.
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
        # At once, too: whatever came before the system tells of changes is seen now.
        if time.monotonic() > self._scanned + RESCAN:
            self._look_at_everything()
        for path in paths:
            if self.inbound and path.is_relative_to(self.inbound):
                self._hand_ins |= set(path.relative_to(self.inbound).parts[:1])
            else:
                self._look_at(*path.relative_to(self.course.root / "submitted").parts[:1])

    def _look_at(self, *students: str) -> None:
        # For a while, since a folder is seen before what is put into it.
        self._recent |= dict.fromkeys(filter(is_text, students), time.monotonic() + SETTLE)

    def _collected(self, name: str) -> set[str]:
        """The folders of the exchange that an earlier run has collected, for they never change."""
        files = (
            row.file.split("/")
            for row in table(self.course, name)
            if not row.status.needs_a_person
            and self.assignments[name].submitted(row.student).is_dir()
        )
        return {parts[1] for parts in files if parts[0] == EXCHANGE}

    def _look_at_everything(self) -> None:
        self._scanned = time.monotonic()
        for name in self.assignments:
            self._look_at(*self.assignments[name].students())
        if self.inbound and self.inbound.is_dir():
            self._hand_ins |= {folder.name for folder in self.inbound.iterdir()}

    def _tried(self) -> Iterator[Event]:
        try:
            yield from self._follow_registry()
            yield from self._taken_in()
            yield from self._graded()
        except FATAL_ERRORS as error:
            self._next = time.monotonic() + RETRY
            self._recent = dict.fromkeys(self._recent, self._next + SETTLE)
            # What the engine still executes belongs to the batch that failed.
            self._open.close()
            for known in (self._versions, self._seen, self._held):
                known.clear()
            self._executor = self._open.enter_context(Executor(self._setting, self._jobs))
            yield f"{str(error).splitlines()[0]} It is tried again."

    def _follow_registry(self) -> Iterator[Event]:
        """Read it again if it has changed: what is graded next has its dates, limits and policy."""
        times = self._registry_times()
        if times != self._registry:
            self.course = registry.load(self.course.root)
            self.assignments = {name: self.course.assignment(name) for name in self.assignments}
            self._seeds = {name: [] for name in self.assignments}
            with only_grader(self.course):
                for assignment in self.assignments.values():
                    require_known(assignment)
                    yield from enter_all_counting(assignment)
            self._let_go(self._held)
            self._registry = times

    def _registry_times(self) -> tuple[int, int]:
        return _time(self.course.root / REGISTRY), _time(self.course.home / REGISTRY)

    def _taken_in(self) -> Iterator[Row]:
        """Collect what has come whole into the exchange."""
        if self.inbound is None:
            return
        for name in self.assignments:
            waiting = self._hand_ins - self._taken
            mine = {folder for folder in waiting if assignment_of(folder) == name}
            whole = {one for one in mine if _is_whole(self.inbound / one)}
            if whole:
                rows = collect(self.course, name, [EXCHANGE], whole).rows
                self._taken |= whole
                self._look_at(*(row.student for row in rows if row.student))
                yield from (row for row in rows if row.status.needs_a_person)
        waiting = self._hand_ins - self._taken
        self._hand_ins = {one for one in waiting if assignment_of(one) in self.assignments}

    def _graded(self) -> Iterator[Event]:
        for assignment in self.assignments.values():
            for student, until in list(self._recent.items()):
                for member in together(assignment, student):
                    self._recent.setdefault(member, until)
        now = time.monotonic()
        self._let_go(one for one, until in self._held.items() if until < now)
        late = {student for student, until in self._recent.items() if until < now}
        for name in self.assignments:
            new = [one for one in self._recent if self._is_new(name, one)]
            # After a start all are looked at: what is graded already comes last.
            new.sort(key=lambda one: self._is_older(name, one))
            yield from self._made_wait(name, new)
            waiting = [one for one in new if (name, one) not in self._held]
            whole = (one for one in waiting if one in late or self._is_whole(name, one))
            if due := list(islice(whole, MOST_AT_ONCE)):
                with only_grader(self.course):
                    yield from self._counted(len(waiting), self._delivered(name, due))
        for student in late:
            if not any(self._is_new(name, student) for name in self.assignments):
                del self._recent[student]
        # While nothing waits: a seed that no one was shown, for whoever hands in again.
        for name in self.assignments if not self._recent else ():
            if all(seed.shown_to for seed in self._valid(name)):
                with only_grader(self.course):
                    self._unshown(name).grader.drop_unused_references()

    def _counted(self, waiting: int, outcomes: Iterator[Outcome]) -> Iterator[Event]:
        """Say now and then how many wait, and how long the last of them will."""
        before = time.monotonic()
        for outcome in outcomes:
            yield outcome
            now, waiting = time.monotonic(), waiting - 1
            self._took.append(now - before)
            before = now
            if waiting >= WORTH_SAYING and now > self._said + SAY:
                self._said = now
                seconds = waiting * mean(self._took)
                yield f"{waiting} hand-ins wait, the last of them about {seconds:.0f} s"

    def _made_wait(self, name: str, students: list[str]) -> Iterator[Event]:
        """Let those wait who have handed in too often; their pages say until when."""
        assignment = self.assignments[name]
        for student in students if assignment.hand_ins_per_hour else ():
            turn = attempts.next_turn(assignment, student)
            if turn is None or not attempts.is_waiting(assignment, student):
                continue
            self._seen[name, student] = self._came(name, student)
            seconds = (turn - datetime.now(UTC)).total_seconds()
            self._held[name, student] = time.monotonic() + seconds
            self._write_page(name, student)
            yield f"{student}: {name} waits until {turn.astimezone():%H:%M:%S}"

    def _let_go(self, waiting: Iterable[tuple[str, str]]) -> None:
        for name, student in list(waiting):
            del self._held[name, student]
            self._seen.pop((name, student), None)
            self._look_at(student)

    def _is_new(self, name: str, student: str) -> bool:
        """Whether there is something to grade, or a page to write."""
        came = self._came(name, student)
        evidence, page = self._files(name, student)
        is_known = self._seen.get((name, student)) == came
        return came > 0 and not (is_known and _time(page) >= _time(evidence))

    def _came(self, name: str, student: str) -> int:
        """When the last hand-in that may count for a student came; 0 where there is none."""
        return max(map(_time, attempts.folders(self.assignments[name], student)), default=0)

    def _is_older(self, name: str, student: str) -> bool:
        """Whether a hand-in came before the evidence that there is of it or of an earlier one."""
        evidence, _ = self._files(name, student)
        return self._came(name, student) < _time(evidence)

    def _is_whole(self, name: str, student: str) -> bool:
        """Whether a hand-in has come to its end, as far as one can tell."""
        seeds = self._seeds[name]
        return not seeds or seeds[-1].grader.is_whole(student)

    def _delivered(self, name: str, students: list[str]) -> Iterator[Outcome]:
        for student in students:  # before it is read: what changes from now on is looked at again
            self._seen[name, student] = self._came(name, student)
        waiting, graded = students, set[str]()
        while waiting:
            seed = self._unshown(name, waiting[0])
            grader, mine = seed.grader, [one for one in waiting if one not in seed.shown_to]
            waiting = [one for one in waiting if one in seed.shown_to]
            for outcome in grader.grade(grader.jobs(mine, force=False)):
                seed.shown_to.update(together(self.assignments[name], outcome.student))
                seed.until = min(seed.until, time.monotonic() + SEED)
                if outcome.student not in graded:  # of several hand-ins that are graded together
                    attempts.take_turn(self.assignments[name], outcome.student)
                graded.add(outcome.student)
                self._write_page(name, outcome.student)
                yield outcome
        gradebook.enter_names(self.course)
        for student in students:
            evidence, page = self._files(name, student)
            if _time(page) < _time(evidence):  # graded before a crash, or a full disk
                self._write_page(name, student)

    def _write_page(self, name: str, student: str) -> None:
        for page in write_feedback(self.assignments[name], [student], jobs=1):
            if self._release:
                release_feedback(self.assignments[name], student, page)

    def _files(self, name: str, student: str) -> tuple[Path, Path]:
        assignment = self.assignments[name]
        return assignment.autograded(student), assignment.feedback(student)

    def _unshown(self, name: str, student: str | None = None) -> Seed:
        """A seed that the student was not shown; without a student, one that no one was."""
        seeds = self._valid(name)
        for seed in seeds:
            if not (seed.shown_to & {student} if student else seed.shown_to):
                return seed
        grader = Grader(self.assignments[name], self._executor, self._names)
        grader.warm_up()
        self._seeds[name] = [*seeds, Seed(grader)][-MOST_SEEDS:]
        return self._seeds[name][-1]

    def _valid(self, name: str) -> list[Seed]:
        """The seeds that may be used: of the solution as it is, and not shown long ago."""
        version = _time(self.assignments[name].solution)
        is_same, now = self._versions.get(name) == version, time.monotonic()
        self._versions[name] = version
        self._seeds[name] = [one for one in self._seeds[name] if is_same and now < one.until]
        return self._seeds[name]


def _is_whole(hand_in: Path) -> bool:
    """Whether nbgrader has written its last file, or has written nothing for a while."""
    try:
        age = time.time() - (hand_in / SUBMISSION_DATE).lstat().st_mtime
        return age > SETTLE or (hand_in / NBGRADER_FILES[-1]).lstat().st_size > 0
    except OSError:
        return False


def _time(path: Path) -> int:
    """When a file, or anything in a folder, was changed; 0 where there is none."""
    try:
        files = [path, *path.iterdir()] if path.is_dir() else [path]
        return max(file.lstat().st_ctime_ns for file in files)
    except OSError:
        return 0
