"""What students wrote is shown and never run: cleaned HTML, and a policy that the browser enforces.

A page of feedback shows Markdown, outputs and metadata that a student, or a student's process, has
made up. Two walls stand one behind the other: all of it passes nh3, by an allow-list of elements,
attributes and styles; and a Content-Security-Policy allows the template's own scripts alone.
"""

from __future__ import annotations

import base64
import hashlib
import html
import re
from functools import lru_cache
from typing import Any

import nh3
from jinja2 import pass_context
from jinja2.runtime import Context
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor

Step = tuple[NotebookNode, dict[str, Any]]

TEXTS = 1000  # cells; most are the same in every submission

# The drawings in cards, beside what nh3 allows.
_TAGS = nh3.ALLOWED_TAGS | {"svg", "g", "circle", "path", "text", "tfoot"}
_ANYWHERE = {"class", "style", "title", "lang"}
_FOR_READERS = {"role", "aria-label"}  # what a screen reader says of the drawings and marks
_ATTRIBUTES = {tag: set(names) for tag, names in nh3.ALLOWED_ATTRIBUTES.items()} | {
    "*": _ANYWHERE,
    "a": {"href", "id"},
    "details": {"open"},
    **dict.fromkeys(("div", "span"), _FOR_READERS),
    "svg": {"viewBox", *_FOR_READERS},
    "g": {"fill", "stroke"},
    "circle": {"cx", "cy", "r"},
    "path": {"d", "fill", "stroke", "stroke-dasharray"},
    "text": {"x", "y", "text-anchor", "font-size", "fill"},
    **{f"h{level}": {"id"} for level in range(1, 7)},
}
# None of them moves an element over another one: a cell must not paint over a score.
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
    r"[a-z]{1,2}\d?|highlight|hl|dataframe|anchor-link|labkit-card|task-list-item|table|math"
)
_IMAGE = re.compile(r"data:image/(png|jpeg|gif|webp|svg\+xml);base64,[A-Za-z0-9+/=\s]*", re.ASCII)
_BASE64 = re.compile(r"[A-Za-z0-9+/=\s]*", re.ASCII)
_IMAGES = ("image/png", "image/jpeg")
_TEXTS = ("text/plain", "text/latex", "text/markdown", "text/html", "image/svg+xml")
_ATTACHED = (*_IMAGES, "image/gif", "image/svg+xml")


def _filter(tag: str, name: str, value: str) -> str | None:
    if name == "class":
        return " ".join(one for one in value.split() if _CLASSES.fullmatch(one)) or None
    if name == "style":
        return None if _STYLE_REFUSED.search(value) else value
    if value.strip().lower().startswith("data:"):
        return value if (tag, name) == ("img", "src") and _IMAGE.fullmatch(value) else None
    return value


_CLEANER = nh3.Cleaner(
    tags=_TAGS,
    attributes=_ATTRIBUTES,
    attribute_filter=_filter,
    filter_style_properties=_STYLES,
    url_schemes={"http", "https", "mailto", "data"},
)


def clean(markup: str) -> str:
    """HTML without anything that runs, loads a part of the page, or covers one.

    >>> clean('<b onclick="x()">a</b><script>x()</script><p style="position:fixed;color:red">b</p>')
    '<b>a</b><p style="color:red">b</p>'
    """
    return _CLEANER.clean(markup)


@pass_context
def markdown(context: Context, source: str) -> str:
    """The clean HTML of a text, with the images that are attached to its cell."""
    attachments = context.get("cell", {}).get("attachments")
    return _rendered(source, attachments) if attachments else _rendered_alone(source)


def _rendered(source: str, attachments: dict[str, Any]) -> str:
    renderer = IPythonRenderer(escape=False, attachments=attachments, anchor_link_text="¶")
    try:
        return clean(MarkdownWithMath(renderer=renderer).render(source))
    except Exception:  # an attachment is missing, or lists lie too deep in lists
        return f"<pre>{html.escape(source)}</pre>"


@lru_cache(maxsize=TEXTS)
def _rendered_alone(source: str) -> str:
    return _rendered(source, {})


class KeepWhatIsShown(NbGraderPreprocessor):
    """Keeps, of outputs and metadata, the kinds that a page shows, in the form that they must have.

    Scripts, widgets, and metadata that templates write into attributes are left out.
    """

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        """Change a notebook in place."""
        nb.metadata = NotebookNode(
            language_info=NotebookNode(name="python", pygments_lexer="ipython3")
        )
        for cell in nb.cells:
            cell.metadata = NotebookNode(
                {
                    name: kept
                    for name, kept in cell.metadata.items()
                    if name in ("nbgrader", "labkit")
                }
            )
            if "attachments" in cell:
                cell.attachments = _attached(cell.attachments)
            for output in cell.get("outputs", []):
                if "data" in output:
                    output.data, output.metadata = _shown(output.data), NotebookNode()
        return nb, resources


def _attached(attachments: Any) -> NotebookNode:
    entries = attachments.items() if isinstance(attachments, dict) else ()
    kept = {name: _of_kinds(data, _ATTACHED) for name, data in entries}
    return NotebookNode({name: data for name, data in kept.items() if data})


def _of_kinds(data: Any, kinds: tuple[str, ...]) -> NotebookNode:
    data = data if isinstance(data, dict) else {}
    texts = {kind: _text(data[kind]) for kind in kinds if kind in data}
    return NotebookNode({kind: text for kind, text in texts.items() if _BASE64.fullmatch(text)})


def _shown(data: dict[str, Any]) -> NotebookNode:
    texts = {kind: _text(data[kind]) for kind in _TEXTS if kind in data}
    if "text/html" in texts:
        texts["text/html"] = clean(texts["text/html"])
    return NotebookNode(_of_kinds(data, _IMAGES) | texts)


def _text(value: Any) -> str:
    return "".join(map(str, value)) if isinstance(value, list) else str(value)


def policy(scripts: tuple[str, ...] = (), source: str = "") -> str:
    """The element that tells the browser what a page may run and load.

    Args:
        scripts: the texts of inline scripts that may run.
        source: a folder of the web from which scripts, and their fonts, may come.

    >>> policy()[:72]
    '<meta http-equiv="Content-Security-Policy" content="default-src \\'none\\'; '
    """
    hashes = (base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in scripts)
    allowed = " ".join([*(f"'sha256-{one}'" for one in hashes), source]).strip() or "'none'"
    rules = (
        "default-src 'none'",
        f"script-src {allowed}",
        "style-src 'unsafe-inline'",
        "img-src data: https:",
        f"font-src data: {source}".strip(),
        "base-uri 'none'",
        "form-action 'none'",
    )
    return f'<meta http-equiv="Content-Security-Policy" content="{"; ".join(rules)}">'


# nbgrader's template configures MathJax by a script that MathJax itself would have to evaluate, and
# it would evaluate any other of this kind. The same settings as an object need no evaluation.
_CONFIGURATION = re.compile(
    r'<script type="text/x-mathjax-config">.*?</script>', re.DOTALL | re.IGNORECASE
)
_LOADER = re.compile(r'<script src="(https://[^"]+/)[^"/]+"> ?</script>')
_MATHJAX = """
window.MathJax = {
  TeX: {equationNumbers: {autoNumber: "AMS", useLabelIds: true}},
  tex2jax: {
    inlineMath: [["$", "$"], ["\\\\(", "\\\\)"]],
    displayMath: [["$$", "$$"], ["\\\\[", "\\\\]"]],
    processEscapes: true,
    processEnvironments: true
  },
  displayAlign: "center",
  messageStyle: "none",
  CommonHTML: {linebreaks: {automatic: true}}
};
"""


def with_policy(page: str) -> str:
    """A page of nbgrader's feedback template with a policy that allows the template's scripts.

    Args:
        page: its head is the template's alone.
    """
    head, end, rest = page.partition("</head>")
    loader = _LOADER.search(head)
    # latest.js leads to other versions, in folders beside its own.
    source = re.sub(r"[^/]+/$", "", loader[1]) if loader else ""
    configured = f"<script>{_MATHJAX}</script>"
    head = _CONFIGURATION.sub("", head)
    start = f"<head>\n{policy((_MATHJAX,), source)}\n{configured}"
    return head.replace("<head>", start, 1) + end + rest
