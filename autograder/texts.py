"""Texts that somebody else wrote, such as names and answers, without invisible letters."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from unicodedata import category, name, normalize

# Control characters, formats (marks of direction, letters of no width), halves of a letter.
_UNSEEN = ("Cc", "Cf", "Cs")
# Two zero-width letters are part of the spelling in Arabic and Indic scripts.
_JOINERS = "\u200c\u200d"
_JOINED = re.compile(
    "ARABIC|DEVANAGARI|BENGALI|GUJARATI|GURMUKHI|TAMIL|TELUGU|KANNADA|MALAYALAM|SINHALA"
)
# Full-width Latin letters, and half-width Japanese ones.
_NONSTANDARD_WIDTH = re.compile(r"[\u3000\uff01-\uffee]+")
# Japanese has no spaces, and two kinds of commas.
_WIDE = r"[\u3000-\u9fff]"
_END_OF_WORD = re.compile(rf"[\u3001\u3002]|[.,;:](?=\s|$|{_WIDE})")
_NO_LETTER = re.compile(rf"(?<={_WIDE}) | (?={_WIDE})")

# Replaces invisible letters: a name with a zero-width letter is not what it seems to be.
HIDDEN = "\ufffd"


def clean(text: str, hidden: str = "") -> str:
    r"""A text on one line, without control characters, marks of direction and hidden letters.

    Args:
        text: by anybody.
        hidden: what to write in place of each hidden letter.

    >>> clean("Ada\u200b  Lovelace\r\n"), clean("\x1b[2J\u202eeda"), clean("山田\u3000太郎")
    ('Ada Lovelace', '[2Jeda', '山田 太郎')
    >>> clean("Ada\u200b Lovelace\r", HIDDEN)
    'Ada� Lovelace�'
    >>> clean("علی\u200cرضا") == "علی\u200cرضا"
    True
    """
    text, seen = normalize("NFC", text), ""
    if text.isprintable():  # tables of a whole class are read and written for each hand-in
        return " ".join(text.split())
    for letter in text:
        if category(letter) not in _UNSEEN:
            seen += letter
        elif letter in _JOINERS and _JOINED.match(name(seen[-1:] or " ", "")):
            seen += letter
        else:
            seen += hidden or " " * letter.isspace()
    return " ".join(seen.split())


def counted(count: int, noun: str) -> str:
    """A count with its noun.

    >>> counted(1, "verdict"), counted(0, "file"), counted(24, "hand-in")
    ('1 verdict', '0 files', '24 hand-ins')
    """
    return f"{count} {noun}{'' if count == 1 else 's'}"


def as_one(text: str) -> str:
    """A text without the differences that nobody sees: spaces, composed letters, empty ends.

    Nothing else is left out, so equal texts mean the same: 2⁸ is not 28, and an indented line of
    code stays different.

    >>> as_one("floats  pass \\n") == as_one("floats pass")
    True
    >>> as_one("if a:\\n    b\\nc") == as_one("if a:\\n    b\\n    c")
    False
    """
    lines = normalize("NFC", text).strip().splitlines()
    indents = (line[: len(line) - len(line.lstrip())] for line in lines)
    return "\n".join(
        indent + " ".join(line.split()) for indent, line in zip(indents, lines, strict=True)
    )


def folded(text: str) -> str:
    r"""A text without what does not change its meaning: width and case of letters, commas, full
    stops. Signs stay, and so do superscripts: x² is not x2, and -1 is not 1. In a text with
    indented lines or a code block, lines stay lines.

    >>> folded("The batch norm.") == folded("the  batch\nnorm") == folded("\uff34he batch, norm")
    True
    >>> folded("x² > 0.5") == folded("x2 > 0.5"), folded("0.5") == folded("05")
    (False, False)
    """
    usual = _NONSTANDARD_WIDTH.sub(lambda found: normalize("NFKC", found[0]), text)
    text = as_one(usual.casefold())
    if "```" in text or any(line[:1].isspace() for line in text.splitlines()):
        return text
    return _NO_LETTER.sub("", clean(_END_OF_WORD.sub(" ", text)))


def digest_of(text: str, attachments: Mapping[str, object] | None) -> str:
    """The identity of an answer: its text as :func:`as_one`, and its pictures."""
    import hashlib  # start-up time: --help need not wait for it

    content = json.dumps([as_one(text), attachments or {}], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()
