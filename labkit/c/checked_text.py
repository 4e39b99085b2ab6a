"""A student's source as the tools get it: what is checked is what is compiled.

A checker that skips a comment agrees with a compiler only as long as both see its end in the same
place. yosys ignores everything after a zero byte, so it saw code where a check saw a comment.
"""

from __future__ import annotations

import re

# In C a string may hold what looks like a comment, a backslash continues a line comment, and with
# -std=c11 the three characters ??/ are one.
_IN_C = re.compile(
    r"""(?P<kept>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')|/\*.*?\*/|//(?:(?:\\|\?\?/)\n|[^\n])*""",
    re.DOTALL,
)
_IN_VERILOG = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_FALLS_THROUGH = re.compile(r"fall(?:s|ing)?[ -]?thr", re.IGNORECASE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


def checked_text(text: str, suffix: str) -> str:
    r"""A source without comments, in printable ASCII, tabs and ends of lines.

    Every line keeps its number; in C, what is left of it keeps its column.

    Args:
        text: of a source, as a student wrote it.
        suffix: of its file: ``.v``, ``.c`` or ``.cpp``.

    >>> checked_text('int /* あ */ x; // \0\nchar *s = "// あ";', ".c")
    'int         x;     \nchar *s = "// \\u3042";'
    >>> checked_text("wire a; // \0 /*\nwire b;", ".v")
    'wire a;         \nwire b;'
    """
    if suffix == ".v":
        return _IN_VERILOG.sub(_blank, text)
    # C reads a control character as a space. Other letters become escapes (\u3042), which compilers
    # read as the same letters, so that Japanese text stays what it was.
    return _NOT_ASCII.sub(_escaped, _CONTROL.sub(" ", _IN_C.sub(_blank, text)))


def _blank(match: re.Match[str]) -> str:
    if match.groupdict().get("kept"):
        return match[0]
    spaces = re.sub(r"[^\n]", " ", match[0])
    # Without this comment a compiler warns about the `case`.
    falls = "\n" not in spaces and _FALLS_THROUGH.search(match[0])
    return "/* fall through */" if falls and match.re is _IN_C else spaces


def _escaped(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
