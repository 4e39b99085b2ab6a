"""Skeletons of assignments and blanks: they work as they stand, and what they lack is listed."""

import re
import shutil
from dataclasses import replace

import pytest
from courses import autograder
from nbformat.v4 import new_code_cell, new_markdown_cell
from repository import ASSIGNMENTS, COURSE, registry_text

from autograder import notebooks, registry
from autograder.course import CourseError
from autograder.notebooks import grade_id, is_blank
from autograder.release import new
from autograder.release.files import problems

TOPIC, BLANK = "08_my_topic", "double"
WRONG = 'replace = [["2 * x", "x"]]\nen = "Why."\nja = "なぜか。"'


@pytest.fixture
def course(tmp_path):
    """A course with the skeletons of an assignment and of its only blank."""
    (tmp_path / "course.toml").write_text(registry_text())
    for assignment in ASSIGNMENTS:
        source = COURSE.assignment(assignment).solution.parent
        shutil.copytree(source, tmp_path / "solutions" / assignment)
    new.new_assignment(registry.load(tmp_path), TOPIC)
    new.new_blank(registry.load(tmp_path).assignment(TOPIC), BLANK)
    return registry.load(tmp_path)


def lacking(course):
    return "\n".join(new.lacking(course.assignment(TOPIC), BLANK))


def change(course, how):
    """Change the cells of the new notebook by their ids."""
    notebook = notebooks.read(course.assignment(TOPIC).solution)
    how({cell.id: cell for cell in notebook.cells}, notebook)
    notebooks.write(course.assignment(TOPIC).solution, notebooks.as_text(notebook))


def write_all(course):
    """Everything that a maintainer writes, in a word each."""

    def how(cells, notebook):
        for cell in notebook.cells:
            cell.source = cell.source.replace("TODO", "written")

    change(course, how)
    answers = course.assignment(TOPIC).answers / BLANK
    for number in range(new.RIGHT_ANSWERS):
        (answers / "right" / f"{number}.py").write_text(f"double = {number}")
    wrong = (f"[a_{number}]\nfails = ['y']\n{WRONG}\n" for number in range(new.WRONG_ANSWERS))
    (answers / "wrong.toml").write_text("\n".join(wrong))


def test_a_skeleton_is_in_order(course):
    notebook = notebooks.read(course.assignment(TOPIC).solution)
    assert list(problems(notebook)) == []
    (blank,) = filter(is_blank, notebook.cells)
    assert grade_id(blank) == BLANK and list(notebooks.checks(notebook)) == [BLANK]


def test_a_skeleton_lacks_what_is_to_be_written(course):
    text = lacking(course)
    for cell in ("double-en", "double-ja", BLANK, "double_check"):
        assert f"the cell {cell} still says TODO" in text
    for answers, least in (("right", new.RIGHT_ANSWERS), ("wrong", new.WRONG_ANSWERS)):
        assert re.search(rf"0 {answers} answers in .*, at least {least} are needed", text)
    assert "no title in course.toml (en, ja)" in list(new.lacking(course.assignment(TOPIC)))


def test_nothing_is_missing_once_everything_is_written(course):
    write_all(course)
    assert lacking(course) == ""


def test_a_prediction_between_text_and_blank_hides_neither(course):
    def how(cells, notebook):
        predicting = new_code_cell('predict("double", "...")')
        notebook.cells.insert(notebook.cells.index(cells[BLANK]), predicting)

    write_all(course)
    change(course, how)
    assert lacking(course) == ""


def without_hint(cells, notebook):
    cells["double-ja"].source = cells["double-ja"].source.replace("<details>", "")


def without_japanese(cells, notebook):
    cells["double-ja"].source = cells["double-en"].source


def without_length(cells, notebook):
    cells[BLANK].source = cells[BLANK].source.replace("about 2 lines", "")


def without_japanese_first_line(cells, notebook):
    cells[BLANK].source = re.sub("  # ja: .*", "", cells[BLANK].source)


def with_a_record_of_its_own(cells, notebook):
    source = cells["double-check"].source
    cells["double-check"].source = source.replace(
        "### BEGIN", 't.record("my_own", 1)\n    ### BEGIN', 1
    )


def with_another_number(cells, notebook):
    cells["08-my-topic-en"].source += "\n\n3 lines in 2 blanks."


def with_another_number_in_japanese(cells, notebook):
    cells["08-my-topic-ja"].source += "\n\n2 つの空欄に合わせて 3 行。"


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        (without_hint, "no hint (<details>) in the language ja"),
        (without_japanese, "a text in the language ja is still in English"),
        (without_length, "about how many lines"),
        (without_japanese_first_line, "its first line is missing in the language ja"),
        (with_another_number, "the cell 08-my-topic-en says 2 blanks: there are 1"),
        (with_another_number_in_japanese, "the cell 08-my-topic-ja says 2 blanks"),
    ],
    ids=lambda case: getattr(case, "__name__", ""),
)
def test_each_thing_that_is_missing_is_named(course, how, sentence):
    write_all(course)
    change(course, how)
    assert sentence in lacking(course) and "\n" not in lacking(course)


@pytest.mark.parametrize(
    ("old", "new_text", "sentence"),
    [
        ("fails = ['y']\n", "", "a_0 has no `fails`"),
        ('ja = "なぜか。"', "", "a_0 has no sentence for the student (ja), and no `same`"),
        ('en = "Why."\nja = "なぜか。"', 'same = "a_1"', ""),
    ],
)
def test_what_a_wrong_answer_lacks_is_named(course, old, new_text, sentence):
    write_all(course)
    path = course.assignment(TOPIC).answers / BLANK / "wrong.toml"
    path.write_text(path.read_text().replace(old, new_text, 1))
    assert sentence in lacking(course) and bool(sentence) == bool(lacking(course))


def test_a_second_blank_is_above_the_receipt_and_has_the_next_number(course):
    new.new_blank(course.assignment(TOPIC), "not_of_this_course")
    cells = notebooks.read(course.assignment(TOPIC).solution).cells
    assert [cell.source for cell in cells].count("labkit.receipt()") == 1
    assert cells[-1].source == "labkit.receipt()" and cells[-4].id == "not-of-this-course-figure"
    headings = [line for cell in cells for line in cell.source.splitlines() if line[:4] == "### "]
    assert headings[:4] == [
        *("### Task 1: `double`", "### 課題 1：`double`"),
        *("### Task 2: `not_of_this_course`", "### 課題 2：`not_of_this_course`"),
    ]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_new_blank_is_above_what_to_read_next(course, assignment):
    """And the receipt of a skeleton is that of the course, word for word."""
    before = notebooks.read(course.assignment(assignment).solution).cells
    new.new_blank(course.assignment(assignment), "not_of_this_course")
    cells = notebooks.read(course.assignment(assignment).solution).cells
    place = [cell.id for cell in cells].index("not-of-this-course-figure")
    rest = [cell.id for cell in cells[place + 1 :]]
    assert rest == [cell.id for cell in before[-5:]] and before[-5].source.startswith("##")
    skeleton = notebooks.read(course.assignment(TOPIC).solution).cells[-3:]
    assert [cell.source for cell in skeleton] == [cell.source for cell in cells[-3:]]


def test_a_blank_of_an_assignment_that_is_missing_is_told_how_to_make_it(course):
    done = autograder("new", "09_other/not_of_this_course", cwd=course.root)
    assert done.returncode == 1 and done.stderr.strip().endswith("autograder new 09_other")


@pytest.mark.parametrize("name", ["int8_backward", "Double", "2x", "my blank"])
def test_a_name_that_is_taken_or_no_name_is_refused(course, name):
    with pytest.raises(CourseError):
        new.new_blank(course.assignment(TOPIC), name)


@pytest.mark.parametrize("name", [TOPIC, "06 my topic", "../06"])
def test_an_assignment_that_is_there_or_has_no_id_is_refused(course, name):
    with pytest.raises(CourseError):
        new.new_assignment(course, name)


# Their figure is with another blank, or the card's own table tells more.
WITHOUT_FIGURE = {
    *("binary_network", "affine_quantization", "quant_layers", "integer_linear"),
    *("quantize_c", "block_scale", "xnor_popcount", "mac"),
}


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_blank_of_this_course_lacks_anything(assignment):
    assert list(new.lacking(COURSE.assignment(assignment))) == []
    advice = [line.partition(": ") for line in new.advice(COURSE.assignment(assignment))]
    assert all(sentence.startswith("no figure") for _, _, sentence in advice)
    assert {name for name, _, _ in advice} <= WITHOUT_FIGURE


def test_what_a_notebook_can_do_without_is_named_apart(course):
    write_all(course)
    change(course, lambda cells, notebook: notebook.cells.remove(cells["double-figure"]))
    assert lacking(course) == ""
    (sentence,) = new.advice(course.assignment(TOPIC), BLANK)
    assert sentence.startswith("double: no figure")
    done = autograder("new", f"{TOPIC}/{BLANK}", cwd=course.root)
    assert f"can do without: {sentence}" in done.stdout


def test_a_skeleton_is_released_and_its_own_answer_is_full(course_dir):
    first = autograder("new", TOPIC, cwd=course_dir)
    second = autograder("new", f"{TOPIC}/{BLANK}", cwd=course_dir)
    assert (first.returncode, second.returncode) == (1, 1), first.stderr + second.stderr
    assert "0 right answers" in second.stdout and "still says TODO" in second.stdout
    released = autograder("release", TOPIC, cwd=course_dir)
    assert released.returncode == 0, released.stderr
    blank = next(
        cell
        for cell in notebooks.read(course_dir / "solutions" / TOPIC / f"{TOPIC}.ipynb").cells
        if grade_id(cell) == BLANK
    )
    answers = course_dir / "answers" / TOPIC / BLANK
    (answers / "right" / "own.py").write_text(blank.source)
    wrong = WRONG.replace("x", "grad_out")
    fails = ["grad", "two_calls", "overwritten", "transposed", "float64", "scalar", "empty"]
    (answers / "wrong.toml").write_text(f"[upstream_alone]\nfails = {fails}\n{wrong}")
    assert "already solved" not in second.stdout
    tried = autograder("try", TOPIC, "--sandbox", "none", cwd=course_dir)
    assert tried.returncode == 0, tried.stdout + tried.stderr
    assert "2 answers tried, 0 misjudged, 0 to mend" in tried.stdout


def test_what_only_a_run_shows_is_reported(course, engine):
    """Records without a title, rules without a translation, and a blank that is solved already."""
    change(course, already_solved)
    change(course, with_a_record_of_its_own)
    *rules, untitled, solved = new.lacking_in_a_run(course.assignment(TOPIC), engine, BLANK)
    assert [sentence.partition(" in ")[0] for sentence in rules] == [
        "double: no rule for the record y (ja)",
        "double: no rule for the record grad (ja)",
    ]
    assert "no title for the record my_own (en, ja)" in untitled
    # Without what hidden probes are worth: students' notebooks do not have them.
    (points,) = re.findall(rf"already solved: {BLANK}, (.*) points", solved)
    assert 1 < float(points) < 2


def already_solved(cells, notebook):
    cells[BLANK].source += "\n\n\ndef double(x):\n    return x + x"


def test_a_language_without_skeletons_begins_with_the_english_ones(tmp_path):
    (tmp_path / "course.toml").write_text(registry_text())
    course = replace(registry.load(tmp_path), languages=("en", "fr"))
    new.new_assignment(course, TOPIC)
    assert 'title = { en = "TODO", fr = "TODO" }' in (tmp_path / "course.toml").read_text()
    texts = {
        cell.metadata["lang"]: cell.source
        for cell in notebooks.read(registry.load(tmp_path).assignment(TOPIC).solution).cells
        if cell.cell_type == "markdown"
    }
    assert texts["fr"] == texts["en"]


def test_a_language_without_messages_is_listed_with_the_file_of_each_reader(course):
    assert "messages" not in "".join(new.advice(course.assignment(TOPIC)))
    french = replace(course, languages=("en", "ja", "fr")).assignment(TOPIC)
    listed = "\n".join(new.advice(french))
    assert re.findall(r"[1-9]\d+ messages are not in ([\w/.]+)", listed) == [
        "autograder/messages/fr.toml",
        "labkit/messages/fr.toml",
    ]


@pytest.mark.parametrize(
    ("added", "told"),
    [
        (new_markdown_cell("TODO", metadata={"lang": "en"}), "still says TODO"),
        (new_code_cell("# TODO: a figure"), "still says TODO"),
        (new_markdown_cell("The end.", metadata={"lang": "en"}), "number of texts differs"),
        (new_markdown_cell("The end."), ""),
    ],
)
@pytest.mark.parametrize("place", [1, -1])
def test_whatever_is_not_written_is_named_wherever_it_is(course, added, told, place):
    write_all(course)
    before = [*new.lacking(course.assignment(TOPIC))]
    change(course, lambda _, notebook: notebook.cells.insert(place % len(notebook.cells), added))
    found = [line for line in new.lacking(course.assignment(TOPIC)) if line not in before]
    assert any(told in line for line in found) if told else found == []
