"""The first cell of a published notebook: ours, of its release and whole, or one sentence.

Each case runs in a kernel of an environment without labkit; the network is a web server of the
public repository, and the index of packages a folder in which ``labkit`` is a stranger's.
"""

import json
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import nbformat
import pytest
from courses import SHORT, copy_repository
from kernels import outputs
from repository import COURSE, REPOSITORY

from autograder import notebooks, registry
from autograder.course import Published
from autograder.messages import message
from autograder.notebooks import grade_id
from autograder.release import publish
from autograder.release.tools import wheel
from autograder.release_steps import released
from autograder.submission.repair import repair
from benchmarks.colab import Machine, served
from labkit.language import LANGUAGES
from labkit.source import without_tools
from labkit.tools import NEWEST

PACKAGES = REPOSITORY / ".venv"
NOTEBOOK = f"exercises/en/{SHORT}/{SHORT}.ipynb"
MENDED = "A sentence that was mended."
# Code of a stranger's package, or of a student's own file, leaves a trace if it runs.
HOSTILE = 'import pathlib\npathlib.Path.home().joinpath("stranger ran").write_text("")\n'
WHERE = "import labkit\nprint('tools:', labkit.__file__)"


def published(course, last=None):
    """What is published of a course after another publication."""
    before = Published(**json.loads(last[NEWEST])) if last else None
    files = publish.publication(replace(course, repository="ada/course", published=before))
    return (last or {}) | files


def mend(path, mark):
    """Change a text in a solution."""
    notebook = notebooks.read(path)
    notebook.cells[0].source += f"\n\n{mark}"
    notebooks.write(path, notebooks.as_text(notebook))


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """Three releases: the first, one with other tools alone, and one with another text as well."""
    root = copy_repository(tmp_path_factory.mktemp("course") / "whole")
    course = registry.load(root)
    first = published(course)
    assert published(course, first) == first
    with (root / "labkit" / "titles.py").open("a") as file:
        file.write("\n# Mended.\n")
    tools = published(course, first)
    mend(root / "solutions" / SHORT / f"{SHORT}.ipynb", MENDED)
    return first, tools, published(course, tools)


@pytest.fixture(scope="module")
def another_course(tmp_path_factory):
    root = copy_repository(tmp_path_factory.mktemp("course") / "another")
    path = root / "course.toml"
    path.write_text(path.read_text().replace('id = "custom-autograd"', 'id = "another-course"'))
    return published(registry.load(root))


class Student:
    """A student's machine: a home, an environment with pip, an index of strangers' packages."""

    def __init__(self, folder):
        self.index = folder / "index"
        self.index.mkdir()
        for name in ("labkit", "labkit-custom-autograd"):
            file, data = wheel(name, "9.9", "", {"labkit/__init__.py": HOSTILE.encode()})
            (self.index / file).write_bytes(data)
        pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.index), "PIP_RETRIES": "0"}
        self.machine = Machine(folder / "home", pip, PACKAGES)
        self.content = folder / "home" / "content"
        self.content.mkdir()

    def install(self, *packages):
        """As pip does on a machine without these packages, whatever the tests' own machine has."""
        pip = [self.machine.folder / "bin" / "python", "-m", "pip", "--quiet", "install"]
        command = [*pip, "--ignore-installed", *packages]
        subprocess.run(command, env=self.machine.variables(), cwd=self.content, check=True)

    def run(self, files, *more, whole=False):
        """Run the first cell of a published notebook, and others; returns what they showed.

        If it is not to be whole, it ends where the tools are there, and imports no torch.
        """
        notebook = nbformat.reads(files[NOTEBOOK].decode(), as_version=4)
        (setup,) = (cell for cell in notebook.cells if notebooks.is_setup(cell))
        if not whole:
            setup.source = setup.source.removesuffix(without_tools(setup.source))
        more = [nbformat.v4.new_code_cell(source) for source in (*more, WHERE)]
        notebook.cells = [setup, *more]
        executed = self.machine.run(notebook, self.content)
        assert not (self.machine.folder / "stranger ran").exists()
        assert outputs(executed, "stream") or outputs(executed, "error")
        return executed

    @property
    def site_packages(self):
        (own,) = self.machine.folder.glob("lib/python3.*/site-packages")
        return own

    def installed(self):
        """All modules in site-packages."""
        return sorted(self.site_packages.rglob("*.py"))


@pytest.fixture
def student(tmp_path):
    return Student(tmp_path)


def printed(executed):
    return "".join(output.text for output in outputs(executed, "stream"))


def release_of(executed):
    """The number of the release whose tools were imported."""
    place = re.search(r"tools: (.*)", printed(executed))[1]
    marker = Path(place).with_name("release.json")
    return json.loads(marker.read_text())["number"]


def said(key, **values):
    return message(f"tools.{key}", "en", **values)


def stranger_first(student, releases, server):
    student.install("labkit")
    return releases[0], said("stranger", place=student.site_packages / "labkit/__init__.py"), 1


def stranger_later(student, releases, server):
    student.run(releases[0])
    return stranger_first(student, releases, server)


def stranger_by_upgrade(student, releases, server):
    student.run(releases[0])
    student.install("-U", "labkit", "labkit-custom-autograd")
    return releases[0], said("stranger", place=student.site_packages / "labkit/__init__.py"), 1


def old_release(student, releases, server):
    """Only the tools were mended: an old copy of the notebook gets them."""
    student.run(releases[0])
    server.update(releases[1])
    return releases[0], said("older", before=1, number=2), 2


def new_notebook_old_tools(student, releases, server):
    student.run(releases[0])
    server.update(releases[2])
    return releases[2], said("older", before=1, number=3), 3


def old_notebook_new_tools(student, releases, server):
    server.update(releases[2])
    student.run(releases[2])
    return releases[0], said("newer", before=3, number=1), 1


def edited_wheel(student, releases, server):
    (name,) = (name for name in releases[0] if name.endswith(".whl"))
    server[name] = releases[0][name].replace(b"def check", b"def chuck")
    return releases[0], message("first_cell.unlike", "en"), None


def cut_download(student, releases, server):
    (name,) = (name for name in releases[0] if name.endswith(".whl"))
    server[name] = releases[0][name][:100_000]
    return releases[0], message("first_cell.unlike", "en"), None


def mirror_down(student, releases, server):
    student.machine.environment["LABKIT_SOURCE"] = "http://127.0.0.1:9/"
    return releases[0], "http://127.0.0.1:9/", None


def half_an_install(student, releases, server):
    student.run(releases[0])
    (folder,) = (student.machine.folder / ".cache" / "labkit").glob("*/")
    for path in sorted(folder.rglob("*.py"))[::2]:
        path.write_text(path.read_text()[:100])
    shutil.rmtree(folder / "labkit" / "resources")
    return releases[0], "", 1


def read_only_site_packages(student, releases, server):
    student.site_packages.chmod(0o555)
    return releases[0], said("installed", number=1), 1


def own_file_of_that_name(student, releases, server):
    own = student.content / "labkit.py"
    own.write_text(HOSTILE)
    return releases[0], said("stranger", place=own), 1


CASES = [
    *(stranger_first, stranger_later, stranger_by_upgrade, old_release),
    *(new_notebook_old_tools, old_notebook_new_tools, edited_wheel, cut_download, mirror_down),
    *(half_an_install, read_only_site_packages, own_file_of_that_name),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_the_first_cell_runs_the_courses_own_tools_or_says_in_a_sentence_why_not(
    case, student, releases
):
    server = dict(releases[0])
    with served(server) as root:
        student.machine.environment["LABKIT_SOURCE"] = root
        files, sentence, number = case(student, releases, server)
        before = student.installed()
        executed = student.run(files)
    if number:
        assert outputs(executed, "error") == []
        assert sentence in printed(executed) and release_of(executed) == number
    else:
        (error, _) = outputs(executed, "error")
        assert error.traceback == [error.evalue] and "\n" not in error.evalue
        assert sentence in error.evalue and "tools:" not in printed(executed)
    assert student.installed() == before


def test_two_courses_on_one_machine_have_their_own_tools(student, releases, another_course):
    for files, id in ((releases[0], "custom-autograd"), (another_course, "another-course")) * 2:
        with served(files) as root:
            student.machine.environment["LABKIT_SOURCE"] = root
            executed = student.run(files)
        assert outputs(executed, "error") == []
        assert f"/labkit_{id.replace('-', '_')}-1." in printed(executed)


def test_without_the_japanese_font_everything_but_its_letters_is_there(student, releases):
    (student.site_packages / "matplotlib_fontja.py").write_text("raise ImportError('not here')")
    with served(releases[0]) as root:
        student.machine.environment["LABKIT_SOURCE"] = root
        drawn = "import matplotlib.pyplot as plt\nplt.plot([1]); plt.title('a')"
        executed = student.run(releases[0], drawn, whole=True)
    assert outputs(executed, "error") == [] and "Ready: " in printed(executed)
    assert [output.text for output in outputs(executed, "stream") if output.name == "stderr"] == []


ANSWER = "def int8_backward(grad_y, u):\n    return grad_y * (u >= -128)"


GUESS = 'predict("rounding", "{}")'


def own_notebook(student, files, forget):
    """A student's notebook with an answer and a prediction; metadata is lost where Colab does."""
    notebook = nbformat.reads(files[NOTEBOOK].decode(), as_version=4)
    for cell in notebook.cells:
        if grade_id(cell) == "int8_backward":
            cell.source = f"{cell.source.partition(chr(10))[0]}\n{ANSWER}"
        cell.source = cell.source.replace(GUESS.format("..."), GUESS.format("0, 1, 2"))
        if forget:
            cell.metadata = {}
    path = student.content / f"{SHORT}.ipynb"
    path.write_text(nbformat.writes(notebook))
    return path


def in_colab(student, path):
    """The page that is open there is in no file of the machine; Colab hands it out when asked."""
    page = json.loads(path.read_text())
    path.unlink()
    (student.site_packages / "google" / "colab" / "_message.py").write_text(
        f"def blocking_request(name, timeout_sec): return {dict(get_ipynb={'ipynb': page})}[name]"
    )


@pytest.mark.parametrize("place", ["folder", "folder, metadata lost", "Colab"])
def test_a_notebook_that_was_published_anew_is_written_next_to_the_old_one(
    student, releases, place
):
    path = own_notebook(student, releases[0], forget="lost" in place)
    if place == "Colab":
        in_colab(student, path)
    before = {file: file.read_bytes() for file in student.content.iterdir()}
    with served(releases[2]) as root:
        student.machine.environment["LABKIT_SOURCE"] = root
        executed = student.run(releases[0], "labkit.renew()", "labkit.renew()")
    assert said("anew", number=3, own=1) in printed(executed)
    new = path.with_name(f"{SHORT}_release3.ipynb")
    assert message("renewal.written", "en", path=new.name, count=2) in printed(executed)
    # Once more would overwrite it.
    (error,) = outputs(executed, "error")
    assert error.traceback == [message("renewal.exists", "en", path=new.name)]
    assert {file: file.read_bytes() for file in student.content.iterdir() if file != new} == before
    renewed = nbformat.read(new, as_version=4)
    assert MENDED in renewed.cells[0].source
    sources = {grade_id(cell): cell.source for cell in renewed.cells}
    assert ANSWER in sources["int8_backward"]
    assert GUESS.format("0, 1, 2") in [cell.source for cell in renewed.cells]
    fresh = nbformat.reads(releases[2][NOTEBOOK].decode(), as_version=4)
    changed = [
        cell.source for cell, given in zip(renewed.cells, fresh.cells, strict=True) if cell != given
    ]
    assert len(changed) == 2


def test_grading_has_tools_of_its_own_and_finds_nothing_changed():
    given = released(COURSE.assignment(SHORT), "en")
    notebook = json.loads(publish.publication(replace(COURSE, repository="ada/course"))[NOTEBOOK])
    repaired = repair(notebook, notebooks.read(COURSE.assignment(SHORT).solution), given)
    assert repaired.changes == []
    assert not [cell for cell in repaired.notebook.cells if "labkit.tools" in cell.source]


def test_nothing_that_students_read_names_a_package_that_is_a_strangers():
    texts = [*(REPOSITORY / "docs").rglob("*.md"), *(REPOSITORY / "labkit").rglob("*.toml")]
    texts += [REPOSITORY / "README.md", *(REPOSITORY / "autograder").rglob("*.py")]
    texts += (REPOSITORY / "autograder" / "messages").glob("*.toml")
    by_name = re.compile(r"pip3? install[^\n#]* [\"']?(?:labkit|autograder)\b(?!/)")
    assert [path for path in texts if by_name.search(path.read_text())] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["failed", "unlike"])
def test_what_the_first_cell_says_can_stand_in_its_source(key, language):
    text = message(f"first_cell.{key}", language, address="", reason="")
    assert not set(text) & set('"\\\n')
