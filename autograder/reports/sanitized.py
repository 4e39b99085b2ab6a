"""HTML of a student, or of a student's process, without what runs, is fetched, or hides the page.

What students wrote is shown and never run. A page of feedback shows Markdown, outputs and metadata
that they have made up. There are two defences, one behind the other: all of it passes nh3, by an
allow-list of elements, attributes and styles; and a Content-Security-Policy allows no script and
nothing from the network.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import nh3
from nbformat import NotebookNode

from autograder.submission.cleaned import text_of

# The output of latex2mathml. No <annotation-xml> and no <maction>, which could hide HTML.
_MATH = {
    *("math", "mi", "mo", "mn", "mrow", "mtext", "mspace", "mstyle", "mfrac", "msqrt", "mroot"),
    *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd"),
    *("mpadded", "mphantom", "menclose", "mmultiscripts", "mprescripts", "none"),
}
# `_SIZE` checks sizes among them; references, colours and styles are not allowed.
_MATH_ATTRIBUTES = {
    *("display", "displaystyle", "scriptlevel", "mathvariant", "accent", "accentunder", "notation"),
    *("stretchy", "fence", "form", "separator", "largeop", "movablelimits", "columnalign"),
    *("width", "height", "minsize", "maxsize", "lspace", "rspace", "linethickness", "rowspacing"),
}
_SIZE = re.compile(r"\d?\d?(\.\d+)?(em|ex|px|pt)?|[a-z][a-z-]{0,30}( [a-z]{1,30}){0,9}", re.ASCII)
# The drawings in cards, in addition to what nh3 allows.
_TAGS = nh3.ALLOWED_TAGS | {"svg", "g", "circle", "path", "text", "tfoot"} | _MATH
_ANYWHERE = {"class", "style", "title", "lang"}
_FOR_READERS = {"role", "aria-label"}  # what a screen reader says about the drawings and marks
_ATTRIBUTES = {tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()} | {
    "*": _ANYWHERE,
    "a": {"href", "id"},
    "details": {"open"},
    "div": _FOR_READERS,
    "span": _FOR_READERS | {"tabindex"},
    "svg": {"viewBox", "width", "height", *_FOR_READERS},
    "g": {"fill", "stroke"},
    "circle": {"cx", "cy", "r", "fill", "stroke"},
    "path": {"d", "fill", "stroke", "stroke-dasharray"},
    "text": {"x", "y", "text-anchor", "font-size", "fill"},
    **{tag: _MATH_ATTRIBUTES for tag in _MATH},
    **{f"h{level}": {"id"} for level in range(1, 7)},
}
# None of them moves an element over another: a cell must not paint over a score.
_STYLES = {"color", "background", "background-color", "display", "font", "font-family"} | {
    *("font-size", "font-style", "font-weight", "text-align", "text-decoration", "white-space"),
    *("vertical-align", "width", "height", "max-width", "min-width", "list-style"),
    *(f"{side}{part}" for side in ("margin", "padding") for part in ("", "-left", "-right")),
    *(f"{side}-{part}" for side in ("margin", "padding") for part in ("top", "bottom")),
    *(f"border{part}" for part in ("", "-left", "-right", "-top", "-bottom")),
    *("border-radius", "border-collapse", "border-spacing", "border-color"),
}
_STYLE_REFUSED = re.compile(r"url|image|-\s*[\d.]|(calc|var|min|max)\(|\\", re.IGNORECASE)
# Classes of Pygments, and of what is shown often. The page's style sheet has many more, and some
# of them cover the page.
_CLASSES = re.compile(
    r"[a-z]{1,2}\d?|highlight|hl|dataframe|anchor-link|labkit-card|task-list-item|table|math|wide"
)
_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*", re.ASCII)
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*", re.ASCII)
_IMAGES = ("image/png", "image/jpeg")
_TEXTS = ("text/plain", "text/latex", "text/markdown", "text/html", "image/svg+xml")
_ATTACHED = (*_IMAGES, "image/gif", "image/svg+xml")


def _filter(tag: str, name: str, value: str) -> str | None:
    if name == "class":
        return " ".join(part for part in value.split() if _CLASSES.fullmatch(part)) or None
    if name == "style":
        return None if _STYLE_REFUSED.search(value) else value
    if tag in _MATH and name not in _ANYWHERE:
        return value if _SIZE.fullmatch(value) else None
    if name == "tabindex":
        return value if value == "0" else None
    if (tag, name) == ("img", "src"):  # nothing comes from the network
        return value if _IMAGE.fullmatch(value) else None
    return None if value.strip().lower().startswith("data:") else value


_cleaner = partial(
    nh3.Cleaner,
    tags=_TAGS,
    attribute_filter=_filter,
    filter_style_properties=_STYLES,
    url_schemes={"http", "https", "mailto", "data"},
)
_CLEANER = _cleaner(attributes=_ATTRIBUTES)
_WITHOUT_LINKS = _cleaner(attributes=_ATTRIBUTES | {"a": set[str]()})


def clean(markup: str) -> str:
    """HTML without anything that runs, loads a part of the page, or covers one.

    >>> clean('<b onclick="x()">a</b><script>x()</script><p style="position:fixed;color:red">b</p>')
    '<b>a</b><p style="color:red">b</p>'
    """
    return _CLEANER.clean(markup)


def without_links(markup: str) -> str:
    """Clean HTML in which nothing can be clicked.

    >>> without_links('<a href="http://example.org">here</a>')
    '<a rel="noopener noreferrer">here</a>'
    """
    return _WITHOUT_LINKS.clean(markup)


def attached(attachments: Any) -> NotebookNode:
    """The pictures among what is attached to a cell."""
    entries = attachments.items() if isinstance(attachments, dict) else ()
    kept = {name: _of_kinds(data, _ATTACHED) for name, data in entries}
    return NotebookNode({name: data for name, data in kept.items() if data})


def _of_kinds(data: Any, kinds: tuple[str, ...]) -> NotebookNode:
    data = data if isinstance(data, dict) else {}
    texts = {kind: text_of(data[kind]) for kind in kinds if kind in data}
    return NotebookNode({kind: text for kind, text in texts.items() if _BASE64.fullmatch(text)})


def shown(data: dict[str, Any]) -> NotebookNode:
    """The kinds of an output that a page shows, in the form that they must have."""
    texts = {kind: text_of(data[kind]) for kind in _TEXTS if kind in data}
    if "text/html" in texts:
        texts["text/html"] = clean(texts["text/html"])
    return NotebookNode(_of_kinds(data, _IMAGES) | texts)


def policy() -> str:
    """The element that tells the browser that a page runs nothing and loads nothing.

    >>> policy()[:72]
    '<meta http-equiv="Content-Security-Policy" content="default-src \\'none\\'; '
    """
    rules = (
        "default-src 'none'",
        "script-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'
