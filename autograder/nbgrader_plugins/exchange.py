"""nbgrader's exchange: releasing in time, collecting no links, and giving pages back.

A hand-in is folders and plain files. On a shared machine a student owns what lies in the inbound
folder. A link there, to a solution or to the gradebook, would be collected as if it were the
student's own text.
"""

from __future__ import annotations

import glob
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import Any

from nbgrader.auth import Authenticator
from nbgrader.coursedir import CourseDirectory
from nbgrader.exchange.default import (
    ExchangeCollect,
    ExchangeReleaseAssignment,
    ExchangeReleaseFeedback,
)
from nbgrader.utils import notebook_hash

from autograder import registry
from autograder.course import Assignment
from autograder.dates import in_full
from autograder.intake.accounts import Accounts, owners_in
from autograder.people.roster import Roster
from autograder.registry import nbgrader_settings
from autograder.submission.handed_in import NBGRADER_FILES, NoPlainFile, open_plain


class ReleaseInTime(ExchangeReleaseAssignment):
    """nbgrader's own, except that what is held back is refused."""

    def init_src(self) -> None:
        """Find the notebook, if students may see it."""
        for assignment in registry.load(Path(self.coursedir.root)).held_back:
            if assignment.id == self.coursedir.assignment_id and assignment.published:
                self.fail(
                    f"{assignment.id} is held back until {in_full(assignment.published)}, as "
                    "`published` in course.toml says. Nothing was released."
                )
        super().init_src()


class CollectPlainFiles(ExchangeCollect):
    """nbgrader's own, except that a hand-in with a link or a device in it is refused, and so is one
    from another account: stock nbgrader only warns about that.
    """

    src_records: list[dict[str, Any]]

    def init_src(self) -> None:
        """Find the hand-ins, and leave out those from other accounts."""
        inbound = Path(self.root, self.coursedir.course_id, "inbound")
        if inbound.is_dir():
            course = registry.load(Path(self.coursedir.root))
            self._accounts = Accounts(inbound, Roster(course))
            self._inbound = inbound
        super().init_src()
        own = [record for record in self.src_records if not self._stranger(record)]
        for record in self.src_records:
            if record not in own:
                self.log.error(
                    "%s was not collected: it belongs to the account %s. Look at it, and use "
                    "`autograder collect %s exchange`, which asks whose it is.",
                    self._inbound / record["filename"],
                    self._stranger(record),
                    self.coursedir.assignment_id,
                )
        self.src_records = own

    def _sort_by_timestamp(self, records: list[dict[str, Any]]) -> list[dict[str, Any]]:
        # nbgrader takes the first, and clears the place of an earlier one before it copies.
        return sorted(
            super()._sort_by_timestamp(records), key=lambda record: self._stranger(record) != ""
        )

    def _stranger(self, record: dict[str, Any]) -> str:
        folder = self._inbound / record["filename"]
        return self._accounts.stranger(record["username"], owners_in(folder))

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy a hand-in in two steps: first without following links, then as nbgrader does."""
        with tempfile.TemporaryDirectory() as folder:
            copied = Path(folder) / "hand-in"
            try:
                copy_plain_files(src, copied, most=1000 * self.coursedir.max_dir_size)
            except NoPlainFile as error:
                self.log.error("%s was not collected: %s. Ask the student.", src, error)
            else:
                super().do_copy(str(copied), dest, log)


def copy_plain_files(source: str | Path, target: Path, most: int) -> None:
    """Copy a folder whose owner may change it meanwhile; nothing outside it is ever opened.

    Args:
        source: the folder.
        target: does not exist yet.
        most: bytes in all.

    Raises:
        NoPlainFile: there is a link, a device, a socket or a pipe in it, or too much.
    """
    target.mkdir()
    walked, left = False, most
    for folder, names, files, descriptor in os.fwalk(source, follow_symlinks=False):
        walked, inside = True, target / os.path.relpath(folder, source)
        for name in names:
            if not stat.S_ISDIR(os.stat(name, dir_fd=descriptor, follow_symlinks=False).st_mode):
                raise NoPlainFile(f"{name!r} in it is a link")
            (inside / name).mkdir()
        for name in files:
            with open_plain(name, descriptor) as file, (inside / name).open("wb") as copy:
                left -= os.fstat(file.fileno()).st_size
                if left < 0:
                    raise NoPlainFile(f"it is too large ({name!r} is one file too many)")
                shutil.copyfileobj(file, copy)
    if not walked:
        raise NoPlainFile("it is a link, not a folder")


class ReleaseReadableFeedback(ExchangeReleaseFeedback):
    """nbgrader's own, except that whoever knows a page's secret may read it; in feedback/ nobody
    may."""

    def copy_files(self) -> None:
        """Release pages into a folder that no one can list."""
        super().copy_files()
        for page in map(Path, glob.glob(f"{self.src_path}/*.html")):
            secret = page.with_name(NBGRADER_FILES[-1])
            if secret.is_file():
                name = notebook_hash(secret=secret.read_text(), notebook_id=page.stem)
                if (released := Path(self.dest_path, f"{name}.html")).is_file():
                    released.chmod(0o644)


class ReleaseAllFeedback(ReleaseReadableFeedback):
    """nbgrader's own stops at the first page that the exchange cannot return; this one goes on."""

    def copy_files(self) -> None:
        """Release the page of everyone who handed in through the exchange, and name the others."""
        pages = map(Path, sorted(glob.glob(f"{self.src_path}/*.html")))
        others = {page.parent.parent.name for page in pages if not _came_through(page)}
        excluded = self.coursedir.student_id_exclude
        self.coursedir.student_id_exclude = ",".join(filter(None, [excluded, *sorted(others)]))
        super().copy_files()
        self.coursedir.student_id_exclude = excluded
        if others:
            self.log.warning(
                "The hand-ins of %s have no submission_secret.txt, which the exchange needs to "
                "show a page only to its owner: they did not come through the exchange, or came "
                "from an nbgrader before 0.6. Send the pages yourself: feedback/<student>/%s/",
                ", ".join(sorted(others)),
                self.coursedir.assignment_id,
            )


def _came_through(page: Path) -> bool:
    # By nbgrader's own two files the student's side knows which hand-in a page belongs to.
    return all(page.with_name(name).is_file() for name in NBGRADER_FILES)


def release_feedback(assignment: Assignment, student: str, page: Path) -> bool:
    """Release a page, if what it belongs to came through the exchange.

    Args:
        assignment: graded.
        student: whose page it is.
        page: what was written for that student.

    Returns:
        Whether it was released.
    """
    if not _came_through(page):
        return False
    config = nbgrader_settings(assignment.course.root)
    folders = CourseDirectory(config=config)
    folders.root, folders.course_id = str(assignment.course.root), assignment.course.id
    folders.student_id, folders.assignment_id = student, assignment.id
    exchange = ReleaseReadableFeedback(
        coursedir=folders, authenticator=Authenticator(config=config), config=config
    )
    exchange.start()
    return True
