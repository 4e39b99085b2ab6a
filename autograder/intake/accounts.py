"""The account on this machine from which something came into nbgrader's exchange.

Everybody may write into the exchange's folder of hand-ins, and chooses the name of what they put
there. Only the system says who did: no one can give a file away to another account.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Collection
from pathlib import Path

from autograder.people.platforms import EXCHANGE
from autograder.people.roster import Roster

COLUMN = "unix_name"  # of the roster: a student's accounts, if they differ from the id


class Accounts:
    """Compares the owners of hand-ins with the students whose names these bear.

    Args:
        folder: of the hand-ins. Who owns it has set up the exchange, and is no student.
        roster: of the course.
    """

    def __init__(self, folder: Path, roster: Roster) -> None:
        self._keeper = account(folder.stat().st_uid)
        self._of = {
            name: row[COLUMN].split()
            for row in roster.rows
            if row.get(COLUMN)
            for name in (row["student"], *row.get(EXCHANGE, "").split())
        }
        self.shared = ""  # the exchange owner's account, once a hand-in has it

    def stranger(self, user: str, owners: Collection[int]) -> str:
        """The accounts that own a hand-in; empty if that is the student's own.

        Args:
            user: whom the folder's name tells.
            owners: of the folder, and of all that is in it.
        """
        found = {account(owner) for owner in owners}
        if found <= {self._keeper}:  # as in containers, where everybody is the same user
            self.shared = self._keeper if found else self.shared
            return ""
        # With several owners, a hard link may show somebody else's file as one's own.
        is_own = len(found) == 1 and found <= {*self._of.get(user, [user])}
        return "" if is_own else ", ".join(sorted(found))


def owners_in(folder: Path) -> set[int]:
    """The owners of a folder and of everything in it; no link is followed."""
    owners = {folder.lstat().st_uid}
    for _, folders, files, descriptor in os.fwalk(folder, follow_symlinks=False):
        for name in (*folders, *files):
            owners.add(os.lstat(name, dir_fd=descriptor).st_uid)
    return owners


def account(number: int) -> str:
    """The name of an account; its number, if this machine does not know it."""
    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
