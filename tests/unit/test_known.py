"""Answers as differences: what `right.toml` and `wrong.toml` give, and what they may not say."""

from dataclasses import replace

import pytest
from repository import COURSE

from autograder import notebooks
from autograder.answers.known import KnownAnswer, known_answers
from autograder.course import CourseError

ASSIGNMENT, BLANK = COURSE.assignment("02_int8_binary"), "int8_float"
IN_C = COURSE.assignment("05_c_quantizer")
SOLUTION = """\
class Int8Float(nn.Module):
    def __init__(self, frac=0):
        super().__init__()
        if not isinstance(frac, int) or not 0 <= frac <= 7:
            raise ValueError(f"frac must be an integer from 0 to 7, not {frac!r}")
        self.frac = frac

    def forward(self, x):
        return int8_in_float(x * 2**self.frac) * 2**-self.frac

    def extra_repr(self):
        return f"frac={self.frac}"
"""
NO_COPY = """
[eight_accepted]
replace = [["<= 7", "<= 8"], ["0 to 7", "0 to 8"]]
fails = ["refused", "values"]
by_chance = ["float64"]
only_in_grading = true
en = "The largest shift is 7."
ja = "7 まで。"
"""


def written(folder, text, blank=BLANK, name="wrong.toml"):
    """A folder of answers that holds a file of differences."""
    (folder / blank).mkdir(exist_ok=True)
    (folder / blank / name).write_text(text)
    return folder


def test_a_mistake_is_the_solution_with_its_replacements(tmp_path):
    (answer,) = known_answers(ASSIGNMENT, written(tmp_path, NO_COPY))
    source = SOLUTION.replace("<= 7", "<= 8").replace("0 to 7", "0 to 8")
    assert answer == KnownAnswer(
        blank=BLANK,
        name="eight_accepted",
        is_right=False,
        source=source,
        place=f"{tmp_path}/{BLANK}/wrong.toml, eight_accepted",
        fails=frozenset({"refused", "values"}),
        by_chance=frozenset({"float64"}),
        only_in_grading=True,
        sentences={"en": "The largest shift is 7.", "ja": "7 まで。"},
    )


def test_a_mistake_starts_from_a_right_answer_that_it_names(tmp_path):
    folder = written(tmp_path, '[named]\nfrom = "two"\nreplace = [["a", "b"]]\nsame = "other"')
    written(folder, '[two]\nfrom = "one"\nreplace = [["x", "y"]]', name="right.toml")
    (folder / BLANK / "right").mkdir()
    (folder / BLANK / "right" / "one.py").write_text("x = a\n")
    *right, wrong = known_answers(ASSIGNMENT, folder)
    assert [answer.source for answer in right] == ["x = a\n", "y = a\n"]
    assert all(answer.is_right and answer.fails is None for answer in right)
    assert (wrong.source, wrong.known_as, wrong.sentences) == ("y = b\n", "other", {})
    assert not wrong.is_right


def test_a_mistake_in_c_is_a_whole_cell(tmp_path):
    text = "[whole]\nsource = '''\nint x;\n'''\n[part]\nreplace = [['= roundf', '= floorf']]"
    whole, part = known_answers(IN_C, written(tmp_path, text, "quantize_c"))
    assert whole.source == "%%writefile quantize.c\nint x;\n"
    assert part.source.startswith("%%writefile quantize.c\n#include") and "= floorf(" in part.source


def test_a_file_of_a_wrong_answer_says_nothing_but_its_source(tmp_path):
    (tmp_path / BLANK / "wrong").mkdir(parents=True)
    source = "# fails: values\n# en: What this line says is code.\nx = 1\n"
    (tmp_path / BLANK / "wrong" / "mine.py").write_text(source)
    (answer,) = known_answers(ASSIGNMENT, tmp_path, BLANK)
    assert (answer.name, answer.source) == ("mine", source)
    assert answer.fails is None and not answer.has_sentences


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (
            "replace = [['<= 77', '<= 8']]",
            "does not fit in mine: '<= 77' is there 0 times in the solution",
        ),
        (
            "replace = [['frac', 'f']]",
            "does not fit in mine: 'frac' is there 11 times in the solution",
        ),
        ("from = 'no_file'\nreplace = []", "starts from no_file, which is not a right answer"),
        ("replace = ['<= 7', '<= 8']", 'needs pairs: replace = [["old text", "new text"]]'),
        ("fails = ['y']", "needs either `replace` or `source`"),
        ("replace = []\nsource = ''", "needs either `replace` or `source`"),
        ("replace = []\nfail = ['y']", "has unknown keys: fail. It may"),
        ("replace = [['a', 'b']", "is not valid TOML"),
    ],
)
def test_what_is_wrong_with_a_mistake_is_said_in_a_line(tmp_path, entry, words):
    folder = written(tmp_path, f"[mine]\n{entry}")
    with pytest.raises(CourseError) as error:
        known_answers(ASSIGNMENT, folder)
    assert words in str(error.value) and str(error.value).startswith(f"{folder}/{BLANK}/wrong.toml")
    assert "\n" not in str(error.value) and ("mine" in str(error.value) or "TOML" in words)


def test_a_right_answer_says_nothing_of_records(tmp_path):
    folder = written(tmp_path, "[mine]\nreplace = []\nfails = ['y']", name="right.toml")
    with pytest.raises(CourseError, match=r"right\.toml, mine has unknown keys: fails"):
        known_answers(ASSIGNMENT, folder)


def test_all_mistakes_that_a_change_of_the_solution_breaks_are_named(tmp_path):
    course = replace(COURSE, root=tmp_path, home=tmp_path)
    path = course.assignment(ASSIGNMENT.id).solution
    notebook = notebooks.read(ASSIGNMENT.solution)
    for cell in notebook.cells:
        cell.source = cell.source.replace("0 <= frac <= 7", "frac in range(8)")
    notebooks.write(path, notebooks.as_text(notebook))
    folder = written(
        tmp_path,
        NO_COPY + "[other]\nreplace = [['0 <= ', '']]\n[fits]\nreplace = [['= frac', '= 1']]",
    )
    with pytest.raises(CourseError, match="wrong.toml does not fit in eight_accepted, other: "):
        known_answers(course.assignment(ASSIGNMENT.id), folder)
