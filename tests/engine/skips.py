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
    """The error, or the first of its causes, that is of one of the given kinds; or None."""
    while not (error is None or isinstance(error, kinds)):
        # A test that handled such an error has it as its context, but failed for another reason.
        is_own = isinstance(error, (AssertionError, pytest.fail.Exception))
        error = error.__cause__ or (None if is_own else error.__context__)
    return error


def without_sandbox(error):
    """Why a test has no sandbox, from its error; empty if it failed for another reason."""
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
    """Skip the test because the caller has not found some packages, or something else."""
    reason = f"{SKIPPED}{', '.join(names)}"
    if os.environ.get(REQUIRE_ALL):
        pytest.fail(f"{REQUIRE_ALL} is set, but this test was skipped {reason}")
    pytest.skip(reason)


def skip(report, item, reason):
    """Turn a failure into a skip, if there is a reason and not everything is required."""
    if report.failed and reason and not os.environ.get(REQUIRE_ALL):
        report.outcome, report.longrepr = "skipped", (str(item.path), 0, f"Skipped: {reason}")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Where the engine's tests run without the rest, this file is a plugin of pytest's."""
    report = yield
    if call.excinfo:
        skip(report, item, without_sandbox(call.excinfo.value))
    return report
