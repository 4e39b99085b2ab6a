"""A test that needs what this machine lacks is skipped, and says what that is.

With ``LABKIT_REQUIRE_ALL=1``, as in CI, it fails.
"""

import os
import shutil
import subprocess
from functools import cache

import pytest

from autograder.engine.sandbox import SandboxUnavailable

REQUIRE_ALL = "LABKIT_REQUIRE_ALL"
SKIPPED = "for want of "


def cause(error, kinds):
    """The error itself, or the first that it came from, that is of one of some kinds; or None."""
    while not (error is None or isinstance(error, kinds)):
        # A test that looks in vain at such an error has it as its context, and failed by itself.
        is_own = isinstance(error, (AssertionError, pytest.fail.Exception))
        error = error.__cause__ or (None if is_own else error.__context__)
    return error


def without_sandbox(error):
    """Why a test has no sandbox, which its error says; empty where that is not why it failed."""
    error = cause(error, SandboxUnavailable)
    if error and not shutil.which("bwrap"):
        return f"{SKIPPED}bubblewrap"
    return str(error) if error and not _is_allowed() else ""


@cache
def _is_allowed():
    """Whether the system lets bubblewrap do anything; some containers do not."""
    command = ["bwrap", "--unshare-pid", "--bind", "/", "/", "true"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def skip_without(*names):
    """Skip the test for want of packages, or of something else, that the caller has not found."""
    reason = f"{SKIPPED}{', '.join(names)}"
    if os.environ.get(REQUIRE_ALL):
        pytest.fail(f"{REQUIRE_ALL} is set, but this test was skipped {reason}")
    pytest.skip(reason)


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
