"""Released notebooks are current, hold the same code in both languages and no secrets, and run."""

import ast
import json
import re
import shutil
import textwrap
from base64 import b64encode
from dataclasses import replace
from io import StringIO
from pathlib import Path
from tokenize import COMMENT, generate_tokens

import nbformat
import numpy as np
import pytest
from courses import SHORT, autograder, succeeded
from IPython.core.inputtransformer2 import TransformerManager
from kernels import outputs
from nbgrader.preprocessors import ClearHiddenTests
from repository import (
    ASSIGNMENTS,
    COURSE,
    HALF_WRITTEN,
    REPOSITORY,
    answers_of,
    exercise,
    record_patterns,
    solution,
)
from runs import IN_TURNS, UNHURRIED

from autograder import metadata, notebooks, registry
from autograder.answers.blanks import fill, wrong_answers
from autograder.course import AI_POLICIES, AiPolicy, CourseError
from autograder.editions import keeps_code, leftovers
from autograder.judging.verdicts import Judge
from autograder.messages import message
from autograder.notebooks import Cell, grade_id, is_blank, is_check
from autograder.registry import PLACEHOLDER
from autograder.release import files
from autograder.release.files import left_over, problems
from autograder.release_steps import released
from autograder.submission.c_files import is_c
from autograder.submission.parts import plan_of
from autograder.submission.repair import repair
from labkit.evidence import Array, from_json, to_json
from labkit.source import without_tools

LANGUAGES = ["en", "ja"]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_tests_of_an_assignment_are_marked_with_it(assignment, request):
    """So that ``pytest -m 03_uniform_quantization`` runs those of one."""
    marks = {mark.name for mark in request.node.iter_markers()}
    assert marks & {*ASSIGNMENTS} == {assignment}


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_everything_released_is_current(assignment):
    succeeded(autograder("release", assignment, "--check"))


def test_what_is_released_hangs_on_no_order_of_languages():
    """A course with a different first language has the same files."""
    turned = replace(COURSE, languages=COURSE.languages[::-1])
    for name in ASSIGNMENTS[:2]:
        own, others = (files.notebook_files(course.assignment(name)) for course in (COURSE, turned))
        assert own == others


def test_nothing_is_released_of_what_the_course_does_not_have():
    assert left_over(registry.load(REPOSITORY)) == {}


def test_a_stale_release_is_refused_and_named(course_dir):
    path = course_dir / "exercises" / "ja" / ASSIGNMENTS[0] / f"{ASSIGNMENTS[0]}.ipynb"
    path.write_text(path.read_text().replace("import", "import ", 1))
    done = autograder("release", ASSIGNMENTS[0], "--check", cwd=course_dir)
    assert done.returncode == 1
    assert f"exercises/ja/{ASSIGNMENTS[0]}" in done.stderr.replace("\n", "")


def test_mistakes_are_compared_with_the_reference_that_stays(course_dir):
    """Where another processor gave 1e-30 for a zero, values are rounded in other steps in class."""
    answers = Path("answers", ASSIGNMENTS[0], "clip_module")
    shutil.copytree(REPOSITORY / answers, course_dir / answers)
    files = [
        course_dir / "resources" / kind / ASSIGNMENTS[0] / "clip_module.json"
        for kind in ("reference", "mistakes")
    ]
    reference, known = (json.loads(path.read_text("utf-8")) for path in files)
    evidence = from_json(reference["evidence"])
    records = tuple(map(without_zeros, evidence.records))
    reference["evidence"] = to_json(replace(evidence, records=records))
    files[0].write_text(json.dumps(reference))
    files[1].write_text(json.dumps(known | {"from": "another labkit"}))
    succeeded(autograder("release", ASSIGNMENTS[0], cwd=course_dir))
    stays, found = (json.loads(path.read_text("utf-8")) for path in files)
    assert stays == reference
    assert found["from"] == known["from"] and found["mistakes"] != known["mistakes"]


def without_zeros(record):
    if not isinstance(record.value, Array) or record.value.values.dtype.kind != "f":
        return record
    values = record.value.values
    return replace(
        record,
        value=replace(record.value, values=np.where(values, values, values.dtype.type(1e-30))),
    )


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_both_languages_hold_the_same_code_but_for_what_it_says(assignment):
    english, japanese = (code(exercise(assignment, language)) for language in LANGUAGES)
    differing = [(a, b) for a, b in zip(english, japanese, strict=True) if unsaid(a) != unsaid(b)]
    assert english and differing == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_what_an_edition_says_is_what_the_source_says_in_its_language(assignment):
    """Nothing but the choice of a language is changed."""
    sources = code(solution(assignment))
    changed = [source for source in sources for x in LANGUAGES if not keeps_code(source, x)]
    assert sources and changed == []


def code(notebook):
    """Without the lines that fetch the tools, which a course that has published has."""
    return [without_tools(cell.source) for cell in notebook.cells if cell.cell_type == "code"]


def is_file(source):
    return source.startswith("%%writefile")


def parsed(source):
    return ast.parse(TransformerManager().transform_cell(source))


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_hand_ins_in_both_languages_are_graded_by_the_same_code(assignment):
    """So that points are equal: checks are identical, everything else except its texts."""
    given, answers = [exercise(assignment, language) for language in LANGUAGES], {}
    for answer in answers_of(assignment):
        if answer.is_right:
            answers.setdefault(answer.blank, answer.source)
    english, japanese = (
        repair(fill(notebook, answers), solution(assignment), *given).notebook for notebook in given
    )
    assert len(code(english)) == len(code(japanese)) > len(answers) > 0
    for cell, other in zip(english.cells, japanese.cells, strict=True):
        assert metadata.of_cell(cell) == metadata.of_cell(other)
        if is_check(cell) or grade_id(cell) in answers:
            assert cell.source == other.source
        elif cell.cell_type == "code":
            assert unsaid(cell.source) == unsaid(other.source)


class Unsaid(ast.NodeTransformer):
    """Leaves of texts only that they are there, and what an f-string fills in."""

    def visit_Constant(self, node):
        return ast.Constant("") if isinstance(node.value, str) else node

    def visit_JoinedStr(self, node):
        return ast.Constant("")

    def visit_keyword(self, node):
        self.generic_visit(node)
        return ast.keyword("en" if node.arg in LANGUAGES else node.arg, node.value)


def unsaid(source):
    """The code of a cell without what it says to a reader."""
    if is_file(source):
        return re.sub(r"//.*", "", source).split()
    return ast.unparse(Unsaid().visit(parsed(source)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_released_code_says_everything_in_one_language(assignment, language):
    sources = code(exercise(assignment, language))
    assert [call for source in sources for call in leftovers(source)] == []
    assert [line for line in lines_of(sources) if re.search("(#|//) (en|ja): ", line)] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_what_has_a_title_is_folded_and_nothing_else(assignment, language):
    cells = exercise(assignment, language).cells
    titled = [cell.id for cell in cells if cell.source.startswith("# @title ")]
    in_jupyter = [cell.id for cell in cells if cell.metadata.get("jupyter")]
    in_colab = [cell.id for cell in cells if cell.metadata.get("cellView")]
    assert titled == in_jupyter == in_colab
    assert {cell.id for cell in cells if is_check(cell)} <= {*titled}
    assert not [cell.id for cell in cells if is_blank(cell) and cell.id in titled]
    assert not [cell.id for cell in solution(assignment).cells if "jupyter" in cell.metadata]


JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
# What comments in Japanese have in common with English ones.
NAMES_ALONE = {"// roundf", "# beta", "# factor = fraction * 2**exponent、0.5 <= fraction < 1"}


def lines_of(sources):
    return [line for source in sources for line in source.splitlines()]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_english_code_holds_no_letter_of_japanese(assignment):
    lines = lines_of(code(exercise(assignment, "en")))
    assert lines and [line for line in lines if JAPANESE.search(line)] == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_comments_and_docstrings_of_japanese_code_are_japanese(assignment):
    said = [remark for source in code(exercise(assignment, "ja")) for remark in remarks(source)]
    english = [
        remark
        for remark in said
        if re.search("[A-Za-z]{2}", remark) and not JAPANESE.search(remark)
    ]
    # The title of a check is its id.
    english = [remark for remark in english if not re.fullmatch(r"# @title \w+_check", remark)]
    assert said and {*english} <= NAMES_ALONE


def remarks(source):
    """The comments and docstrings of a cell."""
    if is_file(source):
        return re.findall(r'//[^\n"]*$', source, re.MULTILINE)
    magics = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)
    tokens = generate_tokens(StringIO(magics.sub(r"\1pass", source)).readline)
    comments = [token.string for token in tokens if token.type == COMMENT]
    nodes = [
        node
        for node in ast.walk(parsed(source))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
    ]
    return comments + [text for node in nodes if (text := ast.get_docstring(node))]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_texts_stand_in_both_languages_one_for_one(assignment):
    marks = [
        cell.metadata.get("lang")
        for cell in solution(assignment).cells
        if cell.cell_type == "markdown"
    ]
    marks = [mark for mark in marks if mark]
    assert marks and marks == LANGUAGES * (len(marks) // 2)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_each_language_is_written_in_its_own_script(assignment):
    japanese = re.compile(r"[\u3040-\u30ff]")
    for cell in solution(assignment).cells:
        if cell.metadata.get("lang"):
            assert bool(japanese.search(cell.source)) == (cell.metadata.lang == "ja"), cell.source[
                :80
            ]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_formula_shows_its_backslashes(assignment):
    """MathJax (JupyterLab, Colab) shows the backslash of \\_ in \\text, but not in \\mathrm."""
    texts = [cell.source for cell in solution(assignment).cells if cell.cell_type == "markdown"]
    assert re.findall(r"\\text\{[^}]*\\_[^}]*\}", "\n\n".join(texts)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_nothing_secret_is_released(assignment, language):
    text = (REPOSITORY / "exercises" / language / assignment / f"{assignment}.ipynb").read_text()
    assert "BEGIN SOLUTION" not in text and "HIDDEN TESTS" not in text
    given = json.dumps([cell.source for cell in exercise(assignment, language).cells])
    for secret in secrets(solution(assignment)):
        assert json.dumps(secret)[1:-1] not in given, secret


SECRET = re.compile(r"### BEGIN (?:SOLUTION|HIDDEN TESTS)\n(.*?)### END", re.DOTALL)


def secrets(notebook):
    """The lines that are in solutions or hidden probes, and nowhere in the notebook's open part."""
    public = "\n".join(SECRET.sub("", cell.source) for cell in notebook.cells)
    hidden = (
        line
        for cell in notebook.cells
        for region in SECRET.findall(cell.source)
        for line in region.splitlines()
    )
    secret = [
        line.strip() for line in hidden if len(line.strip()) > 25 and line.strip() not in public
    ]
    assert len(secret) > 10
    return secret


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_hidden_records_are_not_in_the_shipped_reference(assignment):
    for check, cell in notebooks.checks(solution(assignment)).items():
        regions = map(textwrap.dedent, SECRET.findall(cell.source))
        # What an f-string fills in may be a word of another name as well.
        hidden = {
            pattern for part in regions for pattern in record_patterns(part) if r"\w" not in pattern
        }
        path = REPOSITORY / "resources" / "reference" / assignment / f"{check}.json"
        shipped = {record["name"] for record in json.loads(path.read_text())["evidence"]["records"]}
        assert shipped and not hidden & shipped, check


@pytest.mark.parametrize(
    "path",
    [
        path
        for folder in ("solutions/*", "exercises/*/*")
        for path in sorted(REPOSITORY.glob(f"{folder}/*.ipynb"))
        if path.stem not in HALF_WRITTEN
    ],
    ids=lambda p: str(p.relative_to(REPOSITORY)),
)
def test_notebooks_are_valid_and_stored_without_outputs(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") or cell.get("execution_count") for cell in notebook.cells)


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_solution_notebook_is_in_order(assignment):
    assert list(problems(solution(assignment))) == []


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_blank_names_itself_counts_its_lines_and_has_a_hint(assignment):
    for language in LANGUAGES:
        notebook = exercise(assignment, language)
        for place, cell in enumerate(notebook.cells):
            if is_blank(cell) and cell.cell_type == "code":
                first, mark = (
                    (cell.source.splitlines()[1], "//")
                    if is_c(cell)
                    else (cell.source.splitlines()[0], "#")
                )
                assert first.startswith(f"{mark} {grade_id(cell)}:"), first
                assert re.search(LINES[language], first), first
                before = "".join(
                    above.source
                    for above in notebook.cells[max(0, place - 3) : place]
                    if above.cell_type == "markdown"
                )
                after = "".join(
                    below.source
                    for below in notebook.cells[place + 1 : place + 2]
                    if below.cell_type == "markdown"
                )
                assert "<details>" in before + after, grade_id(cell)


LINES = {"en": r"(?i)about (\d+) lines?", "ja": r"(\d+) ?行(?:ほど|くらい|程度)"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_text_above_a_blank_says_as_many_lines_as_the_blank(assignment, language):
    counts = []
    for cell in exercise(assignment, language).cells:
        if cell.cell_type == "markdown":
            counts += map(int, re.findall(LINES[language], cell.source))
        elif is_blank(cell):
            own = sum(map(int, re.findall(LINES[language], cell.source)))
            # The last one said, or the parts of the task.
            assert not counts or own in (counts[-1], sum(counts[-2:])), grade_id(cell)
            counts = []


def test_the_tasks_of_03_that_are_extra_come_after_its_report():
    """So that a student who has finished the report has finished what is required."""
    cells = notebooks.checks(exercise(ASSIGNMENTS[2])).values()
    graded = [cell for cell in exercise(ASSIGNMENTS[2]).cells if Cell.of(cell).is_graded]
    extra = [grade_id(cell) for cell in cells if metadata.of_cell(cell).extra]
    report = [grade_id(cell) for cell in graded].index("final_report")
    assert extra and [grade_id(cell) for cell in graded[report + 1 :]] == extra


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_unfilled_blanks_are_valid_python_that_names_the_task(assignment):
    for cell in exercise(assignment, "en").cells:
        if is_blank(cell) and cell.cell_type == "code" and not is_c(cell):
            ast.parse(cell.source)
            assert f'raise NotImplementedError("{grade_id(cell)}")' in cell.source


@pytest.mark.parametrize(("assignment", "language"), IN_TURNS)
def test_a_template_scores_0_and_raises_nothing(assignment, language, executor, executed):
    """As it is graded. All of its cells run in Colab's environment (tests/environments)."""
    template, limits = exercise(assignment, language), UNHURRIED.assignment(assignment).limits
    execution = executor.run_one(template, limits=limits, plan=plan_of(template))
    assert execution.stops == [] and outputs(execution.notebook, "error") == []
    verdicts = Judge(executed(assignment)).verdicts(execution.notebook)
    assert {name: verdict.points for name, verdict in verdicts.items() if verdict.points} == {}


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_figure_is_described_in_both_languages(assignment):
    """The texts of figures that labkit draws are in the catalogues of messages."""
    cells = solution(assignment).cells
    sources = [cell.source for cell in cells if "figures.show(" in cell.source]
    trees = [ast.parse(TransformerManager().transform_cell(source)) for source in sources]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    shown = [call for call in calls if ast.unparse(call.func) == "figures.show"]
    assert shown or any("Charts(" in cell.source for cell in cells)  # which describe themselves
    assert all({keyword.arg for keyword in call.keywords} == {*LANGUAGES} for call in shown)


def test_a_solution_that_says_something_where_release_cannot_choose_is_refused():
    notebook = solution(ASSIGNMENTS[0])
    notebook.cells[-1].source = '%time print(words(en="a", ja="b"))'
    assert [cell for cell in problems(notebook) if "must not be in a magic" in cell]


@pytest.mark.parametrize("line", ["", 'labkit.start(f"01_{name}")'])
def test_a_solution_whose_language_release_could_not_name_is_refused(line):
    notebook = solution(ASSIGNMENTS[0])
    setup = next(cell for cell in notebook.cells if notebooks.is_setup(cell))
    setup.source = setup.source.rpartition("labkit.start")[0] + line
    assert "labkit.start" in " ".join(problems(notebook))


def test_ids_are_unique_in_the_whole_course():
    ids = [
        grade_id(cell)
        for assignment in ASSIGNMENTS
        for cell in solution(assignment).cells
        if is_check(cell)
    ]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("slug", ["", "ada/course"])
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_the_first_cells_offer_colab_where_there_is_a_public_repository(assignment, slug):
    notebook = released(replace(COURSE, repository=slug).assignment(assignment), "ja")
    first_code = next(cell for cell in notebook.cells if cell.cell_type == "code")
    assert grade_id(first_code) == "setup"
    badge = f"colab.research.google.com/github/{slug}/blob/main/exercises/ja/{assignment}"
    assert (badge in notebook.cells[0].source) == bool(slug)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_no_released_notebook_holds_a_placeholder(assignment, language):
    assert PLACEHOLDER not in notebooks.as_text(exercise(assignment, language))


def test_released_code_of_a_notebook_marks_its_language():
    assert [
        metadata.of_notebook(released(COURSE.assignment(ASSIGNMENTS[0]), lang)).language
        for lang in LANGUAGES
    ] == LANGUAGES


@pytest.mark.parametrize("policy", AI_POLICIES[:-1])
def test_the_first_cell_tells_the_policy_on_ai_in_its_language(policy):
    course = replace(COURSE, ai=AiPolicy(policy))
    sentences = [
        released(course.assignment(ASSIGNMENTS[0]), language).cells[0].source
        for language in LANGUAGES
    ]
    for language, text in zip(LANGUAGES, sentences, strict=True):
        title, words = message("ai.title", language), message(f"ai.{policy}", language)
        assert text.endswith(f"> **{title}** {words}")
    silent = replace(COURSE, ai=None)
    assert sentences[0].startswith(
        released(silent.assignment(ASSIGNMENTS[0]), "en").cells[0].source + "\n\n"
    )


def test_an_instructors_own_policy_on_ai_is_reported_word_for_word():
    course = replace(COURSE, ai=AiPolicy("own", {"en": "Ask me.", "ja": "聞いてください。"}))
    assert (
        released(course.assignment(ASSIGNMENTS[0]), "ja")
        .cells[0]
        .source.endswith("聞いてください。")
    )


@pytest.mark.parametrize(
    ("entry", "complaint"),
    [
        ('policy = "yes"', "choose one of free, named, explain, none, own"),
        ('policy = "own"', "needs a text if"),
        ('policy = "free"\ntext = { en = "a", ja = "b" }', "needs a text if"),
        (
            'policy = "own"\ntext = { en = "a" }',
            "needs the languages en, ja",
        ),
        ('rule = "free"', "[ai] has 'rule', which is unknown"),
    ],
)
def test_a_policy_on_ai_that_no_one_knows_is_refused(course_dir, entry, complaint):
    path = course_dir / "course.toml"
    path.write_text(path.read_text().replace('policy = "explain"', entry))
    with pytest.raises(CourseError, match=re.escape(complaint)):
        registry.load(course_dir)


PICTURE = b64encode(b"the curve of the model answer").decode()


def edited(folder, change):
    """Change a course's solution, by the ids of its cells."""
    path = folder / "solutions" / SHORT / f"{SHORT}.ipynb"
    notebook = nbformat.read(path, as_version=4)
    change({grade_id(cell) or cell.id: cell for cell in notebook.cells})
    nbformat.write(notebook, path)


def test_what_belongs_to_replaced_text_is_replaced_with_it(course_dir):
    def belongs(cells):
        for name in ("find_the_cheat", "int8-backward-task-en"):
            cells[name].attachments = {"a plot.png": {"image/png": PICTURE}}
        cells["int8-backward-task-en"].attachments["shown too.png"] = {"image/png": "U0hPV04="}
        cells["int8-backward-task-en"].source += "\n\n![](attachment:shown%20too.png)"
        cells["find_the_cheat"].source += "\n\n![](attachment:a%20plot.png)"
        for name in ("find_the_cheat", "int8_backward", "int8_backward_check"):
            cells[name].metadata["variables"] = {"answer": PICTURE}
        output = {"output_type": "display_data", "data": {"image/png": PICTURE}, "metadata": {}}
        cells["int8_backward"].outputs = [nbformat.from_dict(output)]

    edited(course_dir, belongs)
    done = autograder("release", SHORT, cwd=course_dir)
    assert done.returncode == 0, done.stderr
    texts = {
        path: path.read_text("utf-8", "replace")
        for folder in ("exercises", "resources")
        for path in (course_dir / folder).rglob("*")
        if path.is_file()
    }
    assert [path for path, text in texts.items() if PICTURE in text] == []
    assert "U0hPV04=" in texts[course_dir / "exercises" / "en" / SHORT / f"{SHORT}.ipynb"]


def test_a_line_of_a_solution_in_an_open_text_is_refused_until_it_is_named(course_dir):
    line = (
        "return torch.where((input >= -128) & (input <= 127), grad_out, torch.zeros_like(grad_out))"
    )

    def copied(cells):
        cells["int8-backward-task-en"].source += f"\n\nThink of `{line}`."

    edited(course_dir, copied)
    before = {path: path.read_bytes() for path in course_dir.rglob("*") if path.is_file()}
    done = autograder("release", SHORT, cwd=course_dir)
    assert done.returncode == 1 and len(done.stderr.strip().splitlines()) == 1, done.stderr
    for part in ("int8-backward-task-en", "int8_backward", "solutions/shown.toml"):
        assert part in done.stderr
    assert line not in done.stderr  # the logs of CI are public
    assert {path: path.read_bytes() for path in before} == before

    named = course_dir / "solutions" / "shown.toml"
    named.write_text(named.read_text().replace("lines = [", f"lines = [\n    {json.dumps(line)},"))
    done = autograder("release", SHORT, cwd=course_dir)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("shown on purpose") == 1 and line not in done.stdout
    done = autograder("release", SHORT, "--verbose", cwd=course_dir)
    assert f"shown on purpose: {line}" in done.stdout


def test_a_wrong_answer_that_fails_more_than_it_says_is_never_written_as_a_mistake(course_dir):
    """It may be this machine's fault: a broken tool, or a limit."""
    folder = Path("answers", SHORT, "int8_float")
    shutil.copytree(REPOSITORY / folder, course_dir / folder)
    path = course_dir / folder / "wrong.toml"
    text = path.read_text("utf-8")
    path.write_text(text.replace('fails = ["refused"]', 'fails = ["print"]', 1))
    (course_dir / "resources" / "mistakes" / SHORT / "int8_float.json").unlink(missing_ok=True)
    done = autograder("release", SHORT, cwd=course_dir)
    assert done.returncode == 1 and f"{path}, " in done.stderr, done.stderr
    assert "fails refused here, but its entry does not say so" in done.stderr


def test_known_mistakes_are_made_anew_once_labkits_code_is_another(tmp_path, monkeypatch):
    (tmp_path / "c").mkdir()
    for name, text, counts in (("a.py", "1", True), ("c/b.c", "2", True), ("a.md", "3", False)):
        before = files.digest_of_code.__wrapped__(tmp_path)
        (tmp_path / name).write_text(text)
        assert (files.digest_of_code.__wrapped__(tmp_path) != before) is counts
    assignment = COURSE.assignment(SHORT)
    wrong = wrong_answers(assignment)["int8_float"]
    made_from = json.loads((assignment.mistakes / "int8_float.json").read_text())["from"]
    visible, _ = ClearHiddenTests().preprocess(solution(SHORT), {})
    assert files._version(visible, wrong) == made_from
    monkeypatch.setattr(files, "digest_of_code", lambda _: "of other code")
    assert files._version(visible, wrong) != made_from
