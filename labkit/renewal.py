"""A notebook that was published anew: the new one is written next to the student's own.

Blanks are known by their ids, or by their first words where an editor has lost those; predictions
by their question. No file is overwritten.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any, cast

from labkit import receipts
from labkit.messages import say
from labkit.source import blank_named, digest, trimmed
from labkit.tools import NEWEST, ToolsError, begun, fetched, own_release

Notebook = dict[str, Any]
# The second group: there is no prediction as yet, but the dots, with quotation marks or without.
_QUESTION = re.compile(
    r"""^predict\(\s*["']([^"'\n]+)["']\s*,?\s*(["']?(?:\.\.\.|…)?["']?\s*\))?""", re.MULTILINE
)


def renew(path: str | None = None) -> None:
    """Write the newest version of this notebook next to it, with one's answers and predictions.

    Args:
        path: the notebook; without it the one that is open, as far as Jupyter names it, or else
            the one in this folder that has the assignment's name.

    Raises:
        ToolsError: the notebook is not found, the new one cannot be had, or it is there already.
    """
    release, notebook = own_release(), begun()
    if not release or not notebook:
        raise ToolsError(say("renewal.not_published"))
    newest = fetched(release, NEWEST)
    assignment = notebook.rpartition("/")[2]
    fresh = fetched(release, f"exercises/{notebook}/{assignment}.ipynb")
    if not newest or not fresh:
        raise ToolsError(say("renewal.unreachable", place=release.address("")))
    own, stem = _own_notebook(path, assignment)
    renewed, carried = carried_over(own, fresh, receipts.released_blanks(assignment))
    target = Path(f"{stem}_release{newest['number']}.ipynb")
    try:
        # Written in full before it gets its name, and never in place of another file.
        with target.open("x", encoding="utf-8") as file:
            file.write(json.dumps(renewed, ensure_ascii=False, indent=1) + "\n")
    except FileExistsError:
        raise ToolsError(say("renewal.exists", path=target)) from None
    print(say("renewal.written", path=target, count=len(carried)))


def carried_over(
    own: Notebook, fresh: Notebook, blanks: receipts.Blanks
) -> tuple[Notebook, list[str]]:
    """The new notebook with the answers and predictions of an old one, and what was taken over.

    Args:
        own: the student's notebook, as JSON holds it.
        fresh: the one that was published anew.
        blanks: how the old one's blanks are known to be empty.

    >>> def notebook(name, source):
    ...     marks = {"nbgrader": {"grade_id": name, "solution": True}}
    ...     return {"cells": [{"cell_type": "code", "metadata": marks, "source": source}]}
    >>> new, names = carried_over(notebook("a", "x = 1"), notebook("a", "..."), {})
    >>> new["cells"][0]["source"], names
    ('x = 1', ['a'])
    """
    answers: dict[str, str] = {}
    predictions: dict[str, str] = {}
    for cell in own["cells"]:
        source = _source(cell)
        name = _blank(cell)
        if name and digest(source) not in blanks.get(name, {}).get("empty", ()):
            # The first of two copies counts, as in grading.
            answers.setdefault(name, source)
        predictions |= {name: source for name, dots in _QUESTION.findall(source) if not dots}
    renewed, carried = deepcopy(fresh), []
    for cell in renewed["cells"]:
        source = _source(cell)
        asked = _QUESTION.search(source)
        name = asked[1] if asked else _blank(cell)
        written = (predictions if asked else answers).get(name, source)
        if trimmed(written) != trimmed(source):
            cell["source"] = written
            carried.append(name)
    return renewed, carried


def _own_notebook(path: str | None, assignment: str) -> tuple[Notebook, Path]:
    """The student's notebook, and its path without the ending."""
    if not path and (page := _open_in_colab()):
        return page, Path(assignment)
    # Jupyter names the notebook of a kernel; its folder is where the kernel runs.
    session = Path(os.environ.get("JPY_SESSION_NAME", "")).name
    names = [path] if path else [session, f"{assignment}.ipynb"]
    for own in (Path(name) for name in names if name and Path(name).is_file()):
        try:
            return json.loads(own.read_text("utf-8")), own.with_suffix("")
        except ValueError:
            raise ToolsError(say("renewal.unreadable", path=own)) from None
    raise ToolsError(say("renewal.not_found", path=names[-1]))


def _open_in_colab() -> Notebook | None:
    """The page that is open in Colab, which may never have been saved; None elsewhere."""
    if "google.colab" not in sys.modules:
        return None
    try:
        message = importlib.import_module("google.colab._message")
        return cast(Notebook, message.blocking_request("get_ipynb", timeout_sec=60)["ipynb"])
    except (ImportError, LookupError, TypeError):  # a name of Colab's own: it may go
        return None


def _source(cell: dict[str, Any]) -> str:
    """The text of a cell: files hold it whole, or by lines."""
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def _blank(cell: dict[str, Any]) -> str:
    """The id of the blank that a cell is; empty for any other."""
    marks = cell.get("metadata", {}).get("nbgrader", {})
    if marks.get("solution"):
        return str(marks.get("grade_id", ""))
    return blank_named(_source(cell)) if not marks and cell["cell_type"] == "code" else ""
