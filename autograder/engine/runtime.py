"""What every kernel of a fork server has before its first cell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Runtime:
    """What a caller's notebooks need; the defaults serve any notebook.

    Args:
        modules: names of modules to import before a kernel is forked; those that cannot be imported
            are left out.
        packages: names of packages that notebooks import and that may lie outside the Python
            installation, as a checkout does.
        public: files and folders that notebooks may read, under their own paths; or functions that
            give them, called on the machine where the fork server starts.
        variables: names of variables that kernels get from the environment of that machine.
        records: prefixes of MIME types that have an output limit of their own: prints and figures
            never take it.

    >>> Runtime(public=(Path.cwd,)).shown == [Path.cwd()]
    True
    """

    # IPython imports the first ones when a notebook starts, stack_data at its first error.
    modules: tuple[str, ...] = (
        "faulthandler",
        "tornado.platform.asyncio",
        "IPython.core.logger",
        "numpy.random",
        "stack_data",
        "matplotlib.pyplot",
        "matplotlib_inline.backend_inline",
    )
    packages: tuple[str, ...] = ()
    public: tuple[str | Path | Callable[[], Path], ...] = ()
    variables: tuple[str, ...] = ()
    records: tuple[str, ...] = ()

    @property
    def shown(self) -> list[Path]:
        """The public files and folders on this machine, in full."""
        return [Path(source() if callable(source) else source).absolute() for source in self.public]

    def as_json(self) -> dict[str, Any]:
        """As plain data, with the paths of this machine."""
        return vars(self) | {"public": [*map(str, self.shown)]}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Runtime:
        """Read what :meth:`as_json` gives, or a part of it.

        >>> Runtime.from_json({"packages": ["wave"]}).packages
        ('wave',)
        """
        return cls(**{name: tuple(value) for name, value in data.items()})


USUAL = Runtime()
