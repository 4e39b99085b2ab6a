"""Colab, imitated: its packages, a kernel of its ipykernel, no labkit before the first cell ran.

What is imitated: the versions of everything that a notebook touches, TensorFlow next to TensorBoard
included; the kernel, which is used as a front end does (``benchmarks.colab``); pip, which fetches
the course's tools from a web server; that ``google.colab`` is imported. What is not imitated: the
rest of the network, what ``google.colab`` does, the page, and the virtual machine.
"""

import os
import re
import shutil
import subprocess
from dataclasses import replace
from functools import cache

import nbformat
import pytest
from kernels import outputs
from locks import OVERLAP
from repository import ASSIGNMENTS, COLAB, COURSE, REPOSITORY, solution

from autograder import notebooks
from autograder.release.publish import publication
from benchmarks.colab import Machine, served
from labkit.language import LANGUAGES
from labkit.messages import message

pytestmark = pytest.mark.skipif(not COLAB.exists(), reason="no .venv-colab: it needs Python 3.13")
ASKED_FOR = re.compile(r"%pip install (?:--upgrade )?\W?([\w.>=-]+)")
# A cell that explores one of them says so, and in Colab shows nothing else.
NOT_IN_COLAB = {"optuna", "ninja", "onnx", "torchao>=0.18"}
INSTALLED = message("tools.installed", "ja", number=1)
READY = {"en": "Ready: ", "ja": "準備ができました："}
UNFILLED = {language: message("card.unfilled", language) for language in LANGUAGES}


def test_torchvisions_compiled_operators_work_next_to_colabs_torch():
    run = subprocess.run([COLAB, "-c", OVERLAP], capture_output=True, text=True)
    assert run.stdout == "[0, 2]\n", run.stderr


LOOK = """
import json, sys
from importlib import metadata, util
from pathlib import Path

torch = Path(util.find_spec("torch").origin).parent
files = (file for file in torch.rglob("*") if file.suffix not in ("", ".pyc"))
packages = metadata.distributions()
json.dump({
    "installed": [f"{each.name} {each.version} {each.locate_file('')}" for each in packages],
    "torch": {str(file): [file.stat().st_size, file.stat().st_mtime_ns] for file in files},
    "labkit": getattr(util.find_spec("labkit"), "origin", None),
    "python": sys.version_info[:2],
}, sys.stdout)
"""


@cache
def public():
    """The files of the public repository."""
    return publication(replace(COURSE, repository="ada/course"))


def exercise(assignment, language):
    """A notebook of the public repository."""
    text = public()[f"exercises/{language}/{assignment}/{assignment}.ipynb"].decode()
    return nbformat.reads(text, as_version=4)


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """A machine as Colab hands it out: without labkit. The network is one server."""
    machine = Machine(tmp_path_factory.mktemp("machine"), {"PIP_NO_INDEX": "1"})
    with served(public()) as address:
        machine.environment["LABKIT_SOURCE"] = address
        yield machine


@pytest.fixture(scope="module")
def first_cell(bare, tmp_path_factory):
    """The packages before the first cell, that cell with its outputs, and the packages after it."""
    before, notebook = bare.look(LOOK), exercise(ASSIGNMENTS[0], "ja")
    notebook.cells = [*filter(notebooks.is_setup, notebook.cells)]
    return before, bare.run(notebook, tmp_path_factory.mktemp("empty")), bare.look(LOOK)


@pytest.fixture(scope="module")
def machine(bare, first_cell):
    """A machine on which a notebook was opened before: the next one finds the tools."""
    return bare


@pytest.fixture
def folder(machine, assignment):
    """Where the notebooks of an assignment run: a grid that one has trained, the next one finds."""
    (machine.folder / "content" / assignment).mkdir(parents=True, exist_ok=True)
    return machine.folder / "content" / assignment


def filled(assignment, language):
    cells = solution(assignment).cells
    answers = {notebooks.grade_id(cell): cell.source for cell in cells if notebooks.is_blank(cell)}
    notebook = exercise(assignment, language)
    for cell in notebook.cells:
        cell.source = answers.get(notebooks.grade_id(cell), cell.source)
    return notebook


def printed(executed, stream="stdout"):
    return "".join(output.text for output in outputs(executed, "stream") if output.name == stream)


def assert_runs(executed, language):
    """No error, nothing on stderr (progress bars are on stdout), one language, all packages."""
    assert [f"{output.ename}: {output.evalue}" for output in outputs(executed, "error")] == []
    assert printed(executed, "stderr") == ""
    assert set(ASKED_FOR.findall(printed(executed))) <= NOT_IN_COLAB
    assert [name for name, ready in READY.items() if ready in printed(executed)] == [language]


def shown(executed, mime):
    """What each check shows."""
    return {name: cell.outputs[-1].data[mime] for name, cell in notebooks.checks(executed).items()}


def test_the_first_cell_fetches_the_tools_and_leaves_all_packages_as_they_were(first_cell):
    before, executed, after = first_cell
    assert_runs(executed, "ja")
    assert INSTALLED in printed(executed)
    assert before["python"] == [3, 13] and before["labkit"] is None
    assert after["installed"] == before["installed"] and after["labkit"] is None
    assert len(before["torch"]) > 1000 and after["torch"] == before["torch"]


# In turns: the languages differ in one line of code, and each notebook runs in both, empty in one
# and filled in the other.
EMPTY, FILLED = (
    [(name, LANGUAGES[(place + turn) % 2]) for place, name in enumerate(ASSIGNMENTS)]
    for turn in (1, 0)
)


@pytest.mark.parametrize(("assignment", "language"), EMPTY)
def test_a_released_notebook_runs_whole_and_scores_nothing(assignment, language, machine, folder):
    executed = machine.run(exercise(assignment, language), folder)
    assert_runs(executed, language)
    assert INSTALLED not in printed(executed)
    assert set(shown(executed, "text/plain").values()) == {"0.0"}
    assert all(UNFILLED[language] in card for card in shown(executed, "text/html").values())


@pytest.mark.parametrize(("assignment", "language"), FILLED)
def test_a_filled_notebook_runs_whole_and_scores_full(assignment, language, machine, folder):
    assert_full(machine.run(filled(assignment, language), folder), language)


def assert_full(executed, language):
    """It runs, and each check shows all of its points."""
    assert_runs(executed, language)
    worth = {name: str(notebooks.points(cell)) for name, cell in notebooks.checks(executed).items()}
    assert shown(executed, "text/plain") == worth


# Colab's Ubuntu 22.04 has these in the versions of Debian 11; with the libraries that they need.
OF_BOOST = "filesystem", "iostreams", "program-options", "thread"
BOOST = [f"libboost-{part}1.74.0" for part in OF_BOOST]
PYTHON = [f"libpython3.9{part}" for part in ("", "-minimal", "-stdlib")]
PACKAGES = ["yosys", "berkeley-abc", "nextpnr-ice40", "iverilog", "libffi7", *PYTHON, *BOOST]
DEBIAN_11 = "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] {} bullseye main\n"


def unpack_debian_11(folder):
    """What `apt-get` gets from the mirror of this machine's own sources: nothing is installed."""

    def run(*command):
        done = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        return done.stdout.split()

    mirror, *_ = run("apt-get", "indextargets", "--format", "$(REPO_URI)", "Origin: Debian")
    (folder / "source").write_text(DEBIAN_11.format(mirror))
    own = {"State::Lists": folder / "lists", "Cache": folder, "Etc::SourceList": folder / "source"}
    none = {"State::Status": "/dev/null", "Etc::SourceParts": "-"}  # else newer ones are chosen
    apt = ["apt-get", *(f"-oDir::{name}={value}" for name, value in (own | none).items())]
    run(*apt, "update")
    run(*apt, "download", *PACKAGES)
    for package in folder.glob("*.deb"):
        run("dpkg", "-x", package, folder)


@pytest.fixture(scope="module")
def hardware_tools():
    """A folder with the tools for Verilog that Colab has; unpacked once."""
    folder = REPOSITORY / "build" / "colab_tools"
    if not (folder / "bin").is_dir():
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "lists" / "partial").mkdir(parents=True)
        try:
            unpack_debian_11(folder)
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            pytest.skip(f"the archive of Debian 11 cannot be read from here: {error}")
        (ivl,) = folder.glob("usr/lib/*/ivl")
        (folder / "bin").mkdir()
        for tool in ("yosys", "nextpnr-ice40", f"iverilog -B{ivl}", f"vvp -M{ivl}"):
            script = folder / "bin" / tool.split()[0]
            command = f"LD_LIBRARY_PATH={ivl.parent} exec {folder}/usr/bin/{tool}"
            script.write_text(f'#!/bin/sh\n{command} "$@"\n')
            script.chmod(0o755)
    return folder / "bin"


@pytest.mark.parametrize("assignment", ["09_gates"])
def test_hardware_is_built_with_the_tools_of_colab(
    assignment, machine, folder, hardware_tools, monkeypatch
):
    monkeypatch.setenv("PATH", f"{hardware_tools}:{os.environ['PATH']}")
    yosys = subprocess.run(["yosys", "-V"], capture_output=True, text=True)
    assert yosys.stdout.startswith("Yosys 0.9 ")
    executed = machine.run(filled(assignment, "en"), folder)
    assert_full(executed, "en")
    scores = re.findall(r"(\d+)(?: of [\d,]+ values)? differ\b", printed(executed))
    assert scores == ["0"] * 7
    assert len(re.findall(r"tables, .* MHz", printed(executed))) == 4


TENSORFLOW = (
    r"TensorFlow 2\.\d+\.\d+\n"
    r"int8 STE: \[-128\.0, -3\.0, 2\.0, 127\.0, 127\.0\] "
    r"gradient \[0\.0, 10\.0, 100\.0, 1000\.0, 0\.0\]\n"
    r"tf\.round: gradient None\n"
    r"the registry ties Relu -> _ReluGrad\n"
)


def test_tensorflow_says_what_the_text_says():
    (cell,) = (cell for cell in solution("04_function_design").cells if cell.id == "tensorflow")
    variables = {"PYTHONPATH": str(REPOSITORY), "LABKIT_LANGUAGE": "en"}
    variables |= {"CUDA_VISIBLE_DEVICES": "-1"}
    command = [COLAB, "-c", f"from labkit import when_installed, words\n{cell.source}"]
    done = subprocess.run(command, env=os.environ | variables, capture_output=True, text=True)
    assert re.match(TENSORFLOW, done.stdout), done.stdout + done.stderr
