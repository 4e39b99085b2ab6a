"""The C++ listings in the notebooks compile without warnings, and print what the text says."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from repository import REPOSITORY

from autograder import notebooks

NOTEBOOK = REPOSITORY / "solutions" / "04_function_design" / "04_function_design.ipynb"
LISTING = re.compile(r"^```cpp\n(.*?)^```$", re.DOTALL | re.MULTILINE)
STRICT = ["-std=c++17", "-Wall", "-Wextra", "-Werror"]


def listings(language: str) -> list[str]:
    """The C++ programs in the text cells of one language, in their order."""
    cells = notebooks.read(NOTEBOOK).cells
    texts = [
        cell.source
        for cell in cells
        if cell.cell_type == "markdown" and cell.metadata.get("lang") == language
    ]
    return [program for text in texts for program in LISTING.findall(text)]


def test_both_languages_hold_the_same_listings() -> None:
    english = listings("en")
    assert len(english) == 2
    assert english == listings("ja")


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1], ids=["pattern_a", "pattern_b"])
def test_a_listing_compiles_without_a_warning_and_prints_what_the_text_says(
    place: int, tmp_path: Path
) -> None:
    if shutil.which("g++") is None:
        pytest.skip("no g++ on this machine: debian-packages.txt names it")
    source, program = tmp_path / "listing.cpp", tmp_path / "listing"
    source.write_text(listings("en")[place])
    built = subprocess.run(
        ["g++", *STRICT, str(source), "-o", str(program)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    printed = subprocess.run(
        [str(program)], capture_output=True, text=True, check=True
    ).stdout.strip()
    assert printed == "y = 6, dy/dx = 3"
    assert f"`{printed}`" in NOTEBOOK.read_text(encoding="utf-8")
