"""What more than one file of this room uses."""

import pytest
from kernels import lent_server
from runs import UNHURRIED

from autograder.engine.pool import Executor, Setting


@pytest.fixture(scope="module")
def executor():
    setting = Setting("none", UNHURRIED.limits)
    with Executor(setting, jobs=1, server=lent_server("none")) as started:
        yield started
