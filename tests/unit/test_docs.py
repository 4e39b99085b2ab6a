"""What README and docs name exists: links, our commands and their options, targets of make."""

import re
from dataclasses import asdict
from pathlib import Path

import pytest
import typer
from repository import ASSIGNMENTS, DOCUMENTS, REPOSITORY, make_targets, solution

from autograder import encodings, oral_questions
from autograder.cli import app
from autograder.engine import pool, provisioner, work_timer
from autograder.engine.engine import MAX_LEFT_OUT
from autograder.engine.limits import MEGABYTE, Limits
from autograder.engine.outputs import CEILING
from autograder.release import leaks, new
from autograder.reports import class_report, rendered
from autograder.submission import cleaned, decode
from autograder.watch.seeds import SEED
from benchmarks import margins
from labkit import evidence

FENCED = re.compile(r"^```.*?\n(.*?)^```", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"^(?: {4,}|\t)(.*)$", re.MULTILINE)
INLINE = re.compile(r"`([^`\n]+)`")
# A path from the root of the repository that names no placeholder.
PATH = re.compile(r"`((?:answers|autograder|benchmarks|docs|labkit|solutions|tests)/[\w./-]+)`")
# A module by the end of its path, as in `judging/verdicts.py`.
MODULE = re.compile(r"`((?:\w+/)*\w+\.py)`")
MODULES = {
    f"/{path.relative_to(REPOSITORY)}"
    for pattern in ("*.py", "[a-z]*/**/*.py")
    for path in REPOSITORY.glob(pattern)
}
COMMANDS = typer.main.get_command(app).commands
every_document = pytest.mark.parametrize(
    "document", DOCUMENTS, ids=lambda path: path.relative_to(REPOSITORY).as_posix()
)


def code(text: str) -> list[str]:
    """The lines of code in a document: fenced, indented and within sentences."""
    fenced = [line for block in FENCED.findall(text) for line in block.splitlines()]
    prose = FENCED.sub("", text)
    return fenced + INDENTED.findall(prose) + INLINE.findall(INDENTED.sub("", prose))


def commands(text: str) -> list[tuple[str, set[str]]]:
    """Each ``autograder COMMAND --option`` of a document, as the command and its options."""
    calls = [
        call
        for line in code(text)
        for call in re.findall(r"(?:^|[/\s])autograder ([a-z_-]+)((?: [^|#;&]*)?)", line)
    ]
    return [
        (command, set(re.findall(r"(?<=\s)--[a-z][a-z-]*", arguments)))
        for command, arguments in calls
    ]


def options(command: str) -> set[str]:
    """The options of one of our commands, as its --help shows them."""
    return {name for parameter in COMMANDS[command].params for name in parameter.opts} | {"--help"}


def anchors(document: Path) -> set[str]:
    """The headings of a document, as links name them."""
    headings = re.findall(r"^#+ (.*)$", document.read_text(), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_document
def test_every_relative_link_leads_somewhere(document: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", document.read_text()):
        if "://" in link:
            continue
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), f"{document.name} links to {link}"
        assert not anchor or anchor in anchors(target), f"{document.name} links to {link}"


@every_document
def test_every_path_of_the_repository_exists(document: Path) -> None:
    named = PATH.findall(document.read_text())
    missing = [path for path in named if not (REPOSITORY / path).exists()]
    assert [path for path in missing if "09_my_topic" not in path] == []


@every_document
def test_every_module_that_is_named_by_the_end_of_its_path_exists(document: Path) -> None:
    text = document.read_text()
    shown = "".join(FENCED.findall(text))  # a program that the document itself holds
    named = [path for path in MODULE.findall(text) if path not in shown]
    missing = [path for path in named if not any(module.endswith(f"/{path}") for module in MODULES)]
    assert missing == []


@every_document
def test_every_command_and_option_exists(document: Path) -> None:
    for command, named in commands(document.read_text()):
        assert command in COMMANDS, f"{document.name}: autograder {command}"
        assert named <= options(command), (
            f"{document.name}: autograder {command} {named - options(command)}"
        )


INSTRUCTORS = [document for document in DOCUMENTS if document.parent.name != "students"]


def test_what_instructors_install_has_the_versions_of_the_lock() -> None:
    lines = [line for document in INSTRUCTORS for line in code(document.read_text())]
    shared = [line for line in lines if re.search(r"^RUN pip |bin/pip install", line)]
    pinned = r"--constraint requirements\.lock|--requirement \S*requirements\.lock|--no-deps"
    assert len(shared) == 4 and [line for line in shared if not re.search(pinned, line)] == []


@every_document
def test_every_target_of_make_exists(document: Path) -> None:
    named = {
        target
        for line in code(document.read_text())
        for target in re.findall(r"^make ([a-z][a-z-]*)", line)
    }
    assert named <= make_targets(), f"{document.name}: {named - make_targets()}"


def test_commands_are_found_in_every_kind_of_code() -> None:
    text = (
        "Run `autograder grade x --force`.\n\n"
        "    autograder export  # --not this\n\n"
        "```\nautograder try --jobs 2\n```\n"
    )
    assert sorted(commands(text)) == [
        ("export", set()),
        ("grade", {"--force"}),
        ("try", {"--jobs"}),
    ]


def test_the_instructors_guide_names_every_command() -> None:
    named = {command for document in DOCUMENTS for command, _ in commands(document.read_text())}
    assert set(COMMANDS) <= named


def test_the_readme_has_at_most_550_words() -> None:
    assert len((REPOSITORY / "README.md").read_text().split()) <= 550


def test_links_lead_from_the_readme_to_every_document() -> None:
    reached, waiting = set(), [REPOSITORY / "README.md"]
    while waiting:
        document = waiting.pop()
        reached.add(document)
        links = re.findall(r"\]\(([^)#:\s]+\.md)", document.read_text())
        targets = {(document.parent / link).resolve() for link in links}
        waiting += targets & set(DOCUMENTS) - reached
    assert reached == set(DOCUMENTS)


@pytest.mark.parametrize("name", ["README.md", "README.ja.md"])
def test_the_readme_names_every_assignment(name: str) -> None:
    text = (REPOSITORY / name).read_text()
    assert [assignment for assignment in ASSIGNMENTS if f"`{assignment}`" not in text] == []


def outline(text: str) -> list[str]:
    """What two languages share, in order: the levels of headings, rows of tables, and code."""
    levels = re.findall(r"^#+ |^\|(?=.*\|$)", INDENTED.sub("", text), flags=re.MULTILINE)
    blocks = [line.split("#")[0].strip() for line in INDENTED.findall(text)]
    return levels + [line for line in blocks if line]


@pytest.mark.parametrize("name", ["README", "collecting", "reference"])
def test_what_instructors_read_is_the_same_in_both_languages(name: str) -> None:
    english, japanese = (
        (REPOSITORY / "docs/instructors" / f"{name}{language}.md").read_text()
        for language in ("", ".ja")
    )
    assert outline(japanese) == outline(english)
    prose = (INDENTED.sub("", text) for text in (english, japanese))
    names = [sorted(set(INLINE.findall(text))) for text in prose]
    assert names[0] == names[1]


def own_words() -> list[str]:
    """The words of the course in the glossary: what its tables' first columns hold."""
    text = (REPOSITORY / "docs/students/glossary.md").read_text()
    rows = [row[2:].split(" | ")[0] for row in text.splitlines() if row.startswith("| ")]
    named = [row for row in rows if "---" not in row and "ours" not in row and row != "letter"]
    return [word for row in named for word in INLINE.findall(row) or row.split(", ")]


def test_each_word_of_the_glossary_is_used_in_a_notebook() -> None:
    cells = [cell.source for assignment in ASSIGNMENTS for cell in solution(assignment).cells]
    text = "\n".join(cells).lower()
    assert len(own_words()) > 30
    assert [word for word in own_words() if word.lower() not in text] == []


def test_the_states_of_a_submission_are_all_explained() -> None:
    from autograder.states import State

    text = (REPOSITORY / "docs/instructors/reference.md").read_text()
    assert [state for state in State if f"| {state} |" not in text] == []


SCRATCH = Limits().scratch_bytes / (Limits.file_mb * MEGABYTE)
# What prose says, in which documents, of which numbers of the code.
NUMBERS = [
    ("instructors/reference.md", "has at least {} letters, digits or `=`", leaks.LEAST),
    ("instructors/reference.ja.md", "英字、数字、`=` が合わせて {} 個以上", leaks.LEAST),
    ("maintainers/trust.md", "finds none of {} or more", leaks.LEAST),
    ("maintainers/trust.md", "a budget of {:,} cells", decode.MAX_CELLS),
    ("maintainers/trust.md", "cells and {:,} characters of code", cleaned.MAX_TOTAL_LETTERS),
    ("maintainers/trust.md", "of code, {:,} in a cell", cleaned.MAX_CELL_LETTERS),
    ("maintainers/trust.md", "A page renders {:,} characters", rendered.MAX_PAGE_LETTERS),
    ("instructors/reference.md", "more than {} MB, or another", decode.LARGEST_NOTEBOOK // 10**6),
    (
        "instructors/reference.ja.md",
        "{} MB を超えるファイル、別の",
        decode.LARGEST_NOTEBOOK // 10**6,
    ),
    ("instructors/reference.md", "at most {} seconds a cell", oral_questions.MAX_SECONDS),
    ("instructors/reference.ja.md", "1 つのセルに {} 秒まで", oral_questions.MAX_SECONDS),
    ("instructors/reference.md", "writes {} questions for each", oral_questions.EACH),
    ("instructors/reference.ja.md", "質問を {} つ作ります", oral_questions.EACH),
    ("instructors/reference.md", "exceeded {} times `output_mb`", CEILING),
    ("instructors/reference.ja.md", "`output_mb` の {} 倍を超えた", CEILING),
    ("instructors/reference.md", "{} times as much ends the run", CEILING),
    ("instructors/reference.ja.md", "{} 倍を超えると実行が終わる", CEILING),
    ("instructors/reference.md", "left out (at most {} of them)", MAX_LEFT_OUT),
    ("instructors/reference.ja.md", "多くても {} つまで", MAX_LEFT_OUT),
    ("instructors/reference.md", "not at all from {:.0f} seconds after", SEED),
    ("instructors/reference.ja.md", "{:.0f} 秒たつと、誰にも", SEED),
    ("instructors/reference.md", "all together have {:g} times as much", SCRATCH),
    ("instructors/reference.ja.md", "全体ではその {:g} 倍まで", SCRATCH),
    ("students/README.md", "normally {} seconds for a cell", Limits.cell_seconds),
    ("students/README.ja.md", "1 つのセルは {} 秒", Limits.cell_seconds),
    ("students/README.md", "{:g} minutes and", Limits.total_seconds / 60),
    ("students/README.ja.md", "全体は {:g} 分", Limits.total_seconds / 60),
    ("students/README.md", "{:g} GB of memory", Limits.memory_mb / 1024),
    ("students/README.ja.md", "メモリは {:g} GB", Limits.memory_mb / 1024),
    ("students/README.md", "{} MB of output", Limits.output_mb),
    ("students/README.ja.md", "出力は {} MB", Limits.output_mb),
    ("instructors/reference.md", "Below {} it tells you little", class_report.WEAK),
    ("instructors/reference.ja.md", "{} より小さければほとんど何もわからず", class_report.WEAK),
    ("instructors/collecting.md", "is tried in {} encodings", len(encodings.CANDIDATES)),
    ("instructors/collecting.ja.md", "{} の文字コードで試し", len(encodings.CANDIDATES)),
    ("instructors/clusters.md", "up to {} times in all", pool.RETRIES + 1),
    ("maintainers/engine.md", "copied, up to {} MiB", provisioner.LARGEST_FOLDER // MEGABYTE),
    ("maintainers/engine.md", "up to {} times the limit", work_timer.MAX_WALL_TIMES),
    ("maintainers/exercises.md", "at least {} right and", new.RIGHT_ANSWERS),
    ("maintainers/exercises.md", "right and {} wrong answers", new.WRONG_ANSWERS),
    ("maintainers/exercises.md", "must be {:g} points below", 100 * margins.ROOM),
    ("maintainers/judging.md", "at most {} lists within lists", evidence.DEEPEST),
    ("maintainers/judging.md", "has at most {} dimensions", evidence.MOST_DIMENSIONS),
    ("maintainers/judging.md", "from 0 to {:,} (", evidence.LARGEST_RECORD),
    *(
        (document, f"| `{name}` | {{}} |", str(value).lower())
        for document in ("instructors/reference.md", "instructors/reference.ja.md")
        for name, value in asdict(Limits()).items()
    ),
]


@pytest.mark.parametrize(("document", "said", "number"), NUMBERS)
def test_numbers_in_prose_are_those_of_the_code(document: str, said: str, number: float) -> None:
    prose = " ".join((REPOSITORY / "docs" / document).read_text().split())
    assert said.format(number) in prose


def test_each_assignment_was_measured_in_the_container_that_the_guide_says_is_enough() -> None:
    page = (REPOSITORY / "docs/measured/gradescope.md").read_text()
    by_assignment = dict(re.findall(r"^## (\w+)$(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    assert by_assignment.keys() == {*ASSIGNMENTS}
    usual = re.compile(r"^\| 0.5 CPU, 768 MB \| (\d+) \| \d+ \| (\d+) \| yes \|$", re.MULTILINE)
    rows = [usual.search(section) for section in by_assignment.values()]
    seconds, megabytes = zip(*(map(int, row.groups()) for row in rows if row), strict=True)
    assert len(seconds) == len(ASSIGNMENTS)
    assert max(seconds) <= 60 and 350 <= min(megabytes) and max(megabytes) <= 530
    for name in ("README.md", "README.ja.md"):
        said = (REPOSITORY / "docs/instructors" / name).read_text()
        assert re.search(r"\b350\D{1,4}530 MB", said)
