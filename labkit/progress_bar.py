"""A progress bar for long loops."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

from tqdm import tqdm

Item = TypeVar("Item")


def progress(
    iterable: Iterable[Item], label: str, total: int | None = None, delay: float = 0.0
) -> tqdm[Item]:
    """Go through something with a progress bar, in notebooks and terminals alike.

    It is written as text to stdout: text stays in a saved notebook, a widget would be an empty box.

    Args:
        iterable: what to go through.
        label: what the bar is called.
        total: number of items, if ``len(iterable)`` does not tell.
        delay: seconds before the bar is shown; a loop that is done sooner shows none.

    Returns:
        The items, one after the other; its ``set_postfix(loss=...)`` writes numbers behind the bar.

    >>> [item * 2 for item in progress([1, 2], "doubling", delay=60)]
    [2, 4]
    """
    # stdout, because nbgrader fails a cell that wrote to stderr, which is tqdm's default.
    return tqdm(
        iterable, desc=label, total=total, delay=delay, file=sys.stdout, ncols=90, mininterval=0.3
    )
