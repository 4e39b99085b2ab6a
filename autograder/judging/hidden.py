"""Hidden probes stay out of what a student sees.

The source of a check cell is in the student's process while it runs, so a cell can print it. No
points depend on its staying hidden (the points at which it probes are seeded), but the next class
gets the same probes. An output that shows one is replaced by a sentence, and reported to a person.

This finds what is there as text. Whoever encodes the text first is not found.
"""

from __future__ import annotations

import html
import json
import re
from functools import lru_cache
from typing import Any

import nbformat
from nbformat import NotebookNode

from autograder import metadata
from autograder.states import Reason, Why, because
from labkit.messages import message
from labkit.weights import MIME as WEIGHTS

_HIDDEN = re.compile(r"### BEGIN HIDDEN TESTS\n(.*?)### END HIDDEN TESTS", re.DOTALL)
_ESCAPES = re.compile(r"(?:\x1b|\\u001b)\[[0-9;]*m")
# An array in base64. No line of a probe has 100 letters in a row, so the array's ends are enough.
_ARRAY = re.compile(r"[A-Za-z0-9+/]{300,}")
TAG = re.compile(r"<[^<>]*>")
# A shorter line may be in anyone's program, and one without these signs is only words, which
# the card shows.
_LEAST, _SIGNS = 20, re.compile(r"\s*[^\s'\"].*[=(]")


def hide_probes(executed: NotebookNode, solution: NotebookNode) -> list[Reason]:
    """Replace outputs that show a line of a hidden probe.

    Args:
        executed: is changed.
        solution: its checks hold the hidden probes.

    Returns:
        A reason for each cell that had one, for a person to read.
    """
    lines = _hidden_lines(tuple(cell.source for cell in solution.cells))
    sentence = message("grading.taken_out", metadata.of_notebook(executed).language)
    # First all outputs together, which is enough for an honest notebook.
    all_outputs = [output for cell in executed.cells for output in cell.get("outputs", [])]
    shown = [
        {
            **one,
            "data": {kind: text for kind, text in one.get("data", {}).items() if kind != WEIGHTS},
        }
        for one in all_outputs
    ]
    # Nothing between two texts of a list: a line may be in pieces there, too.
    as_json = json.dumps(shown, ensure_ascii=False, separators=("\n", ":"))
    if not _shows(f"{as_json}\n{_printed(all_outputs)}", lines):
        return []
    reasons = []
    for position, cell in enumerate(executed.cells, start=1):
        outputs = cell.get("outputs", [])
        clean = [_without(output, lines, sentence) for output in outputs]
        if _shows(_printed(clean), lines):
            others = (output for output in clean if output.output_type != "stream")
            notice = {"output_type": "stream", "name": "stdout", "text": f"{sentence}\n"}
            clean = [*others, nbformat.from_dict(notice)]
        if clean != outputs:
            cell.outputs = clean
            reasons.append(because(Why.SHOWS_PROBE, cell=position))
    return reasons


def _printed(outputs: list[NotebookNode]) -> str:
    """What is printed in pieces, as a whole."""
    return "".join(output.text for output in outputs if output.output_type == "stream")


def _without(value: Any, lines: tuple[str, ...], sentence: str) -> Any:
    """A part of an output with the sentence in the place of each text that shows a probe."""
    if isinstance(value, str):
        return sentence if _shows(value, lines) else value
    if isinstance(value, dict):
        return NotebookNode(
            {
                name: inner if name == WEIGHTS else _without(inner, lines, sentence)
                for name, inner in value.items()
            }
        )
    if isinstance(value, list):
        # The lines of one text, such as those of a traceback.
        if _shows("\n".join(inner for inner in value if isinstance(inner, str)), lines):
            return [sentence]
        return [_without(inner, lines, sentence) for inner in value]
    return value


def _shows(text: str, lines: tuple[str, ...]) -> bool:
    # With its tags, too: what is between `<` and `>` need not be one.
    shown = normalized(_ARRAY.sub(lambda array: f"{array[0][:100]}\n…{array[0][-100:]}", text))
    without_tags = TAG.sub("", shown)
    return any(line in shown or line in without_tags for line in lines)


@lru_cache(maxsize=8)
def _hidden_lines(sources: tuple[str, ...]) -> tuple[str, ...]:
    """The lines of hidden probes that are nowhere else, normalized."""
    parts = [part for source in sources for part in _HIDDEN.findall(source)]
    lines = {normalized(line) for part in parts for line in part.splitlines() if _SIGNS.match(line)}
    seen = normalized("\n".join(_HIDDEN.sub("", source) for source in sources))
    return tuple(sorted(line for line in lines if len(line) >= _LEAST and line not in seen))


def normalized(text: str) -> str:
    """Text as it is however it is shown: escaped, coloured, quoted or indented."""
    shown = "".join(html.unescape(_ESCAPES.sub("", text)).replace(r"\n", "").split())
    return shown.replace("\\", "").replace("'", "").replace('"', "")
