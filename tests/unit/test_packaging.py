"""What is built from the repository, and what pip does with it next to an installed torch."""

import json
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from repository import REPOSITORY

from labkit.language import LANGUAGES

NAME = "labkit-custom-autograd"
SHIPPED = ("labkit", "autograder", "resources", "pyproject.toml", "README.md", "LICENSE")


def copy_of_the_repository(folder: Path) -> Path:
    """Copy the files that a package is built from, and a secret one, for tests to change."""
    for name in SHIPPED:
        copy = shutil.copytree if (REPOSITORY / name).is_dir() else shutil.copy
        copy(REPOSITORY / name, folder / name)
    (folder / "solutions").mkdir()
    (folder / "solutions" / "secret.py").write_text("answer = 42\n")
    return folder


def build(project: Path, kind: str, into: Path) -> Path:
    """Build a wheel or an sdist from a project, without the network."""
    command = [
        sys.executable,
        "-m",
        "uv",
        "build",
        f"--{kind}",
        "--no-build-isolation",
        "--offline",
        "--quiet",
    ]
    subprocess.run([*command, "--python", sys.executable, "--out-dir", into, project], check=True)
    (built,) = into.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return built


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the repository."""
    return copy_of_the_repository(tmp_path_factory.mktemp("project"))


@pytest.fixture(scope="module")
def wheel(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that is built from the repository."""
    return build(project, "wheel", tmp_path_factory.mktemp("wheel"))


def install_plan(python: Path, wheel: Path) -> subprocess.CompletedProcess[str]:
    """What pip would install for a wheel into an environment, if it can fetch nothing else."""
    options = ["--dry-run", "--no-index", "--quiet", "--report", "-"]
    command = [python, "-m", "pip", "--isolated", "install", *options, wheel]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_installing_labkit_replaces_nothing_that_is_installed(wheel: Path) -> None:
    plan = install_plan(Path(sys.executable), wheel)
    assert plan.returncode == 0, plan.stderr
    assert [item["metadata"]["name"] for item in json.loads(plan.stdout)["install"]] == [NAME]


def test_the_plan_would_tell_if_labkit_asked_for_another_torch(tmp_path: Path) -> None:
    project = copy_of_the_repository(tmp_path)
    text = (project / "pyproject.toml").read_text()
    (project / "pyproject.toml").write_text(text.replace('"torch>=2.10"', '"torch>=99"'))
    plan = install_plan(Path(sys.executable), build(project, "wheel", tmp_path / "dist"))
    assert plan.returncode != 0
    assert "torch>=99" in plan.stderr


def test_the_wheel_holds_both_packages_and_the_resources(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    resources = [path for path in (REPOSITORY / "resources").rglob("*") if path.is_file()]
    messages = {
        f"{package}/messages/{two}.toml"
        for package in ("labkit", "autograder")
        for two in LANGUAGES
    }
    assert {"labkit/__init__.py", "autograder/__init__.py"} | messages < set(names)
    assert {
        f"labkit/resources/{path.relative_to(REPOSITORY / 'resources').as_posix()}"
        for path in resources
    } <= set(names)


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_no_secret_file_is_packed(project: Path, wheel: Path, kind: str, tmp_path: Path) -> None:
    built = wheel if kind == "wheel" else build(project, kind, tmp_path)
    names = zipfile.ZipFile(built).namelist() if kind == "wheel" else tarfile.open(built).getnames()
    assert names
    assert [name for name in names if "secret" in name or "solution" in name] == []


def test_an_editable_install_reads_the_repositorys_own_resources() -> None:
    code = "from labkit.reference import resources; print(resources())"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd="/", check=True
    )
    assert Path(run.stdout.strip()) == REPOSITORY / "resources"
