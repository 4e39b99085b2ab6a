"""Cells as HTML that is safe in any page: text with formulas, code, outputs. Nothing is fetched."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from jinja2 import Environment, PackageLoader, Template, pass_context, select_autoescape
from jinja2.runtime import Context
from latex2mathml.converter import convert
from markupsafe import Markup
from nbconvert.filters.ansi import ansi2html
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from nbgrader.preprocessors import NbGraderPreprocessor
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, String
from traitlets import List

from autograder import notebooks
from autograder.metadata import KEY
from autograder.release_steps import Step
from autograder.reports import sanitized
from autograder.submission.cleaned import text_of


class KeepWhatIsShown(NbGraderPreprocessor):
    """Keeps, of outputs and metadata, the kinds that a page shows, in the form that they must have.

    Scripts, widgets, and metadata that templates write into attributes are left out.
    """

    # nbgrader has no such setting, so Jupyter would warn about nbconvert's own value.
    display_data_priority: List[str] = List().tag(config=True)

    def preprocess(self, nb: NotebookNode, resources: dict[str, Any]) -> Step:
        """Change a notebook in place."""
        limit(nb)
        nb.metadata = NotebookNode(
            language_info=NotebookNode(name="python", pygments_lexer="ipython3")
        )
        for cell in nb.cells:
            cell.metadata = notebooks.only(cell.metadata, ("nbgrader", KEY))
            if "attachments" in cell:
                cell.attachments = sanitized.attached(cell.attachments)
            for output in cell.get("outputs", []):
                if "data" in output:
                    output.data, output.metadata = sanitized.shown(output.data), NotebookNode()
        return nb, resources


@cache
def template(name: str) -> Template:
    """The template of a page."""
    loader = PackageLoader("autograder.reports")
    environment = Environment(loader=loader, autoescape=select_autoescape())
    environment.globals |= {
        "policy": Markup(sanitized.policy()),
        "inline": lambda title: Markup(inline(title)),
        "text": lambda cell: Markup(text(cell["source"], cell.get("attachments"))),
        "code": lambda source: Markup(code(source)),
    }
    return environment.get_template(name)


# Longer ones are shown as they are: colouring and rendering would take seconds for each.
MAX_LETTERS, MAX_LINE_LETTERS = 20_000, 2000
MAX_PAGE_LETTERS = 400_000  # of all its texts together; the longest of the course has 125,000
TEXTS = 1000  # cells; most are the same in every submission
_PLAIN = re.compile(r'<span class="(?:n|o|p|w|nb|nn|bp)">([^<]*)</span>')
_NUMBER = re.compile(r"^(\d+)\.")
_PICTURE = re.compile(r"data:image/[a-z+]{2,9};base64,[A-Za-z0-9+/=]+")
_PICTURES = ("image/svg+xml", "image/png", "image/jpeg")


class Plain(str):
    """A text that is shown as it is, because earlier ones have used up the page's budget."""


def limit(notebook: NotebookNode) -> None:
    """Make plain, in place, the texts of a page that follow its first ``MAX_PAGE_LETTERS`` letters.

    >>> text = NotebookNode(cell_type="markdown", source="*" * 300_000)
    >>> limit(NotebookNode(cells=[text, last := NotebookNode(text)]))
    >>> type(text.source).__name__, type(last.source).__name__
    ('str', 'Plain')
    """
    left = MAX_PAGE_LETTERS
    for cell in notebook.cells:
        shown = [output.get("data") for output in cell.get("outputs", [])]
        for holder in [cell, *(data for data in shown if isinstance(data, dict))]:
            for kind in holder.keys() & {"source", "text/markdown", "text/latex"}:
                text = text_of(holder[kind])
                left -= len(_PICTURE.sub("", text))
                if left < 0:
                    holder[kind] = Plain(text)


def formula(tex: str, display: str) -> str:
    r"""A formula as MathML; its TeX where that is none that is understood.

    Args:
        tex: without dollar signs.
        display: "inline" or "block".

    >>> formula(r"\frac{1}{2}", "inline").count("<mn>"), formula(r"\no x", "inline")
    (2, '<code>\\no x</code>')
    """
    try:
        mathml = convert(tex, display=display)
    except Exception:  # the TeX may be anything
        mathml = "\\"
    return f"<code>{html.escape(tex)}</code>" if "\\" in mathml else mathml


class _Renderer(IPythonRenderer):
    """nbconvert's, with formulas as MathML and without pictures that must be fetched."""

    def inline_math(self, body: str) -> str:
        return formula(body, "inline")

    def block_math(self, body: str) -> str:
        # Without a mouse, people scroll with arrow keys, which needs an element that takes the
        # focus.
        return f'<span class="wide" tabindex="0">{formula(body, "block")}</span>'

    def latex_environment(self, name: str, body: str) -> str:
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if not url.startswith(("attachment:", "data:")):
            return html.escape(text or url)
        return super().image(text, url, title)


@pass_context
def markdown(context: Context, source: str) -> str:
    """The clean HTML of a text, with the images that are attached to its cell."""
    return text(source, context.get("cell", {}).get("attachments"))


def text(source: str, attachments: Any = None) -> str:
    """The clean HTML of Markdown."""
    return (
        _rendered(source, sanitized.attached(attachments))
        if attachments
        else _rendered_alone(source)
    )


def _rendered(source: str, attachments: dict[str, Any]) -> str:
    # Without embedded pictures, which Colab puts there as lines of a megabyte.
    if isinstance(source, Plain) or _is_long(_PICTURE.sub("", source)):
        return f"<pre>{html.escape(source)}</pre>"
    renderer = _Renderer(escape=False, attachments=attachments, exclude_anchor_links=True)
    try:
        return sanitized.clean(MarkdownWithMath(renderer=renderer).render(source))
    except Exception:  # an attachment is missing, or lists lie too deep in lists
        return f"<pre>{html.escape(source)}</pre>"


@lru_cache(maxsize=TEXTS, typed=True)  # the same text may be plain on another page
def _rendered_alone(source: str) -> str:
    return _rendered(source, {})


def inline(title: str) -> str:
    """A heading's Markdown, without the paragraph around it.

    >>> inline("10. Find the `cheat`")
    '10. Find the <code>cheat</code>'
    """
    # Outside its heading a number with a dot would begin a list.
    return text(_NUMBER.sub(r"\1\\.", title)).strip().removeprefix("<p>").removesuffix("</p>")


@lru_cache(maxsize=TEXTS, typed=True)
def code(source: str) -> str:
    """Highlighted code; C where a cell writes a file of C."""
    if isinstance(source, Plain):
        return _plain_code(source)
    first, _, rest = source.partition("\n")
    if first.startswith("%%writefile"):
        return f"<pre>{html.escape(first)}</pre>{_highlighted(rest, 'c')}"
    return _highlighted(source, "ipython3")


def anonymous(source: str) -> str:
    """Code without comments and docstrings, which may name people; "" if it is too long.

    >>> anonymous("# Taro, 1234\\nx = 1  # mine\\n\\n# so\\n\\ny = '# 2'")
    "x = 1\\n\\ny = '# 2'"
    """
    if _is_long(source):
        return ""
    first, _, rest = source.partition("\n")
    if first.startswith("%%writefile"):
        return _without_remarks(rest, "c")
    return _without_remarks(source, "ipython3")


def _without_remarks(source: str, language: str) -> str:
    # Pygments also reads code that does not compile.
    kept = ""
    for kind, text in get_lexer_by_name(language).get_tokens(source):
        is_code = kind in Comment.Preproc or kind in Comment.PreprocFile  # such as #include
        kept += "" if (kind in Comment and not is_code) or kind in String.Doc else text
    lines = "\n".join(line.rstrip() for line in kept.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def _is_long(source: str) -> bool:
    return len(source) > MAX_LETTERS or any(
        len(line) > MAX_LINE_LETTERS for line in source.splitlines()
    )


def _highlighted(source: str, language: str) -> str:
    if _is_long(source):
        return _plain_code(source)
    markup = highlight(source, get_lexer_by_name(language), HtmlFormatter(cssclass="highlight"))
    # Names, signs and spaces have no colour of their own: without their marks pages are half as
    # long.
    return _PLAIN.sub(r"\1", markup)


def _plain_code(source: str) -> str:
    return f'<div class="highlight"><pre>{html.escape(source)}</pre></div>'


def outputs(cell: NotebookNode, description: str) -> str:
    """What a cell showed.

    Args:
        cell: its outputs may hold anything.
        description: of a picture, for those who cannot see it.
    """
    return "".join(_output(output, description) for output in cell.get("outputs", []))


def _output(output: NotebookNode, description: str) -> str:
    if output.output_type == "stream":
        return _terminal(str(output.text))
    if output.output_type == "error":
        return _terminal(
            "\n".join(map(str, output.traceback)) or f"{output.ename}: {output.evalue}"
        )
    return next(_of_data(sanitized.shown(output.data), description), "")


def _of_data(data: dict[str, str], description: str) -> Iterator[str]:
    """The best kind first."""
    if "text/html" in data:
        yield data["text/html"]
    if "text/markdown" in data:
        yield text(data["text/markdown"])
    yield from (picture(data[kind], kind, description) for kind in _PICTURES if kind in data)
    if "text/latex" in data:
        yield text(data["text/latex"])
    if "text/plain" in data:
        yield _terminal(data["text/plain"])


def picture(data: str, kind: str, description: str) -> str:
    """A picture that is in the page itself.

    Args:
        data: base64; for SVG its text.
        kind: a MIME type.
        description: for those who do not see it.
    """
    encoded = b64encode(data.encode()).decode() if kind == "image/svg+xml" else data
    source = f"data:{kind};base64,{''.join(encoded.split())}"
    return f'<img src="{source}" alt="{html.escape(description)}">'


def _terminal(printed: str) -> str:
    return f"<pre>{sanitized.clean(ansi2html(printed))}</pre>"
