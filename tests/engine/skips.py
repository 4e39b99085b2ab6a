"""What becomes of a test that this machine lacks something for: it is skipped, and says what.

With ``LABKIT_REQUIRE_ALL=1``, as in CI, it fails.
"""

import os
import shutil

import pytest

from autograder.engine.sandbox import SandboxUnavailable

REQUIRE_ALL = "LABKIT_REQUIRE_ALL"
SKIPPED = "for want of "


def cause(error, kinds):
    """The error itself, or the first that it came from, that is of one of some kinds; or None."""
    while not (error is None or isinstance(error, kinds)):
        error = error.__cause__ or error.__context__
    return error


def without_sandbox(error):
    """Why a test has no sandbox, which its error says; empty where that is not why it failed."""
    error = cause(error, SandboxUnavailable)
    if error and not shutil.which("bwrap"):
        return f"{SKIPPED}bubblewrap"
    return str(error or "")  # refused by the system, as in some containers


def skip(report, item, reason):
    """Make a failure a skipped test, if there is a reason, and not all is required."""
    if report.failed and reason and not os.environ.get(REQUIRE_ALL):
        report.outcome, report.longrepr = "skipped", (str(item.path), 0, f"Skipped: {reason}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where the engine's tests run without the rest, this file is a plugin of pytest's."""
    report = yield
    if call.excinfo:
        skip(report, item, without_sandbox(call.excinfo.value))
    return report
