"""Files from untrusted folders and archives: counted while they are read.

Nothing is extracted under a name that an archive gives. Each file is copied to a folder of ours
under a number, and keeps its name as text only.
"""

from __future__ import annotations

import gzip
import os
import stat
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path, PurePosixPath
from typing import IO

from autograder.encodings import Known, decoded_names
from autograder.people.platforms import PLATFORMS
from autograder.submission.decode import LARGEST_NOTEBOOK, is_notebook
from autograder.submission.handed_in import NBGRADER_FILES, NoPlainFile, open_plain

WANTED = (".ipynb", ".c", ".html", ".htm", ".py", ".zip")
# What browsers and mail programs turn a notebook's suffix into; only its content tells.
RENAMED = (".json", ".txt", "")
# What a platform or nbgrader puts next to the work, and a student must not.
_PEOPLE_FILES = {platform.people_file for platform in PLATFORMS.values()} - {""}
_TOLD_BY_OTHERS = {*NBGRADER_FILES, *_PEOPLE_FILES}
_GZIP = b"\x1f\x8b"
_JUNK = ("__MACOSX", ".ipynb_checkpoints", ".git", ".DS_Store", "Thumbs.db", "desktop.ini")
_NO_DATE = 1980  # the year that an archive has where a program gave none
_IS_UTF_8 = 0x800  # the flag of a member
MAX_ZIP_DEPTH = 2  # a zip in a zip
MAX_PATH_LENGTH = 1000  # letters of a path
CHUNK = 1 << 20
# Limits (files, bytes) for an archive that the instructor names, and for any archive found inside:
# a student may have made that one.
PLATFORM_LIMITS = (50_000, 20_000_000_000)
STUDENT_LIMITS = (5_000, 1_000_000_000)


class _TooMuch(Exception):
    """More than a file or an archive may hold."""


class Budget:
    """What may be read out of one archive; what is read from it counts for the archives around it,
    too.

    Args:
        members: how many files it may list.
        total: bytes.
        around: of the archive that this one lies in.
    """

    def __init__(self, members: int, total: int, around: Budget | None = None) -> None:
        self.members, self.total, self.around = members, total, around

    def charge(self, size: int) -> None:
        """Count what was read."""
        self.total -= size
        if self.around:
            self.around.charge(size)
        if self.total < 0:
            raise _TooMuch("the archive is larger than the limit; unpack it by hand")


@dataclass(frozen=True)
class SourceFile:
    """A file of a source.

    Args:
        path: within the source; an archive counts as a folder.
        modified: when it was changed, by the source's own clock.
        copy: where it was copied to; None for what no one wants.
        suffix: what its content is, by the usual ending.
        owners: the accounts of the file and of the folders that it lies in; none in an archive
            that the instructor named.
        refused: why it was not even read.
    """

    path: PurePosixPath
    modified: datetime | None
    copy: Path | None
    suffix: str = ""
    owners: frozenset[int] = frozenset()
    refused: str = ""


@dataclass(frozen=True)
class Refused:
    """A file that was not even read, and why."""

    path: PurePosixPath
    reason: str


Found = Iterator[SourceFile | Refused]


class Unpacker:
    """Copies the files of sources into a folder.

    Args:
        folder: of ours; emptied by whoever made it.
        known: names of people, by which file names in an encoding other than UTF-8 are recognized.
    """

    def __init__(self, folder: Path, known: Known = frozenset) -> None:
        self._folder, self._known = folder, known
        self._number = 0

    def walk(self, source: Path, wanted: Callable[[str], bool] = lambda name: True) -> Found:
        """What is in a folder or an archive.

        Args:
            source: which the instructor named.
            wanted: whether to look into a folder of the source, by its name.
        """
        if not source.is_dir():
            if zipfile.is_zipfile(source):
                yield from self._archive(source, PurePosixPath(), 1, Budget(*PLATFORM_LIMITS))
            else:
                yield from self._file(str(source), None, PurePosixPath(source.name))
            return
        owners: dict[str, frozenset[int]] = {}
        inside = {str(source): PurePosixPath()}
        for folder, names, files, descriptor in os.fwalk(source, follow_symlinks=False):
            above = owners.get(os.path.dirname(folder), frozenset())
            # From the open folder: its name may belong to a different folder a moment later.
            is_source = folder == str(source)
            owners[folder] = above if is_source else above | {os.fstat(descriptor).st_uid}
            if is_source:
                names[:] = sorted(filter(wanted, names))
            names[:] = [name for name in names if name not in _JUNK]
            readable = _readable([*names, *files], self._known)
            paths = {name: inside[folder] / text for name, text in readable.items()}
            for name in names:
                inside[os.path.join(folder, name)] = paths[name]
                if stat.S_ISLNK(os.lstat(name, dir_fd=descriptor).st_mode):
                    yield Refused(paths[name], "it is a link")
            for name in sorted(files):
                yield from self._file(name, descriptor, paths[name], owners[folder])

    def _file(
        self,
        name: str,
        folder: int | None,
        path: PurePosixPath,
        owners: frozenset[int] = frozenset(),
    ) -> Found:
        if _is_junk(path):
            return
        try:
            with open_plain(name, folder) as file:
                known = os.fstat(file.fileno())
                modified = datetime.fromtimestamp(known.st_mtime)
                for found in self._take(file, path, modified, 0, Budget(*PLATFORM_LIMITS)):
                    if isinstance(found, SourceFile):
                        found = replace(found, owners=owners | {known.st_uid})
                    yield found
        except NoPlainFile as error:
            yield Refused(path, str(error))

    def _take(
        self,
        file: IO[bytes],
        path: PurePosixPath,
        modified: datetime | None,
        deep: int,
        budget: Budget,
    ) -> Found:
        """Copy a file, and look into it where it is an archive."""
        suffix = path.suffix.lower()
        # A student may have made what lies in a nested archive.
        is_told = path.name in _TOLD_BY_OTHERS and not budget.around
        is_wanted = suffix in WANTED or is_told
        if not is_wanted and suffix not in RENAMED and ".ipynb" not in path.name:
            yield SourceFile(path, modified, None, suffix)
            return
        try:
            copy = self._copied(file, budget)
            if not is_wanted:
                copy = self._decompressed(copy, budget)
                suffix = ".ipynb" if is_notebook(copy.read_bytes()) else suffix
        except (_TooMuch, EOFError, gzip.BadGzipFile, zlib.error) as error:
            yield Refused(path, f"it cannot be unpacked ({error})")
            return
        if not is_wanted and suffix != ".ipynb":
            copy.unlink()
            yield SourceFile(path, modified, None, suffix)
            return
        # By its content: a browser may have given an archive the ending of a notebook.
        if zipfile.is_zipfile(copy) and suffix in (".zip", ".ipynb"):
            yield from self._archive(copy, path, deep + 1, Budget(*STUDENT_LIMITS, budget))
            copy.unlink()
        elif suffix == ".zip":
            yield Refused(path, "it is not a readable zip archive")
        else:
            yield SourceFile(path, modified, copy, suffix)

    def _copied(self, file: IO[bytes] | gzip.GzipFile, budget: Budget) -> Path:
        self._number += 1
        copy, most = self._folder / str(self._number), LARGEST_NOTEBOOK
        try:
            with copy.open("wb") as target:
                while chunk := file.read(CHUNK):
                    budget.charge(len(chunk))
                    if (most := most - len(chunk)) < 0:
                        raise _TooMuch(f"it is larger than {LARGEST_NOTEBOOK:,} bytes")
                    target.write(chunk)
        except BaseException:
            copy.unlink(missing_ok=True)
            raise
        return copy

    def _decompressed(self, copy: Path, budget: Budget) -> Path:
        """The copy, or the content if it is compressed with gzip."""
        with copy.open("rb") as file:
            if file.read(len(_GZIP)) != _GZIP:
                return copy
        with gzip.open(copy) as packed:
            unpacked = self._copied(packed, budget)
        copy.unlink()
        return unpacked

    def _archive(self, archive: Path, inside: PurePosixPath, deep: int, budget: Budget) -> Found:
        if deep > MAX_ZIP_DEPTH:
            yield Refused(inside, "it is an archive inside an archive inside an archive")
            return
        # Before the list is read, which takes half a kilobyte of memory for each line.
        with archive.open("rb") as file:
            chunks = iter(lambda: file.read(CHUNK), b"")
            # An upper bound: a file's content may hold these bytes, too.
            members = sum(chunk.count(b"PK\x01\x02") for chunk in chunks)
        if members > budget.members:
            yield Refused(inside, f"it lists {members:,} files; the limit is {budget.members:,}")
            return
        try:
            with zipfile.ZipFile(archive) as opened:
                yield from self._members(opened, inside, deep, budget)
        except (zipfile.BadZipFile, OSError, ValueError) as error:
            yield Refused(inside, f"the archive is broken ({error}): download it again")

    def _members(
        self, opened: zipfile.ZipFile, inside: PurePosixPath, deep: int, budget: Budget
    ) -> Found:
        members = opened.infolist()
        names = member_names(members, self._known)
        for member, name in zip(members, names, strict=True):
            if why := _wrong(member, name):
                yield Refused(inside / ascii(name)[1:-1][:200].lstrip("/"), why)
            elif not member.is_dir() and not _is_junk(path := inside / name):
                try:
                    with opened.open(member) as file:
                        yield from self._take(file, path, _modified(member), deep, budget)
                except Exception as error:  # from zipfile, zlib or lzma
                    yield Refused(path, f"it cannot be unpacked ({error})")


def member_names(members: Sequence[zipfile.ZipInfo], known: Known) -> list[str]:
    """The members' names; if the archive does not state their encoding, known text decides.

    >>> from autograder.encodings import pieces
    >>> japanese = zipfile.ZipInfo("山田.ipynb".encode("cp932").decode("cp437"))
    >>> member_names([japanese], lambda: pieces("山田"))
    ['山田.ipynb']
    """
    names = {member.orig_filename: member.orig_filename for member in members}
    # zipfile decoded the bytes as code page 437, which loses nothing.
    unsaid = {
        member.orig_filename: member.orig_filename.encode("cp437", "replace")
        for member in members
        if not member.flag_bits & _IS_UTF_8
    }
    names |= dict(zip(unsaid, decoded_names([*unsaid.values()], known), strict=True))
    # Only now: the second byte of a letter in Shift_JIS may be a backslash.
    plain = (names[member.orig_filename].replace("\\", "/") for member in members)
    return [unicodedata.normalize("NFC", name) for name in plain]


def _wrong(member: zipfile.ZipInfo, name: str) -> str | None:
    kind = stat.S_IFMT(member.external_attr >> 16)
    parts = name.split("/")
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        return "it is a link or a device"
    if ".." in parts or name.startswith("/") or (len(name) > 1 and name[1] == ":"):
        return "its path leads out of the archive"
    if "\0" in name or len(name) > MAX_PATH_LENGTH or any(len(part) > 255 for part in parts):
        return "its name is not a valid file name"
    return "it is encrypted" if member.flag_bits & 1 else None


def _readable(names: Sequence[str], known: Known) -> dict[str, str]:
    """Names on disk, which may not be in UTF-8: an archive was unpacked elsewhere."""
    read = decoded_names([os.fsencode(name) for name in names], known)
    return dict(zip(names, read, strict=True))


def _modified(member: zipfile.ZipInfo) -> datetime | None:
    try:
        date = datetime(*member.date_time)
    except ValueError:
        return None
    return date if date.year > _NO_DATE else None


def _is_junk(path: PurePosixPath) -> bool:
    return any(part in _JUNK for part in path.parts) or path.name.startswith("._")
