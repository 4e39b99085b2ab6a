"""A third language is a file of messages for each reader, and texts: no code is changed for it."""

import os
import re
import shutil
import subprocess
import sys

import pytest
from kernels import text
from repository import REPOSITORY, registry_text

from autograder import notebooks
from autograder.notebooks import grade_id, is_check, is_setup

TOPIC, BLANK = "01_topic", "double"
MESSAGES = """
[marks]
colon = " : "
comma = ", "

[setup]
ready = "Prêt : {assignment}, Python {python}, torch {torch}."

[card]
points = "{points:g} points sur {max:g}"
rule = "Règle"
yours = "la vôtre"
rule_values = "la règle"

[figures]
output = "sortie y"
slope = "pente de backward"
panels = "Deux graphiques, pour u de {low:g} à {high:g}."
curve = "{label} : {name} est entre {low:.3g} et {high:.3g}."

[records]
grad = "Gradient en français"

[rules]
"double.grad" = "Écrivez-le."
"""
OF_THE_AUTOGRADER = """
[language]
name = "français"

[public]
about = "Vous écrivez des opérations que PyTorch n'a pas."
"""
REGISTRY = """
[course]
id = "course"
title = { en = "Functions", ja = "関数", fr = "Fonctions" }
languages = ["en", "ja", "fr"]

[[assignments]]
id = "01_topic"
title = { en = "Doubling", ja = "2 倍", fr = "Le double" }
minutes = 60
"""
FIGURE = 'figures.show(plt.subplots()[0], en="Loss 8: 2.1, 4: 2.2.", fr="Perte 8: 2.1, 4: 2.2.")'
WRONG = """\
class Double(Function):
    @staticmethod
    def forward(ctx, x):
        return 2 * x

    @staticmethod
    def backward(ctx, grad_out):
        return grad_out


double = Double.apply"""
EXECUTE = """
from pathlib import Path
from autograder import notebooks
from autograder.engine.engine import Engine
from autograder.runtime import RUNTIME
from autograder.submission.parts import plan_of

path = Path("filled.ipynb")
with Engine("none", runtime=RUNTIME) as engine:
    filled = notebooks.read(path)
    executed = engine.execute(filled, plan=plan_of(filled)).notebook
notebooks.write(path, notebooks.as_text(executed))
"""
JAPANESE = re.compile(r"[\u3040-\u30ff]")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A copy of the repository with one assignment, in English, Japanese and French."""
    folder = tmp_path_factory.mktemp("course") / "copy"
    # Without what belongs to the other assignments; with bytecode, which takes seconds to make.
    ignored = shutil.ignore_patterns("reference", "mistakes", "blanks", "given")
    for name in ("autograder", "labkit", "resources", "docs"):
        shutil.copytree(REPOSITORY / name, folder / name, ignore=ignored)
    for name in ("LICENSE", "pyproject.toml", "nbgrader_config.py"):
        shutil.copy(REPOSITORY / name, folder / name)
    (folder / "labkit/messages/fr.toml").write_text(MESSAGES)
    (folder / "autograder/messages/fr.toml").write_text(OF_THE_AUTOGRADER)
    write_course(folder)
    # It releases first what is stale: here everything.
    options = ("--repository", "ada/course", "--unfinished", TOPIC)  # without answers
    run(folder, "autograder", "publish", "../public", *options)
    assert (folder / "exercises" / "fr" / TOPIC / f"{TOPIC}.ipynb").exists()
    return folder


def run(folder, *arguments, exit_status=0):
    """Run a module of the copy."""
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == exit_status, done.stdout + done.stderr


def write_course(folder):
    """What a maintainer writes: an assignment from the skeletons, with texts in each language."""
    languages = re.sub(
        r"^languages = .*", 'languages = ["en", "ja", "fr"]', registry_text(), flags=re.M
    )
    (folder / "course.toml").write_text(languages)
    run(folder, "autograder", "new", TOPIC, exit_status=1)
    run(folder, "autograder", "new", f"{TOPIC}/{BLANK}", exit_status=1)
    (folder / "course.toml").write_text(REGISTRY)
    path = folder / "solutions" / TOPIC / f"{TOPIC}.ipynb"
    notebook = notebooks.read(path)
    words = {"en": "Write it.", "ja": "書いてください。", "fr": "Écrivez-le."}
    for cell in notebook.cells:
        cell.source = cell.source.replace("TODO", words[cell.metadata.get("lang", "en")])
        if "forward_and_slope" in cell.source:
            cell.source = f"{FIGURE}\n{cell.source}"
    notebooks.write(path, notebooks.as_text(notebook))


@pytest.fixture(scope="module")
def executed(folder):
    """The published notebook in French, filled with a wrong answer and executed."""
    published = folder.parent / "public" / "exercises" / "fr" / TOPIC / f"{TOPIC}.ipynb"
    notebook, path = notebooks.read(published), folder / "filled.ipynb"
    (blank,) = (cell for cell in notebook.cells if grade_id(cell) == BLANK)
    blank.source = WRONG
    for cell in notebook.cells:
        # Grading would not draw its figures.
        cell.metadata.get("labkit", {}).pop("skip", None)
    notebooks.write(path, notebooks.as_text(notebook))
    (folder / "execute.py").write_text(EXECUTE)
    run(folder, "execute")
    return notebooks.read(path)


def only(cells, condition):
    (cell,) = filter(condition, cells)
    return cell


def test_a_notebook_has_the_texts_of_its_language_alone(executed):
    texts = [cell.source for cell in executed.cells if cell.cell_type == "markdown"]
    assert any("Écrivez-le." in written for written in texts)
    assert not any("Write it." in written or JAPANESE.search(written) for written in texts)


def test_a_notebook_starts_in_its_language(executed):
    setup = only(executed.cells, is_setup)
    assert 'language="fr"' in setup.source
    assert text(setup).startswith(f"Prêt : {TOPIC}, Python ")


def test_a_card_is_in_its_language_and_what_that_lacks_is_in_english(executed):
    (shown,) = only(executed.cells, is_check).outputs
    card = shown["data"]["text/html"]
    assert 'lang="fr"' in card and " points sur 2" in card
    assert "Règle : Écrivez-le." in card and "Gradient en français" in card
    assert "values differ" in card and not JAPANESE.search(card)


def test_a_figure_and_its_description_are_in_its_language(executed):
    cell = only(executed.cells, lambda cell: "forward_and_slope" in cell.source)
    listed, curves = (output["data"]["text/plain"] for output in cell.outputs)
    assert listed == "Perte 8 : 2.1, 4 : 2.2."
    assert curves.startswith("Deux graphiques, pour u de -2 à 2. sortie y : la vôtre est entre")
    assert curves.count("Deux graphiques") == 1 and not JAPANESE.search(curves)


def test_the_public_repository_has_a_front_page_in_each_language(folder):
    public = folder.parent / "public"
    french = (public / "README.fr.md").read_text()
    assert french.startswith("# Fonctions\n")
    assert "Vous écrivez des opérations" in french and "[日本語](README.ja.md)" in french
    assert f"[Le double](exercises/fr/{TOPIC}/{TOPIC}.ipynb)" in french
    # No one has translated this page yet.
    assert "(docs/students/README.md)" in french
    assert "[français](README.fr.md)" in (public / "README.md").read_text()
