"""The engine as a command: ``python -m autograder.engine`` for any notebook."""

import functools
import signal
import subprocess
import sys

import nbformat
import nbformat.v4 as nbf
import pytest
from kernels import eventually, notebook, text
from typer.testing import CliRunner

from autograder.engine import __main__ as command
from autograder.engine import sandbox


@pytest.fixture(scope="module")
def kind():
    return "full" if all(line.available for line in sandbox.list_protections()) else "none"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments):
    return CliRunner().invoke(command.app, [*map(str, arguments)])


def write(path, *sources, **metadata):
    given = notebook(*sources)
    given.metadata.update(metadata)
    nbformat.write(given, path)
    return path.read_bytes()


def cells_of(path):
    return [text(cell) for cell in nbformat.read(path, as_version=4).cells]


def test_a_notebook_is_executed_into_another_file_and_stays_as_it_is(folder, kind):
    before = write(folder / "a.ipynb", "print('hello')", "6 * 7")
    done = run("a.ipynb", "--sandbox", kind)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith("2 cell(s) in ") and "Wrote a.executed.ipynb" in done.stdout
    assert cells_of(folder / "a.executed.ipynb") == ["hello\n", "42"]
    assert (folder / "a.ipynb").read_bytes() == before


def test_what_is_named_is_there_and_what_goes_wrong_is_said_by_the_exit_status(folder, kind):
    for name in ("beside", "shown"):
        (folder / name).mkdir()
        (folder / name / f"{name}.txt").write_text(name)
    (folder / "own_package").mkdir()
    (folder / "own_package" / "__init__.py").touch()
    look = "import own_package, sys; 'wave' in sys.modules"
    reads = f"open('beside.txt').read() + open({str(folder / 'shown' / 'shown.txt')!r}).read()"
    write(folder / "a.ipynb", reads, look, "1 / 0", "import time; time.sleep(250)")
    options = ["--files", "beside", "--public", "shown", "--preload", "wave", "--to", "b.ipynb"]
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        options += ["--package", "own_package", "--cell-seconds", "2", "--sandbox", kind]
        done = run("a.ipynb", *options)
    assert cells_of(folder / "b.ipynb")[:2] == ["'besideshown'", "True"], done.stderr
    assert done.exit_code == 1
    assert "an error in cell 3, 4" in done.stdout and "cell_time: cell 4, seconds 2" in done.stdout


NOT_A_NOTEBOOK = {
    "text": "hello",
    "other bytes": b"\xff\xfe",
    "a list": "[]",
    "an empty object": "{}",
    "no cells": '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}}',
    "a later format": '{"nbformat": 9, "nbformat_minor": 0, "metadata": {}, "cells": []}',
}


@pytest.mark.parametrize("content", NOT_A_NOTEBOOK.values(), ids=NOT_A_NOTEBOOK)
def test_what_is_no_notebook_is_refused_in_one_line(content, folder):
    path = folder / "a.ipynb"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    refused(run("a.ipynb"), "a.ipynb is not a notebook")
    assert list(folder.iterdir()) == [path]


WRONG = [
    (["nowhere.ipynb"], "nowhere.ipynb does not exist"),
    (["a.ipynb", "--to", "a.ipynb"], "is the notebook"),
    (["a.ipynb", "--to", "link.ipynb"], "is the notebook"),
    (["a.ipynb", "--to", "no/where.ipynb"], "a folder that exists"),
    (["a.ipynb", "--to", "."], "cannot be written"),
    (["a.ipynb", "--cell-seconds", "0"], "cell_seconds is 0.0"),
    (["a.ipynb", "--processes", "-1"], "processes is -1"),
    (["a.ipynb", "--preload", "no_such_module.part"], "no module no_such_module.part"),
    (["a.ipynb", "--package", "no_such_package"], "no package no_such_package"),
    (["a.ipynb", "--public", "nowhere"], "nowhere does not exist"),
    (["a.ipynb", "--files", "nowhere"], "nowhere does not exist"),
    (["r.ipynb"], "written in R"),
]


@pytest.mark.parametrize(("arguments", "words"), WRONG, ids=lambda value: str(value))
def test_what_cannot_be_executed_is_one_line_and_nothing_is_written(arguments, words, folder):
    before = write(folder / "a.ipynb", "1")
    write(folder / "r.ipynb", kernelspec={"name": "ir", "display_name": "R", "language": "R"})
    (folder / "link.ipynb").symlink_to("a.ipynb")
    listed = sorted(folder.iterdir())
    refused(run(*arguments), words)
    assert sorted(folder.iterdir()) == listed and (folder / "a.ipynb").read_bytes() == before


def test_a_missing_sandbox_is_one_line(folder, monkeypatch):
    write(folder / "a.ipynb", "1")
    monkeypatch.setattr(sandbox.shutil, "which", lambda name: None)
    refused(run("a.ipynb"), "--sandbox none")


def test_an_older_format_is_executed_in_todays(folder, kind):
    old = nbf.new_notebook(cells=[nbf.new_code_cell("6 * 7")])
    (folder / "a.ipynb").write_text(nbformat.writes(old, version=3))
    assert run("a.ipynb", "--sandbox", kind).exit_code == 0
    assert cells_of(folder / "a.executed.ipynb") == ["42"]


def test_ctrl_c_ends_it_at_once_and_nothing_is_written(folder):
    write(folder / "a.ipynb", f"open({str(folder / 'begun')!r}, 'w'); import time; time.sleep(250)")
    command = [sys.executable, "-m", "autograder.engine", "a.ipynb", "--sandbox", "none"]
    begin = functools.partial(signal.signal, signal.SIGINT, signal.default_int_handler)
    running = subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=begin)
    eventually((folder / "begun").exists)
    running.send_signal(signal.SIGINT)
    printed, _ = running.communicate()
    assert (running.returncode, printed) == (130, b"")
    assert not (folder / "a.executed.ipynb").exists()


def refused(done, words):
    assert done.exit_code == 2 and done.stdout == ""
    assert done.stderr.startswith("Error: ") and done.stderr.count("\n") == 1
    assert words in done.stderr
