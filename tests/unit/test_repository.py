"""The shape of the code, the commands of the Makefile, and that CI does what the README says."""

import ast
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path

import pytest
import turns
import yaml
from repository import ASSIGNMENTS, HALF_WRITTEN, REPOSITORY, make_targets

from autograder.cli.doctor import packages
from autograder.release.leaks import ON_PURPOSE
from benchmarks import processors


def debian_packages() -> list[str]:
    """The packages of debian-packages.txt, as CI reads them."""
    lines = (REPOSITORY / "autograder/debian-packages.txt").read_text().splitlines()
    return [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]


def put_command(path: Path, script: str) -> None:
    """Write a fake of a shell command."""
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_the_readme_is_short_and_names_the_two_commands_and_the_debian_packages() -> None:
    text = (REPOSITORY / "README.md").read_text()
    assert len(text.splitlines()) < 100
    assert {"demo", "test"} <= set(re.findall(r"`make ([a-z-]+)`", text))
    assert "(autograder/debian-packages.txt)" in text


def test_what_git_tracks_takes_less_than_20_megabytes() -> None:
    """On a disk with blocks of 4 KiB: a clone is quick, and Colab fetches it in class."""
    if not (REPOSITORY / ".git").exists():
        pytest.skip("no git repository: what is tracked is not known")
    listed = subprocess.check_output(["git", "ls-files", "-z"], cwd=REPOSITORY, text=True)
    sizes = [(REPOSITORY / name).stat().st_size for name in listed.split("\0")[:-1]]
    assert sum(math.ceil(size / 4096) * 4096 for size in sizes) < 20 * 2**20


def test_the_doctor_reads_the_packages_that_ci_installs() -> None:
    table = packages()
    assert list(table) == debian_packages()
    assert {"gcc", "make", "git"} <= {program for row in table.values() for program in row.programs}


@pytest.mark.parametrize("which", ["one", "the other"])
def test_no_test_finds_what_another_one_set(which: str) -> None:
    assert os.environ.setdefault("LABKIT_SET_BY_A_TEST", which) == which


def test_every_target_has_its_line_of_help_in_one_of_three_parts() -> None:
    shown = subprocess.run(
        ["make", "--no-print-directory", "help"],
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    parts, targets = [], []
    for line in shown.splitlines():
        if line.startswith("  make "):
            targets.append(line.split()[1])
        else:
            parts.append(line)
    assert parts == ["Every day:", "Prove:", "Measure:"]
    assert sorted(targets) == sorted(make_targets())


def test_make_says_in_one_line_that_a_python_is_too_old(tmp_path: Path) -> None:
    old = tmp_path / "python3"
    put_command(old, 'shift; exec python3 -c "import sys; sys.version_info = (3, 9, 2); $1"')
    command = ["make", "--no-print-directory", "--always-make", "setup", f"PYTHON={old}"]
    run = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    assert "is Python 3.9, and the course needs 3.11 or newer" in run.stderr.splitlines()[0]


def test_make_setup_says_what_it_does_and_what_to_set_behind_a_proxy(tmp_path: Path) -> None:
    for name in ("Makefile", "requirements.lock", "pyproject.toml"):
        shutil.copy(REPOSITORY / name, tmp_path / name)
    put_command(
        tmp_path / "python3",
        'test "$2" = venv || exit 0; mkdir -p .venv/bin; '
        'printf "#!/bin/sh\nexit 1" > .venv/bin/pip; chmod +x .venv/bin/pip',
    )
    command = ["make", "--no-print-directory", "setup", f"PYTHON={tmp_path / 'python3'}"]
    run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode != 0
    first = run.stdout.splitlines()[0]
    assert "6 GB" in first and "HTTPS_PROXY" in first and "SSL_CERT_FILE" in first


def test_make_lab_starts_without_a_warning(tmp_path: Path) -> None:
    options = "--no-browser --allow-root --port 0 --ServerApp.open_browser=False"
    environment = os.environ | {"HOME": str(tmp_path), "JUPYTER_RUNTIME_DIR": str(tmp_path)}
    with subprocess.Popen(
        ["make", "--no-print-directory", "lab", f"LAB={options}"],
        cwd=REPOSITORY,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as server:
        lines = []
        for line in server.stderr or ():
            lines.append(line)
            if "/lab/tree/solutions?token=" in line:
                break
        os.killpg(server.pid, signal.SIGTERM)
    assert "token=" in lines[-1]
    assert [line for line in lines if re.match(r"\[[WEC] |.*(WARN|ERROR)", line)] == []


def run_ci(
    folder: Path, fails: str = "nothing", **variables: str
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run CI's script as root with fakes of what it calls; returns their calls as lines, too."""
    log = folder / "log"
    put_command(folder / "id", "echo 0")
    for name in ("apt-get", "make"):
        failing = f'test "$1" != {fails} || {{ echo no such package; exit 2; }}'
        put_command(folder / name, f'echo "{name} $*" >>"$LOG"; {failing}')
    log.write_text("")
    environment = {
        name: value for name, value in os.environ.items() if name != processors.VARIABLE
    } | variables
    environment |= {"PATH": f"{folder}:{os.environ['PATH']}", "LOG": str(log), "CI": "true"}
    streams = {"stdin": subprocess.DEVNULL, "capture_output": True, "text": True}
    run = subprocess.run(
        ["bash", ".ci/run"], cwd=REPOSITORY, env=environment, check=False, **streams
    )
    return run, log.read_text().splitlines()


def test_ci_installs_the_debian_packages_and_runs_both_sets_of_tests(tmp_path: Path) -> None:
    run, (update, install, setup, *together, last) = run_ci(tmp_path, LABKIT_PROCESSOR="avx2-1")
    assert run.returncode == 0
    assert update.startswith("apt-get update") and setup == "make setup"
    words = shlex.split(install)
    assert [word for word in words if not word.startswith("-")][2:] == debian_packages()
    assert sorted(together) == ["make colab ends", "make test"]
    assert last == "make LABKIT_PROCESSOR=avx2-1 test-abroad"


def test_ci_fails_if_other_environments_cannot_be_made_and_says_why(tmp_path: Path) -> None:
    run, calls = run_ci(tmp_path, fails="colab")
    assert run.returncode == 1 and "no such package" in run.stderr
    assert calls[-1] in ("make test", "make colab ends")


def test_the_processor_that_ci_imitates_follows_from_the_commit_and_ci_says_how_to_repeat_it(
    tmp_path: Path,
) -> None:
    run, calls = run_ci(tmp_path)
    (drawn,) = re.findall(r"LABKIT_PROCESSOR=(\S+) test-abroad$", calls[-1])
    assert drawn == processors.of_commit() and calls[-1] in run.stdout


def test_commits_try_all_processors_and_in_their_sweeps_all_assignments(tmp_path: Path) -> None:
    put_command(tmp_path / "git", 'echo "$COMMIT"')
    drawn, tried = set(), set()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
        for number in range(99):
            patch.setenv("COMMIT", f"{number:040x}")
            drawn.add(processors.of_commit())
            tried.update(turns.assignments.__wrapped__())
    assert drawn == set(processors.VARIANTS) and tried == {*ASSIGNMENTS}


def test_a_run_can_try_all_assignments_or_any_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(turns.VARIABLE, "all")
    assert turns.assignments.__wrapped__() == ASSIGNMENTS
    monkeypatch.setenv(turns.VARIABLE, ASSIGNMENTS[1])
    assert turns.assignments.__wrapped__() == [ASSIGNMENTS[1]]
    monkeypatch.setenv(turns.VARIABLE, "monday")
    with pytest.raises(pytest.UsageError, match="'monday'; it is one of 01_.*, all"):
        turns.assignments.__wrapped__()


WORKFLOWS = sorted((REPOSITORY / ".github/workflows").glob("*.yml"))


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_run_what_the_repository_has(workflow: Path) -> None:
    (job,) = yaml.safe_load(workflow.read_text())["jobs"].values()
    scripts = "\n".join(step["run"] for step in job["steps"] if "run" in step)
    targets, files = re.findall(r"make ([a-z-]+)", scripts), re.findall(r"bash (\S+)", scripts)
    started = re.findall(r"gh workflow run (\S+)", scripts)
    assert targets or files
    assert set(targets) <= make_targets() and all((REPOSITORY / file).is_file() for file in files)
    assert {f"{workflow.parent}/{name}" for name in started} <= set(map(str, WORKFLOWS))


def test_ci_refuses_a_processor_that_it_does_not_know_in_one_line(tmp_path: Path) -> None:
    run, calls = run_ci(tmp_path, LABKIT_PROCESSOR="avx3-1")
    assert (run.returncode, calls) == (1, [])
    (line,) = run.stderr.splitlines()
    assert "'avx3-1'" in line and "avx2-1" in line


PACKAGES = ("labkit", "autograder")
OURS = ("autograder.", "benchmarks.")


def has_inner_import(tree: ast.Module) -> bool:
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    nodes = (inner for function in functions for inner in ast.walk(function))
    return any(isinstance(node, ast.Import | ast.ImportFrom) for node in nodes)


@pytest.mark.parametrize("package", (*PACKAGES, "benchmarks", "reproduction"))
def test_an_import_inside_a_function_is_there_for_start_up_time_and_says_so(package: str) -> None:
    paths = (REPOSITORY / package).rglob("*.py")
    texts = {path: path.read_text("utf-8") for path in paths}
    silent = [
        path
        for path, text in texts.items()
        if has_inner_import(ast.parse(text)) and "start-up time" not in text.lower()
    ]
    assert silent == []


@cache
def functions_of(module: str) -> set[str]:
    path = REPOSITORY / f"{module.replace('.', '/')}.py"
    path = path if path.is_file() else path.with_suffix("") / "__init__.py"
    nodes = ast.parse(path.read_text("utf-8")).body if path.is_file() else []
    return {node.name for node in nodes if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize("package", ["autograder", "benchmarks"])
def test_a_function_whose_name_is_one_word_is_called_through_its_module(package: str) -> None:
    """`attempts.last(...)` says what `last(...)` does not; `repair.repair` would say it twice."""
    bare = [
        f"{path.relative_to(REPOSITORY)}:{node.lineno} {name.name}"
        for path in sorted((REPOSITORY / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(OURS)
        for name in node.names
        if "_" not in name.name.strip("_")
        and name.name in functions_of(node.module or "")
        and name.name != (node.module or "").rpartition(".")[2]
    ]
    assert not bare


@pytest.mark.parametrize("package", ["autograder", "benchmarks", "labkit", "reproduction"])
def test_no_two_classes_of_a_package_have_one_name(package: str) -> None:
    names = Counter(
        node.name
        for path in (REPOSITORY / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, number in names.items() if number > 1] == []


# What ruff does not read. Messages and expressions of names are in tables, an entry to a line.
WRITTEN = (
    *("Makefile", ".ci/run", "course.toml", "labkit/c/*.c", "resources/c/**/*.[ch]*"),
    *("c_exercise/Makefile", "c_exercise/*.[ch]", "c_exercise/*/*.[ch]"),
    "tests/engine/faults.toml",
)


def test_lines_of_c_and_of_make_are_no_longer_than_those_of_python() -> None:
    matches = {pattern: list(REPOSITORY.glob(pattern)) for pattern in WRITTEN}
    assert all(matches.values())
    long = [
        f"{path.relative_to(REPOSITORY)}: {line}"
        for path in chain(*matches.values())
        for line in path.read_text("utf-8").splitlines()
        if len(line) > 100
    ]
    assert long == []


def test_a_solution_is_its_notebook_alone() -> None:
    """An editor that dies leaves half a notebook next to it, with its name between dots."""
    files = {path for path in (REPOSITORY / "solutions").rglob("*") if path.is_file()}
    files = {path for path in files if ".ipynb_checkpoints" not in path.parts}
    names = [*ASSIGNMENTS, *HALF_WRITTEN]
    solutions = {REPOSITORY / f"solutions/{name}/{name}.ipynb" for name in names}
    assert files == {*solutions, REPOSITORY / ON_PURPOSE}


# Where nothing is missing, or what CI may lack: a GPU and its compiler, Pythons, data that is never
# committed, the archive of an old Debian, names that an old version lacks, rights that a system
# withholds from root (docs/maintainers/README.md).
SKIP_BY_THEMSELVES = {
    *("engine/skips.py", "engine/test_isolation.py", "unit/test_c_code.py"),
    *("course/test_c_exercise.py", "system/test_cli.py", "course/test_c_grid.py"),
    *("unit/test_data.py", "unit/test_environment.py", "course/test_weights_shipped.py"),
    "course/test_number_formats.py",
    *("environments/test_gpu.py", "environments/test_versions.py", "environments/test_colab.py"),
    *("environments/test_container.py", "environments/test_load.py"),
}


def test_a_test_that_lacks_something_fails_where_all_is_required() -> None:
    names = re.compile(r"pytest\.(?:skip|importorskip|mark\.skipif)\(")
    tests = REPOSITORY / "tests"
    skipping = {
        path.relative_to(tests).as_posix()
        for path in tests.glob("**/*.py")
        if names.search(path.read_text("utf-8"))
    }
    assert skipping - {Path(__file__).relative_to(tests).as_posix()} == SKIP_BY_THEMSELVES
