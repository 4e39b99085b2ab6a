"""Lines of solutions, right answers, hidden probes and rubrics in what is to be published.

A line is secret if it is long enough and is nowhere in the open part of a solution notebook.
It is found in any form that :func:`texts` reads (as it is, zipped, compressed, in base64), however
it is indented, quoted, escaped, coloured, wrapped or numbered: letters and digits are compared.
What a person has reworded is not found.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import re
import tomllib
import unicodedata
import zipfile
import zlib
from bisect import bisect_right
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import IO
from urllib.parse import unquote

from nbformat import NotebookNode

from autograder import notebooks
from autograder.answers.known import RIGHT, WRONG, known_answers_in
from autograder.course import Assignment, Course, CourseError
from autograder.judging import verdicts
from autograder.judging.verdicts import TAG

# Letters, digits and `=`. None of this course's secret lines of at least 14 is published by chance.
LEAST = 17
STEP = 6  # distance between the places of a text at which lines are looked up
# The lines of solutions that an instructor allows in texts that everyone reads.
ON_PURPOSE = "solutions/shown.toml"
_REGION = re.compile(r"### BEGIN (SOLUTION|HIDDEN TESTS|MARK SCHEME)\n(.*?)### END \1", re.DOTALL)
_IMPORT = re.compile(r"\s*(?:from\s+\S+\s+import\b|import\b|#\s*include\b)")
_SAID = re.compile(r"#|(?:replace|fails) = |[a-z]{2} = [\"']")  # in a file of answers
_UNICODE = re.compile(r"\\+u([0-9a-fA-F]{4})")
_SIGNS = re.compile(r"^\W*\d+[|:]|[^\w=]+|_")  # and the number of a line


@dataclass(frozen=True)
class Leak:
    """One secret in one file. It is not quoted: CI logs are public, too."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True)
class Shown:
    """A line that no one may publish, but that an open text cell of a solution notebook has, too.

    Args:
        line: as it is in the file.
        source: where it is secret.
        places: the text cells, as notebook and id.
        on_purpose: :data:`ON_PURPOSE` names it.
    """

    line: str
    source: str
    places: list[str]
    on_purpose: bool

    def is_in(self, assignments: Iterable[Assignment]) -> bool:
        """Whether one of these assignments shows it."""
        names = tuple(f"solutions/{assignment.id}/" for assignment in assignments)
        return any(place.startswith(names) for place in self.places)

    def __str__(self) -> str:
        return f"{', '.join(self.places)}: holds a line of {self.source}"


class _Lines:
    """Squeezed lines, to look for all of them in a text at once."""

    def __init__(self, lines: Iterable[str]) -> None:
        # Wherever a line begins in a text, one of its first pieces lies at a multiple of the step,
        # so one look-up in each step is enough.
        self._size = LEAST - STEP + 1
        self._by_piece: dict[str, list[tuple[str, int]]] = {}
        for line in lines:
            for offset in range(STEP):
                piece = line[offset : offset + self._size]
                self._by_piece.setdefault(piece, []).append((line, offset))

    def found_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Each that is in a squeezed text, and where."""
        size, by_piece = self._size, self._by_piece
        for place in range(0, len(text) - size + 1, STEP):
            for line, offset in by_piece.get(text[place : place + size], ()):
                if place >= offset and text.startswith(line, place - offset):
                    yield place - offset, line


class Secrets:
    """The secret lines of a course, to search files for.

    Args:
        course: its solutions, answers and C solution are read.

    Attributes:
        shown: the lines that are open anyway, since a text cell has them.
    """

    def __init__(self, course: Course) -> None:
        # Including those that are not in the registry: they may be next year's, or last year's.
        solutions = {
            path: notebooks.read(path)
            for path in sorted(course.home.glob("solutions/*/*.ipynb"))
            if path.stem == path.parent.name
        }
        self._places: dict[str, str] = {}
        self.shown: list[Shown] = []
        self._read(course, solutions)
        self._lines = _Lines(self._places)

    def _read(self, course: Course, solutions: dict[Path, NotebookNode]) -> None:
        """Find the lines that are secret, and those that are open although they should be
        secret."""
        # Both in searchable form: everything open, and the texts between the code by place.
        # In cells that everyone gets, only what release leaves in them.
        parts = [
            (path, cell, _REGION.sub("", cell.source))
            for path, solution in solutions.items()
            for cell in notebooks.cells(solution)
            if _REGION.search(cell.source) or not cell.is_blank
        ]
        seen = _squeezed("\n".join(text for _, _, text in parts))
        open_texts = {
            f"{path.relative_to(course.home)}, {cell.node.id}": _squeezed(text)
            for path, cell, text in parts
            if not cell.is_code
        }
        named = {_squeezed(line) for line in _shown_on_purpose(course)}
        lines: dict[str, tuple[str, str]] = {}
        for place, line in _secret_lines(course, solutions):
            lines.setdefault(_squeezed(line), (place, line))
        lines = {
            known: (place, line)
            for known, (place, line) in lines.items()
            if len(known) >= LEAST and not _IMPORT.match(line)
        }
        is_open = {known for _, known in _Lines(lines).found_in(seen)}
        for known, (place, line) in lines.items():
            if known not in is_open:
                self._places[known] = place
            elif places := [where for where, text in open_texts.items() if known in text]:
                self.shown.append(Shown(line.strip(), place, places, known in named))

    def __len__(self) -> int:
        return len(self._places)

    def search(self, files: Iterable[tuple[str, bytes]]) -> Iterator[Leak]:
        """What is secret in files, their names included; one leak for each file and source."""
        # A package holds files that lie next to it, a history what is published: once is enough.
        clean: set[bytes] = set()
        for name, data in files:
            named, leaks = self._in_text("the name of " + name, name), list[Leak]()
            try:
                for where, text in texts(name, data, clean):
                    leaks += self._in_text(where, text)
            except Closed as error:
                leaks.append(Leak(name, f"it cannot be searched ({error})"))
            if not leaks:
                clean.add(_digest(data))
            yield from dict.fromkeys([*named, *leaks])

    def _in_text(self, where: str, text: str) -> Iterator[Leak]:
        sources: set[str] = set()
        raw = text.splitlines()
        lines = [_squeezed(line) for line in raw]
        if sum(map(len, lines)) < LEAST:  # usual for what only looks like base64
            return
        forms = [lines]
        if "<" in text:  # without tags, too: pages put tags into lines to colour code
            pairs = zip(raw, lines, strict=True)
            forms.append([_squeezed(TAG.sub("", a)) if "<" in a else b for a, b in pairs])
        # And every second line: other text may stand in between.
        forms += [
            [line if n % 2 == half else "" for n, line in enumerate(lines)] for half in (0, 1)
        ]
        for shown in forms:
            ends = list(accumulate(map(len, shown)))
            for position, known in self._lines.found_in("".join(shown)):
                source = self._places[known]
                file = source.partition(",")[0]
                if file not in sources:
                    line = bisect_right(ends, position) + 1
                    yield Leak(f"{where}, line {line}", f"holds a line of {source}")
                sources.add(file)


def _secret_lines(course: Course, solutions: dict[Path, NotebookNode]) -> Iterator[tuple[str, str]]:
    """Each line that may not be published, with the place where it is."""
    for path, solution in solutions.items():
        for cell in notebooks.cells(solution):
            # Only what release removes: students get the rest of a blank. From a written answer
            # without marks, release removes everything.
            regions = [text for _, text in _REGION.findall(cell.source)]
            for part in regions or ([cell.source] if cell.is_blank else []):
                place = f"{path.relative_to(course.home)}, {cell.id}"
                yield from ((place, line) for line in part.splitlines())
            folder = course.home / "answers" / path.stem / str(cell.id)
            for answer in known_answers_in(folder, cell) if cell.is_blank else []:
                if answer.is_right:
                    place = answer.place.removeprefix(f"{course.home}/")
                    yield from ((place, line) for line in answer.source.splitlines())
    # Files of secret folders: a rubric, or a copy of a solution, is secret as a whole.
    folders = ("solutions", "answers", "c_exercise/solution")
    paths = {path for folder in folders for path in (course.home / folder).rglob("*")}
    searched = {*solutions, course.home / ON_PURPOSE}
    for path in sorted(path for path in paths - searched if path.is_file()):
        if path.suffix == ".ipynb":
            text = "\n".join(cell.source for cell in notebooks.read(path).cells)
        else:
            text = path.read_text("utf-8", "ignore")
        for number, line in enumerate(text.splitlines(), start=1):
            # The code of a wrong answer may be anywhere; its sentences may not.
            if path.name not in (RIGHT, WRONG) or _SAID.match(line):
                yield f"{path.relative_to(course.home)}, line {number}", line


def _shown_on_purpose(course: Course) -> list[str]:
    path = course.home / ON_PURPOSE
    try:
        return list(tomllib.loads(path.read_text("utf-8"))["lines"]) if path.is_file() else []
    except (tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise CourseError(f'{path}: {error}. It holds one list: lines = ["..."]') from error


def _squeezed(text: str) -> str:
    """The letters, digits and `=` of a line, however it is shown, even as ASCII JSON.

    >>> _squeezed('"x = \\\\u3042\\\\n"') == _squeezed("> 12 | x = あ")
    True
    >>> _squeezed("ｘ%20%3D\u200b あ") == _squeezed("x = あ")  # wide, as in an address, and unseen
    True
    """
    readable = _UNICODE.sub(lambda code: chr(int(code[1], 16)), text)
    if "%" in readable:
        readable = unquote(readable)
    return _SIGNS.sub("", unicodedata.normalize("NFKC", verdicts.normalized(readable)))


# A picture's text, compressed, in a cell's output.
DEPTH = 3
# At most this much of one item is read: a few kilobytes may hold terabytes of zeros.
MAX_BYTES = 64 << 20
_SEPARATOR = rb"""(?:\\[nrt]|[\s"',])"""
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-](?:" + _SEPARATOR + rb"*[A-Za-z0-9+/_-]){23,}")
_SEPARATORS = re.compile(_SEPARATOR)
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
# How a zlib stream begins, by its level: PNG and PDF keep texts in such. And gzip's, which may be
# behind other bytes.
_ZLIB = re.compile(rb"x[\x01\x5e\x9c\xda]|(?<!^)\x1f\x8b\x08")
_ZLIB_OR_GZIP = zlib.MAX_WBITS | 32
_GZIP = b"\x1f\x8b\x08"
_OTHER_ARCHIVES = (b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x28\xb5\x2f\xfd")
_TAR = slice(257, 262)  # where a tar file names its format
_LONG = 1000  # bytes of a member that do not occur between two by chance


class Closed(Exception):
    """Something that cannot be searched: encrypted, broken, too large, or of another form."""


def texts(
    name: str, data: bytes, clean: Container[bytes] = (), depth: int = DEPTH
) -> Iterator[tuple[str, str]]:
    """All texts in a file: where each is, and what it says.

    Args:
        name, data: of the file.
        clean: digests of files that are left out, even within this one.
        depth: how many archives or encodings to unpack.

    Raises:
        Closed: part of it cannot be searched.

    >>> list(texts("a.txt", b"one"))
    [('a.txt', 'one')]
    >>> [text for _, text in texts("a.gz", gzip.compress(b"two"))][-1]
    'two'
    """
    if clean and _digest(data) in clean:
        return
    # Without zero bytes, UTF-16, in which cameras write, reads like ASCII.
    yield name, data.replace(b"\0", b"").decode("utf-8", "ignore")
    for inner, content in _parts(data) if depth else ():
        yield from texts(f"{name}: {inner}", content, clean, depth - 1)


def _digest(data: bytes) -> bytes:
    return hashlib.blake2b(data).digest()


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    if data.startswith(_OTHER_ARCHIVES) or data[_TAR] == b"ustar":
        raise Closed("an archive that is neither zip nor gzip")
    try:
        if b"PK\x05\x06" in data and zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                yield "its list of files", "\n".join(archive.namelist()).encode() + archive.comment
                for member in archive.infolist():  # two may have one name
                    content = _read(archive.open(member))
                    yield member.filename, content
                    if len(content) > _LONG:  # the rest is between the members
                        data = data.replace(content, b"\n")
        if data.startswith(_GZIP):
            yield "decompressed", _read(gzip.open(io.BytesIO(data)))
    except (OSError, EOFError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise Closed(str(error)) from error
    view = memoryview(data)
    for start in _ZLIB.finditer(data):
        try:
            # Two such bytes may occur by chance: then this fails at once.
            stream = zlib.decompressobj(_ZLIB_OR_GZIP)
            yield "decompressed", stream.decompress(view[start.start() :], MAX_BYTES)
        except zlib.error:
            continue
    line, counted = 1, 0
    for run in _BASE64.finditer(data):
        digits = _SEPARATORS.sub(b"", run[0]).translate(_URL_SAFE)
        line += data.count(b"\n", counted, run.start())
        counted = run.start()
        # Letters may come right before it, so it is unknown where its first group of four begins.
        for shift in range(4):
            whole = digits[shift:]
            # A last group of one digit means nothing; one of two or three lacks its padding here.
            whole = whole[:-1] if len(whole) % 4 == 1 else whole
            yield f"base64 in line {line}", base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _read(file: IO[bytes] | gzip.GzipFile) -> bytes:
    with file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise Closed(f"it holds more than {MAX_BYTES >> 20} MB")
    return content
