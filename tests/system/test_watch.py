"""The watcher grades each hand-in once, whatever happens to it or to the file meanwhile."""

import contextlib
import shutil
import signal
import sqlite3
import subprocess
import threading
import time

import nbformat
import pytest
from courses import PROGRAMS, SHORT, autograder, copy_course, graded_notebook
from kernels import lent_server
from submissions import full_points, perfect

from autograder import registry
from autograder.course import MissingProgram
from autograder.engine.engine import Setting
from autograder.judging.outcome import outcome_in
from autograder.runtime import RUNTIME
from autograder.watch import watcher
from autograder.watch.arrivals import SETTLE, Arrivals
from autograder.watch.seeds import Seeds
from autograder.watch.watcher import Watcher
from benchmarks.demo import Exchange

TEXT = nbformat.writes(perfect())


class Watched:
    """``autograder watch`` at work on a course, as a process that may be killed."""

    def __init__(self, folder, *options):
        self.folder, self.log = folder, folder.parent / "watch.log"
        self.output = self.log.open("w")
        command = [str(PROGRAMS / "autograder"), "watch", SHORT, "--sandbox", "none", *options]
        self.process = subprocess.Popen(
            command, cwd=folder, stdout=self.output, stderr=subprocess.STDOUT
        )

    def __enter__(self):
        self.wait_for("Watching")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.output.close()

    def wait_for(self, text):
        eventually(lambda: text in self.log.read_text() or self.process.poll() is not None)
        assert text in self.log.read_text(), self.log.read_text()

    def lines(self, student):
        return [line for line in self.log.read_text().splitlines() if f" {student}: " in line]


def eventually(happens):
    until = time.monotonic() + 120
    while not happens() and time.monotonic() < until:
        time.sleep(0.05)


def put(folder, student, text=TEXT, name=SHORT):
    path = folder / "submitted" / student / name / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def page(folder, student):
    return folder / "feedback" / student / SHORT / f"{SHORT}.html"


def outcome(folder, student):
    return outcome_in(graded_notebook(folder, student).metadata)


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    """A course with a gradebook: creating one would take each watcher a second."""
    folder = copy_course(tmp_path_factory.mktemp("watched") / "course")
    done = autograder("release", SHORT, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture
def folder(released, tmp_path):
    return shutil.copytree(released, tmp_path / "course")


@pytest.fixture(scope="module")
def watched(released, tmp_path_factory):
    """One watcher for all tests that do not end it: each start takes four core-seconds."""
    folder = shutil.copytree(released, tmp_path_factory.mktemp("one") / "course")
    with Watched(folder) as watched:
        yield watched


@contextlib.contextmanager
def watcher_here(folder, *names):
    """A watcher in this process, with its fork server; it ends by itself."""
    course, stop = registry.load(folder), threading.Event()
    ends = threading.Timer(120, stop.set)
    ends.start()
    setting, server = Setting("none", course.limits, RUNTIME), lent_server("none", RUNTIME)
    with Watcher(course.select([*names, SHORT]), setting, server=server) as watcher:
        watcher.warm_up()
        yield watcher.run(stop)
    ends.cancel()


def test_a_killed_watcher_goes_on_where_it_was_and_grades_nothing_twice(folder):
    (folder / "students.csv").write_text("student\neve\n")
    path, entry = folder / "course.toml", f'id = "{SHORT}"\n'
    path.write_text(
        path.read_text().replace(entry, f'{entry}groups = {{ a = ["before", "eve"] }}\n')
    )
    put(folder, "before")
    for number in range(12):
        put(folder, f"many{number}", "no notebook")
    with Watched(folder) as watched:
        watched.wait_for(" waiting, the last of them about ")
        put(folder, "ada")
        for student in ("before", "ada"):
            watched.wait_for(f" {student}: ")
            assert page(folder, student).is_file()
        eventually(page(folder, "eve").is_file)
        assert outcome(folder, "eve").total == outcome(folder, "before").total == full_points()
        watched.process.send_signal(signal.SIGKILL)
    graded = (folder / "autograded" / "ada" / SHORT / f"{SHORT}.ipynb").stat().st_mtime_ns
    put(folder, "meanwhile")
    page(folder, "before").unlink()  # as if it was killed before it wrote this page
    with Watched(folder) as watched:
        watched.wait_for(" meanwhile: ")
        eventually(page(folder, "before").is_file)
        assert page(folder, "before").is_file()
        assert not any(map(watched.lines, ("ada", "before", "eve")))
    path = folder / "autograded" / "ada" / SHORT / f"{SHORT}.ipynb"
    assert path.stat().st_mtime_ns == graded and outcome(folder, "ada").total == full_points()


def test_neither_a_half_written_file_nor_trouble_of_disk_or_gradebook_stops_anything(watched):
    folder = watched.folder
    path = put(folder, "slow", TEXT[: len(TEXT) // 2])
    time.sleep(0.5)
    with path.open("a") as file:
        file.write(TEXT[len(TEXT) // 2 :])
    watched.wait_for(" slow: ")
    # A file where a folder should be: what is graded cannot be saved.
    (folder / "autograded" / "full").write_text("")
    put(folder, "full")
    watched.wait_for("It is tried again.")
    (folder / "autograded" / "full").unlink()
    watched.wait_for(" full: ")
    # Another program holds the gradebook.
    other = sqlite3.connect(folder / "gradebook.db", isolation_level=None)
    with contextlib.closing(other):
        other.execute("begin immediate")
        put(folder, "held")
        watched.wait_for("is locked")
        assert not watched.lines("held")
    watched.wait_for(" held: ")
    # A student who hands in something else is graded again; an untouched file is not.
    put(folder, "slow", TEXT + " ")
    eventually(lambda: len(watched.lines("slow")) == 2)
    path.touch()
    put(folder, "last", "no notebook")
    watched.wait_for(" last: ")
    assert "unreadable" in watched.lines("last")[0]
    names = ("slow", "full", "held", "last")
    assert [len(watched.lines(name)) for name in names] == [2, 1, 1, 1]
    # Between arrivals the lock is free: soon, for the last one is still written down.
    again = ("grade", SHORT, "--sandbox", "none", "--student", "full")
    eventually(lambda: "0 graded, 1 unchanged" in autograder(*again, cwd=folder).stdout)
    totals = [outcome(folder, name).total for name in ("slow", "full", "held")]
    assert totals == [full_points()] * 3


def test_no_seed_that_a_page_has_shown_to_a_student_is_used_for_them_again(watched):
    """Otherwise handing in a table of what pages show, again and again, would reach full points."""
    folder, seeds = watched.folder, []
    for number in range(1, 7):
        put(folder, "ada", TEXT + " " * number)
        eventually(lambda: len(watched.lines("ada")) == len(seeds) + 1)
        seeds.append(outcome(folder, "ada").seed)
    put(folder, "ben")
    watched.wait_for(" ben: ")
    assert len({*seeds}) == 6
    assert outcome(folder, "ben").seed in seeds  # no run of the solution for each hand-in
    assert outcome(folder, "ada").total == full_points()


def test_what_the_registry_and_the_roster_say_meanwhile_counts(watched):
    folder = watched.folder
    put(folder, "cleo")
    watched.wait_for(" cleo: ")
    (folder / "students.csv").write_text("student,name\ndan,Dan Stone\n")
    path, entry = folder / "course.toml", f'id = "{SHORT}"\n'
    late = 'due = "2027-04-20 12:00 UTC"\nlate = { per_day = 0.5 }\n'
    path.write_text(path.read_text().replace(entry, entry + late))
    came = folder / "submitted" / "dan" / SHORT / "timestamp.txt"
    came.parent.mkdir(parents=True)
    came.write_text("2027-04-20 13:00 UTC")
    put(folder, "dan")
    watched.wait_for(" dan: ")
    with contextlib.closing(sqlite3.connect(folder / "gradebook.db")) as gradebook:
        names = "select id, last_name from student"
        eventually(lambda: "Dan Stone" in dict(gradebook.execute(names)).values())
        listed = dict(gradebook.execute(names))
        assert (listed["cleo"], listed["dan"]) == ("cleo", "Dan Stone")
    assert f"{full_points() / 2:g} of " in page(folder, "dan").read_text()


def test_who_hands_in_too_often_waits_and_loses_nothing(folder):
    path = folder / "course.toml"
    path.write_text(path.read_text().replace("[course]\n", "[course]\nhand_ins_per_hour = 2\n"))
    with Watched(folder) as watched:
        for number in (1, 2):
            put(folder, "ada", TEXT + " " * number)
            eventually(lambda many=number: len(watched.lines("ada")) == many)
        limited = "At most 2 of your hand-ins are graded in one hour"
        assert limited in page(folder, "ada").read_text()
        before = outcome(folder, "ada")
        put(folder, "ada", "no notebook")
        put(folder, "ben")  # nobody else waits
        watched.wait_for("waits until")
        watched.wait_for(" ben: ")
        assert "Your last hand-in has arrived" in page(folder, "ada").read_text()
        watched.process.send_signal(signal.SIGKILL)
    with watcher_here(folder) as events:  # which another one knows as well
        assert "waits until" in next(events)
        assert outcome(folder, "ada") == before
    times = folder / ".autograder" / "turns" / SHORT / "ada" / "times.txt"
    times.write_text("".join(f"{float(time) - 3590}\n" for time in times.read_text().split()))
    with watcher_here(folder) as events:
        graded = next(event for event in events if not isinstance(event, str))
    assert graded.state == outcome(folder, "ada").state == "unreadable"
    assert "has arrived" not in page(folder, "ada").read_text()


def test_what_comes_through_the_exchange_goes_back_through_it(folder, tmp_path):
    config = folder / "nbgrader_config.py"
    root = str(tmp_path / "class" / "exchange")
    config.write_text(f"{config.read_text()}\nget_config().Exchange.root = {root!r}\n")
    exchange = Exchange(registry.load(folder).assignment(SHORT), tmp_path / "class")
    exchange.release()
    with Watched(folder, "--release") as watched:
        # A name that no one can read stops nobody else.
        inbound = tmp_path / "class" / "exchange" / "custom-autograd" / "inbound"
        odd = inbound / f"mal\x1b+{SHORT}+2027-99-01 10:00:00 UTC+x"
        odd.mkdir()
        for name in (f"{SHORT}.ipynb", "timestamp.txt", "submission_secret.txt"):
            (odd / name).write_text(TEXT)
        watched.wait_for("not placed, month must be in 1..12")
        exchange.hand_in("ada", TEXT)
        watched.wait_for(" ada: ")
        assert "\x1b" not in watched.log.read_text()
        released = tmp_path / "class" / "exchange" / "custom-autograd" / "feedback"
        text = page(folder, "ada").read_text()
        # A page that is there may not be whole yet.
        eventually(lambda: [html.read_text() for html in released.glob("*.html")] == [text])
        assert [html.read_text() for html in released.glob("*.html")] == [text]
    # What was collected is not collected again: it never changes.
    shutil.rmtree(odd)
    table = folder / "collected" / f"{SHORT}.csv"
    collected = table.stat().st_mtime_ns
    put(folder, "bob", "no notebook")
    with Watched(folder) as watched:
        watched.wait_for(" bob: ")
    assert table.stat().st_mtime_ns == collected


def test_what_has_not_changed_since_it_was_graded_does_not_wait(folder):
    for number in range(12):
        put(folder, f"many{number}", "no notebook")
    autograder("grade", SHORT, "--sandbox", "none", cwd=folder)
    put(folder, "ada", "no notebook")
    with watcher_here(folder) as events:
        told = [next(events).student]
        put(folder, "bob", "no notebook")
        assert [*told, getattr(next(events), "student", "a line")] == ["ada", "bob"]


def test_what_comes_between_the_start_and_the_first_look_is_graded(folder, monkeypatch):
    monkeypatch.setattr(watcher, "RESCAN", 1e9)  # else it would be seen half a minute later
    with watcher_here(folder) as events:
        put(folder, "ada")
        assert next(events, None) is not None


def test_what_lacks_a_program_from_now_on_holds_up_no_other_and_all_of_it_ends_the_watcher(
    folder, monkeypatch
):
    lacking, draw = set(), Seeds.unshown

    def unshown(self, student=None):
        if self._assignment.id in lacking:
            raise MissingProgram(f"{self._assignment.id} cannot run here.")
        return draw(self, student)

    monkeypatch.setattr(Seeds, "unshown", unshown)
    other = "01_custom_function"
    with watcher_here(folder, other) as events:
        lacking.add(other)
        for name in (other, SHORT):
            put(folder, "ada", name=name)
        first, second = next(events), next(events)
        assert first == f"{other} is not watched: {other} cannot run here."
        assert (second.student, second.assignment) == ("ada", SHORT)
        lacking.add(SHORT)
        put(folder, "ben")
        with pytest.raises(MissingProgram, match=f"{other} is not watched: .* {SHORT} is not"):
            list(events)


def test_a_file_that_cannot_be_read_yet_is_left_for_a_while(folder):
    assignment, arrivals = registry.load(folder).assignment(SHORT), Arrivals()

    def due():
        arrivals.begin([assignment])
        return [*arrivals.whole(assignment, arrivals.new(assignment))]

    put(folder, "ada", TEXT[: len(TEXT) // 2])
    put(folder, "ben")
    arrivals.look_at("ada", "ben")
    assert due() == ["ben"]
    arrivals.look_again(time.monotonic() - 2 * SETTLE)
    assert due() == ["ada", "ben"]
    for student in ("ada", "ben"):
        arrivals.see(assignment, student)
    assert due() == [] and arrivals  # until the round ends
    arrivals.end([assignment])
    assert not arrivals
