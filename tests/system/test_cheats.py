"""Whoever cheats gets no more points than deserved, or the report says where to look.

The cheats are those of cheats/. All of an assignment are graded at once, as a class would be.
"""

import html
import json
import os
import re
from collections import Counter

import pytest
from both_judges import BothJudges
from cheating import cheats
from courses import copy_course
from kernels import lent_server
from repository import REPOSITORY
from rows import ATTACKS

from autograder import notebooks, registry
from autograder.engine.engine import Setting
from autograder.engine.pool import Executor
from autograder.gradebook.store import evidence_files
from autograder.grading import Grader
from autograder.judging.outcome import outcome_in
from autograder.judging.references import References
from autograder.nbgrader_plugins.feedback import write_feedback
from autograder.runtime import RUNTIME
from autograder.states import State
from labkit.reference import PUBLIC_SEED

EVERY = os.environ.get("CHEATS") == "all"
CHEATS = [cheat for cheat in cheats() if EVERY or cheat.header.get("often") == "yes"]
HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END", re.DOTALL)


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return registry.load(copy_course(tmp_path_factory.mktemp("cheats") / "course", whole=True))


@pytest.fixture(scope="module")
def outcomes(course):
    """The outcomes of all cheats by name, graded as one class for each assignment."""
    for cheat in CHEATS:
        path = (
            course.assignment(cheat.assignment).submitted(cheat.name) / f"{cheat.assignment}.ipynb"
        )
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(cheat.notebook()))  # nbformat would mend what is odd
    setting, server = Setting("full", course.limits, RUNTIME), lent_server("full", RUNTIME)
    with Executor(setting, 2, server=server) as executor:
        return {outcome.student: outcome for outcome in _graded(course, executor)}


def _graded(course, executor):
    for assignment in sorted({cheat.assignment for cheat in CHEATS}):
        grader = Grader(course.assignment(assignment), executor)
        yield from grader.grade(grader.jobs(course.assignment(assignment).students(), force=True))


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.name)
def test_a_cheat_gets_what_it_deserves_or_is_shown_to_a_person(cheat, outcomes):
    outcome = outcomes[cheat.name]
    names_a_place = any("cell" in reason.values for reason in outcome.reasons)
    flagged = outcome.state == State.NEEDS_REVIEW and names_a_place
    given = {name: points for name, points in outcome.points.items() if points}
    is_met = outcome.total <= cheat.deserved or flagged
    # Strict both ways: when a known hole is closed, its mark here and its line in the docs must go.
    assert is_met != ("known" in cheat.header), (outcome.state, outcome.reason_in("en"), given)


@pytest.mark.parametrize(
    "cheat",
    [cheat for cheat in CHEATS if cheat.header["family"] == "hidden probes"],
    ids=lambda cheat: cheat.name,
)
def test_what_a_cheat_shows_holds_no_hidden_probe(cheat, outcomes, course):
    assert cheat.name in outcomes
    executed = notebooks.read(course.assignment(cheat.assignment).autograded(cheat.name))
    outputs = texts([cell.get("outputs", []) for cell in executed.cells])
    shown = plain("".join(outputs) + outcomes[cheat.name].reason_in("en"))
    assert [line for line in hidden_lines(course, cheat.assignment) if line in shown] == []


@pytest.mark.parametrize("assignment", sorted({cheat.assignment for cheat in CHEATS}))
def test_every_cheat_gets_its_page(assignment, outcomes, course):
    students = [cheat.name for cheat in CHEATS if cheat.assignment == assignment]
    assert {*students} <= {*outcomes}
    assert len([*write_feedback(course.assignment(assignment), students, jobs=1)]) == len(students)


@pytest.mark.parametrize("assignment", sorted({cheat.assignment for cheat in CHEATS}))
def test_the_second_judge_comes_to_the_same_points_for_every_cheat(assignment, outcomes, course):
    def nothing_runs_again(*_, **__):
        raise AssertionError("grading has kept the solution's runs")

    students = [cheat.name for cheat in CHEATS if cheat.assignment == assignment]
    assert {*students} <= {*outcomes}
    references = References(course.assignment(assignment), nothing_runs_again)
    files = evidence_files(course.assignment(assignment))
    assert 0 < len(files) <= len(students)
    for path in files:
        executed = notebooks.read(path)
        seed = outcome_in(executed.metadata).seed
        BothJudges(references.executed(seed), references.executed(PUBLIC_SEED)).verdicts(executed)


def texts(value):
    """All texts in a notebook's outputs, one after the other."""
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return [text for part in inner for text in texts(part)]


def hidden_lines(course, assignment):
    """The long lines of hidden probes that stand nowhere else, without any space."""
    sources = [cell.source for cell in notebooks.read(course.assignment(assignment).solution).cells]
    public = plain("".join(HIDDEN.sub("", source) for source in sources))
    lines = {
        plain(line)
        for source in sources
        for part in HIDDEN.findall(source)
        for line in part.splitlines()
        if "=" in line or "(" in line
    }
    hidden = [line for line in lines if len(line) > 25 and line not in public]
    assert len(hidden) > 10
    return hidden


def plain(text):
    return re.sub(r"\x1b\[\d*m|\s", "", html.unescape(text))


def test_the_table_of_cheats_by_family(outcomes, capsys):
    """Shown by ``make attacks``."""
    families = sorted({cheat.header["family"] for cheat in CHEATS})
    tried, paid, flagged = Counter(), Counter(), Counter()
    for cheat in CHEATS:
        outcome, family = outcomes[cheat.name], cheat.header["family"]
        tried[family] += 1
        paid[family] += max(0.0, outcome.total - cheat.deserved)
        flagged[family] += outcome.state == State.NEEDS_REVIEW
    with capsys.disabled():
        print(f"\n{'family':<24} tried  points not deserved  needs review")
        for family in families:
            numbers = f"{tried[family]:>5}  {paid[family]:>19.2f}  {flagged[family]:>12}"
            print(f"{family:<24} {numbers}")


def test_every_known_hole_is_named_in_the_docs():
    text = (REPOSITORY / "docs" / "maintainers" / "trust.md").read_text("utf-8")
    known = [cheat.name for cheat in cheats() if "known" in cheat.header]
    assert all(f"`{name}`" in text for name in known)
    assert known or "There is none at present." in text


def test_every_family_that_the_docs_name_has_cheats():
    text = (REPOSITORY / "docs" / "maintainers" / "trust.md").read_text("utf-8")
    lists = re.findall(r"famil(?:y|ies) (\"[^|).]+\")", text)
    named = {name for words in lists for name in re.findall(r'"([^"]+)"', words)}
    assert len(named) > 5 and named <= {cheat.header["family"] for cheat in cheats()}


def test_there_are_at_least_120_attacks():
    assert len(cheats()) + len(ATTACKS) >= 120


@pytest.mark.parametrize("cheat", cheats(), ids=lambda cheat: cheat.name)
def test_a_cheat_says_what_it_tries_and_what_it_deserves(cheat):
    assert {"assignment", "family", "what", "deserved"} <= cheat.header.keys()
    assert cheat.cells
