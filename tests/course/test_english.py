"""English as an engineer writes it: unwanted phrases in everything that a student reads."""

import re

import pytest
from repository import ASSIGNMENTS, REPOSITORY, answers_of, solution

from autograder.messages import load as load_autograder
from labkit.language import ENGLISH
from labkit.messages import load

# What must not be written, and what is written instead. A list of what was found in reviews.
RULES = {
    r"\bst(?:and|ands|ood)\b(?! (?:out|for)\b|-)": "is, is in, comes",
    r"\bshall\b": "will",
    r"\btells? right\b|\bread(?:s)? wrongly\b": "classifies correctly, misclassified",
    r"\bdigits?,? (?:that are |are )?right\b": "digits classified correctly; accuracy",
    r"\bof above\b|\bof below\b": "from above, above",
    r"\bhow many times as\b": "how many times more",
    r"\bwhich (?:part|share) of\b|\bwhat share of\b": "what fraction of",
    r"(?:^|[.:;] )(?:Priced|Asked|Told|Kept|Named|Wanted|Compared) (?:is|are) ": "X is",
    r"\b(?:on|with|from|of) other (?:random|noise|first|starts?)\b": "different",
    r"\banother answer\b": "a different answer",
    r"\bis another network\b": "is a different network",
    r"\b(?:rounding|rounded|rounds) by chance\b": "stochastic rounding, stochastically",
    r"\blongest way\b": "critical path",
    r"\b(?:small|how many|many) tables\b(?! of)": "LUTs",
    r"\bin the place of\b": "instead of",
    r"\bgets? along with\b": "needs only",
    r"\bswing(?:s|ing)?\b": "oscillate",
    r"\bas to the\b": "about the",
    r"\bdiffers? (?:of|than)\b": "differs from",
    r"\bone after the other\b": "one after another",
    r"\bfor ever\b": "forever",
    r"\bis to be seen\b": "can be seen, shows",
}
CODE = re.compile(r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]*\$", re.DOTALL)
SHOWN = re.compile(r'\ben=f?((?:\s*f?"[^"\n]*")+)')
COMMENT = re.compile(r"(?:#|//) (?:@title )?(?!ja:)(.*?)  (?:#|//) ja:")
LINTED = ASSIGNMENTS
DOCUMENTS = [REPOSITORY / "docs" / "students" / "README.md"]


def of_notebook(assignment):
    """The English lines of a notebook: its texts, and what its cells show and comment."""
    for cell in solution(assignment).cells:
        if cell.cell_type == "markdown" and cell.metadata.get("lang") == "en":
            yield from CODE.sub("x", cell.source).splitlines()
        elif cell.cell_type == "code":
            yield from SHOWN.findall(cell.source)
            yield from COMMENT.findall(cell.source)


def broken(lines):
    """Each unwanted phrase in its line, and what to write instead."""
    return [
        f"{match[0]!r} -> {wanted}: {line}"
        for line in lines
        for rule, wanted in RULES.items()
        for match in re.finditer(rule, line)
    ]


@pytest.mark.parametrize("assignment", LINTED)
def test_a_notebook_is_written_in_ordinary_english(assignment):
    assert broken(of_notebook(assignment)) == []


@pytest.mark.parametrize("assignment", LINTED)
def test_what_is_said_of_mistakes_is_written_in_ordinary_english(assignment):
    sentences = [answer.sentences["en"] for answer in answers_of(assignment) if answer.sentences]
    assert sentences and broken(sentences) == []


@pytest.mark.parametrize("catalogue", [load, load_autograder], ids=("labkit", "autograder"))
def test_messages_are_written_in_ordinary_english(catalogue):
    sections = catalogue(ENGLISH).values()
    assert broken(text for section in sections for text in section.values()) == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_a_student_s_page_is_written_in_ordinary_english(document):
    assert broken(CODE.sub("x", document.read_text()).splitlines()) == []


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("the mask stands behind it", "24 stands for 1.5, and what stands out"),
        ("Priced is the layer", "The layer is priced"),
        ("how many digits are right", "the right answer"),
        ("`cube` of above", "the layer above"),
        ("on other random numbers", "on different random numbers"),
        ("Look up: small tables", "a small table of values"),
    ],
)
def test_the_rules_find_what_they_name_and_nothing_else(wrong, right):
    assert broken([wrong]) and not broken([right])
