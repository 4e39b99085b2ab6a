"""The first call of every notebook."""

from __future__ import annotations

import dataclasses
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import matplotlib
import torch
from matplotlib.font_manager import fontManager

from labkit import isolated_globals, process_settings, receipts
from labkit.language import LANGUAGES, use
from labkit.messages import load, say

try:
    import matplotlib_fontja  # noqa: F401  brings a Japanese font: Colab has none
except ImportError:
    pass  # the figures' Japanese words become boxes; everything else works

_JAPANESE = "IPAexGothic"
_FACES = [font for font in fontManager.ttflist if font.name == _JAPANESE]
# It has one weight. Stated for each, or a bold title would bring a warning on stderr.
fontManager.ttflist += [
    dataclasses.replace(font, weight=weight) for font in _FACES for weight in range(100, 1000, 100)
]
# The default font draws what it can, and the Japanese one what is left.
_FAMILY = ["sans-serif", *([_JAPANESE] if _FACES else [])]

# At import, which the fork server does once for all kernels: each takes 5 ms less, of 210.
for _language in LANGUAGES:
    load(_language)

_UNCOMPILED = "TORCHDYNAMO_DISABLE"


def start(assignment: str, language: str | None = None) -> None:
    """Set the language, the random state and the figures' style and fonts, and say so.

    Args:
        assignment: id of the assignment, as in ``course.toml``.
        language: such as "ja", as release writes it; without it texts are in all languages.

    >>> start("02_int8_binary", language="en")
    Ready: 02_int8_binary, Python ..., torch .... Fill in each blank, then run the check below it.
    >>> start("02_int8_binary")
    Ready: 02_int8_binary, ... / 準備ができました：02_int8_binary、...
    """
    use(language)
    if "LABKIT_SEED" in os.environ:  # graded: C++ for each shape takes longer than a cell may
        os.environ[_UNCOMPILED] = "1"
    process_settings.begin()
    isolated_globals.watch(assignment)
    receipts.begin(assignment)
    torch.manual_seed(0)
    matplotlib.rc("font", family=_FAMILY)
    matplotlib.rc("figure", dpi=100, figsize=(8, 3))
    matplotlib.rc("axes", grid=True)
    matplotlib.rc("grid", alpha=0.3)
    versions = {"python": platform.python_version(), "torch": torch.__version__}
    print(say("setup.ready", assignment=assignment, **versions))


@contextmanager
def compiling() -> Iterator[None]:
    """``torch.compile`` compiles in here, in grading as in class.

    Elsewhere in grading it leaves each function and module as it is, which computes the same.

    >>> with compiling():
    ...     print(os.environ["TORCHDYNAMO_DISABLE"])
    0
    """
    with patch.dict(os.environ, {_UNCOMPILED: "0"}):
        yield
