"""The C++ in the text cells of a notebook is the same in both languages; its programs compile."""

import re
import subprocess
from pathlib import Path

import pytest
from programs import need
from repository import solution

EXCERPT = re.compile(r"^```cpp\n(.*?)^```$", re.DOTALL | re.MULTILINE)
STRICT = ["-std=c++17", "-Wall", "-Wextra", "-Werror"]
CELLS = solution("04_function_design").cells
PROGRAMS = {
    cell.id: cell.source.partition("\n")[2]
    for cell in CELLS
    if cell.source.startswith("%%writefile") and "int main()" in cell.source
}


def excerpts(language: str) -> list[str]:
    """The C++ in the text cells of one language, in their order."""
    texts = [cell.source for cell in CELLS if cell.metadata.get("lang") == language]
    return [excerpt for text in texts for excerpt in EXCERPT.findall(text)]


def test_both_languages_hold_the_same_excerpts() -> None:
    english = excerpts("en")
    assert len(english) == 1
    assert english == excerpts("ja")


@pytest.mark.parametrize("cell", ["cpp-a", "cpp-b"])
def test_a_program_compiles_without_a_warning_and_prints_the_value_and_the_slope(
    cell: str, tmp_path: Path
) -> None:
    need("g++")
    source, program = tmp_path / "listing.cpp", tmp_path / "listing"
    source.write_text(PROGRAMS[cell])
    built = subprocess.run(
        ["g++", *STRICT, str(source), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    printed = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "y = 6, dy/dx = 3"
