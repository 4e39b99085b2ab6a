"""What a test does without a program of autograder/debian-packages.txt.

A test that needs a program says so, by the package's name: ``@pytest.mark.needs("chromium")``, or
:func:`need` where it finds out later. Where one is missing the test is skipped. So is a test that
ends in our own error that says which is missing: no test is skipped where all that it needs is
there. What is no package (a file, a right of root's) is named by :func:`skips.skip_without`. With
``LABKIT_REQUIRE_ALL=1``, as in CI, nothing is skipped for want of any of it.
"""

import re

from skips import SKIPPED, cause, skip_without, without_sandbox

from autograder.cli.doctor import packages
from autograder.course import MissingProgram
from labkit.c.compiler import ProgramMissing


def missing(*names):
    """The packages of these of which a program is not here."""
    return [name for name in names if packages()[name].missing]


def need(*names):
    """Skip the test where one of these packages is missing."""
    if lacking := missing(*names):
        skip_without(*lacking)


def reason_to_skip(error):
    """Why a test that ended in an error cannot run on this machine; empty if it should have run.
    The error or its cause says that packages are missing, and they really are.
    """
    said = str(cause(error, (MissingProgram, ProgramMissing)) or "")
    words = set(re.findall(r"[a-z0-9+.-]*[a-z0-9+]", said))
    lacking = missing(*sorted(words & packages().keys()))
    return f"{SKIPPED}{', '.join(lacking)}" if lacking else without_sandbox(error)


def summary(reasons):
    """What a run says in the end about tests that were skipped for want of programs."""
    lacking = [reason.partition(SKIPPED)[2] for reason in reasons if SKIPPED in reason]
    names = sorted({name for line in lacking for name in line.split(", ")})
    if not names:
        return ""
    install = f"apt-get install {' '.join(name for name in names if name in packages())}"
    return (
        f"{len(lacking)} skipped for want of {', '.join(names)}: "
        f"`{install}` as root; `autograder doctor` shows all"
    )
