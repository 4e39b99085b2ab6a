"""The code of an edition: release keeps one of the languages in which a cell says something.

A call ``words(en="a", ja="b")`` becomes its text, and any other call with texts in several
languages keeps one of them. A comment ``# a  # ja: b`` becomes ``# a`` or ``# b``; so does
``// a  // ja: b`` in C, C++ and Verilog. A comment that only begins with ``# ja:`` is the
translation of the docstring before it. All other letters of a cell stay as they are.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from io import StringIO
from itertools import accumulate
from token import DEDENT, ENCODING, INDENT, NEWLINE, STRING, tok_name
from tokenize import COMMENT, NL, TokenError, TokenInfo, generate_tokens
from typing import NamedTuple

from autograder.messages import message
from labkit.language import ENGLISH, LANGUAGES

WORDS = "words"
_LONGEST = 120  # letters of a line that takes the place of several
# The first line of a cell that writes a file in a language other than Python.
_OTHER_CODE = re.compile(r"\A\s*%%writefile\s")
# A comment's or a docstring's translation follows it.
_TAG = re.compile(rf"\s*(?:#|//) ({'|'.join(LANGUAGES)}): ")
_TEXT_OR_COMMENT = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|//[^\n]*""")
_TITLE = re.compile(r"\A# @title .*\n")
_NAMED = re.compile(rf"\b(?:{'|'.join(LANGUAGES)})\s*=")
_IMPORT = re.compile(rf"^(from labkit import .*), {WORDS}\b", re.MULTILINE)
_MAGIC = re.compile(r"^(\s*)[%!].*$", re.MULTILINE)


class Edit(NamedTuple):
    """Bytes of a source, from ``start`` to ``end``, and their replacement."""

    start: int
    end: int
    text: bytes


def in_edition(source: str, language: str) -> str:
    """The source of a code cell as the edition in a language has it.

    Args:
        source: of a solution notebook; a source without such calls and comments stays as it is.
        language: English takes the place of one in which nothing is said.

    >>> in_edition('print(words(en="step", ja="suteppu"), x)', "ja")
    'print("suteppu", x)'
    >>> in_edition('show(figure, en="A line.", ja="Sen.")', "en")
    'show(figure, en="A line.")'
    """
    source = with_comments_in(source, language)
    if not _OTHER_CODE.match(source):
        # Once more, for calls within the texts of other calls.
        while (chosen := _with_texts_of(source, language)) != source:
            source = chosen
    return source


@lru_cache(maxsize=8192)  # asked for every given cell of every submission
def forms(source: str) -> frozenset[str]:
    """A source as it is in the solution, and as each edition has it.

    Also with comments in English alone and without a title, as earlier releases had it.
    """
    found: set[str] = set()
    for text in {source, _TITLE.sub("", source)}:
        found |= {text, with_comments_in(text, ENGLISH)}
        found.update(in_edition(text, language) for language in LANGUAGES)
    return frozenset(found)


def calls_words(source: str) -> bool:
    """Whether a cell of a solution has a call of ``words``."""
    tree = _tree(source)
    return tree is not None and any(map(_is_words, ast.walk(tree)))


def without_import(source: str) -> str:
    """A set-up cell that does not import ``words``.

    >>> without_import("from labkit import check, words\\nfrom labkit.c import code")
    'from labkit import check\\nfrom labkit.c import code'
    """
    return _IMPORT.sub(r"\1", source)


def comment(mark: str, key: str) -> str:
    """A message as a comment in all languages, of which an edition keeps one.

    >>> comment("//", "blanks.your_code").partition("  ")[0]
    '// Your code here'
    """
    texts = {language: message(key, language) for language in LANGUAGES}
    others = (
        f"  {mark} {language}: {text}" for language, text in texts.items() if text != texts[ENGLISH]
    )
    return f"{mark} {texts[ENGLISH]}{''.join(others)}"


def leftovers(source: str) -> list[str]:
    """The calls and comments of a released cell that still have texts in several languages.

    They remain where Python gives no place in the source: within a text or a magic.
    """
    if _OTHER_CODE.match(source):
        return []
    tags = [match[0].strip() for match in _TAG.finditer(source)]
    calls = re.findall(rf"(?<![\w.]){WORDS}\(.*", source)
    tree = _tree(source)
    found = [] if tree is None else [node for node in ast.walk(tree) if _texts(node)]
    return tags + calls + [ast.unparse(node) for node in found if len(_texts(node)) > 1]


def keeps_code(source: str, language: str) -> bool:
    """Whether an edition is the source's code, except for the texts that it chose.

    Compared as syntax trees, without docstrings, whose translations differ.

    >>> keeps_code('print(words(en="a", ja="b"))', "ja")
    True
    """
    tree = None if _OTHER_CODE.match(source) else _parsed(source)
    if tree is None:
        return True
    edition = _parsed(in_edition(source, language))
    return edition is not None and _meaning(edition) == _meaning(_Choice(language).visit(tree))


class _Choice(ast.NodeTransformer):
    """Puts a text in the place of a call of ``words``, and keeps one text of all other calls."""

    def __init__(self, language: str) -> None:
        self._language = language

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        texts = _texts(node)
        if not texts:
            return node
        chosen = _chosen(texts, self._language)
        if _is_words(node):
            return chosen.value
        node.keywords = [
            keyword for keyword in node.keywords if keyword.arg not in texts or keyword is chosen
        ]
        return node


def _meaning(tree: ast.Module) -> str:
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)):
            node.body[0] = node.body[0] if ast.get_docstring(node) is None else ast.Pass()
    # Twice, since adjacent texts in f-strings become one.
    return ast.unparse(ast.parse(ast.unparse(tree)))


def _chosen(texts: dict[str, ast.keyword], language: str) -> ast.keyword:
    return texts.get(language) or texts.get(ENGLISH) or next(iter(texts.values()))


def with_comments_in(source: str, language: str) -> str:
    """The source with its comments in one language; as it is, where Python cannot read it."""
    if not _TAG.search(source):
        return source
    if _OTHER_CODE.match(source):
        return _TEXT_OR_COMMENT.sub(
            lambda match: _said(match[0], language) if match[0].startswith("//") else match[0],
            source,
        )
    starts = [*accumulate((len(line) + 1 for line in source.split("\n")), initial=0)]
    try:
        tokens = [*generate_tokens(StringIO(_MAGIC.sub(r"\1pass", source)).readline)]
    except (TokenError, SyntaxError):
        return source
    for number, token in reversed([*enumerate(tokens)]):
        if token.type == COMMENT and _TAG.search(token.string):
            text, (row, column) = _said(token.string, language), token.start
            if _TAG.match(token.string):  # the English text is the docstring before it
                if not _is_docstring(tokens, number - 1):
                    continue  # which release refuses
                before = tokens[number - 1]
                row, column = before.start if text else before.end
            end = starts[token.end[0] - 1] + token.end[1]
            source = source[: starts[row - 1] + column] + text + source[end:]
    return source


def _is_docstring(tokens: list[TokenInfo], place: int) -> bool:
    """Whether a token is a string statement that ends before the next token."""
    begins = (NEWLINE, NL, INDENT, DEDENT, ENCODING)
    is_first = place == 0 or tokens[place - 1].type in begins
    is_behind = place >= 0 and tokens[place].end[0] == tokens[place + 1].start[0]
    return is_behind and is_first and tokens[place].type == STRING


def _said(comment: str, language: str) -> str:
    """A comment, or a translated docstring, in one language.

    >>> _said("# one  # ja: ichi", "ja"), _said("// one  // ja: ichi", "en")
    ('# ichi', '// one')
    >>> _said("# ja: 'Ichi.'", "ja"), _said("# ja: 'Ichi.'", "en")
    ("'Ichi.'", '')
    """
    english, *others = _TAG.split(comment)
    by_language = dict(zip(others[::2], others[1::2], strict=True))
    if language not in by_language:
        return english
    mark = english.partition(" ")[0]
    return f"{mark} {by_language[language]}" if mark else by_language[language]


def _with_texts_of(source: str, language: str) -> str:
    """The source with the outermost calls in one language."""
    tree = _tree(source)
    if tree is None:
        return source
    code = _Source(source)
    changed = code.data
    for edit in sorted(_edits(tree, code, language), reverse=True):
        changed = changed[: edit.start] + edit.text + changed[edit.end :]
    return changed.decode()


def _tree(source: str) -> ast.Module | None:
    """The syntax tree, with a statement in the place of each line of a magic."""
    if not _NAMED.search(source):
        return None
    return _parsed(source)


def _parsed(source: str) -> ast.Module | None:
    try:
        return ast.parse(_MAGIC.sub(r"\1pass", source))
    except (SyntaxError, ValueError):
        return None


def _texts(node: ast.AST) -> dict[str, ast.keyword]:
    """The arguments of a call that are named as languages are."""
    keywords = node.keywords if isinstance(node, ast.Call) else []
    return {keyword.arg: keyword for keyword in keywords if keyword.arg in LANGUAGES}


def _is_words(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == WORDS


class _Source:
    """A source by places of its syntax tree, whose columns count bytes."""

    def __init__(self, source: str) -> None:
        self.data = source.encode()
        self._lines = [0]
        for line in source.split("\n"):
            self._lines.append(self._lines[-1] + len(line.encode()) + 1)

    def start(self, node: ast.expr | ast.keyword) -> int:
        return self._lines[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.keyword) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self._lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, start: int, end: int) -> str:
        return self.data[start:end].decode()

    def column(self, place: int) -> int:
        """The number of characters before a place in its line."""
        return len(self.data[:place].decode().rpartition("\n")[2])


def _edits(tree: ast.Module, code: _Source, language: str) -> Iterator[Edit]:
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        texts = _texts(node)
        if not texts:
            waiting += ast.iter_child_nodes(node)
            continue
        assert isinstance(node, ast.Call)
        chosen = _chosen(texts, language)
        if _is_words(node):
            # Up to Python 3.11, expressions within an f-string have no places.
            if code.data.startswith(f"{WORDS}(".encode(), code.start(node)):
                yield _replaced(code, node, chosen)
        elif len(texts) > 1:
            others = [text for text in texts.values() if text is not chosen]
            yield from _without(code, node, others)
        else:
            waiting += ast.iter_child_nodes(node)


def _without(code: _Source, call: ast.Call, dropped: list[ast.keyword]) -> Iterator[Edit]:
    """Take arguments out of a call, each with the comma that follows it, or else precedes it."""
    every: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    arguments = sorted(every, key=code.start)
    last = max(index for index, argument in enumerate(arguments) if argument not in dropped)
    for index, argument in enumerate(arguments):
        if argument in dropped and index < last:
            yield Edit(code.start(argument), code.start(arguments[index + 1]), b"")
        elif argument in dropped:
            yield Edit(code.end(arguments[index - 1]), code.end(argument), b"")


def _replaced(code: _Source, call: ast.Call, chosen: ast.keyword) -> Edit:
    """A text in the place of the call that chose it, laid out as the call was."""
    start, end = code.start(call), code.end(call)
    named = code.text(code.start(chosen), code.end(chosen))
    text = re.sub(rf"\A{chosen.arg}\s*=\s*", "", named)
    before, after = code.data[:start].decode(), code.data[end:].decode()
    above = before.rpartition("\n")[2]
    is_alone = before.endswith(("(", "[")) and after.startswith((")", "]"))
    first = min(code.start(keyword) for keyword in call.keywords)
    margin = code.text(start, first).removeprefix(f"{WORDS}(")  # "" or a new line, and its indent
    line = above + text + after.partition("\n")[0]
    if "\n" not in text and (len(line) <= _LONGEST or not margin):
        is_atom = isinstance(chosen.value, (ast.Constant, ast.JoinedStr))
        return Edit(start, end, (text if is_atom or is_alone else f"({text})").encode())
    column = code.column(code.start(chosen)) + len(named) - len(text)
    if margin:
        indent = re.match(r"\s*", above)
        text = (
            margin + _moved(text, len(margin.lstrip("\n")) - column) + f"\n{indent and indent[0]}"
        )
    else:
        bracket = 0 if is_alone else 1
        text = _moved(text, len(above) + bracket - column)
    return Edit(start, end, (text if is_alone else f"({text})").encode())


def _moved(text: str, columns: int) -> str:
    """A text whose lines below the first one move to the right, or to the left."""
    first, *others = text.split("\n")
    within = _lines_within_texts(text)
    # A line further left than its text stays there.
    moved = (" " * columns + line if columns > 0 else _from(line, -columns) for line in others)
    pairs = enumerate(zip(others, moved, strict=True), start=1)
    return "\n".join([first, *(own if row in within else new for row, (own, new) in pairs)])


def _lines_within_texts(code: str) -> set[int]:
    """The lines of an expression, from 0, that begin within a text: their spaces belong to it."""
    found: set[int] = set()
    begun: list[int] = []
    for token in generate_tokens(StringIO(f"({code}\n)").readline):
        kind = tok_name[token.type]
        if kind == "FSTRING_START":  # since Python 3.12
            begun.append(token.start[0])
        elif kind in ("STRING", "FSTRING_END"):
            start = begun.pop() if kind == "FSTRING_END" else token.start[0]
            found.update(range(start, token.end[0]))
    return found


def _from(line: str, columns: int) -> str:
    return line[min(columns, len(line) - len(line.lstrip())) :]
