"""Cells that need what is missing, a blank or a package: they say so, and the notebook goes on."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from labkit.evidence import Failure
from labkit.messages import say
from labkit.process_settings import usual_devices
from labkit.tools import installed_version, is_older


@contextmanager
def when_filled() -> Iterator[None]:
    """Run a block that needs filled blanks; one that is empty is named, and the notebook goes on.

    The block runs on the processor, whatever the default device is: its data lies there.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> with when_filled():
    ...     raise NotImplementedError("int8_backward")
    Not yet: int8_backward. Fill in that blank above and run this cell again.
    >>> del os.environ["LABKIT_LANGUAGE"]
    """
    with usual_devices():
        try:
            yield
        except Exception as error:
            empty = Failure.of(error).empty_blank
            if not empty:
                raise
            print(say("blanks.not_yet", task=empty))


class when_installed:  # noqa: N801  it reads as a word of Python
    """Run a block that needs packages which a machine may lack; a line says what is wrong.

    Import the packages inside the block. Together with :class:`when_filled`:
    ``with when_installed("onnx"), when_filled():``. It reports

    - a package that is missing, or Graphviz's program ``dot``, which drawing packages call;
    - a package older than its bound, if it raises an ImportError, AttributeError or TypeError;
    - whatever is raised while one of the packages is being imported;
    - a name that a package does not have, or an attribute that its modules, classes and objects do
      not have: these differ between versions.

    Everything else is raised, because it may be a mistake in the reader's own code.

    Args:
        packages: names by which pip knows the packages, alone or with the oldest version that
            works: ``"torchao>=0.10"``.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> with when_installed("no-such-package"):
    ...     import no_such_package
    This part needs no-such-package. To install it, run: %pip install no-such-package
    >>> with when_installed("numpy>=1.26"):
    ...     from numpy import no_such_name
    This part does not work with numpy ... (ImportError: cannot import name 'no_such_name' from ...
    >>> del os.environ["LABKIT_LANGUAGE"]
    """

    def __init__(self, *packages: str) -> None:
        self._packages = [_Package(package) for package in packages]

    def __enter__(self) -> when_installed:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> bool:
        sentence = self._explanation(error) if isinstance(error, Exception) else None
        if sentence:
            print(sentence)
        return bool(sentence)

    def _explanation(self, error: Exception) -> str | None:
        if type(error).__name__ == "ExecutableNotFound":  # graphviz's own error
            return say("blanks.dot_missing")
        for package in self._packages:
            if key := package.problem(error):
                return package.explain(key, error)
        return None


class _Package:
    """A package that a block needs, by pip's name, and the oldest version that works."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.name, _, self.oldest = text.partition(">=")
        self.module = self.name.replace("-", "_")
        self.version = installed_version(text)  # empty also for a program of that name

    def problem(self, error: Exception) -> str | None:
        """What an error says about this package, as the key of a message; None for nothing."""
        if isinstance(error, ModuleNotFoundError) and error.name == self.module:
            return "blanks.missing"
        is_of_age = isinstance(error, (ImportError, AttributeError, TypeError))
        if is_of_age and is_older(self.version, self.text):
            return "blanks.too_old"
        return "blanks.unfit" if self._owns(_origin(error)) or self._was_imported(error) else None

    def explain(self, key: str, error: Exception) -> str:
        # Quoted, because a shell takes a bare > for a redirection.
        pip = f'"{self.text}"' if self.oldest else self.name
        names = {"package": self.name, "requirement": self.text, "pip": pip}
        first_line = f"{type(error).__name__}: {error}".splitlines()[0]
        return say(key, error=first_line, version=self.version, **names)

    def _was_imported(self, error: Exception) -> bool:
        """Whether the package's own code at the top of a module was running."""
        # Not any of its frames: a function that refuses the reader's value is no unfit package.
        frames = (frame for frame, _ in traceback.walk_tb(error.__traceback__))
        modules = (frame for frame in frames if frame.f_code.co_name == "<module>")
        return any(self._owns(frame.f_globals.get("__name__")) for frame in modules)

    def _owns(self, module: str | None) -> bool:
        # Any part of the name: for its users, torch.utils.tensorboard is a part of tensorboard.
        return self.module in (module or "").split(".")


def _origin(error: Exception) -> str | None:
    """The module that lacks a name, or whose object or class lacks an attribute."""
    if isinstance(error, ImportError):
        return error.name
    if not isinstance(error, AttributeError) or error.obj is None:
        return None
    if isinstance(error.obj, ModuleType):
        return error.obj.__name__
    return (error.obj if isinstance(error.obj, type) else type(error.obj)).__module__
