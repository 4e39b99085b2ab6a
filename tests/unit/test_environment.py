"""The declarations of what the course needs agree with each other and with what is installed."""

import ast
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from itertools import chain
from pathlib import Path

import pytest
import yaml
from locks import OVERLAP, applying, pinned, requirements, versions
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version
from repository import REPOSITORY

PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")  # those that the tests run under


def declared() -> list[Requirement]:
    """Everything that pyproject.toml asks for: labkit's own requirements and all extras."""
    return requirements(
        [*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())]
    )


def imported(path: Path) -> set[str]:
    """The top-level names of all modules that a file imports, at whatever depth."""
    nodes = list(ast.walk(ast.parse(path.read_text())))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    whence = {
        node.module
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module and not node.level
    }
    return {name.split(".")[0] for name in plain | whence}


@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("requirement", declared(), ids=lambda r: r.name)
def test_the_lock_has_a_fitting_version_of_every_declared_package(
    requirement: Requirement, python: str
) -> None:
    lock = pinned("requirements.lock", python)
    name = canonicalize_name(requirement.name)
    assert name in lock, f"{requirement} is not in requirements.lock: run `make lock`"
    assert lock[name] in requirement.specifier, (
        f"requirements.lock has {name} {lock[name]}: run `make lock`"
    )


@pytest.mark.parametrize("requirement", declared(), ids=lambda r: r.name)
def test_the_tests_run_with_the_very_bound_of_every_declared_package(
    requirement: Requirement,
) -> None:
    """With the higher bound, if labkit and the grading extra declare the same package."""
    name = canonicalize_name(requirement.name)
    same = [r for r in declared() if canonicalize_name(r.name) == name]
    bounds = [Version(s.version) for r in same for s in r.specifier if s.operator == ">="]
    assert bounds, f"{requirement} has no lower bound"
    lowest = pinned("tests/environments/lowest.txt", PYTHONS[0])[name]
    assert Version(lowest) == max(bounds), (
        f"tests/environments/lowest.txt has {name} {lowest}: run `make lock` and the tests"
    )


@pytest.mark.parametrize("lock", ["requirements.lock", "tests/environments/lowest.txt"])
@pytest.mark.parametrize("python", PYTHONS)
def test_a_lock_holds_one_exact_version_of_each_package(lock: str, python: str) -> None:
    pins = applying(lock, python)
    assert [str(r) for r in pins if not re.fullmatch(r"==[^,*]+", str(r.specifier)) or r.url] == []
    assert len({canonicalize_name(r.name) for r in pins}) == len(pins)


@pytest.mark.parametrize("lock", ["requirements.lock", "tests/environments/lowest.txt"])
def test_a_lock_names_the_command_that_makes_it_and_no_place_on_a_machine_or_network(
    lock: str,
) -> None:
    text = (REPOSITORY / lock).read_text()
    assert "make lock" in text.splitlines()[1]
    assert not re.search(r"://|--index|--find-links|(?<![\w-])/\w", text)


def test_what_is_installed_is_what_the_lock_says() -> None:
    lock = pinned("requirements.lock")
    installed = {name: importlib.metadata.version(name) for name in lock}
    assert {name: v.split("+")[0] for name, v in installed.items()} == lock


def test_the_conda_environment_repeats_no_version_and_installs_from_the_lock() -> None:
    environment = yaml.safe_load((REPOSITORY / "environment.yml").read_text())
    python, pip, by_pip = environment["dependencies"]
    assert pip == "pip"
    assert by_pip == {"pip": ["-r requirements.lock", "-e ."]}
    name, version = python.split("=")
    assert name == "python" and f"{version}.0" in SpecifierSet(PROJECT["requires-python"])
    for readme in ("README.md", "README.ja.md"):
        text = (REPOSITORY / readme).read_text()
        assert f"`conda activate {environment['name']}`" in text


def test_labkit_puts_no_upper_bound_on_any_package_nor_on_python() -> None:
    operators = {s.operator for r in requirements(PROJECT["dependencies"]) for s in r.specifier}
    assert operators == {">="}
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"


def test_the_readme_names_the_pythons_that_the_tests_run_under() -> None:
    assert (
        f"Python {', '.join(PYTHONS[:-1])} or {PYTHONS[-1]}"
        in (REPOSITORY / "README.md").read_text()
    )


def test_colabs_versions_meet_every_bound_of_labkit() -> None:
    colab = pinned("tests/environments/colab.txt", "3.13")
    bounds = {canonicalize_name(r.name): r.specifier for r in requirements(PROJECT["dependencies"])}
    assert {name for name, bound in bounds.items() if colab[name] not in bound} == set()


# What Colab's CPU image lacks. PyPI's torch needs the CUDA packages; in Colab other packages need
# them. IPython asks for jedi: Colab removed it, and pip installs it again with labkit, as it
# installs matplotlib-fontja.
NOT_IN_COLAB = re.compile(r"(nvidia|cuda)-|(triton|jedi|matplotlib-fontja)$")


def test_the_environment_of_colab_has_the_versions_of_colabs_image() -> None:
    (name,) = re.findall(r"LIST=(\S+)", (REPOSITORY / "tests/environments/colab.txt").read_text())
    listed = Path(os.environ.get("LABKIT_DATA", REPOSITORY.parent / "shared" / "data")) / name
    if not listed.exists():
        pytest.skip(f"{name} is not in the folder that LABKIT_DATA names")
    image = versions(requirements(listed.read_text().splitlines()))
    pins = {
        name: version
        for name, version in pinned("tests/environments/colab.txt", "3.13").items()
        if not NOT_IN_COLAB.match(name)
    }
    assert {"torch", "torchao", "tensorflow", "ipykernel"} < set(pins)
    assert {name: version for name, version in pins.items() if image.get(name) != version} == {}


def test_torch_and_torchvision_are_a_pair_by_torchvisions_own_word() -> None:
    wanted = [Requirement(text) for text in importlib.metadata.requires("torchvision") or []]
    (torch,) = (requirement for requirement in wanted if requirement.name == "torch")
    assert torch.specifier, "torchvision asks for any torch, so its metadata proves no pair"
    assert pinned("requirements.lock")["torch"] in torch.specifier


def test_torchvisions_compiled_operators_work(capsys: pytest.CaptureFixture[str]) -> None:
    exec(OVERLAP, {})
    assert capsys.readouterr().out == "[0, 2]\n"


def test_what_only_kernels_import_is_compiled_too() -> None:
    """In the sandbox none of it can be written."""
    (torch,) = importlib.util.find_spec("torch").submodule_search_locations
    compiled = Path(importlib.util.cache_from_source(f"{torch}/_inductor/scheduler.py"))
    assert compiled.is_file(), "an environment of an earlier Makefile: rm -r .venv; make setup"


def test_labkit_never_imports_autograder() -> None:
    sources = list((REPOSITORY / "labkit").rglob("*.py"))
    assert sources
    assert [str(path) for path in sources if "autograder" in imported(path)] == []


ONLY_LABKIT = """
import importlib, pkgutil, sys

class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in forbidden:
            raise ImportError(f"labkit must do without {name}")

forbidden = set(sys.argv[1:])
sys.meta_path.insert(0, Refuse())
import labkit
for module in pkgutil.walk_packages(labkit.__path__, "labkit."):
    importlib.import_module(module.name)
"""

# Each extra's packages by the name they are imported as, where it is not the package's own.
IMPORTED_AS = {"pytest-xdist": "xdist", "pytest-timeout": "pytest_timeout", "pyyaml": "yaml"}
# torch, matplotlib and IPython bring these themselves, or labkit asks for them too.
SHARED_WITH_STUDENTS = {"packaging", "jinja2", "ipython", "pygments"}


def test_every_module_of_labkit_imports_without_the_grading_packages() -> None:
    names = {
        canonicalize_name(r.name)
        for r in requirements(list(chain(*PROJECT["optional-dependencies"].values())))
    }
    forbidden = {IMPORTED_AS.get(n, n.replace("-", "_")) for n in names - SHARED_WITH_STUDENTS} | {
        "autograder"
    }
    run = subprocess.run(
        [sys.executable, "-c", ONLY_LABKIT, *forbidden],
        capture_output=True,
        text=True,
        cwd=REPOSITORY,
    )
    assert run.returncode == 0, run.stderr


def told_by_pip(folder, configuration, command):
    """What a command prints that has been given pip's own configuration."""
    (folder / "pip.conf").write_text(f"[global]\n{configuration}")
    told = f'told:\n\t@eval "$$($(pip_says))"; {command}\n'
    (folder / "Makefile").write_text(f"include {REPOSITORY / 'Makefile'}\n{told}")
    told_already = ("SSL_CERT_FILE", "UV_", "PIP_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(told_already)}
    environment = kept | {"PIP_CONFIG_FILE": str(folder / "pip.conf")}
    make = ["make", "--no-print-directory", "-f", folder / "Makefile", "told"]
    return subprocess.run(make, cwd=REPOSITORY, env=environment, capture_output=True, text=True)


def test_what_pip_s_own_configuration_says_uv_is_told(tmp_path):
    """uv does not read pip.conf: a certificate there must not end in an error first."""
    done = told_by_pip(tmp_path, "cert = /a b.crt\nproxy = http://p:1\n", "env")
    assert {"SSL_CERT_FILE=/a b.crt", "HTTPS_PROXY=http://p:1"} <= {*done.stdout.splitlines()}


def test_uv_finds_what_only_another_index_of_pip_s_has(tmp_path):
    """By default it looks no further than the first index that has the package at all."""
    for number in (1, 2):
        folder = tmp_path / f"index{number}" / "some-package"
        folder.mkdir(parents=True)
        wheel = f"some_package-{number}-py3-none-any.whl"
        (folder / "index.html").write_text(f'<a href="{wheel}">{wheel}</a>')
        about = f"some_package-{number}.dist-info"
        with zipfile.ZipFile(folder / wheel, "w") as packed:
            lines = ("Metadata-Version: 2.1", "Name: some-package", f"Version: {number}")
            packed.writestr(f"{about}/METADATA", "\n".join(lines))
            packed.writestr(f"{about}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
            packed.writestr(f"{about}/RECORD", "")
    (tmp_path / "index3").mkdir()
    both = "".join(f"\n  file://{tmp_path}/index{number}" for number in (1, 2))
    indexes = f"index-url = file://{tmp_path}/index3\nextra-index-url ={both}\n"
    install = "$(BIN)/uv pip install --dry-run --no-deps --python $(BIN)/python some-package==2"
    done = told_by_pip(tmp_path, indexes, install)
    assert done.returncode == 0 and "some-package==2" in done.stderr, done.stderr
