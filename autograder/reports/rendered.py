"""Cells as HTML that is safe in any page: text with formulas, code, outputs. Nothing is fetched."""

from __future__ import annotations

import html
import re
from base64 import b64encode
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context
from latex2mathml.converter import convert
from nbconvert.filters.ansi import ansi2html
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from nbformat import NotebookNode
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import Comment, String

from autograder.reports.safe import attached, clean, shown

# Longer ones are shown as they are: what colours and renders them takes seconds for each.
MOST_LETTERS, MOST_OF_A_LINE = 20_000, 2000
TEXTS = 1000  # cells; most are the same in every submission
_PLAIN = re.compile(r'<span class="(?:n|o|p|w|nb|nn|bp)">([^<]*)</span>')
_NUMBER = re.compile(r"^(\d+)\.")
_PICTURE = re.compile(r"data:image/[a-z+]{2,9};base64,[A-Za-z0-9+/=]+")
_PICTURES = ("image/svg+xml", "image/png", "image/jpeg")


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
    except Exception:  # any TeX may stand there
        mathml = "\\"
    return f"<code>{html.escape(tex)}</code>" if "\\" in mathml else mathml


class _Renderer(IPythonRenderer):
    """nbconvert's, with formulas as MathML and without pictures that must be fetched."""

    def inline_math(self, body: str) -> str:
        return formula(body, "inline")

    def block_math(self, body: str) -> str:
        return _wide(formula(body, "block"))

    def latex_environment(self, name: str, body: str) -> str:
        return self.block_math(f"\\begin{{{name}}}{body}\\end{{{name}}}")

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if not url.startswith(("attachment:", "data:")):
            return html.escape(text or url)
        return super().image(text, url, title)


def _wide(markup: str) -> str:
    # Whoever has no mouse scrolls by arrow keys, which needs an element that takes the focus.
    return f'<span class="wide" tabindex="0">{markup}</span>'


@pass_context
def markdown(context: Context, source: str) -> str:
    """The clean HTML of a text, with the images that are attached to its cell."""
    return text(source, context.get("cell", {}).get("attachments"))


def text(source: str, attachments: Any = None) -> str:
    """The clean HTML of Markdown."""
    return _rendered(source, attached(attachments)) if attachments else _rendered_alone(source)


def _rendered(source: str, attachments: dict[str, Any]) -> str:
    # Without pictures in it, which Colab puts there: a line of a megabyte is theirs.
    if _is_long(_PICTURE.sub("", source)):
        return f"<pre>{html.escape(source)}</pre>"
    renderer = _Renderer(escape=False, attachments=attachments, exclude_anchor_links=True)
    try:
        return clean(MarkdownWithMath(renderer=renderer).render(source))
    except Exception:  # an attachment is missing, or lists lie too deep in lists
        return f"<pre>{html.escape(source)}</pre>"


@lru_cache(maxsize=TEXTS)
def _rendered_alone(source: str) -> str:
    return _rendered(source, {})


def inline(title: str) -> str:
    """A heading's Markdown, without the paragraph around it.

    >>> inline("10. Find the `cheat`")
    '10. Find the <code>cheat</code>'
    """
    # Outside its heading a number with a dot would begin a list.
    return text(_NUMBER.sub(r"\1\\.", title)).strip().removeprefix("<p>").removesuffix("</p>")


@lru_cache(maxsize=TEXTS)
def code(source: str) -> str:
    """Highlighted code; C where a cell writes a file of C."""
    first, _, rest = source.partition("\n")
    if first.startswith("%%writefile"):
        return f"<pre>{html.escape(first)}</pre>{_highlighted(rest, 'c')}"
    return _highlighted(source, "ipython3")


def anonymous(source: str) -> str:
    """Code without comments and docstrings, where names of people stand; "" where it is too long.

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
    # Pygments reads what does not compile, too.
    tokens = get_lexer_by_name(language).get_tokens(source)
    kept = "".join(text for kind, text in tokens if not _is_remark(kind))
    lines = "\n".join(line.rstrip() for line in kept.splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def _is_remark(kind: Any) -> bool:
    is_code = kind in Comment.Preproc or kind in Comment.PreprocFile  # such as #include
    return (kind in Comment and not is_code) or kind in String.Doc


def _is_long(source: str) -> bool:
    return len(source) > MOST_LETTERS or any(
        len(line) > MOST_OF_A_LINE for line in source.splitlines()
    )


def _highlighted(source: str, language: str) -> str:
    if _is_long(source):
        return f'<div class="highlight"><pre>{html.escape(source)}</pre></div>'
    markup = highlight(source, get_lexer_by_name(language), HtmlFormatter(cssclass="highlight"))
    # Names, signs and spaces have no colour of their own: without their marks pages are half as
    # long.
    return _PLAIN.sub(r"\1", markup)


def outputs(cell: NotebookNode, description: str) -> str:
    """What a cell showed.

    Args:
        cell: its outputs may hold anything.
        description: of a picture, for those who do not see it.
    """
    return "".join(_output(output, description) for output in cell.get("outputs", []))


def _output(output: NotebookNode, description: str) -> str:
    if output.output_type == "stream":
        return _terminal(str(output.text))
    if output.output_type == "error":
        return _terminal(
            "\n".join(map(str, output.traceback)) or f"{output.ename}: {output.evalue}"
        )
    return next(_of_data(shown(output.data), description), "")


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
    """A picture that stands in the page itself.

    Args:
        data: base64; for SVG its text.
        kind: a MIME type.
        description: for those who do not see it.
    """
    encoded = b64encode(data.encode()).decode() if kind == "image/svg+xml" else data
    source = f"data:{kind};base64,{''.join(encoded.split())}"
    return f'<img src="{source}" alt="{html.escape(description)}">'


def _terminal(printed: str) -> str:
    return f"<pre>{clean(ansi2html(printed))}</pre>"
