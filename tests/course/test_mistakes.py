"""Known mistakes: every one has its sentence, and gets its name by what it makes a check record."""

import html
import json
import re
from functools import partial
from itertools import chain

import numpy as np
import pytest
from courses import autograder, copy_course, graded_notebook, hand_in
from kernels import outputs
from repository import ANSWERS, ASSIGNMENTS, COURSE, answers_of, exercise, solution
from runs import IN_TURNS, SEED, UNHURRIED
from submissions import ASSIGNMENT, template

from autograder.answers.blanks import fill, run_together, words_of
from autograder.answers.known import checked_blanks, known_answers
from autograder.judging.outcome import outcome_in
from autograder.judging.references import execute_solution
from autograder.judging.verdicts import Judge, evidence_of
from autograder.notebooks import checks
from labkit.c.problems import EXPLAINED
from labkit.evidence import Array, Failure, Record
from labkit.judge import Mistake, Problem, RecordVerdict, Verdict, compare, judge
from labkit.mistakes import Known, fingerprints, recognized
from labkit.reference import PUBLIC_SEED, load, resources

SECRET = re.compile(r"### BEGIN SOLUTION\n(.*?)### END", re.DOTALL)
KANA = re.compile(r"[\u3040-\u30ff]")


every_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


def wrong_of(assignment):
    return [answer for answer in answers_of(assignment) if not answer.is_right]


@every_assignment
def test_every_wrong_answer_tells_its_mistake_in_both_languages_or_names_who_does(assignment):
    wrong = wrong_of(assignment)
    for answer in wrong:
        of_blank = [known for known in wrong if known.blank == answer.blank]
        words = words_of(of_blank, answer.known_as)
        assert set(words) == {"en", "ja"}, answer.place
        assert KANA.search(words["ja"]) and not KANA.search(words["en"]), answer.place
        assert words_of(of_blank, answer.known_as_in_class), answer.place
        assert answer.sentences == ({} if answer.same else words), answer.place


@every_assignment
def test_no_sentence_says_a_line_of_the_solution(assignment):
    lines = {
        line.strip()
        for cell in solution(assignment).cells
        for region in SECRET.findall(cell.source)
        for line in region.splitlines()
        if len(line.strip()) > 15
    }
    said = [
        (answer.name, line)
        for answer in chain.from_iterable(map(wrong_of, ASSIGNMENTS))
        for text in answer.sentences.values()
        for line in lines
        if line in text
    ]
    assert lines and said == []


@every_assignment
def test_public_files_hold_digests_and_sentences_alone(assignment):
    for path in (resources() / "mistakes" / assignment).glob("*.json"):
        for entry in json.loads(path.read_text())["mistakes"]:
            assert set(entry) == {"words", "records"} and entry["records"]
            for record in entry["records"].values():
                assert re.fullmatch("[0-9a-f]{16}", record["digest"])
                assert all(type(place) is int for place in record["shifted"])


RANDOM = np.random.default_rng(0)
NUMBERS = RANDOM.standard_normal(500).astype(np.float32)
TINY = NUMBERS * np.float32(1e-5)
ODD = np.array([np.nan, np.inf, -np.inf, 0, 1], dtype=np.float32)


def verdict_on(value, reference=None, rtol=1e-5, atol=1e-6, check="a", name="y"):
    expected = Record(name, value if reference is None else reference, rtol=rtol, atol=atol)
    failed = compare(expected, value) or Problem("value")
    return Verdict(check=check, max_points=1, records=(RecordVerdict(expected, value, failed),))


def known_by(verdict):
    return [Known(Mistake({"en": "It is wrong."}), fingerprints(verdict))]


def tensor(values):
    return Array("tensor", values.dtype.name, values)


@pytest.mark.parametrize("values", [NUMBERS, 1e6 * NUMBERS, TINY, ODD, NUMBERS.astype("float16")])
def test_a_mistake_is_recognized_within_the_tolerance(values):
    known = known_by(verdict_on(tensor(values)))
    for _ in range(20):
        room = (1e-6 + 1e-5 * np.abs(values)) * RANDOM.uniform(-0.9, 0.9, values.shape)
        near = (values + np.where(np.isfinite(values), room, 0)).astype(values.dtype)
        assert recognized(verdict_on(tensor(near), tensor(values)), known)
    assert len(known[0].records["y"].shifted) < values.size / 5


@pytest.mark.parametrize(
    "known_value, value",
    [
        (tensor(NUMBERS), tensor(NUMBERS * np.float32(1.001))),
        (tensor(NUMBERS), tensor(np.where(np.arange(500) == 7, 0, NUMBERS).astype(np.float32))),
        (tensor(NUMBERS), tensor(NUMBERS.reshape(5, 100))),
        (tensor(NUMBERS), tensor(NUMBERS.astype(np.float64))),
        (tensor(NUMBERS), Array("numpy array", "float32", NUMBERS)),
        (tensor(ODD), tensor(np.flip(ODD).copy())),
        (tensor(ODD == 0), tensor(ODD == 1)),
        ([1.0, 2.0], [2.0, 1.0]),
        ([[1.0], [2.0]], [[1.0, 2.0]]),
        (1, 1.0),
        ("ValueError", "nothing"),
        (Failure("TypeError", "no"), Failure("ValueError", "no")),
        (Failure("TypeError", "no"), Failure("TypeError", "yes")),
        (Failure("TypeError", "\ud800"), Failure("TypeError", "\ud801")),
        (True, 1),
    ],
)
def test_another_value_is_no_known_mistake(known_value, value):
    known = known_by(verdict_on(known_value, reference=tensor(NUMBERS)))
    assert not recognized(verdict_on(value, reference=tensor(NUMBERS)), known)


def test_where_every_bit_counts_small_numbers_do_not_drown_next_to_large_ones():
    reference, other = tensor(np.exp2([-127.0, 127.0])), tensor(np.exp2([-126.0, 127.0]))
    exact = partial(verdict_on, reference=reference, rtol=0, atol=0)
    assert not recognized(exact(other), known_by(exact(reference)))


def test_equal_values_of_two_checks_or_records_have_different_digests():
    verdict_of = partial(verdict_on, tensor(NUMBERS))
    found = [
        fingerprints(each) for each in (verdict_of(), verdict_of(check="b"), verdict_of(name="z"))
    ]
    assert len({each.digest for records in found for each in records.values()}) == 3


@pytest.mark.parametrize(
    ("here", "elsewhere"),
    [
        ("<f at 0x7f01ab> failed", "<f at 0x7f02cd> failed"),
        (
            "<module 'a' from '/venv/lib/python3.11/site-packages/a/ops.py'> failed",
            "<module 'a' from '/content/drive/My Drive/dist-packages/a/ops.py'> failed",
        ),
        ('File "/home/a/torch/ops.py", line 3', 'File "/usr/lib/torch/ops.py", line 3'),
        ("see /tmp/one/log.txt: failed", "see /var/tmp/2/log.txt: failed"),
    ],
)
@pytest.mark.parametrize(
    "recorded",
    [
        pytest.param(lambda words: Failure.of(OSError(words)), id="raised"),
        pytest.param(lambda words: Failure.of(OSError(30 * words)), id="raised at length"),
        pytest.param(lambda words: words, id="text"),
        pytest.param(lambda words: ["SUCCESS", repr(OSError(words))], id="texts"),
    ],
)
def test_what_only_the_machine_decides_does_not_count(here, elsewhere, recorded):
    verdict, same = (verdict_on(recorded(words), reference="") for words in (here, elsewhere))
    assert recognized(same, known_by(verdict))


def test_a_name_next_to_a_division_counts():
    verdict, other = (verdict_on(Failure("E", words)) for words in ("a/b is 0", "c/b is 0"))
    assert recognized(other, known_by(verdict)) is None


def test_an_answer_in_a_row_finds_nothing_that_the_one_before_defined(tmp_path, executor):
    for name, source in {"a": "helper = 1", "b": "print(helper)"}.items():
        path = tmp_path / "int8_backward" / "wrong" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    tried = known_answers(COURSE.assignment(ASSIGNMENT), tmp_path)
    limits = COURSE.assignment(ASSIGNMENT).limits
    row = run_together(solution(ASSIGNMENT), tried, SEED, executor.run_one, limits)
    errors = [outputs(executed, "error") for _, executed in row]
    assert errors[0] == [] and "helper" in errors[1][0].evalue


@pytest.mark.parametrize(("assignment", "language"), IN_TURNS)
def test_the_card_in_class_names_the_mistake(assignment, language, executor, executed):
    """One of each assignment, in its first blank: what comes before does not count."""
    executed(assignment)  # which says what this machine lacks for it
    blank = next(iter(checked_blanks(COURSE.assignment(assignment))))
    wrong = [known for known in wrong_of(assignment) if known.blank == blank]
    answer = next(known for known in wrong if not (known.only_in_grading or known.values_vary))
    notebook = in_class(executor, assignment, language, blank, answer.source)
    assert words_of(wrong, answer.known_as_in_class)[language] in card_in(notebook, blank)


@pytest.mark.parametrize(
    "blank, name, language",
    [
        ("quantize_backward_c", "one_too_many", "en"),
        ("quantize_c", "one_too_many", "ja"),
        ("quantize_c", "semicolon_missing", "en"),
    ],
)
def test_in_class_a_mistake_that_only_stops_c_is_named_in_any_line(blank, name, language, executor):
    answer = known_answer(blank, name)
    source = answer.source.replace("#include", "// mine\n\n\n#include", 1)
    executed = in_class(executor, "05_c_quantizer", language, blank, source)
    verdict = judge(load(blank).evidence, evidence_of(checks(executed)[blank]), 1)
    assert {record.problem.got.type for record in verdict.records if not record.passed} == {
        EXPLAINED
    }
    assert answer.sentences[language] in card_in(executed, blank)


@pytest.mark.parametrize(
    "assignment, blank, name, pairs",
    [
        (  # a variable of which the compiler warns
            *("05_c_quantizer", "quantize_c", "floor_of_x_plus_half"),
            [["{\n", "{\n    int unused;\n"]],
        ),
        (  # words of one's own
            *("05_c_quantizer", "c_function", "contiguous_forgotten_in_backward"),
            [["not contiguous on the CPU", "copy it first, please"]],
        ),
        (  # another task of the same blank that is not done
            *("06_number_formats", "fixed_point", "frac_sign_swapped"),
            [['f"bit_width={', 'f"bits={']],
        ),
    ],
)
def test_in_class_a_mistake_is_named_next_to_what_else_is_different(
    assignment, blank, name, pairs, executor
):
    answer = known_answer(blank, name)
    source = answer.source
    for old, new in pairs:
        assert old in source
        source = source.replace(old, new, 1)
    assert answer.sentences["en"] in card_in(
        in_class(executor, assignment, "en", blank, source), blank
    )


def test_in_grading_a_file_that_does_not_compile_is_named_whatever_the_line(tmp_path, executor):
    answer = known_answer("quantize_backward_c", "brace_missing")
    path = tmp_path / answer.blank / "wrong" / "lower.c"
    path.parent.mkdir(parents=True)
    path.write_text("\n\n" + answer.source.partition("\n")[2])
    (lower,) = known_answers(COURSE.assignment("05_c_quantizer"), tmp_path)
    whole = solution("05_c_quantizer")
    limits = UNHURRIED.assignment("05_c_quantizer").limits
    run = partial(executor.run_one, limits=limits)
    judge = Judge(*(execute_solution(whole, seed, run) for seed in (PUBLIC_SEED, SEED)))
    original, moved = (
        judge.verdicts(executed)[answer.blank]
        for _, executed in run_together(
            whole, [answer, lower], PUBLIC_SEED, executor.run_one, limits
        )
    )
    assert [record.got for record in original.records] != [record.got for record in moved.records]
    assert recognized(moved, known_by(original))


def known_answer(blank, name):
    wrong = chain.from_iterable(map(wrong_of, ASSIGNMENTS))
    return next(known for known in wrong if (known.blank, known.name) == (blank, name))


def in_class(executor, assignment, language, blank, source):
    """What a student sees who runs the notebook up to the check of a blank."""
    notebook = fill(exercise(assignment, language), {blank: source})
    del notebook.cells[notebook.cells.index(checks(notebook)[blank]) + 1 :]
    return executor.run_one(notebook, limits=UNHURRIED.assignment(assignment).limits).notebook


def card_in(executed, blank):
    outputs = checks(executed)[blank].outputs  # the compiler's words may come first
    (output,) = (shown for shown in outputs if "text/html" in shown.get("data", ()))
    return html.unescape(output.data["text/html"])


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A course with answers, in which two students made a known mistake and one did nothing."""
    folder = copy_course(tmp_path_factory.mktemp("mistakes") / "course")
    (folder / "answers").symlink_to(ANSWERS)
    source = known_answer("int8_backward", "mask_on_output").source
    for student in ("one", "two"):
        hand_in(folder, student, fill(template(), {"int8_backward": source}))
    hand_in(folder, "nothing", template())
    for command in ("grade", "report", "judge"):
        done = autograder(command, ASSIGNMENT, *SANDBOX[command], cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


SANDBOX = {"grade": ("--sandbox", "none"), "report": (), "judge": ()}


def test_grading_names_a_mistake_and_judging_again_keeps_the_name(graded):
    executed = graded_notebook(graded, "one")
    mistakes = outcome_in(executed.metadata).mistakes
    words = known_answer("int8_backward", "no_mask").sentences
    assert mistakes == {"int8_backward": {"name": "no_mask", "words": words}}
    assert words["en"] in card_in(executed, "int8_backward")


def test_an_empty_blank_has_no_mistake(graded):
    assert outcome_in(graded_notebook(graded, "nothing").metadata).mistakes == {}


def test_the_report_counts_mistakes(graded):
    page = html.unescape((graded / "reports" / f"{ASSIGNMENT}.html").read_text())
    words = known_answer("int8_backward", "no_mask").sentences
    assert f"<b>2 ×</b> {words['en']}" in page
