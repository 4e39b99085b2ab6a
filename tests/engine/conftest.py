"""A test that asks for the sandbox is skipped where there is none."""

import pytest
from skips import skip, without_sandbox


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.excinfo:
        skip(report, item, without_sandbox(call.excinfo.value))
    return report
