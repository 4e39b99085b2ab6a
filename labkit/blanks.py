"""What is not there yet, a blank or a package: cells that use it say so in a sentence, and the notebook runs on."""

from __future__ import annotations

from types import TracebackType

from labkit import language

_NOT_YET = {
    "en": "Not yet: {task}. Fill in that blank above and run this cell again.",
    "ja": "まだです：{task}。上の空欄を埋めてから、このセルをもう一度実行してください。",
}
_MISSING = {
    "en": "This part needs {package}. To install it, run: %pip install {package}",
    "ja": "ここでは {package} を使います。次の命令でインストールできます：%pip install {package}",
}
_DOT_MISSING = {
    "en": "This part needs the program dot of Graphviz. To install it, see https://graphviz.org/download/",
    "ja": "ここでは Graphviz のプログラム dot を使います。入れ方は https://graphviz.org/download/ にあります。",
}


class when_filled:
    """Run a block that needs filled blanks; one that is still empty is named instead of stopping the notebook.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> with when_filled():
    ...     raise NotImplementedError("int8_backward")
    Not yet: int8_backward. Fill in that blank above and run this cell again.
    >>> del os.environ["LABKIT_LANGUAGE"]
    """

    def __enter__(self) -> when_filled:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        if not isinstance(error, NotImplementedError):
            return False
        print(language.choose(_NOT_YET, language.current()).format(task=error))
        return True


class when_installed:
    """Run a block that needs packages which a machine may lack; a missing one is named, with how to install it.

    Import the packages inside the block. Together with :class:`when_filled`:
    ``with when_installed("optuna"), when_filled():``. Graphviz's program ``dot``, which drawing packages call, is told likewise.

    Args:
        packages: names by which pip knows the packages.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "en"
    >>> with when_installed("no-such-package"):
    ...     import no_such_package
    This part needs no-such-package. To install it, run: %pip install no-such-package
    >>> del os.environ["LABKIT_LANGUAGE"]
    """

    def __init__(self, *packages: str) -> None:
        self.packages = packages

    def __enter__(self) -> when_installed:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> bool:
        missing = self._missing(error)
        if missing is None:
            return False
        print(language.choose(_DOT_MISSING if missing == "dot" else _MISSING, language.current()).format(package=missing))
        return True

    def _missing(self, error: BaseException | None) -> str | None:
        if type(error).__name__ == "ExecutableNotFound":  # graphviz's own error
            return "dot"
        name = (error.name or "").split(".")[0] if isinstance(error, ModuleNotFoundError) else None
        return next((package for package in self.packages if package.replace("-", "_") == name), None)
