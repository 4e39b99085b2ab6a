"""The encoding of a text: UTF-8, what its mark says, or the one in which known text reappears.

Nothing is guessed from letter frequencies: bytes of one language make letters of another, and a
misread name or line of code looks like any other.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from autograder import texts
from autograder.texts import HIDDEN

Known = Callable[[], Collection[str]]  # made by :func:`pieces`, and only where it decides

# The longer marks first: a mark of UTF-32 begins with that of UTF-16.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
    codecs.BOM_UTF8: "utf-8",
}
# What is tried, in the order in which a person is shown it. Related encodings, each with letters
# that the other lacks, are both here: otherwise the only one would always count.
CANDIDATES = {
    "cp1252": "Windows-1252",
    "cp932": "Shift_JIS",
    "euc_jp": "EUC-JP",
    "euc_jis_2004": "EUC-JIS-2004",
    "iso2022_jp": "ISO-2022-JP",
    "gb18030": "GB 18030",
    "cp950": "Big5",
    "big5hkscs": "Big5-HKSCS",
    "cp949": "EUC-KR",
    "cp850": "CP850",
    "cp437": "CP437",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp1257": "Windows-1257",
    "iso8859_2": "ISO 8859-2",
    "iso8859_7": "ISO 8859-7",
    "iso8859_15": "ISO 8859-15",
    "mac_roman": "Mac OS Roman",
    "mac_latin2": "Mac OS Central European",
    "mac_greek": "Mac OS Greek",
    "mac_turkish": "Mac OS Turkish",
    "cp775": "CP775",
    "cp852": "CP852",
    "cp861": "CP861",
    "cp866": "CP866",
    "koi8_u": "KOI8-U",
    "koi8_t": "KOI8-T",
    "utf-16-le": "UTF-16",
    "utf-16-be": "UTF-16",
}
_ESCAPES = b"\x1b$"  # begins Japanese letters in ISO-2022-JP, whose bytes are valid UTF-8, too
_MAX_SHOWN = 4
_MAX_LETTERS = 1_000_000  # searched for known text: a notebook begins with what was given
_MIN_BYTES = 3  # a shorter word reappears by chance
# Japanese has no spaces: a word ends where its kind of letters does (kanji, and both kana).
_KINDS = (r"\u4e00-\u9fff\u3005", r"\u3041-\u3096", r"\u30a1-\u30fa\u30fc")
# What no one writes: control characters, and private-use letters, which GB 18030 makes of any
# bytes.
_NO_TEXT = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\ue000-\uf8ff]")
_WORD = re.compile(
    "|".join(f"[{kind}]+" for kind in _KINDS)
    + rf"|(?:(?![{''.join(_KINDS)}])(?:[^\W\d_]|[^\x00-\x7f]))+"
)


class Undecided(ValueError):
    """Known text appears in no decoding of the bytes, or in several different ones.

    Args:
        data: the bytes.
    """

    def __init__(self, data: bytes) -> None:
        self.line, readings = _in_question(data)
        shown = "; in ".join(f"{name} it would be: {text}" for name, text in readings.items())
        super().__init__(
            f"is not in UTF-8, and the encoding of line {self.line} is not certain"
            + (f": in {shown}. " if shown else ". ")
            + 'Save it as UTF-8 (in Excel: "CSV UTF-8")'
        )


def pieces(*texts: str) -> frozenset[str]:
    """The words and the lines of texts, by which they are known again.

    >>> sorted(pieces("Jörg Weiß_102", '  "3 × 4\\\\n",'))
    ['3 × 4', 'jörg', 'jörg weiß_102', 'n', 'weiß', '×']
    """
    return frozenset(piece for text in texts for piece in _pieces(text.lower()))


def _pieces(text: str) -> Iterator[str]:
    yield from _WORD.findall(text)
    for line in text.splitlines():
        # The lines of a notebook's JSON, too.
        bare = line.strip(" \t,").strip('"').removesuffix("\\n")
        yield bare.replace('\\"', '"').strip()


def decoded(data: bytes, known: Known = frozenset) -> str:
    """A text, without its mark.

    Args:
        data: its bytes.
        known: pieces of texts that may be in it, in any language.

    Raises:
        Undecided: a person must say in which encoding it is.

    >>> decoded("é".encode()), decoded("\\ufeffé".encode()), decoded("é".encode("utf-16"))
    ('é', 'é', 'é')
    >>> decoded("Jörg und Zoë".encode("cp850"), lambda: pieces("Jörg Zoë"))
    'Jörg und Zoë'
    """
    return data.decode(encoding_of(data, known)).lstrip("\ufeff")


def encoding_of(data: bytes, known: Known = frozenset) -> str:
    """The encoding of a text, as Python calls it; errors as for :func:`decoded`."""
    first, *others = possible(data, known) or [""]
    if not first or any(data.decode(encoding) != data.decode(first) for encoding in others):
        raise Undecided(data)
    return first


def possible(data: bytes, known: Known) -> list[str]:
    """The encodings that cannot be told apart; none where nothing tells of any.

    One counts before another if all known text that reappears in the other reappears in it, and
    more: Japanese letters without Chinese ones have the same bytes in EUC-JP and in GB 18030.
    """
    if marked := by_mark(data):
        return [marked] if _read(data, marked) is not None else []
    if data.isascii() and b"\0" not in data and _ESCAPES not in data:
        return ["utf-8"]
    text = None if _ESCAPES in data else _read(data, "utf-8")
    sought = known()
    # No piece that tells of an encoding is in a line of ASCII, as most of a notebook's are.
    lines = (text or "")[:_MAX_LETTERS].lower().splitlines()
    start = "\n".join(line for line in lines if not line.isascii())
    # Nearly all end here, without being decoded in every other encoding.
    if text is not None and (not sought or any(text in start for text in sought if _tells(text))):
        return ["utf-8"]
    is_text = text is not None and "\0" not in text
    found = {
        code: again
        for code in (*(["utf-8"] if is_text else []), *CANDIDATES)
        if sought and (read := _read(data, code)) and (again := _again(read, sought, code))
        if not _NO_TEXT.search(read)
    }
    most = [
        encoding
        for encoding in found
        if not any(found[encoding] < other for other in found.values())
    ]
    return ["utf-8"] if is_text and ("utf-8" in most or not most) else most


def by_mark(data: bytes) -> str | None:
    """The encoding that the first bytes name; None where they name none."""
    return next((name for mark, name in _MARKS.items() if data.startswith(mark)), None)


def replaced(data: bytes) -> str:
    """What is certain of a text in an unknown encoding: its ASCII, and marks for the rest."""
    return data.decode(by_mark(data) or "utf-8", "replace").lstrip("\ufeff")


def decoded_names(names: Sequence[bytes], known: Known) -> list[str]:
    """Names that one program has written, such as those in an archive.

    Where no one can tell a name's letters, its other bytes are written as numbers, each behind
    :data:`~autograder.texts.HIDDEN`, so that two names stay two.

    >>> decoded_names(["Jörg".encode("cp850"), "Zoë".encode("cp850")], lambda: pieces("Jörg Zoë"))
    ['Jörg', 'Zoë']
    >>> decoded_names(["山田".encode("cp932")], frozenset)
    ['�8eR�93c']
    """
    codes = possible(b"\n".join(names), known)
    return [_name(name, codes, known) for name in names]


def _name(name: bytes, codes: Iterable[str], known: Known) -> str:
    readings = {text for code in codes if (text := _read(name, code)) is not None}
    # Somebody may have added to the archive with another program.
    if _ESCAPES not in name and (text := _read(name, "utf-8")) is not None:
        readings.add(text)
    if len(readings) > 1:
        readings = {text for text in readings if _again(text, known(), "utf-8")}
    if len(readings) == 1:
        return readings.pop()
    return "".join(chr(byte) if 0x20 <= byte < 0x80 else f"{HIDDEN}{byte:02x}" for byte in name)


def _read(data: bytes, code: str) -> str | None:
    try:
        return data.decode(code)
    except UnicodeDecodeError:
        return None


def _again(text: str, known: Collection[str], code: str) -> frozenset[str]:
    """The known pieces that are in a reading, and tell something of its encoding."""
    here = pieces(text[:_MAX_LETTERS]).intersection(known)
    return frozenset(name for name in here if _tells(name, code))


def _tells(piece: str, code: str = "utf-8") -> bool:
    """Whether a piece has enough bytes beyond ASCII that it is not there by chance."""
    data = piece.encode(code, "ignore")
    return data != piece.encode("ascii", "ignore") and len(data) >= _MIN_BYTES


def _in_question(data: bytes) -> tuple[int, dict[str, str]]:
    """The number of the first line that is not certain, and what it would be."""
    try:
        data.decode(by_mark(data) or "utf-8")
        wrong = max(0, data.find(_ESCAPES))
    except UnicodeDecodeError as error:
        wrong = error.start
    number = data.count(b"\n", 0, wrong)
    line = data.split(b"\n")[number].rstrip(b"\r")
    readings: dict[str, str] = {}
    for code, name in CANDIDATES.items():
        text = _read(line, code) if "utf" not in code else None
        if text and texts.clean(text) == " ".join(text.split()) and len(readings) < _MAX_SHOWN:
            readings[name] = texts.clean(text)
    return number + 1, readings
