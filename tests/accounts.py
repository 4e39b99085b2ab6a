"""Accounts of this machine that a test makes, acts as, and removes again. For root."""

import contextlib
import os
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

from skips import skip_without


class Accounts:
    """Two students' accounts, and a folder that both may enter.

    A test's own temporary folder is not one: pytest lets no one else in.
    """

    def __init__(self, folder):
        self.folder = folder
        self.names = [f"labkit-{secrets.token_hex(4)}" for _ in range(2)]

    def run(self, account, *command, **options):
        """Run a command as one of them."""
        command = ["runuser", "-u", account, "--", *map(str, command)]
        return subprocess.run(command, capture_output=True, text=True, check=False, **options)

    def put(self, account, source, target):
        """Copy a folder as one of them, who then owns the copy."""
        done = self.run(account, "cp", "-r", "--no-preserve=all", source, target)
        assert done.returncode == 0, done.stderr


@contextlib.contextmanager
def two_accounts():
    """Make the two accounts; skip the test where this cannot be done."""
    if os.getuid() != 0:
        skip_without("root, who can make accounts")
    if missing := [
        program for program in ("useradd", "userdel", "runuser") if not shutil.which(program)
    ]:
        skip_without(*missing)
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        accounts = Accounts(Path(folder))
        made = []
        try:
            for name in accounts.names:
                command = ["useradd", "--no-create-home", "--shell", "/bin/sh", name]
                subprocess.run(command, check=True, capture_output=True)
                made.append(name)
            yield accounts
        finally:
            for name in made:
                subprocess.run(["userdel", name], check=True, capture_output=True)
