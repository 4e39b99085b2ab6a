"""The private parts of Jupyter's packages that we use: an update that changes one is named.

pyproject.toml bounds these packages from above, because private parts change in minor versions.
"""

import ast
import importlib
import inspect
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest
from packaging.requirements import Requirement
from repository import REPOSITORY

# What we call, read, override or replace, and the class or module that has it.
PRIVATE = {
    "ipykernel.compiler": {
        "murmur2_x86"
    },  # public by its name, but no one is promised that it is called
    "ipykernel.heartbeat.Heartbeat": {"_try_bind_socket"},
    "ipykernel.iostream.IOPubThread": {"_setup_xpub_listener"},
    "ipykernel.iostream.OutStream": {
        "_buffer_lock",
        "_fid",
        "_flush",
        "_flush_buffers",
        "_is_master_process",
        "_original_stdstream_fd",
        "_rotate_buffers",
        "_should_watch",
        "_subprocess_flush_pending",
        "_watch_pipe_fd",
    },
    "ipykernel.kernelapp.IPKernelApp": {
        "_apply_curve_client_options",
        "_bind_socket",
        "_try_bind_socket",
    },
    "ipykernel.kernelbase.Kernel": {
        "_execute_sleep",
        "_stderr",
        "_stdout",
        "_supports_kernel_subshells",
    },
    "ipykernel.zmqshell.ZMQInteractiveShell": {"_update_exit_now"},
    "nbgrader.exchange.default.collect.ExchangeCollect": {"_sort_by_timestamp"},
    "nbgrader.api": {"get_alembic_version"},  # for which it runs a program
}
# Parameters that a class did not always have.
PARAMETERS = {"ipykernel.iostream.IOPubThread": {"pipe", "session"}}
OF_PYTHON = {"_exit"}
OURS = {"autograder", "labkit"}


def resolve(path: str) -> object:
    """A class, or a module."""
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name, None) or importlib.import_module(path)


def has(thing: object, name: str) -> bool:
    """Whether a module or a class has a name, or a method of the class gives it to its objects."""
    kinds = (
        [kind for kind in inspect.getmro(thing) if is_foreign(kind.__module__)]
        if isinstance(thing, type)
        else []
    )
    sets_it = re.compile(rf"\bself\.{name}\b(: [^=\n]+)? = ")
    return hasattr(thing, name) or any(sets_it.search(source(kind)) for kind in kinds)


@cache
def source(kind: type) -> str:
    """The source of a class; to find it, Python parses the whole file."""
    return inspect.getsource(kind)


def is_foreign(module: str) -> bool:
    """Whether a module belongs neither to us nor to Python."""
    return module.split(".")[0] not in OURS | sys.stdlib_module_names


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.endswith("__")


def sources() -> Iterator[tuple[str, ast.Module]]:
    """The name and the syntax tree of each module of autograder."""
    for path in sorted((REPOSITORY / "autograder").rglob("*.py")):
        parts = path.relative_to(REPOSITORY).with_suffix("").parts
        yield ".".join(parts).removesuffix(".__init__"), ast.parse(path.read_text())


def defined(tree: ast.AST) -> set[str]:
    """The names that a tree defines: functions, variables and attributes of ``self``."""
    nodes = list(ast.walk(tree))
    functions = {
        node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    variables = {
        node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return (
        functions
        | variables
        | {node.attr for node in stored(tree) if ast.unparse(node.value) == "self"}
    )


def stored(tree: ast.AST) -> list[ast.Attribute]:
    """The attributes that a tree assigns to."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    ]


def accessed(tree: ast.Module) -> set[str]:
    """The private attributes that a module uses and does not define."""
    names = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return {name for name in names if is_private(name)} - defined(tree) - OF_PYTHON


def overridden(module: str, tree: ast.Module) -> set[str]:
    """The private names in a module's classes that their classes from other packages have."""
    overrides = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            kind = getattr(importlib.import_module(module), node.name)
            bases = [base for base in inspect.getmro(kind) if is_foreign(base.__module__)]
            overrides |= {
                name
                for name in defined(node)
                if is_private(name) and any(has(base, name) for base in bases)
            }
    return overrides


def replaced(tree: ast.Module) -> set[str]:
    """What a module replaces in modules of other packages that it has imported."""
    imports = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and is_foreign(node.module or "")
    ]
    imported = {alias.asname or alias.name for node in imports for alias in node.names}
    return {node.attr for node in stored(tree) if ast.unparse(node.value) in imported}


@pytest.mark.parametrize(
    ("owner", "name"), [(owner, name) for owner in PRIVATE for name in sorted(PRIVATE[owner])]
)
def test_a_private_part_that_the_grader_uses_is_there(owner: str, name: str) -> None:
    assert has(resolve(owner), name), (
        f"the installed {owner.split('.')[0]} has no {owner}.{name} any more"
    )


@pytest.mark.parametrize("owner", PARAMETERS)
def test_a_class_takes_the_arguments_that_the_grader_gives(owner: str) -> None:
    assert set(inspect.signature(resolve(owner)).parameters) >= PARAMETERS[owner]


def test_every_private_part_that_the_grader_uses_is_listed() -> None:
    used = set()
    for module, tree in sources():
        used |= accessed(tree) | overridden(module, tree) | replaced(tree)
    assert used == set().union(*PRIVATE.values())


@pytest.mark.parametrize("package", sorted({owner.split(".")[0] for owner in PRIVATE}))
def test_a_package_whose_private_parts_are_used_is_bounded_from_above(package: str) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    declared = {r.name: r for r in map(Requirement, project["optional-dependencies"]["grading"])}
    assert "<" in {bound.operator for bound in declared[package].specifier}
