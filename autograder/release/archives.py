"""What a file says in whatever form a public one has: as text, zipped, compressed, in base64."""

from __future__ import annotations

import base64
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

# A picture's text, compressed, in a cell's output.
DEPTH = 3
# So much of one thing is read: a few kilobytes may hold terabytes of zeros.
MOST = 64 << 20
_SEPARATOR = rb"""(?:\\[nrt]|[\s"',])"""
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-](?:" + _SEPARATOR + rb"*[A-Za-z0-9+/_-]){23,}")
_SEPARATORS = re.compile(_SEPARATOR)
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
# How a zlib stream begins, by its level: PNG and PDF keep texts in such.
_ZLIB = re.compile(rb"x[\x01\x5e\x9c\xda]")
_GZIP = b"\x1f\x8b"
_OTHER_ARCHIVES = (b"BZh", b"\xfd7zXZ", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\x28\xb5\x2f\xfd")
_TAR = slice(257, 262)  # where a tar file names its format


class Closed(Exception):
    """Something that cannot be searched: encrypted, broken, too large, or of another form."""


def texts(name: str, data: bytes, depth: int = DEPTH) -> Iterator[tuple[str, str]]:
    """All texts in a file: where each is, and what it says.

    Raises:
        Closed: part of it cannot be searched.

    >>> list(texts("a.txt", b"one"))
    [('a.txt', 'one')]
    >>> [text for _, text in texts("a.gz", gzip.compress(b"two"))][-1]
    'two'
    """
    # Without zero bytes, UTF-16, in which cameras write, reads like ASCII.
    yield name, data.replace(b"\0", b"").decode("utf-8", "ignore")
    for inner, content in _parts(data) if depth else ():
        yield from texts(f"{name}: {inner}", content, depth - 1)


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    if data.startswith(_OTHER_ARCHIVES) or data[_TAR] == b"ustar":
        raise Closed("an archive that is neither zip nor gzip")
    try:
        if b"PK\x05\x06" in data and zipfile.is_zipfile(io.BytesIO(data)):
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                yield "its list of files", "\n".join(archive.namelist()).encode() + archive.comment
                for name in archive.namelist():
                    yield name, _read(archive.open(name))
        if data.startswith(_GZIP):
            yield "decompressed", _read(gzip.open(io.BytesIO(data)))
    except (OSError, EOFError, RuntimeError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise Closed(str(error)) from error
    for start in _ZLIB.finditer(data):
        try:
            # Two bytes begin a stream by chance, too: then this fails at once.
            yield "decompressed", zlib.decompressobj().decompress(data[start.start() :], MOST)
        except zlib.error:
            continue
    for run in _BASE64.finditer(data):
        digits = _SEPARATORS.sub(b"", run[0]).translate(_URL_SAFE)
        line = data.count(b"\n", 0, run.start()) + 1
        # Words may be right before it, so no one knows where its first group of four begins.
        for shift in range(4):
            whole = digits[shift:]
            # A last group of one digit means nothing; one of two or three lacks its padding here.
            whole = whole[: len(whole) - (len(whole) % 4 == 1)]
            yield f"base64 in line {line}", base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _read(file: IO[bytes] | gzip.GzipFile) -> bytes:
    with file:
        content = file.read(MOST + 1)
    if len(content) > MOST:
        raise Closed(f"it holds more than {MOST >> 20} MB")
    return content
