"""The receipt: versions, the points shown so far, and a short code of the answers that ran.

The code identifies the answers in a file. Grading makes it of what it graded; points on a
receipt are those that the checks showed, and grading never reads them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import platform
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from labkit import language, reference
from labkit.judge import Verdict
from labkit.messages import say, task_title
from labkit.source import bound_names, digest, executed_cells

Blanks = dict[str, dict[str, Any]]  # by id: what its cell binds, digests of the empty one, extra
LETTERS = 4  # in each half of a code: 40 bits, and short enough to note down

_assignment: list[str] = []
_shown: dict[str, Verdict] = {}


def begin(assignment: str) -> None:
    """Forget what was shown before, and name the assignment of the receipt."""
    _assignment[:] = [assignment]
    _shown.clear()


def note(verdict: Verdict) -> None:
    """Keep what a check has shown, replacing what it showed before."""
    _shown[verdict.check] = verdict


def receipt() -> None:
    """Print the versions, the points of each task so far, and the code of the answers that ran."""
    import torch  # start-up time: the grader makes codes, too, and needs no torch for it

    blanks = released_blanks(*_assignment) if _assignment else {}
    print(say("receipt.versions", python=platform.python_version(), torch=torch.__version__))
    for name in blanks:
        title, worth = task_title(name, language.current()), _worth(name)
        if name in _shown:
            print(say("receipt.task", title=title, points=_shown[name].points, max=worth))
        else:
            print(say("receipt.not_run", title=title, max=worth))
    shown = [_shown[name] for name in blanks if name in _shown]
    done, points = (
        sum(verdict.passed for verdict in shown),
        round(sum(verdict.points for verdict in shown), 2),
    )
    most, extra = (
        sum(_worth(name) for name, blank in blanks.items() if blank["extra"] is is_extra)
        for is_extra in (False, True)
    )
    sentence = "receipt.progress_with_extra" if extra else "receipt.progress"
    values = {"points": points, "max": most, "extra": extra}
    print(say(sentence, done=done, tasks=len(blanks), **values))
    print(say("receipt.code", code=code_of(executed_cells(), blanks)))


@lru_cache
def released_blanks(assignment: str) -> Blanks:
    """The blanks of an assignment as release wrote them; none for one that is not released."""
    path = reference.resources() / "blanks" / f"{assignment}.json"
    return json.loads(path.read_text("utf-8")) if path.is_file() else {}


def code_of(sources: Iterable[str], blanks: Blanks) -> str:
    """Eight letters and digits for the answers in some cells.

    What counts is, for each blank, the last cell that binds the name which the blank binds last;
    space at the ends of lines does not count, nor does a blank that is not filled in.

    Args:
        sources: of code cells, in the order of their run or of the notebook.
        blanks: of the assignment.

    >>> blanks = {"double": {"binds": "double", "empty": [digest("def double(x): ...")]}}
    >>> code_of(["def double(x): return x + x  "], blanks)
    'BSLT-KWKL'
    >>> code_of(["def double(x): ..."], blanks) == code_of([], blanks)
    True
    """
    last: dict[str, str] = {}
    for source in sources:
        # The name of a C blank's file is in its first line.
        names = {*bound_names(source), source.strip().partition("\n")[0].rstrip()}
        last |= {name: digest(source) for name, blank in blanks.items() if blank["binds"] in names}
    written = sorted(
        (name, source_digest)
        for name, source_digest in last.items()
        if source_digest not in blanks[name]["empty"]
    )
    hashed = hashlib.sha256(json.dumps(written).encode()).digest()
    letters = base64.b32encode(hashed).decode()
    return f"{letters[:LETTERS]}-{letters[LETTERS : 2 * LETTERS]}"


def _worth(name: str) -> float:
    known = reference.load(name)
    return known.points if known else 0.0
