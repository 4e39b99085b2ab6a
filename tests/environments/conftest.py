"""What more than one file of this folder uses."""

import pytest
from kernels import lent_server
from runs import UNHURRIED

from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.runtime import RUNTIME


@pytest.fixture(scope="module")
def executor():
    setting = Setting("none", UNHURRIED.limits, RUNTIME)
    with Executor(setting, jobs=1, server=lent_server("none", RUNTIME)) as started:
        yield started
