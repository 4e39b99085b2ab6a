"""What `published` in course.toml holds back is in no file published before that day."""

import ast
import io
import re
import time
import zipfile
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import nbformat
import pytest
from courses import (
    SHORT,
    autograder,
    copy_course,
    copy_repository,
    nbgrader,
)
from nbformat.v4 import new_markdown_cell
from repository import ASSIGNMENTS, COURSE, registry_text

from autograder import notebooks, registry
from autograder.course import CourseError
from autograder.notebooks import grade_id
from autograder.release import new, publish
from autograder.release.held_back import HeldBack, require_something_to_publish
from autograder.release_steps import released

SLUG, LATER = "ada/course", datetime.now(UTC) + timedelta(days=30)
HALF, BLANK = "10_half", "half_written"
WORD = re.compile(r"[A-Za-z0-9_]+")
# Names of blanks that are words of the field, of PyTorch, or of a check's methods.
WORDS = {"per_channel", "cpp_extension", "c_function"}


def holding_back(course, ids):
    entries = (
        replace(entry, published=LATER if entry.id in ids else None) for entry in course.entries
    )
    return replace(course, repository=SLUG, entries=tuple(entries))


def names_of(assignment):
    """Names that no one writes by chance: one word alone may be a word of the field."""
    blanks = map(grade_id, filter(notebooks.is_blank, notebooks.read(assignment.solution).cells))
    return [assignment.id, *(name for name in blanks if "_" in name and name not in WORDS)]


def without_docstrings(source):
    """Examples in the tools' docstrings name blanks, whatever is published."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and ast.get_docstring(
            node
        ):
            node.body[0] = ast.Pass()
    return ast.unparse(tree)


def words_of(name, data):
    """The words of a file, its name included; of a wheel, those of what is packed in it."""
    if name.endswith(".whl"):
        with zipfile.ZipFile(io.BytesIO(data)) as wheel:
            return set().union(
                *(words_of(member, wheel.read(member)) for member in wheel.namelist())
            )
    text = data.decode("utf-8", "ignore")
    return {*WORD.findall(f"{name} {without_docstrings(text) if name.endswith('.py') else text}")}


@pytest.mark.sweep
@pytest.mark.parametrize("first", ASSIGNMENTS[1:])
def test_nothing_that_is_published_names_an_assignment_that_is_held_back(first):
    """Neither its id, nor its titles, nor its blanks: with this one, all later ones are held."""
    course = holding_back(COURSE, ASSIGNMENTS[ASSIGNMENTS.index(first) :])
    files = publish.publication(course)
    secret = {name for assignment in course.held_back for name in names_of(assignment)}
    secret |= {f"{name}_check" for name in secret}
    found = {name: secret & words_of(name, data) for name, data in files.items()}
    assert {name: words for name, words in found.items() if words} == {}
    pages = "".join(data.decode() for name, data in files.items() if name.endswith(".md"))
    titles = [title for assignment in course.held_back for title in assignment.title.values()]
    assert [title for title in titles if title in pages] == []
    assert publish.left_out(course, files) == []
    out = course.without_held_back().assignments
    notebooks_out = {name for name in files if name.endswith(".ipynb")}
    assert notebooks_out == {
        f"exercises/{language}/{assignment.id}/{assignment.id}.ipynb"
        for language in course.languages
        for assignment in out
    }


# With the first assignment that uses it, or with the tools.
FIRST = {
    "resources/weights/transformer.safetensors": "08_low_bit_transformer",
    "resources/weights/net_digits.safetensors": "03_uniform_quantization",
    "resources/verilog/binary_layer.v": "09_gates",
    "resources/c/integer_network.c": "07_integer_network",
    "resources/c/graph.hpp": "04_function_design",
    "resources/readme/en.svg": "02_int8_binary",
    "c_exercise/quantize.c": "05_c_quantizer",
    "resources/digits.npz": "01_custom_function",
    "resources/c/cortex_m/main.c": "01_custom_function",
    "labkit/verilog/design.py": "01_custom_function",
}


@pytest.mark.parametrize(("file", "assignment"), FIRST.items(), ids=FIRST)
def test_a_resource_is_published_with_the_first_assignment_that_uses_it(file, assignment):
    ids = [entry.id for entry in COURSE.entries]
    held = [HeldBack(holding_back(COURSE, ids[count:])).holds(file) for count in range(1, len(ids))]
    assert held == [count <= ids.index(assignment) for count in range(1, len(ids))]


@pytest.fixture
def half_written(tmp_path):
    """A repository with a tenth assignment of which only the skeleton is there, held back."""
    folder = copy_repository(tmp_path / "course")
    # They would take most of the search's time.
    for path in (*folder.rglob("*.safetensors"), *folder.rglob("*.txt.gz")):
        path.unlink()
    before = publish.publication(replace(registry.load(folder), repository=SLUG))
    new.new_assignment(registry.load(folder), HALF)
    new.new_blank(registry.load(folder).assignment(HALF), BLANK)
    messages = folder / "labkit" / "messages" / "en.toml"
    text = messages.read_text().replace("[rules]\n", f'[rules]\n"{BLANK}.y" = """\\\na\nb"""\n')
    messages.write_text(text.replace("[records]\n", f'[records]\n"{BLANK}.y" = "Half"\n'))
    return folder, before


def test_a_half_written_assignment_that_is_held_back_changes_no_published_byte(half_written):
    folder, before = half_written
    for name in ("reference", "mistakes"):
        (folder / "resources" / name / HALF).mkdir()
        (folder / "resources" / name / HALF / f"{BLANK}.json").write_text("{}")
    course = holding_back(registry.load(folder), [HALF])
    files = publish.publication(course)
    assert files == before
    assert not [name for name in publish.left_out(course, files) if HALF in name]


def test_messages_that_cannot_be_told_from_others_are_no_message_less(half_written):
    course = holding_back(registry.load(half_written[0]), [HALF])
    text = f'[rules]\n  "{BLANK}.y" = "a"\n'
    with pytest.raises(CourseError, match="cannot be told"):
        HeldBack(course).without_messages("en.toml", text)


def hold_back(folder, assignment, date):
    """Write the date into the entry of an assignment, in the place of an earlier one."""
    path = folder / "course.toml"
    text = re.sub(r"published = .*\n", "", path.read_text())
    entry = f'id = "{assignment}"\n'
    path.write_text(text.replace(entry, f"{entry}published = {date}\n"))


def test_publish_refuses_what_is_unfinished_and_holds_back_until_its_day(half_written, tmp_path):
    folder, dest = half_written[0], tmp_path / "public"
    run = ("publish", dest, "--repository", SLUG, "--unfinished", SHORT)
    done = autograder(*run, cwd=folder)
    assert done.returncode == 1 and not dest.exists()
    line = f"solutions/{HALF}/{HALF}.ipynb: no title in course.toml (en, ja)"
    assert line in done.stderr and "still says TODO" in done.stderr
    assert not (folder / "exercises" / "en" / HALF).exists()  # nothing was released either

    hold_back(folder, HALF, '"2099-04-12 09:00 UTC"')
    done = autograder(*run, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert f"{HALF} is held back until 2099-04-12 09:00:00+00:00 (Sunday)" in done.stdout
    assert (dest / "exercises" / "en" / SHORT).exists() and not [*dest.rglob(f"{HALF}*")]
    assert autograder(*run, "--check", cwd=folder).returncode == 0

    # Once the day has come, it is refused as long as it is unfinished, and then it goes out.
    hold_back(folder, HALF, '"2026-04-12 09:00 UTC"')
    assert autograder(*run, cwd=folder).returncode == 1
    done = autograder(*run, "--unfinished", HALF, cwd=folder)
    assert done.returncode == 0, done.stderr
    there = dest / "exercises" / "en" / HALF / f"{HALF}.ipynb"
    assert "labkit.tools.begin" in there.read_text()

    # Students may have it: it is not taken away by a date alone.
    hold_back(folder, HALF, '"2099-04-12 09:00 UTC"')
    done = autograder(*run, cwd=folder)
    assert done.returncode == 1 and there.exists()
    assert f"{HALF} is held back until 2099" in done.stderr and "was published" in done.stderr


def test_a_course_of_which_all_is_held_back_is_not_published(tmp_path):
    everything = holding_back(COURSE, [entry.id for entry in COURSE.entries])
    with pytest.raises(CourseError, match="holds every assignment back"):
        require_something_to_publish(everything, tmp_path)


def test_an_unknown_name_of_what_is_unfinished_is_an_error(course_dir, tmp_path):
    folder = copy_repository(tmp_path / "whole")
    run = ("publish", tmp_path / "public", "--repository", SLUG, "--unfinished", "no_such")
    done = autograder(*run, cwd=folder)
    assert done.returncode == 1 and "'no_such'" in done.stderr


LINKS = (
    "See [notebook 03](../03_uniform_quantization/03_uniform_quantization.ipynb), [01]"
    "(../01_custom_function/01_custom_function.ipynb) and [03 in Colab](https://colab.research."
    "google.com/github/ada/course/blob/main/exercises/en/03_uniform_quantization/"
    "03_uniform_quantization.ipynb#a) and [another](https://example.org/03/03.ipynb)."
)


def test_a_link_to_what_is_held_back_is_its_words(tmp_path):
    course = registry.load(copy_course(tmp_path / "course"))
    path = course.assignment(SHORT).solution
    notebook = notebooks.read(path)
    notebook.cells.insert(1, new_markdown_cell(LINKS, metadata={"lang": "en"}, id="links"))
    nbformat.write(notebook, path)

    def text(course):
        return released(course.assignment(SHORT), "en").cells[1].source

    last = {"number": 1, "wheel": "a.whl", "sha256": "", "content": "", "changed": {}}
    digests = {f"en/{name}": "" for name in ("01_custom_function", SHORT)}
    out = replace(course, published=registry.Published(**last, digests=digests))
    assert text(out) == (
        "See notebook 03, [01](../01_custom_function/01_custom_function.ipynb) and 03 in Colab and "
        "[another](https://example.org/03/03.ipynb)."
    )
    everything = digests | {"en/03_uniform_quantization": ""}
    assert text(replace(course, published=replace(out.published, digests=everything))) == LINKS
    # Before the first publication, too, and what is held back itself fetches nothing yet.
    assert text(replace(course, published=None)) == LINKS


def test_the_exchange_gets_nothing_that_is_held_back(course_dir, tmp_path):
    exchange = tmp_path / "exchange"
    with (course_dir / "nbgrader_config.py").open("a") as config:
        config.write(f'\nget_config().Exchange.root = "{exchange}"\n')
    hold_back(course_dir, SHORT, '"2099-04-12 UTC"')
    done = nbgrader("release_assignment", SHORT, cwd=course_dir)
    assert done.returncode == 1 and "is held back until 2099-04-12 00:00:00+00:00" in done.stderr
    assert not [*exchange.rglob("*.ipynb")]
    hold_back(course_dir, SHORT, '"2026-04-12 UTC"')
    assert nbgrader("release_assignment", SHORT, cwd=course_dir).returncode == 0
    assert [*exchange.rglob("*.ipynb")]


def test_a_year_holds_back_what_the_repository_does_or_its_own_registry(tmp_path):
    home, year = copy_course(tmp_path / "main"), tmp_path / "course-2028"
    hold_back(home, SHORT, '"2099-04-12 UTC"')
    assert autograder("new-year", year, cwd=home).returncode == 0
    assert [assignment.id for assignment in registry.load(year).held_back] == [SHORT]
    hold_back(year, SHORT, '"2026-04-12 UTC"')
    assert registry.load(year).held_back == []
    assert [assignment.id for assignment in registry.load(home).held_back] == [SHORT]


def test_what_is_held_back_when_a_command_begins_is_so_until_it_ends():
    soon = datetime.now(UTC) + timedelta(seconds=0.3)
    entries = [replace(entry, published=soon) for entry in COURSE.entries]
    course = replace(COURSE, entries=tuple(entries), now=datetime.now(UTC))
    held_back = [assignment.id for assignment in course.held_back]
    time.sleep(0.4)
    assert (
        held_back and [assignment.id for assignment in course.without_held_back().assignments] == []
    )
    assert [assignment.id for assignment in course.held_back] == held_back


def test_nothing_goes_out_after_it_is_due(tmp_path):
    text = registry_text().replace('id = "02_int8_binary"', DAYS, 1)
    (tmp_path / "course.toml").write_text(text)
    with pytest.raises(CourseError, match="published of 02_int8_binary is not before its due"):
        registry.load(tmp_path)


DAYS = '''id = "02_int8_binary"
due = "2027-04-10 23:59 UTC"
published = "2027-04-12 00:00 UTC"'''
