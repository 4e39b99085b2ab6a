"""How the tests of all folders run: as which processor, in which order, and with which engine."""

import atexit
import os
import random
import re
import sys
import tempfile
from pathlib import Path
from unittest.mock import patch

import programs
import pytest
import turns
from account import Account
from browser import chromium
from courses import copy_course
from hypothesis import HealthCheck, settings
from kernels import lent_server
from repository import ASSIGNMENTS, HALF_WRITTEN, REPOSITORY
from skips import skip
from xdist.scheduler import LoadScopeScheduling

from autograder.engine.engine import Engine
from autograder.runtime import RUNTIME
from benchmarks import processors

# Hypothesis draws the same examples in every run, and no example is too slow on a busy machine.
# `pytest --hypothesis-profile default --hypothesis-seed 7` draws others.
settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")

# These groups run first: if one came last, one worker would run it while the others had no work.
# Faults, isolation, watch and engine wait more than they compute: they run one after the other,
# since two at once would leave a core without work.
FIRST = (
    *("test_published_clone", "test_versions", "test_benchmarks", "test_bare_machine", "test_hub"),
    *("test_colab", "test_processors", "test_whole_solutions", "test_growth"),
    *("07_integer_network", "09_gates", "test_faults", "05_c_quantizer", "04_function_design"),
    *("test_what_changed", "03_uniform_quantization", "02_int8_binary", "test_isolation"),
    *("test_publish", "test_honest", "test_demo", "test_watch", "test_cheats", "test_c_grading"),
    *("test_questions", "test_weights", "test_engine", "test_release", "test_cli", "test_marking"),
    *("06_number_formats", "01_custom_function", "test_pages", "test_rules"),
    *("08_low_bit_transformer", "test_resume", "test_grading", "test_damages"),
    *("test_stock_nbgrader", "test_tools", "test_independent", "test_reproduction"),
    *("test_third_language", "test_mutation"),
)
MEMORY = Path("/dev/shm")
OF_A_CAUSE = 500  # letters that are printed at once
THERE = pytest.StashKey[set]()
OF_AN_ASSIGNMENT = re.compile("|".join(ASSIGNMENTS))


def pytest_addoption(parser):
    parser.addoption("--account", action="store_true", help="print the tests' core-seconds")


def pytest_configure(config):
    """Before anything imports torch, which reads these variables once."""
    try:
        processors.imitate(processors.chosen(), os.environ)
    except processors.UnknownProcessor as error:
        raise pytest.UsageError(str(error)) from None
    needs = "needs(package, ...): skipped where these of debian-packages.txt are missing"
    config.addinivalue_line("markers", needs)
    sweep = "sweep: of the assignments, those are tried whose turn it is (tests/turns.py)"
    config.addinivalue_line("markers", sweep)
    for assignment in ASSIGNMENTS:
        config.addinivalue_line("markers", f"{assignment}: a test of this assignment")
    if config.getoption("account"):
        config.pluginmanager.register(Account())
    atexit.register(without_triton_s_last_words)
    if not hasattr(config, "workerinput"):
        config.stash[THERE] = in_the_root()
        config.pluginmanager.register(Told(config))
        small_files_in_memory(config)


def without_triton_s_last_words():
    """Its library reports what it leaks, in forty lines below the summary."""
    if "triton" in sys.modules:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stderr__.fileno())


def in_the_root():
    """What anybody sees in the repository's folder."""
    return {path.name for path in REPOSITORY.iterdir() if not path.name.startswith(".")} | {"build"}


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session):
    """Tests leave nothing in the repository's folder."""
    left = in_the_root() - session.config.stash.get(THERE, in_the_root())
    if left:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
        print(f"\nTests left in {REPOSITORY}: {', '.join(sorted(left))}", file=sys.stderr)


def small_files_in_memory(config):
    """Temporary files go to memory where programs may run from it; courses stay on disk. Kernels
    and compilers make and delete thousands a minute, which slows some file systems down. In the
    sandbox, too, they are in memory.
    """
    if not MEMORY.is_dir() or os.statvfs(MEMORY).f_flag & os.ST_NOEXEC:
        return
    folder = tempfile.TemporaryDirectory(prefix="labkit-tests-", dir=MEMORY)
    config.add_cleanup(folder.cleanup)
    os.chmod(folder.name, 0o1777)  # as /tmp: some tests run as other users
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())  # tmp_path's
    os.environ["TMPDIR"], tempfile.tempdir = folder.name, None


def pytest_collection_modifyitems(config, items):
    """Mark tests of one assignment, leave out those whose turn it is not, and order the groups."""
    for item in items:
        parameters = item.callspec.params.values() if hasattr(item, "callspec") else ()
        names = {parameter for parameter in parameters if isinstance(parameter, str)}
        for assignment in names.intersection(ASSIGNMENTS):
            item.add_marker(assignment)
    if left_out := [item for item in items if not turns.is_tried(item)]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if turns.is_tried(item)]
    places = {name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(Path(group_of(item.nodeid)).stem, len(FIRST)))


def group_of(nodeid):
    """Tests of one group share a worker: the course tests of an assignment, or the others of a
    file."""
    path, _, name = nodeid.partition("::")
    assignment = OF_AN_ASSIGNMENT.search(name) if "/course/" in path else None
    return assignment[0] if assignment else path


class Scheduling(LoadScopeScheduling):
    """Deals out the groups."""

    # xdist's own groups are without effect with pytest 9.2, whose node ids are no texts.
    def _split_scope(self, nodeid):
        return group_of(nodeid)


def pytest_xdist_make_scheduler(config, log):
    return Scheduling(config, log) if config.getvalue("dist") == "loadscope" else None


def pytest_runtest_setup(item):
    for mark in item.iter_markers("needs"):
        programs.need(*mark.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """An error that says which program is missing here is the reason why a test is skipped."""
    report = yield
    if call.excinfo:
        skip(report, item, programs.reason_to_skip(call.excinfo.value))
    return report


class Told:
    """Reports a failure at once: if a run is cut off, nobody sees a summary."""

    def __init__(self, config):
        self._config = config

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report):
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            cause = (crash.message if crash else str(report.longrepr))[:OF_A_CAUSE]
            terminal = self._config.pluginmanager.get_plugin("terminalreporter")
            terminal.write_line(f"\n{report.nodeid} ({report.when}): {cause}")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter):
    """The figures that tests measured, what is half written, and which programs were missing."""
    yield  # pytest's own list of what was skipped comes first
    for report in terminalreporter.getreports("passed"):
        for name, value in report.user_properties:
            if name == "figure":
                terminalreporter.line(value)
    terminalreporter.line(
        f"Sweeps tried {', '.join(turns.assignments())}; {turns.VARIABLE}=all tries all."
    )
    for name in HALF_WRITTEN:
        terminalreporter.line(
            f"{name} was not tested, since it is half written: `autograder new {name}` lists what "
            "is missing"
        )
    reports = terminalreporter.getreports("skipped")
    if sentence := programs.summary(report.longrepr[2] for report in reports):
        terminalreporter.line(sentence)


@pytest.fixture(autouse=True)
def same_environment():
    """What a test, or a command that it runs in this process, sets is reset after it."""
    with patch.dict(os.environ):
        yield


@pytest.fixture(autouse=True)
def same_random_numbers():
    """No test is a lottery: a network that no one trained is the same in every run."""
    random.seed(0)
    if torch := sys.modules.get("torch"):
        # torch.manual_seed keeps a traceback of each call for every GPU that may be used later.
        torch.default_generator.manual_seed(0)


@pytest.fixture(scope="session")
def engine():
    """One for all tests of a worker whose notebooks only run."""
    with Engine("none", None, RUNTIME, lent_server("none", RUNTIME)) as started:
        yield started


@pytest.fixture
def course_dir(tmp_path):
    """A fresh course directory with the course's solutions and nothing handed in."""
    return copy_course(tmp_path / "course")


@pytest.fixture(scope="module")
def browser():
    """One browser for the pages of a module: while it runs, nothing else can run an event loop."""
    with chromium() as started:
        yield started
