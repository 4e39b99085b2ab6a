"""What students see at Gradescope: ``results.json``, a test for each check."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from autograder.grade_one import Checked
from autograder.messages import message
from labkit import card, reference
from labkit.judge import RecordVerdict, Verdict
from labkit.messages import mark, record_title, task_title


@dataclass(frozen=True, kw_only=True)
class _Shown(Verdict):
    """A verdict without its hidden records, whose points count all the same."""

    whole: Verdict

    @property
    def points(self) -> float:
        return self.whole.points

    def cost(self, *records: RecordVerdict) -> float:
        return self.whole.cost(*records)


def results(checked: Checked) -> dict[str, Any]:
    """What Gradescope shows of a hand-in, as the content of ``results.json``."""
    outcome, language = checked.outcome, checked.language
    shown = outcome.state.was_read
    tests = [_test(verdict, language, shown=shown) for verdict in checked.verdicts.values()]
    for title, worth in checked.written.items() if shown else ():
        said = message("gradescope.written", language, points=worth)
        tests.append({"name": _plain(title), "output": said})
    banners = [
        "<br>".join(html.escape(line) for line in (banner.text, *banner.lines, *banner.notes))
        for banner in checked.banners
    ]
    return {
        "score": outcome.total,
        "output": "".join(f"<p>{banner}</p>" for banner in banners),
        "output_format": "html",
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def _test(verdict: Verdict, language: str, *, shown: bool) -> dict[str, Any]:
    title = _plain(task_title(verdict.check, language))
    if verdict.extra:
        title += mark(
            "brackets",
            language,
            words=message("gradescope.extra", language, points=verdict.max_points),
        )
    test = {
        "name": title,
        "score": verdict.points,
        # What is extra counts on top of what there is to have.
        "max_score": 0 if verdict.extra else verdict.max_points,
        "status": "passed" if verdict.points == verdict.max_points else "failed",
    }
    return test | ({"output": _card(verdict, language), "output_format": "html"} if shown else {})


def _card(verdict: Verdict, language: str) -> str:
    """The card; of hidden records the names alone, for Gradescope keeps what students see."""
    known = reference.load(verdict.check)
    names = {record.name for record in known.evidence.records} if known else set()
    hidden = [record for record in verdict.records if record.name not in names]
    fields_of = {field.name: getattr(verdict, field.name) for field in fields(Verdict)}
    seen = tuple(record for record in verdict.records if record.name in names)
    whole = card.html(_Shown(**fields_of | {"records": seen}, whole=verdict), language)
    if not hidden:
        return whole
    items = "".join(f"<li>{html.escape(line)}</li>" for line in _by_name(verdict, hidden, language))
    return f"{whole}<p>{html.escape(message('gradescope.hidden', language))}</p><ul>{items}</ul>"


def _by_name(verdict: Verdict, records: list[RecordVerdict], language: str) -> Iterator[str]:
    for record in records:
        title = record_title(verdict.check, record.name, language)
        cost = message("card.cost", language, points=verdict.cost(record))
        lost = "" if record.passed else mark("brackets", language, words=cost)
        yield f"{'✓' if record.passed else '✗'} {title}{lost}"


def _plain(title: str) -> str:
    return title.replace("`", "")


def not_graded(languages: tuple[str, ...]) -> dict[str, Any]:
    """What is shown whatever happens, until there are results: nothing was judged, so 0 points."""
    said = "\n\n".join(message("gradescope.not_graded", language) for language in languages)
    return {"score": 0, "output": said, "stdout_visibility": "hidden", "tests": []}


def write_results(path: Path, said: dict[str, Any]) -> None:
    """Write them whole or not at all: what stands there counts as soon as this process ends."""
    fresh = path.with_suffix(".new")
    fresh.write_text(json.dumps(said, ensure_ascii=False), "utf-8")
    fresh.replace(path)
