"""The modules that an assignment has imported before its kernels are forked."""

import pytest

from autograder import registry
from autograder.course import CourseError

REGISTRY = """
assignments = [{ id = "a", title = {}, minutes = 1, preload = PRELOAD }]
[course]
id = "c"
title = {}
repository = "o/r"
languages = []
"""


def test_the_modules_of_an_assignment_are_read_from_the_registry(tmp_path):
    (tmp_path / "course.toml").write_text(REGISTRY.replace("PRELOAD", '["wave", "torch._dynamo"]'))
    assert registry.load(tmp_path).assignment("a").preload == ["wave", "torch._dynamo"]


@pytest.mark.parametrize("preload", ['"wave"', "[1]", '["wave; import os"]', '["--no"]', '[""]'])
def test_what_is_no_list_of_modules_is_refused_in_one_line(preload, tmp_path):
    (tmp_path / "course.toml").write_text(REGISTRY.replace("PRELOAD", preload))
    with pytest.raises(CourseError, match="preload of a is") as raised:
        registry.load(tmp_path)
    assert "course.toml" in str(raised.value) and "\n" not in str(raised.value)
