"""Damaged notebooks are repaired and every repair is named; nothing a student wrote is lost."""

import copy
import json
from dataclasses import replace

import nbformat
import pytest
from damages import (
    BLANK,
    CHECK,
    DAMAGES,
    UNREADABLE,
    delete,
    duplicate,
    edit,
    strip_everything,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from repository import ASSIGNMENTS, COURSE, exercise
from submissions import earlier_release

from autograder import editions, metadata, notebooks
from autograder.course import Published
from autograder.metadata import NotebookMetadata
from autograder.notebooks import grade_id, is_blank, is_check
from autograder.release_steps import released
from autograder.states import Why
from autograder.submission import c_files, decode, repair
from autograder.submission.c_files import is_c
from autograder.submission.cleaned import Change
from autograder.submission.decode import Unreadable, parse
from autograder.submission.repair import MAX_PIECES
from benchmarks.made_up_class import damaged_by_colab
from labkit.source import without_tools

ASSIGNMENT = "02_int8_binary"


@pytest.fixture(scope="module")
def solution():
    return notebooks.read(COURSE.assignment(ASSIGNMENT).solution)


@pytest.fixture(scope="module")
def template():
    return released(COURSE.assignment(ASSIGNMENT), "en")


@pytest.fixture
def handed_in(template):
    """A notebook whose blanks hold the student's own text."""
    notebook = copy.deepcopy(template)
    for cell in notebook.cells:
        if notebooks.is_blank(cell):
            cell.source = f"# {grade_id(cell)}: mine\nmine = '{grade_id(cell)}'"
    return notebook


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damage_is_repaired_and_reported(name, handed_in, template, solution):
    damage, words = DAMAGES[name]
    damage(handed_in)
    repaired = repair.repair(handed_in, solution, template)
    ids = [grade_id(cell) for cell in repaired.notebook.cells if grade_id(cell)]
    assert sorted(ids) == sorted(grade_id(cell) for cell in template.cells if grade_id(cell))
    assert ids.index(BLANK) < ids.index(CHECK)
    for word in words:
        assert word in repaired.summary
    nbformat.validate(repaired.notebook)


def mended(notebook):
    """A notebook of a release after this one, in whose check a line was mended."""
    later = copy.deepcopy(notebook)
    check = next(cell for cell in later.cells if grade_id(cell) == CHECK)
    check.source = check.source.replace("\n", "\n    # mended in mid-term\n", 1)
    check.metadata.nbgrader.points = 2.5
    return later


@pytest.mark.parametrize("change", ["none", "space", "edited", "no checksum", "no points"])
def test_who_has_an_earlier_release_of_a_check_has_changed_nothing(change, template, solution):
    """A whole class once read that its notebooks were damaged."""
    handed_in = exercise(ASSIGNMENT)
    check = next(cell for cell in handed_in.cells if grade_id(cell) == CHECK)
    if change == "space":  # as an editor leaves it
        check.source = f"{check.source}  \n"
    elif change == "edited":
        check.source += "\nprint('mine')"
    elif change == "no checksum":
        del check.metadata.nbgrader["checksum"]
    elif change == "no points":
        check.metadata.nbgrader.points = "many"
    repaired = repair.repair(handed_in, mended(solution), mended(template))
    is_told = change not in ("none", "space")
    assert repaired.changes == ([(CHECK, Change.EDITED)] if is_told else [])
    source = next(cell for cell in repaired.notebook.cells if grade_id(cell) == CHECK).source
    assert "mended in mid-term" in source


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_who_has_an_earlier_release_in_two_languages_has_changed_nothing(assignment, language):
    """Code said everything in English and Japanese once; what is not graded is known again."""
    require_unchanged(COURSE.assignment(assignment), language)


def require_unchanged(assignment, language):
    both = released(assignment, "en"), released(assignment, "ja")
    now, handed_in = released(assignment, language), earlier_release(assignment, language)
    assert any("words(" in cell.source for cell in handed_in.cells)
    for notebook in (handed_in, now):
        repaired = repair.repair(notebook, notebooks.read(assignment.solution), *both)
        assert repaired.changes == repaired.review == []
        left_out = [cell.id for cell in repaired.notebook.cells if metadata.of_cell(cell).skip]
        assert left_out == [cell.id for cell in now.cells if metadata.of_cell(cell).skip]
        given = {cell.id: without_tools(cell.source) for cell in now.cells if grade_id(cell)}
        assert all(
            given[cell.id] == cell.source
            for cell in repaired.notebook.cells
            if grade_id(cell) and not is_check(cell) and not is_blank(cell)
        )


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_empty_c_blank_of_either_release_waits_for_a_file(language):
    course = COURSE.assignment("05_c_quantizer")
    both = notebooks.read(course.solution), *(released(course, code) for code in ("en", "ja"))
    for handed_in in (earlier_release(course, language), released(course, language)):
        repaired = repair.repair(handed_in, *both)
        c_files.fill_in(repaired, {"quantize.c": b"int mine;"}, both[1])
        files = [cell.source for cell in repaired.notebook.cells if is_blank(cell) and is_c(cell)]
        assert len(files) == 2 and all("int mine;" in source for source in files)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_written_answer_is_known_by_its_place(language, template, solution):
    """Colab kept no metadata, and the student's words took the place of all that were given."""
    handed_in = released(COURSE.assignment(ASSIGNMENT), language)
    written(handed_in).source = "The mask looks at the output."
    repaired = repair.repair(saved_by_colab(handed_in), solution, template)
    assert written(repaired.notebook).source == "The mask looks at the output."
    assert "by place" in repaired.summary and not repaired.review


def test_a_written_answer_that_is_in_no_cell_of_text_waits_for_a_person(template, solution):
    handed_in = copy.deepcopy(template)
    place = handed_in.cells.index(written(handed_in))
    handed_in.cells[place] = nbformat.v4.new_code_cell("# The mask looks at the output.")
    repaired = repair.repair(saved_by_colab(handed_in), solution, template)
    assert [reason.why for reason in repaired.review] == [Why.NO_WRITTEN_ANSWER]


@pytest.mark.parametrize("offset", [0, 1])
def test_a_note_next_to_a_written_answer_waits_for_a_person(offset, template, solution):
    """Without metadata both are texts of the student, and only the place is left to tell them."""
    handed_in = copy.deepcopy(template)
    written(handed_in).source = "The mask looks at the output."
    place = handed_in.cells.index(written(handed_in)) + offset
    handed_in.cells.insert(place, nbformat.v4.new_markdown_cell("To do: read this again."))
    repaired = repair.repair(saved_by_colab(handed_in), solution, template)
    assert [reason.why for reason in repaired.review] == [Why.SEVERAL_TEXTS]


PLACES = {"below it": 1, "in the text of the task": -1}


@pytest.mark.parametrize("place", PLACES)
def test_an_answer_next_to_its_empty_cell_is_read(place, template, solution):
    """Nothing is damaged; nbgrader would give 0 to the cell as it was given."""
    handed_in = copy.deepcopy(template)
    at = handed_in.cells.index(written(handed_in)) + PLACES[place]
    if place == "below it":
        handed_in.cells.insert(at, nbformat.v4.new_markdown_cell(""))
        assert repair.repair(handed_in, solution, template).changes == []
        handed_in.cells.insert(at, nbformat.v4.new_markdown_cell("The mask is wrong."))
    else:
        handed_in.cells[at].source += "\n\nThe mask is wrong."
    repaired = repair.repair(handed_in, solution, template)
    assert written(repaired.notebook).source.endswith("The mask is wrong.")
    assert "next to" in repaired.summary and not repaired.review


@pytest.mark.parametrize("words", ['"""The mask is wrong."""', "The mask is wrong."])
def test_words_in_code_and_a_text_far_from_the_empty_cell_are_reported(words, template, solution):
    handed_in = copy.deepcopy(template)
    at = handed_in.cells.index(written(handed_in)) + 1
    handed_in.cells.insert(at, nbformat.v4.new_code_cell(words))
    repaired = repair.repair(handed_in, solution, template)
    assert [reason.why for reason in repaired.review] == [Why.NO_WRITTEN_ANSWER]
    handed_in.cells[at] = nbformat.v4.new_code_cell("x = 1")
    assert repair.repair(handed_in, solution, template).review == []
    handed_in.cells.append(nbformat.v4.new_markdown_cell(words))
    repaired = repair.repair(handed_in, solution, template)
    assert [reason.why for reason in repaired.review] == [Why.NO_WRITTEN_ANSWER]


@pytest.mark.parametrize("language", COURSE.languages)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_who_wrote_nothing_needs_no_person(assignment, language):
    """The texts are the given ones, in that language, with or without their ids."""
    both = (
        notebooks.read(COURSE.assignment(assignment).solution),
        released(COURSE.assignment(assignment), "en"),
    )
    given = exercise(assignment, language)
    for handed_in in (given, saved_by_colab(given)):
        assert repair.repair(handed_in, *both).review == []


@pytest.mark.parametrize("kind", ["code", "raw"])
def test_an_answer_in_a_cell_of_another_type_next_to_its_empty_cell_is_reported(
    kind, template, solution
):
    handed_in = copy.deepcopy(template)
    new = getattr(nbformat.v4, f"new_{kind}_cell")
    at = handed_in.cells.index(written(handed_in)) + 1
    handed_in.cells[at:at] = [new("x = 1" if kind == "code" else ""), new("# The mask is wrong.")]
    repaired = repair.repair(handed_in, solution, template)
    assert [reason.why for reason in repaired.review] == [Why.NO_WRITTEN_ANSWER]
    handed_in.cells.pop(at + 1)
    assert repair.repair(handed_in, solution, template).review == []


def test_a_picture_in_a_written_answer_stays(template, solution):
    handed_in = copy.deepcopy(template)
    answer = written(handed_in)
    answer.source = "![drawing](attachment:drawing.png)"
    picture = {"image/png": ["iVBO", "Rw0K"], "text/html": "<script>", "image/gif": "é"}
    answer.attachments = {"drawing.png": picture, "other": 1, "\ud800": picture}
    repaired = written(repair.repair(handed_in, solution, template).notebook)
    kept = {"image/png": "iVBORw0K"}
    assert repaired.attachments == {"drawing.png": kept, "\ufffd": kept}


def test_of_a_notebook_of_another_course_nothing_is_taken_for_an_answer(template, solution):
    new = nbformat.v4
    cells = [new.new_markdown_cell("# Chess"), new.new_code_cell("board = 8 * [8 * [0]]")]
    other = new.new_notebook(cells=[*cells, new.new_markdown_cell("The queen stands on d1.")])
    repaired = repair.repair(other, solution, template)
    assert Why.NO_TASK in [reason.why for reason in repaired.review]
    assert "by place" not in repaired.summary
    assert "queen" not in written(repaired.notebook).source


def written(notebook):
    return next(cell for cell in notebook.cells if grade_id(cell) == "find_the_cheat")


def saved_by_colab(notebook):
    return parse(damaged_by_colab(nbformat.writes(notebook)).encode()).notebook


def test_a_cell_of_a_thousand_pieces_is_not_put_together(handed_in, template, solution):
    (place,) = (n for n, cell in enumerate(handed_in.cells) if grade_id(cell) == BLANK)
    handed_in.cells[place].source = "class A:\n  pass"
    pieces = [
        nbformat.v4.new_code_cell(f"  def f{k}(self): return 1", id=f"f{k}") for k in range(1000)
    ]
    handed_in.cells[place + 1 : place + 1] = pieces
    repaired = repair.repair(handed_in, solution, template)
    assert sum(what is Change.JOINED for _, what in repaired.changes) == MAX_PIECES


def test_an_undamaged_notebook_is_not_changed(handed_in, template, solution):
    repaired = repair.repair(handed_in, solution, template)
    assert repaired.changes == [] and repaired.review == []


@pytest.mark.parametrize("is_folded", [True, False])
def test_a_check_may_be_unfolded(is_folded, handed_in, template, solution):
    """In JupyterLab, and in Colab, which writes a value of its own."""
    for cell in filter(notebooks.is_check, handed_in.cells):
        assert cell.metadata.jupyter.source_hidden and cell.metadata.cellView == "form"
        if not is_folded:
            del cell.metadata["jupyter"]
            cell.metadata.cellView = "both"
    repaired = repair.repair(handed_in, solution, template)
    assert repaired.changes == [] and repaired.review == []


LOST = {
    "nothing": (lambda notebook: None, []),
    "the metadata": (strip_everything, ["metadata"]),
    "the set-up cell": (delete("setup"), ["missing"]),
    "the line": (edit("setup"), ["edited"]),
}


@pytest.mark.parametrize("name", LOST)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_language_is_known_by_the_set_up_cell_or_else_by_the_metadata(
    name, language, solution, template
):
    damage, words = LOST[name]
    handed_in = copy.deepcopy(released(COURSE.assignment(ASSIGNMENT), language))
    damage(handed_in)
    if name == "the metadata":
        del handed_in.metadata["labkit"]
    repaired = repair.repair(handed_in, solution, template)
    assert (
        notebooks.language_of(repaired.notebook)
        == metadata.of_notebook(repaired.notebook).language
        == language
    )
    (setup,) = filter(notebooks.is_setup, repaired.notebook.cells)
    assert f'language="{language}")' in setup.source
    assert [word for word in words if word not in repaired.summary] == [] and bool(words) == bool(
        repaired.changes
    )


@pytest.mark.parametrize("language", ["fr", 1, {"a": "b"}, '")\nexit("'])
def test_a_language_that_no_one_wrote_texts_in_is_none(language, handed_in, template, solution):
    delete("setup")(handed_in)
    handed_in.metadata["labkit"] = {"language": language}
    repaired = repair.repair(handed_in, solution, template)
    (setup,) = filter(notebooks.is_setup, repaired.notebook.cells)
    assert (
        setup.source.endswith(f'labkit.start("{ASSIGNMENT}")')
        and metadata.of_notebook(repaired.notebook) == NotebookMetadata()
    )


def test_what_the_student_wrote_stays(handed_in, template, solution):
    handed_in.cells.insert(3, nbformat.v4.new_code_cell("my_own = 1"))
    repaired = repair.repair(
        parse(damaged_by_colab(nbformat.writes(handed_in)).encode()).notebook, solution, template
    )
    sources = [cell.source for cell in repaired.notebook.cells]
    assert "my_own = 1" in sources
    assert all(cell.source in sources for cell in handed_in.cells if notebooks.is_blank(cell))


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_answers_without_any_trace_are_found_in_every_assignment(assignment):
    template = released(COURSE.assignment(assignment), "ja")
    handed_in = copy.deepcopy(template)
    blanks = [
        cell for cell in handed_in.cells if notebooks.is_blank(cell) and cell.cell_type == "code"
    ]
    for cell in blanks:
        cell.source = f"mine = '{grade_id(cell)}'"
    text = damaged_by_colab(nbformat.writes(handed_in)).encode()
    repaired = repair.repair(
        parse(text).notebook, notebooks.read(COURSE.assignment(assignment).solution), template
    )
    assert "missing" not in repaired.summary
    blank_sources = {
        grade_id(cell): cell.source for cell in repaired.notebook.cells if notebooks.is_blank(cell)
    }
    assert all(blank_sources[grade_id(cell)] == cell.source for cell in blanks)


def test_checks_hold_the_hidden_probes_of_the_solution(handed_in, template, solution):
    repaired = repair.repair(handed_in, solution, template)
    assert (
        notebooks.checks(repaired.notebook)[BLANK].source
        == notebooks.checks(solution)[BLANK].source
    )
    assert "BEGIN HIDDEN TESTS" in notebooks.checks(solution)[BLANK].source


def test_two_different_cells_for_a_blank_are_for_a_person_to_see(handed_in, template, solution):
    duplicate(BLANK, "mine = 'other'")(handed_in)
    assert repair.repair(handed_in, solution, template).review


def test_an_exploration_cell_is_skipped_only_as_it_was_given(handed_in, template, solution):
    explorations = [cell for cell in handed_in.cells if metadata.of_cell(cell).skip]
    assert len(explorations) >= 2
    explorations[0].source += "\nhelper = 1"
    marked = [
        metadata.of_cell(cell).skip
        for cell in repair.repair(handed_in, solution, template).notebook.cells
    ]
    assert marked.count(True) == len(explorations) - 1


def test_own_lines_above_those_that_fetch_the_tools_are_split_off_without_them(solution):
    last = {"number": 1, "wheel": "a.whl", "sha256": "", "content": "", "changed": {}}
    published = Published(**last, digests={f"en/{ASSIGNMENT}": ""})
    course = replace(COURSE, repository="ada/course", published=published)
    given = released(course.assignment(ASSIGNMENT), "en")
    handed_in = copy.deepcopy(given)
    setup = next(cell for cell in handed_in.cells if notebooks.is_setup(cell))
    assert "_install(" in setup.source
    setup.source = f"above = 1\n\n{setup.source}"
    repaired = repair.repair(handed_in, solution, given)
    sources = [cell.source for cell in repaired.notebook.cells]
    assert "above = 1" in sources and "_install(" not in "".join(sources)


@pytest.mark.parametrize("place", ["setup", CHECK])
def test_own_lines_in_a_given_cell_become_a_cell_of_their_own(place, handed_in, template, solution):
    cell = handed_in.cells[[grade_id(cell) for cell in handed_in.cells].index(place)]
    cell.source = f"above = 1\n\n{cell.source}\n\n\nbelow = 1"
    repaired = repair.repair(handed_in, solution, template)
    cells = repaired.notebook.cells
    at = [grade_id(cell) for cell in cells].index(place)
    assert [cells[at - 1].source, cells[at + 1].source] == ["above = 1", "below = 1"]
    assert not grade_id(cells[at - 1]) and not grade_id(cells[at + 1])
    assert "split off" in repaired.summary
    nbformat.validate(repaired.notebook)


def test_a_large_file_is_read_if_it_holds_a_few_long_texts():
    long = json.dumps({"cells": [{"outputs": ["x" * (decode.LARGE_NOTEBOOK + 1)]}]})
    assert parse(long.encode()).notebook["cells"]
    many = "[" + "[]," * (decode.LARGE_NOTEBOOK // 3) + "[]]"
    with pytest.raises(Unreadable, match="many small values"):
        parse(f'{{"cells": {many}}}'.encode())


def test_what_is_more_than_anyone_writes_is_left_out_and_reported(handed_in, template, solution):
    handed_in.cells += [nbformat.v4.new_code_cell("x = 1\n" * 15_000) for _ in range(8)]
    repaired = repair.repair(handed_in, solution, template)
    code = [cell.source for cell in repaired.notebook.cells if cell.cell_type == "code"]
    assert sum(map(len, code)) < 700_000 and code[-1] == "" != code[-8]
    assert f"cell {len(handed_in.cells)} with 90,000" in str(repaired.review[-1])
    handed_in.cells += [
        nbformat.v4.new_code_cell(f"{n}", id=f"more-{n}") for n in range(decode.MAX_CELLS)
    ]
    decoded = parse(nbformat.writes(handed_in).encode())
    assert len(decoded.notebook["cells"]) == decode.MAX_CELLS
    assert f"{len(handed_in.cells):,} cells" in str(*decoded.review)


def test_a_student_cannot_mark_cells_as_skipped(handed_in, template, solution):
    handed_in.cells.append(nbformat.v4.new_code_cell("x = 1", metadata={"labkit": {"skip": True}}))
    repaired = repair.repair(handed_in, solution, template)
    assert not metadata.of_cell(repaired.notebook.cells[-1]).skip


def test_the_markers_of_git_are_named_with_both_sides(handed_in, template, solution):
    """Cells between them were gone; in a cell they were a syntax error that no one saw."""
    text = nbformat.writes(handed_in)
    line = next(
        shown_line for shown_line in text.splitlines() if "int8_backward: mine" in shown_line
    )
    theirs = line.replace("mine", "theirs")
    sides = f"<<<<<<< HEAD\n{line}\n||||||| base\n=======\n{theirs}\n>>>>>>> theirs"
    decoded = parse(text.replace(line, sides).encode())
    assert decoded.notebook == json.loads(text)
    (reason,) = decoded.review
    assert reason.why is Why.CONFLICT and "theirs" in str(reason) and "mine" in str(reason)
    assert parse(text.replace(line, f"<<<<<<< HEAD\n{line}").encode()).review
    handed_in.cells.append(
        nbformat.v4.new_code_cell("<<<<<<< local\nx = 1\n=======\nx = 2\n>>>>>>> remote")
    )
    (reason,) = repair.repair(handed_in, solution, template).review
    assert reason.why is Why.CONFLICT_IN_CELL and "x = 1" in str(reason) and "x = 2" in str(reason)


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_is_no_notebook_is_refused_in_one_line(name):
    with pytest.raises(Unreadable) as error:
        parse(UNREADABLE[name])
    assert str(error.value) and "\n" not in str(error.value)


cell_like = st.fixed_dictionaries(
    {},
    optional={
        "cell_type": st.sampled_from(["code", "markdown", "raw", "x"]) | st.integers(),
        "source": st.text() | st.lists(st.text() | st.integers()) | st.none(),
        "id": st.text() | st.integers() | st.none(),
        "metadata": st.none()
        | st.dictionaries(
            st.sampled_from(["nbgrader", "id", "labkit"]),
            st.none()
            | st.text()
            | st.dictionaries(
                st.sampled_from(["grade_id", "grade", "solution", "points"]),
                st.sampled_from([BLANK, CHECK, True, None, 1, [], {}]),
            ),
        ),
    },
)


@settings(max_examples=60, deadline=None)
@given(st.lists(cell_like | st.none() | st.text(), max_size=8))
def test_any_cells_give_a_valid_notebook_with_every_check(course_and_notebooks, cells):
    solution, template = course_and_notebooks
    repaired = repair.repair(
        parse(json.dumps({"cells": cells}).encode()).notebook, solution, template
    )
    nbformat.validate(repaired.notebook)
    assert set(notebooks.checks(repaired.notebook)) == set(notebooks.checks(solution))


@pytest.fixture(scope="module")
def course_and_notebooks(solution, template):
    return solution, template


NOTEBOOKS = [
    f"{language}/{assignment.id}" for language in ("en", "ja") for assignment in COURSE.assignments
]
PUBLISHED = Published(
    number=2,
    wheel="labkit-2-py3-none-any.whl",
    sha256="0" * 64,
    content="",
    digests=dict.fromkeys(NOTEBOOKS, "1" * 64),
    changed=dict.fromkeys(NOTEBOOKS, 1),
)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_lines_that_fetch_the_tools_hide_no_earlier_release(language):
    """Its checksum is of the set-up cell with these lines, and grading takes them out."""
    course = replace(COURSE, repository="a/b", published=PUBLISHED)
    require_unchanged(course.assignment(ASSIGNMENT), language)


def test_of_given_cells_each_form_is_made_once_for_a_class(
    handed_in, template, solution, monkeypatch
):
    """It takes ten times as long as the rest of a repair."""
    repair.repair(handed_in, solution, template)
    made = []
    monkeypatch.setattr(editions, "generate_tokens", made.append)
    assert repair.repair(handed_in, solution, template).changes == [] == made
