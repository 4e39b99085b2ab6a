"""What a file says in whatever form: as text, in archives, compressed, in base64, in metadata."""

from __future__ import annotations

import base64
import bz2
import gzip
import io
import lzma
import re
import tarfile
import zipfile
import zlib
from collections.abc import Iterator

# An archive in a cell's output in an archive, and one more.
DEPTH = 4
# So much of one thing is read: a few kilobytes may hold terabytes of zeros.
MOST = 64 << 20
_SEPARATOR = rb"""(?:\\[nrt]|[\s"',])"""
_BASE64 = re.compile(rb"[A-Za-z0-9+/_-](?:" + _SEPARATOR + rb"*[A-Za-z0-9+/_-]){23,}")
_SEPARATORS = re.compile(_SEPARATOR)
_URL_SAFE = bytes.maketrans(b"-_", b"+/")
# How a zlib stream begins, by its level: PNG and PDF keep texts in such.
_ZLIB = re.compile(rb"x[\x01\x5e\x9c\xda]")
_COMPRESSED = {b"\x1f\x8b": gzip.open, b"BZh": bz2.open, b"\xfd7zXZ": lzma.open}


class Closed(Exception):
    """Something that nobody can look into: encrypted, broken, or larger than :data:`MOST`."""


def texts(name: str, data: bytes, depth: int = DEPTH) -> Iterator[tuple[str, str]]:
    """All texts in a file: where each stands, and what it says.

    Raises:
        Closed: part of it cannot be looked into.

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
    try:
        yield from _zip_members(data)
        yield from _tar_members(data)
        yield from _decompressed(data)
    except (OSError, EOFError, RuntimeError, ValueError) as error:
        raise Closed(str(error)) from error
    except (zipfile.BadZipFile, tarfile.TarError, lzma.LZMAError, zlib.error) as error:
        raise Closed(str(error)) from error
    yield from _zlib_streams(data)
    yield from _base64(data)


def _zip_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    if b"PK\x05\x06" in data and zipfile.is_zipfile(io.BytesIO(data)):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield "its list of files", "\n".join(archive.namelist()).encode() + archive.comment
            for name in archive.namelist():
                yield name, _read(archive.open(name))


def _tar_members(data: bytes) -> Iterator[tuple[str, bytes]]:
    if data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive:
                yield "its list of files", member.name.encode()
                if file := archive.extractfile(member):
                    yield member.name, _read(file)


def _decompressed(data: bytes) -> Iterator[tuple[str, bytes]]:
    for magic, opener in _COMPRESSED.items():
        if data.startswith(magic):
            yield "decompressed", _read(opener(io.BytesIO(data)))


def _zlib_streams(data: bytes) -> Iterator[tuple[str, bytes]]:
    for start in _ZLIB.finditer(data):
        try:
            # Two bytes begin a stream by chance, too: then this fails at once.
            yield "decompressed", zlib.decompressobj().decompress(data[start.start() :], MOST)
        except zlib.error:
            continue


def _base64(data: bytes) -> Iterator[tuple[str, bytes]]:
    for run in _BASE64.finditer(data):
        digits = _SEPARATORS.sub(b"", run[0]).translate(_URL_SAFE)
        line = data.count(b"\n", 0, run.start()) + 1
        # Words may stand right before it, so nobody knows where its first group of four begins.
        for start in range(4):
            whole = digits[start:]
            # A last group of one digit means nothing; one of two or three lacks its padding here.
            whole = whole[: len(whole) - (len(whole) % 4 == 1)]
            yield f"base64 in line {line}", base64.b64decode(whole + b"=" * (-len(whole) % 4))


def _read(file: io.BufferedIOBase) -> bytes:
    with file:
        content = file.read(MOST + 1)
    if len(content) > MOST:
        raise Closed(f"it holds more than {MOST >> 20} MB")
    return content
