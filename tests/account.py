"""Where the tests' time goes: core-seconds of each file, with ``pytest --account``.

Core-seconds hardly depend on what else a machine does. A test's are those of its worker and all its
descendants during the test: kernels, compilers, browsers, and servers that stay.
"""

import collections

import psutil
import pytest

SPENT = "core-seconds"
LONGEST = 60


def spent() -> float:
    """Core-seconds until now of this process and all its descendants, ended ones included."""
    this, total = psutil.Process(), 0.0
    for process in [this, *this.children(recursive=True)]:
        try:
            total += sum(process.cpu_times()[:4])
        except psutil.Error:  # just ended: its parent has waited for it, or soon will
            continue
    return total


class Account:
    """Counts in every worker; the process that deals out the tests sums up."""

    def __init__(self):
        self._until_now = 0.0
        self._of_collection = []
        self._of_tests = collections.Counter()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_finish(self, session):
        self._until_now = spent()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[SPENT] = self._until_now
        else:
            self._of_collection.append(self._until_now)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call):
        report = yield
        if call.when == "teardown":
            before, self._until_now = self._until_now, spent()
            report.user_properties.append((SPENT, self._until_now - before))
        return report

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        self._of_collection.append(node.workeroutput[SPENT])

    def pytest_runtest_logreport(self, report):
        for name, value in report.user_properties:
            if name == SPENT and report.when == "teardown":
                self._of_tests[report.nodeid] += value

    def pytest_terminal_summary(self, terminalreporter):
        files = collections.Counter()
        for test, value in self._of_tests.items():
            files[test.partition("::")[0]] += value
        whole = files.total() + sum(self._of_collection)
        terminalreporter.section(f"{whole / 60:.1f} core-minutes")
        processes = len(self._of_collection)
        terminalreporter.line(f"{sum(self._of_collection):8.1f} collection, {processes} processes")
        for name, value in [*files.most_common(), *self._of_tests.most_common(LONGEST)]:
            terminalreporter.line(f"{value:8.1f} {name}")
