"""``python -m autograder``: the command, also where no script was installed."""

from autograder.cli import app

app()
