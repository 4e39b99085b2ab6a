"""The receipt: its code is what ran, is what was graded, and says which answers those are."""

import re

import pytest
from courses import SHORT
from repository import ASSIGNMENTS, exercise
from submissions import perfect, template

from autograder import notebooks
from labkit import receipts, reference
from labkit.evidence import Record
from labkit.judge import RecordVerdict, Verdict
from labkit.receipts import code_of, receipt, released_blanks

BLANKS = released_blanks(SHORT)
TASKS = sum(not blank["extra"] for blank in BLANKS.values())


def code(notebook):
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    return code_of(sources, BLANKS)


def test_the_last_cell_of_each_notebook_is_the_receipt():
    for assignment in ASSIGNMENTS:
        last = exercise(assignment, "ja").cells[-1]
        assert last.source == "labkit.receipt()" and last.metadata.labkit == {"skip": True}


def test_each_checked_blank_is_known_by_a_name_of_its_own():
    for assignment in ASSIGNMENTS:
        known = released_blanks(assignment)
        assert set(known) == set(notebooks.checks(exercise(assignment, "en")))
        assert len({receipt["binds"] for receipt in known.values()}) == len(known)


def test_space_at_the_ends_of_lines_and_empty_blanks_do_not_count():
    spaced = perfect()
    for cell in spaced.cells:
        cell.source = cell.source.replace("\n", "  \n") + "\n"
    assert code(spaced) == code(perfect()) != code(perfect(1))
    assert code(template("ja")) == code(template("en")) == code_of([], BLANKS)


def test_the_answer_that_ran_last_counts():
    first, second = "class BinarySign: a = 1", "class BinarySign: a = 2"
    assert code_of([first, second], BLANKS) == code_of([second], BLANKS)
    assert code_of([second, first], BLANKS) == code_of([first], BLANKS) != code_of([], BLANKS)


@pytest.mark.parametrize(("language", "said"), [("en", "extra points: up to"), ("ja", "追加点")])
def test_extra_points_are_said_as_such(capsys, monkeypatch, language, said):
    monkeypatch.setattr(receipts.language, "current", lambda: language)
    receipts.begin("09_gates")
    for name in released_blanks("09_gates"):
        right = RecordVerdict(Record("y", 1.0), 1.0, None)
        worth = reference.load(name).points
        receipts.note(Verdict(check=name, max_points=worth, records=(right,)))
    receipt()
    (line,) = (
        shown_line for shown_line in capsys.readouterr().out.splitlines() if said in shown_line
    )
    *_, points, full, extra = map(int, re.findall("[0-9]+", line))
    assert points == full + extra > full


def test_a_c_blank_counts_by_its_file():
    known = released_blanks("05_c_quantizer")
    first, second = (f"%%writefile quantize.c\nint {name};" for name in "ab")
    assert (
        len({code_of(cells, known) for cells in ([], [first], [second], ["%%writefile x.c"])}) == 3
    )
