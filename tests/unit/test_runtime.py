"""The course's kernels have what its notebooks need, whoever starts them."""

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from repository import REPOSITORY

from autograder.runtime import STOCK_RUNTIME

# What makes kernels: without a runtime they would have none of the course's.
MAKERS = ("Engine", "ForkServer", "Setting")
# It only looks whether there is a sandbox.
LOOKS = "benchmarks/made_up_class.py: Engine('full')"


def makers(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id in MAKERS:
                yield node


def test_all_that_makes_kernels_for_the_course_names_its_runtime() -> None:
    folders = ("autograder", "benchmarks")
    paths = [path for folder in folders for path in sorted((REPOSITORY / folder).rglob("*.py"))]
    texts = {
        f"{path.relative_to(REPOSITORY)}: {ast.unparse(call)}"
        for path in paths
        if "engine" not in path.relative_to(REPOSITORY).parts
        for call in makers(path)
    }
    assert len(texts) > 10
    assert [text for text in texts if "RUNTIME" not in text] == [LOOKS]


def test_every_module_of_the_runtime_exists() -> None:
    """A fork server leaves out what it cannot import."""
    assert [name for name in STOCK_RUNTIME.modules if not find_spec(name)] == []
