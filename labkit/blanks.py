"""Blanks that are not filled in yet: cells that use them say so in a sentence, and the notebook runs on."""

from __future__ import annotations

from types import TracebackType

from labkit import language

_NOT_YET = {
    "en": "Not yet: {task}. Fill in that blank above and run this cell again.",
    "ja": "まだです：{task}。上の空欄を埋めてから、このセルをもう一度実行してください。",
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
