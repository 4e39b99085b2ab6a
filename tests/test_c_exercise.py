"""The template of the C homework."""

import shutil
import subprocess
from pathlib import Path

import pytest

TEMPLATE = Path(__file__).resolve().parent.parent / "c_exercise"
COMPILERS = ["gcc", "clang"]


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """A student's copy of the template."""
    return Path(shutil.copytree(TEMPLATE, tmp_path / "c_exercise", ignore=shutil.ignore_patterns("quantize")))


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make in a folder, as a student does."""
    return subprocess.run(["make", *arguments], cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_the_template_compiles_without_a_warning(template: Path, compiler: str) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"no {compiler} on this machine: debian-packages.txt names it")
    run = make(template, f"CC={compiler}")
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert "-std=c11 -Wall -Wextra -Wpedantic" in run.stdout


def test_the_unfilled_template_prints_its_table_with_zeros(template: Path) -> None:
    run = make(template, "--silent", "run")
    header, *rows = run.stdout.splitlines()
    assert header.split() == ["Index", "src", "dst"]
    assert len(rows) == 256
    assert {row.split()[2] for row in rows} == {"0.00"}


def test_a_filled_template_prints_what_its_readme_shows(template: Path) -> None:
    body = "    for (size_t i = 0; i < N; i++) { dst[i] = fminf(fmaxf(roundf(src[i]), -128.0f), 127.0f); }\n"
    source = (template / "quantize.c").read_text()
    blank = "    (void)N;\n    (void)src;\n    (void)dst;\n"
    (template / "quantize.c").write_text(source.replace(blank, body, 1))
    table = make(template, "--silent", "run").stdout.splitlines()
    shown = [line.strip() for line in (template / "README.md").read_text().splitlines()]
    assert [row for row in table[:3] if row.strip() not in shown] == []
