"""Skeletons of an assignment and of a blank, and what a blank still lacks.

A skeleton runs as it is, so that the whole release can be tried before anything is written. What a
person has to write says ``TODO``.
"""

from __future__ import annotations

import re
import shutil
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import groupby, product, takewhile
from pathlib import Path

from nbformat import NotebookNode
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder import metadata, notebooks, release_steps, texts
from autograder.answers.known import RIGHT, WRONG, KnownAnswer, known_answers_in
from autograder.course import REGISTRY, Assignment, Course, CourseError
from autograder.editions import with_comments_in
from autograder.engine.engine import Engine
from autograder.judging.references import draw_seed, execute_solution
from autograder.judging.verdicts import Judge
from autograder.messages import FOLDERS
from autograder.metadata import Role
from autograder.notebooks import CHECK, Cell
from autograder.registry import registry_text
from autograder.submission.cleaned import KERNELSPEC
from autograder.submission.parts import plan_of
from autograder.submission.training import without_training
from labkit.language import ENGLISH
from labkit.messages import Catalogue, load

TO_WRITE = "TODO"
RIGHT_ANSWERS, WRONG_ANSWERS = 6, 8
_NAME = re.compile(r"[a-z0-9_]+")
_ABOUT = re.compile(r"about (\d+) lines?")
_TASK = re.compile(r"^### \w+ (\d+)", re.MULTILINE)

# What the cells say, and how the first of them tells the number of blanks in each language.
TEXTS = Path(__file__).parent / "skeletons"
ENTRY = """
[[assignments]]
id = "{name}"
title = {{ {words} }}
minutes = 60
"""
FIGURE = 'figures.forward_and_slope({name}, "{name}", (-2, 2))'
RECEIPT = "labkit.receipt()"


def new_assignment(course: Course, name: str) -> list[Path]:
    """Write a solution notebook without blanks, and its entry in the registry.

    Returns:
        The files that were written.

    Raises:
        CourseError: the name is no id, or is taken.
    """
    # The registry does not know it yet, so it has no paths.
    path = course.home / "solutions" / name / f"{name}.ipynb"
    registry = course.home / REGISTRY
    if not _NAME.fullmatch(name):
        raise CourseError(f"{name!r} is no id: use small letters, digits and _, as in 08_my_topic.")
    if path.exists():
        raise CourseError(f"{path} already exists. Add blanks: autograder new {name}/my_blank")
    cells = [
        *_texts(course, "assignment", name),
        _code(_skeleton("setup.code"), name, "setup", Role.SETUP),
        *_texts(course, "receipt", "receipt"),
        _code(RECEIPT, name, "receipt", skip=True),
    ]
    about = {"kernelspec": dict(KERNELSPEC), "language_info": {"name": "python"}}
    notebooks.write(path, notebooks.as_text(new_notebook(cells=cells, metadata=about)))
    words = ", ".join(f'{language} = "{TO_WRITE}"' for language in course.languages)
    # Appended as text: a TOML writer would drop the registry's comments.
    notebooks.write(registry, registry_text(course.home) + ENTRY.format(name=name, words=words))
    return [path, registry]


def new_blank(assignment: Assignment, name: str) -> list[Path]:
    """Write a blank as the last of a solution notebook: texts, blank, check, figure.

    A folder for right answers is made, too, and a file for wrong ones.

    Returns:
        The notebook, the folder and the file.

    Raises:
        CourseError: the name is no name in Python, or is taken in another assignment.
    """
    if not name.isidentifier() or not _NAME.fullmatch(name):
        raise CourseError(f"{name!r} is not a function name in small letters, such as my_blank.")
    # One name in the whole course: answers, rows of reports and mutants go by it.
    for known in assignment.course.assignments:
        if known.solution.exists() and has_blank(known, name):
            raise CourseError(f"{known.id} already has a blank {name}. Choose a different name.")
    path = assignment.solution
    notebook = notebooks.read(path)
    present = notebooks.cells(notebook)
    texts = (cell.source for cell in present if cell.kind == "markdown")
    tasks = (int(number) for text in texts for number in _TASK.findall(text))
    end, task = _end(present), max(tasks, default=0) + 1
    notebook.cells[end:end] = [
        *_texts(assignment.course, "blank", name, task),
        _code(_skeleton("blank.code"), name, name, solution=True),
        _code(_skeleton("check.code"), name, f"{name}{CHECK}", points=2),
        _code(FIGURE, name, f"{name}_figure", skip=True),
    ]
    notebooks.write(path, notebooks.as_text(notebook))
    folder = assignment.answers / name
    (folder / "right").mkdir(parents=True, exist_ok=True)
    if not (folder / WRONG).exists():
        shutil.copy(TEXTS / WRONG, folder)
    return [path, folder / "right", folder / WRONG]


def has_blank(assignment: Assignment, name: str) -> bool:
    """Whether a solution notebook already holds a blank."""
    present = notebooks.cells(notebooks.read(assignment.solution))
    return any(cell.is_blank and cell.id == name for cell in present)


def lacking(assignment: Assignment, blank: str = "") -> Iterator[str]:
    """What a blank, or an assignment with all its blanks, lacks before students may see it."""
    present = notebooks.cells(notebooks.read(assignment.solution))
    if blank:
        yield from _lacks_of_blank(assignment, present, blank)
        yield from _miscounted(present)
        return
    title, languages = assignment.title, assignment.course.languages
    if missing := [name for name in languages if TO_WRITE in title.get(name, TO_WRITE)]:
        yield f"no title in course.toml ({', '.join(missing)})"
    if not any(cell.is_blank for cell in present):
        yield f"no blank. Add one: autograder new {assignment.id}/my_blank"
    blanks = [cell.id for cell in present if cell.is_blank and cell.is_code]
    told = {id(cell) for blank in blanks for cell in _of_blank(present, blank)}
    yield from _unwritten([cell for cell in present if id(cell) not in told])
    yield from _one_sided(present, languages)
    yield from _miscounted(present)
    for cell in present:
        if cell.is_blank and cell.is_code:
            for sentence in _lacks_of_blank(assignment, present, cell.id):
                yield f"{cell.id}: {sentence}"


def advice(assignment: Assignment, blank: str = "") -> Iterator[str]:
    """What would be good to have, but may be missing or in another cell."""
    present = notebooks.cells(notebooks.read(assignment.solution))
    yield from () if blank else _untranslated(assignment.course.languages)
    readmes = assignment.course.home.glob("README*.md")
    unnamed = [
        readme.name for readme in sorted(readmes) if assignment.id not in readme.read_text("utf-8")
    ]
    if unnamed and not blank:
        yield f"no line about {assignment.id} in {' and '.join(unnamed)}"
    for cell in present:
        if cell.is_blank and cell.is_code and blank in ("", cell.id):
            own = _of_blank(present, cell.id)
            if not any(part.is_code and part.skip for part in own):
                yield f"{cell.id}: no figure or other cell that shows what was written"


def _untranslated(languages: tuple[str, ...]) -> Iterator[str]:
    """The message files that a language has only in part, or not at all."""
    for folder, language in product(FOLDERS, languages):
        english, own = (Catalogue(folder).load(code) for code in (ENGLISH, language))
        if missing := sum(len(texts.keys() - own.get(name, {})) for name, texts in english.items()):
            place = f"{folder.parent.name}/{folder.name}/{language}.toml"
            yield f"{missing} messages are not in {place}, and are shown in English"


def lacking_in_a_run(assignment: Assignment, engine: Engine, blank: str = "") -> Iterator[str]:
    """Records without a title, rules missing in a language, and blanks that get full points
    unfilled."""
    run, seed = partial(engine.execute, limits=assignment.limits), draw_seed()
    reference = execute_solution(notebooks.read(assignment.solution), seed, run)
    # As students get it: this reveals a blank that works unfilled, or a check that asks nothing.
    given = without_training(release_steps.released(assignment, assignment.course.languages[0]))
    untouched = run(given, {"LABKIT_SEED": str(seed)}, plan=plan_of(given)).notebook
    languages = assignment.course.languages
    titles = {language: load(language)["records"] for language in languages}
    for check, verdict in Judge(reference).verdicts(untouched).items():
        if blank not in ("", check):
            continue
        for record in (kept.reference for kept in verdict.records):
            names = {record.name, f"{check}.{record.name}"}
            if untitled := [name for name in languages if not names & titles[name].keys()]:
                yield (
                    f"{check}: no title for the record {record.name} ({', '.join(untitled)}) in "
                    "labkit/messages/*.toml, section records"
                )
            if missing := [
                language for language in languages if record.rule and language not in record.rule
            ]:
                yield (
                    f"{check}: no rule for the record {record.name} ({', '.join(missing)}) in "
                    "labkit/messages/*.toml, section rules, or for a hidden probe in the check"
                )
        if verdict.points:
            yield (f"already solved: {check}, {verdict.points:g} points with nothing filled in")


def _lacks_of_blank(assignment: Assignment, present: list[Cell], name: str) -> Iterator[str]:
    blank, own = next(cell for cell in present if cell.id == name), _of_blank(present, name)
    languages = assignment.course.languages
    in_language = {
        language: [cell.source for cell in own if cell.node.metadata.get("lang") == language]
        for language in {ENGLISH, *languages}
    }
    for language in languages:
        texts = in_language[language]
        if not texts:
            yield f"no text in the language {language}"
        if not any("<details>" in text for text in texts):
            yield f"no hint (<details>) in the language {language}"
        if language != ENGLISH and set(texts) & set(in_language[ENGLISH]):
            yield f"a text in the language {language} is still in English"
        source = blank.source
        same = with_comments_in(source, language) == with_comments_in(source, ENGLISH)
        if language != ENGLISH and same:
            yield f"its first line is missing in the language {language}"
    yield from _unwritten(own)
    if not _ABOUT.search(blank.source):
        yield "its first lines do not say about how many lines to write"
    checks = [cell.source for cell in own if cell.is_check]
    if not checks:
        yield f"no check {name}{CHECK}"
    yield from _lacks_of_answers(known_answers_in(assignment.answers / name, blank), languages)


def _of_blank(present: list[Cell], name: str) -> list[Cell]:
    """What belongs to a blank: from the texts above it to those above the next blank."""
    blank = [cell.id for cell in present].index(name)
    later = range(blank + 1, len(present))
    after = next((place for place in later if present[place].is_blank), None)
    end = _first_text(present, after) if after else _end(present)
    return present[_first_text(present, blank) : end]


def _lacks_of_answers(known: list[KnownAnswer], languages: tuple[str, ...]) -> Iterator[str]:
    wrong = [answer for answer in known if not answer.is_right]
    if (count := len(known) - len(wrong)) < RIGHT_ANSWERS:
        yield f"{count} right answers in right/ and {RIGHT}, at least {RIGHT_ANSWERS} are needed"
    if len(wrong) < WRONG_ANSWERS:
        yield f"{len(wrong)} wrong answers in {WRONG}, at least {WRONG_ANSWERS} are needed"
    for answer in wrong:
        if not answer.fails:
            yield f"{answer.name} has no `fails` (autograder try prints it)"
        missing = [language for language in languages if language not in answer.sentences]
        if missing and not answer.same:
            lacks = f"no sentence for the student ({', '.join(missing)})"
            yield f"{answer.name} has {lacks}, and no `same`"


def _miscounted(present: list[Cell]) -> Iterator[str]:
    """First texts that state a wrong number of blanks; extra ones may count or not."""
    blanks = [cell for cell in present if cell.is_blank and cell.is_code]
    extra = sum(cell.extra for cell in present if cell.is_check)
    lines = sum(int(number) for cell in blanks for number in _ABOUT.findall(cell.source))
    for cell in takewhile(lambda cell: cell.kind == "markdown", present):
        pattern = TEXTS / f"count.{cell.node.metadata.get('lang')}.regex"
        text = pattern.read_text("utf-8").strip() if pattern.exists() else r"(?!)"
        for number in map(int, re.findall(text, cell.source)):
            if number not in (len(blanks), len(blanks) - extra):
                there = f"there are {len(blanks)}, with about {texts.counted(lines, 'line')}"
                yield f"the cell {cell.node.id} says {number} blanks: {there}"


def _unwritten(present: list[Cell]) -> Iterator[str]:
    for cell in present:
        if TO_WRITE in cell.source:
            yield f"the cell {cell.id or cell.node.id} still says {TO_WRITE}"


def _one_sided(present: list[Cell], languages: tuple[str, ...]) -> Iterator[str]:
    """Texts between two code cells where one language has more than another."""
    for is_text, run in groupby(present, lambda cell: cell.kind == "markdown"):
        cells = [cell for cell in run if is_text and not cell.is_blank]
        texts = Counter(cell.node.metadata.get("lang") for cell in cells)
        if cells and len({texts[language] for language in languages}) > 1:
            ids = ", ".join(cell.node.id for cell in cells)
            yield f"the number of texts differs between the languages: {ids}"


def _first_text(present: list[Cell], blank: int) -> int:
    """Where the texts above a blank begin; a prediction's cell may be between it and them."""
    place = blank
    while place and present[place - 1].kind == "code" and not _is_task(present[place - 1]):
        place -= 1
    first = place if place and present[place - 1].kind == "markdown" else blank
    while first and present[first - 1].kind == "markdown" and not present[first - 1].is_blank:
        first -= 1
    return first


def _is_task(cell: Cell) -> bool:
    return cell.is_blank or cell.is_check


def _end(present: list[Cell]) -> int:
    """Where a notebook's closing part begins: its receipt, and headed texts right above it."""
    place = next((at for at, cell in enumerate(present) if cell.source == RECEIPT), None)
    if place is None:
        return len(present)
    while place and present[place - 1].kind == "markdown" and present[place - 1].source[:1] == "#":
        place -= 1
    return place


def _texts(course: Course, kind: str, name: str, number: int = 0) -> Iterator[NotebookNode]:
    """The text cells of a skeleton, one in each language."""
    for language in course.languages:
        path = TEXTS / f"{kind}.{language}.md"
        # A language without one starts with the English text, to be translated.
        path = path if path.exists() else TEXTS / f"{kind}.{ENGLISH}.md"
        source = _skeleton(path.name).format(name=name, number=number)
        cell = new_markdown_cell(source, metadata={"lang": language})
        yield NotebookNode(cell, id=f"{name.replace('_', '-')}-{language}")


def _skeleton(name: str) -> str:
    return (TEXTS / name).read_text("utf-8").rstrip()


def _code(
    source: str,
    name: str,
    id: str,
    role: Role | None = None,
    *,
    solution: bool = False,
    points: int | None = None,
    skip: bool = False,
) -> NotebookNode:
    title = "".join(word.capitalize() for word in name.split("_"))
    cell = new_code_cell(source.format(name=name, title=title))
    # A cell that only shows something is not in the gradebook.
    if not skip:
        worth = {} if points is None else {"points": points}
        cell.metadata["nbgrader"] = {
            "grade": points is not None,
            "grade_id": id,
            "locked": not solution,
            "schema_version": 3,
            "solution": solution,
            "task": False,
            **worth,
        }
    if role or skip:
        metadata.write(cell, metadata.CellMetadata(role=role, skip=skip))
    return NotebookNode(cell, id=id.replace("_", "-"))
