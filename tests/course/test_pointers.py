"""Pointers in what a student reads: the place that they name is there, and has what they say.

They are found by the grammar of each language, not by a list of known ones. A section, a task, a
notebook or a hint is named by its number, and must be there. What is said to be in a section must
be in its text. A table, a list, a formula, a figure or a hint that is named alone is that of the
section at whose task a card shows the sentence. What only counts ("the first rule", "the next
notebook") names nothing, and is refused.
"""

import ast
import re
from collections import defaultdict
from dataclasses import dataclass
from functools import cache

import pytest
from IPython.core.inputtransformer2 import TransformerManager
from repository import ASSIGNMENTS, answers_of, solution

from autograder import notebooks
from labkit.language import LANGUAGES
from labkit.messages import load

HEADING = re.compile(
    r"^(?:## (?P<section>\d+)\. |### (?:Extra task|Task|追加課題|課題) (?P<task>\d+)[:：])",
    re.MULTILINE,
)
NO_PROSE = re.compile(r"^```.*?^```|\$\$.*?\$\$|\$[^$\n]*\$", re.MULTILINE | re.DOTALL)
# What is called by its kind, and how it looks in the source of a notebook.
KINDS = {
    "table": r"^\|[-: |]+\|$",
    "list": r"^(?:- |\d+\. )",
    "formula": r"\$",
    "figure": r"figures\.|plt\.|Charts\(",
    "hint": r"<summary>(?:Hint|ヒント)",
    "question": r"[?？]|か。",
    "bold": r"\*\*",
    "case": r"\\begin\{cases\}",
}
JAPANESE = {"表": "table", "箇条書き": "list", "式": "formula", "図": "figure", "ヒント": "hint"}
JAPANESE |= {"問い": "question", "太字": "bold", "場合分け": "case"}
PLACES = {"節": "section", "課題": "task", "ノートブック": "notebook"}
# Words of a phrase that name nothing.
SMALL = {"of", "two", "three", "same", "words"}
EN, JA = "|".join(KINDS), "|".join(JAPANESE)
NUMBERED = {
    "en": r"\b(?P<what>section|task|notebook|assignment|hint)s? "
    r"(?P<numbers>\d+(?:(?:, | and | to | or |–)(?:extra task )?\d+)*)"
    r"(?: of (?:assignment|notebook) (?P<other>\d+))?",
    "ja": r"(?:ノートブック (?P<other>\d+) の )?"
    r"(?:(?P<numbers>(?:\d+ 節[と、] ?|\d+〜)*\d+) (?P<what>節)"
    r"|(?P<what_>課題|ノートブック|ヒント) (?P<numbers_>\d+(?:[〜と、] ?\d+)*))",
}
IN_SECTION = {
    "en": r"\b(?:the|its|your) (?P<words>(?:[\w-]+ ){1,3})(?:of|in|from) "
    r"section (?P<number>\d+)(?: of (?:assignment|notebook) (?P<other>\d+))?",
    "ja": r"(?:ノートブック (?P<other>\d+) の )?(?P<number>\d+) 節の ?(?:\d+ つの ?)?「?"
    rf"(?P<words>{JA}|[一-龠ァ-ヶーA-Za-z]+)",
}
VAGUE = {
    "en": r"\bthe (?:first|second|third|fourth|last|next|previous) "
    r"(?:rule|promise|section|notebook|assignment|hint|table|list|formula)s?\b",
    "ja": r"(?:最初|最後|\d+ (?:つ|番)目)の(?:\d+ つの)? ?"
    r"(?:規則|ルール|約束|節|ノートブック|ヒント|表(?!示)|箇条書き|式)|[次前]の(?:節|ノートブック)",
}
# On a card: a text names what is around it in many ways.
ALONE = {
    "en": rf"\bthe (?P<what>{EN})s?\b(?! (?:in|of) (?!the task))",
    "ja": rf"(?<![一-龠ァ-ヶ])(?<!節の)(?P<what>{JA})(?=[のをにでがはと、。])",
}
# A card has nothing above it.
BESIDE = {
    "en": rf"\b(?P<what>{EN})s? (?P<side>above|below)\b",
    "ja": rf"(?P<side>[上下])の(?P<what>{JA})(?![一-龠])",
}


@dataclass(frozen=True, kw_only=True)
class Said:
    """A text in a notebook of an assignment.

    Args:
        text, language: what is said.
        assignment: in which; none of a message for all.
        around: the source of its section.
        is_card: it is shown on a card; not in the notebook, between its cells.
        where: it is written.
    """

    text: str
    language: str
    assignment: str = ""
    around: str = ""
    is_card: bool = True
    where: str = ""


class Notebook:
    """The source of a solution in one language: by section, by task, and by blank its section."""

    def __init__(self, assignment, language):
        self.assignment, self.language = assignment, language
        self.places = {"section": defaultdict(str), "task": defaultdict(str)}
        self.cells, blanks = [], {}
        section = task = 0
        for cell in notebooks.cells(solution(assignment)):
            if cell.node.metadata.get("lang", language) != language:
                continue
            for found in HEADING.finditer(cell.source if cell.kind == "markdown" else ""):
                section, task = int(found["section"] or section), int(found["task"] or 0)
            self.places["section"][section] += f"\n{cell.source}"
            self.places["task"][task] += f"\n{cell.source}"
            self.cells.append((cell, section))
            if cell.is_blank:
                blanks[cell.id] = section
        self.of_blank = {
            blank: self.places["section"][section] for blank, section in blanks.items()
        }

    def said(self):
        """Its texts, the words of its figures, and the rules on its cards."""
        for cell, section in self.cells:
            texts = [NO_PROSE.sub("", cell.source)] if cell.kind == "markdown" else []
            for text in texts or in_code(cell.source, self.language):
                yield Said(
                    text=text,
                    language=self.language,
                    assignment=self.assignment,
                    around=self.places["section"][section],
                    is_card=cell.is_check,
                    where=cell.id,
                )

    def sentences(self):
        """What is said of mistakes, and the rules in labkit's messages."""
        of_blanks = [
            (answer.blank, answer.sentences, answer.name) for answer in answers_of(self.assignment)
        ]
        rules = load(self.language).get("rules", {}).items()
        of_blanks += [(key.partition(".")[0], {self.language: rule}, key) for key, rule in rules]
        for blank, sentences, name in of_blanks:
            if blank in self.of_blank and self.language in sentences:
                yield Said(
                    text=sentences[self.language],
                    language=self.language,
                    assignment=self.assignment,
                    around=self.of_blank[blank],
                    where=f"{blank}: {name}",
                )


notebook = cache(Notebook)
NOWHERE = {"section": {}, "task": {}}


def in_code(source, language):
    """The texts in one language that code holds."""
    if not source.startswith("%%"):
        for node in ast.walk(ast.parse(TransformerManager().transform_cell(source))):
            if isinstance(node, ast.keyword) and node.arg == language:
                parts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
                yield " … ".join(part for part in parts if isinstance(part, str))


def found(patterns, said):
    return re.finditer(patterns[said.language], said.text, re.IGNORECASE)


def kind(what):
    what = what.lower()
    return JAPANESE.get(what) or PLACES.get(what) or what


def has(source, what):
    """Whether a source has something that is called so: by its kind, or by a word of the text."""
    stem = re.sub("(?:ies|y|s)$", "", what.lower())
    looks = KINDS.get(kind(what)) or KINDS.get(stem) or KINDS.get(f"{stem}y")
    # 「表」 is a word of its own, and also the beginning of others.
    word = (
        rf"(?<![一-龠]){what}(?![一-龠しすさせ])"
        if what in JAPANESE
        else rf"(?<![A-Za-z]){re.escape(stem)}"
    )
    patterns = filter(None, (looks, word))
    return any(re.search(pattern, source, re.MULTILINE | re.IGNORECASE) for pattern in patterns)


def numbers(text):
    """The numbers in "1, 2 and 4", in "1 to 4" and in 「1〜4」."""
    for first, last in re.findall(r"(\d+)(?:(?: to |–|〜)(?:extra task )?(\d+))?", text):
        yield from range(int(first), int(last or first) + 1)


def places(said, other):
    """The sections and tasks of the notebook that a text names, or else of its own."""
    named = [name for name in ASSIGNMENTS if other and name.startswith(f"{int(other):02}_")]
    (assignment,) = named or [said.assignment]
    return notebook(assignment, said.language).places if assignment else NOWHERE


def is_there(said, what, number, other):
    """Whether the section, task, notebook or hint of a number exists."""
    if what in ("notebook", "assignment"):
        return any(name.startswith(f"{number:02}_") for name in ASSIGNMENTS)
    if what == "hint":
        return re.search(rf"<summary>(?:Hint|ヒント) {number}\b", said.around)
    return number in places(said, other)[what]


def unresolved(said):
    """The pointers in a text that name no place, or one that has not what they say."""
    for match in found(NUMBERED, said):
        groups = match.groupdict()
        what = kind(match["what"] or groups["what_"])
        for number in numbers(match["numbers"] or groups["numbers_"]):
            if not is_there(said, what, number, match["other"]):
                yield match[0]
    for match in found(IN_SECTION, said):
        section = places(said, match["other"])["section"].get(int(match["number"]), "")
        words = re.split(r"\b(?:with|to|at|and|for|those)\b", match["words"])[-1].split()
        if not all(has(section, word) for word in words if word not in SMALL):
            yield match[0]
    yield from (match[0] for match in found(VAGUE, said))
    for match in found(BESIDE, said):
        if said.is_card or not has(said.around, match["what"]):
            yield match[0]
    for match in found(ALONE, said) if said.is_card and said.assignment else ():
        if not has(said.around, match["what"]):
            yield match[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_each_pointer_in_a_notebook_and_its_sentences_names_a_place_that_has_it(
    assignment, language
):
    read = notebook(assignment, language)
    said = [*read.said(), *read.sentences()]
    assert (
        said
        and [(text.where, pointer, text.text) for text in said for pointer in unresolved(text)]
        == []
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_for_all_notebooks_point_to_no_place_of_one(language):
    texts = [
        text
        for section, entries in load(language).items()
        if section != "rules"
        for text in entries.values()
    ]
    said = (Said(text=text, language=language) for text in texts)
    assert (
        texts
        and [(text.where, pointer, text.text) for text in said for pointer in unresolved(text)]
        == []
    )


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("See section 99.", "en"),
        ("See sections 1 and 99.", "en"),
        ("It needs tasks 1 to 99.", "en"),
        ("Read hint 9.", "en"),
        ("As in notebook 90.", "en"),
        ("As in section 40 of assignment 01.", "en"),
        ("Break the first rule.", "en"),
        ("The next notebook uses it.", "en"),
        ("Count them in the table of section 1.", "en"),
        ("Look at the energies of section 1.", "en"),
        ("Look at the table.", "en"),
        ("The formula above says so.", "en"),
        ("99 節を見直してください。", "ja"),
        ("1 節と 99 節にあります。", "ja"),
        ("課題 1〜99 が前提です。", "ja"),
        ("ヒント 9 にあります。", "ja"),
        ("ノートブック 90 で作りました。", "ja"),
        ("ノートブック 01 の 40 節にあります。", "ja"),
        ("1 つ目の約束を見直してください。", "ja"),
        ("次のノートブックで使います。", "ja"),
        ("1 節の表で確かめてください。", "ja"),
        ("表で確かめてください。", "ja"),
        ("上の式を見てください。", "ja"),
    ],
)
def test_a_pointer_to_what_is_not_there_is_found(text, language):
    around = notebook("02_int8_binary", language).of_blank["int8_backward"]
    said = Said(text=text, language=language, assignment="02_int8_binary", around=around)
    assert [*unresolved(said)]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Look at the upstream gradient in section 1, and at sections 1 and 2.", "en"),
        ("As in sections 1 and 2 of assignment 01; task 1 of notebook 05.", "en"),
        ("Look at the formula of section 2 and at the hint.", "en"),
        ("1 節の「上流の勾配」と、ノートブック 01 の 1 節と 2 節を見直してください。", "ja"),
        ("代表の値を表します。2 節の式とヒントに示しました。", "ja"),
    ],
)
def test_a_pointer_to_what_is_there_is_none_to_refuse(text, language):
    around = notebook("02_int8_binary", language).of_blank["int8_backward"]
    said = Said(text=text, language=language, assignment="02_int8_binary", around=around)
    assert [*unresolved(said)] == []
