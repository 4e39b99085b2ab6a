"""What students see at Gradescope, drawn from ``results.json`` as a page of ours.

Gradescope's own page looks different; what it shows of each test is the same: its name, its points
and its output.
"""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.picture import as_xml

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "instructors"
WIDTH = 900
# Pixels that a page takes, by language: in SVG nothing grows with its content.
HEIGHTS = {"en": 1080, "ja": 1160}
PAGE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">
<rect width="100%" height="100%" fill="#fff"/>
<foreignObject width="{width}" height="{height}">
<div xmlns="http://www.w3.org/1999/xhtml" style="font:14px sans-serif;color:#222;padding:12px">
{body}
</div>
</foreignObject>
</svg>
"""
BOX = '<div style="border:1px solid #bbb;border-radius:4px;padding:6px 12px;margin:8px 0">{}</div>'


def picture(said: dict[str, Any], language: str) -> str:
    """The page as SVG; of its tests the first lost points is shown whole, of the others the name.

    Args:
        said: the content of ``results.json``.
        language: of the notebook.
    """
    most = sum(test.get("max_score", 0) for test in said["tests"])
    body = [f"<h2 style='margin:4px 0'>{said['score']:g} / {most:g}</h2>", said["output"]]
    body += map(BOX.format, _tests(said["tests"]))
    text = as_xml("\n".join(body))
    return PAGE.format(width=WIDTH, height=HEIGHTS[language], body=text)


def write(said: dict[str, Any], language: str) -> None:
    path = FOLDER / f"gradescope.{language}.svg"
    path.write_text(picture(said, language), "utf-8")
    print(f"written: {path}")


def _tests(tests: list[dict[str, Any]]) -> Iterator[str]:
    whole = next((test for test in tests if test.get("status") == "failed"), None)
    for test in tests:
        points = f" ({test['score']:g}/{test['max_score']:g})" if "score" in test else ""
        color = {"passed": "#176f2c", "failed": "#b3261e"}.get(test.get("status", ""), "#222")
        heading = html.escape(f"{test['name']}{points}")
        written = "" if "score" in test else f"<br/>{html.escape(test['output'])}"
        shown = test["output"] if test is whole else written
        yield f'<b style="color:{color}">{heading}</b>{shown}'
