"""Released notebooks are current, hold the same code in both languages and no secrets, and run."""

import ast
import json
import re
import textwrap
from base64 import b64encode
from dataclasses import replace

import nbformat
import pytest
from courses import SHORT, autograder, succeeded
from IPython.core.inputtransformer2 import TransformerManager
from kernels import outputs
from repository import ASSIGNMENTS, COURSE, REPOSITORY, exercise, record_patterns, solution
from runs import IN_TURNS, UNHURRIED

from autograder import metadata, notebooks, registry
from autograder.course import AI_POLICIES, PLACEHOLDER, AiPolicy, CourseError
from autograder.judging.verdicts import Judge
from autograder.messages import message
from autograder.notebooks import grade_id, is_blank, is_check
from autograder.release.files import left_over, problems
from autograder.released import released
from autograder.submission.c_files import is_c
from autograder.submission.parts import plan_of

LANGUAGES = ["en", "ja"]


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_everything_released_is_current(assignment):
    succeeded(autograder("release", assignment, "--check"))


def test_nothing_is_released_of_what_the_course_does_not_have():
    assert left_over(COURSE) == {}


def test_a_stale_release_is_refused_and_named(course_dir):
    path = course_dir / "exercises" / "ja" / ASSIGNMENTS[0] / f"{ASSIGNMENTS[0]}.ipynb"
    path.write_text(path.read_text().replace("import", "import ", 1))
    done = autograder("release", ASSIGNMENTS[0], "--check", cwd=course_dir)
    assert done.returncode == 1
    assert f"exercises/ja/{ASSIGNMENTS[0]}" in done.stderr.replace("\n", "")


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_both_languages_hold_the_same_code_but_for_the_line_that_names_the_language(assignment):
    english, japanese = (code_lines(exercise(assignment, language)) for language in LANGUAGES)
    differing = [pair for pair in zip(english, japanese, strict=True) if pair[0] != pair[1]]
    start = f'labkit.start("{assignment}", language="{{}}")'
    assert differing == [(start.format("en"), start.format("ja"))]


def code_lines(notebook):
    return [
        line
        for cell in notebook.cells
        if cell.cell_type == "code"
        for line in cell.source.splitlines()
    ]


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
        hidden = {one for part in regions for one in record_patterns(part) if r"\w" not in one}
        path = REPOSITORY / "resources" / "reference" / assignment / f"{check}.json"
        shipped = {record["name"] for record in json.loads(path.read_text())["evidence"]["records"]}
        assert shipped and hidden and not hidden & shipped, check


@pytest.mark.parametrize(
    "path",
    sorted(REPOSITORY.glob("solutions/*/*.ipynb"))
    + sorted(REPOSITORY.glob("exercises/*/*/*.ipynb")),
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
                assert first.startswith(f"{mark} {grade_id(cell)}:") and re.search(
                    r"about \d+ lines?", first
                ), first
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


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_unfilled_blanks_are_valid_python_that_names_the_task(assignment):
    for cell in exercise(assignment, "en").cells:
        if is_blank(cell) and cell.cell_type == "code" and not is_c(cell):
            ast.parse(cell.source)
            assert f'raise NotImplementedError("{grade_id(cell)}")' in cell.source


@pytest.mark.parametrize(("assignment", "language"), IN_TURNS)
def test_a_template_scores_0_and_raises_nothing(assignment, language, executor, executed):
    """As it is graded. All of its cells run in Colab's environment (tests/abroad)."""
    template, limits = exercise(assignment, language), UNHURRIED.assignment(assignment).limits
    execution = executor.run_one(template, limits=limits, plan=plan_of(template))
    assert execution.stops == [] and outputs(execution.notebook, "error") == []
    verdicts = Judge(executed(assignment)).verdicts(execution.notebook)
    assert {name: verdict.points for name, verdict in verdicts.items() if verdict.points} == {}


@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_every_figure_is_described_in_both_languages(assignment):
    """The texts of figures that labkit draws are in the catalogues of messages."""
    sources = [cell.source for cell in solution(assignment).cells if "figures.show(" in cell.source]
    trees = [ast.parse(TransformerManager().transform_cell(source)) for source in sources]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    shown = [call for call in calls if ast.unparse(call.func) == "figures.show"]
    assert shown
    assert all({keyword.arg for keyword in call.keywords} == {*LANGUAGES} for call in shown)


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


@pytest.mark.parametrize("policy", [name for name, key in AI_POLICIES.items() if key])
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
        ('policy = "own"', "has a text exactly if"),
        ('policy = "free"\ntext = { en = "a", ja = "b" }', "has a text exactly if"),
        ('policy = "own"\ntext = { en = "a" }', "needs the languages en, ja"),
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
    assert f"shown on purpose: {line}" in done.stdout
