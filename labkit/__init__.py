"""labkit: what a student imports. Checks, their cards, figures and data for the course's notebooks."""

from labkit.blanks import when_filled
from labkit.checks import check
from labkit.setup import start

__all__ = ["check", "start", "when_filled"]
