"""How a command ends when its input is bad, or when a person stops it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer
from rich.markup import escape

from autograder.cli import console
from autograder.course import CourseError
from autograder.engine.sandbox import SandboxUnavailable


@contextmanager
def clear_errors() -> Iterator[None]:
    """Bad input ends in one clear line on stderr and exit status 1."""
    try:
        yield
    except (CourseError, SandboxUnavailable) as error:
        message = f"[bold red]Error:[/] {escape(str(error))}"
        console.errors.print(message, highlight=False, soft_wrap=True)
        raise typer.Exit(1) from None
    except KeyboardInterrupt:
        console.errors.print(
            "Stopped. What was finished is saved; run the same command again to continue."
        )
        raise typer.Exit(130) from None  # as a shell does after Ctrl+C
