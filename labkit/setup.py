"""The first call of every notebook."""

from __future__ import annotations

import platform

import matplotlib
import matplotlib_fontja  # noqa: F401  brings a Japanese font: Colab has none
import torch

from labkit import names
from labkit.language import use
from labkit.messages import say

# The default font draws what it can, and the second one what is left. Importing matplotlib_fontja
# made that one the first.
_FONTS = ["sans-serif", "IPAexGothic"]


def start(assignment: str, language: str | None = None) -> None:
    """Set the language, the random state and the figures' style and fonts, and say so.

    Args:
        assignment: id of the assignment, as in ``course.toml``.
        language: "en" or "ja", as release writes it; without it all texts stand in both languages.

    >>> start("02_int8_binary", language="en")
    Ready: 02_int8_binary, Python ..., torch .... Fill each blank, then run the check below it.
    >>> start("02_int8_binary")
    Ready: 02_int8_binary, ... / 準備ができました：02_int8_binary、...
    """
    use(language)
    names.watch(assignment)
    torch.manual_seed(0)
    matplotlib.rcParams.update(
        {"figure.dpi": 100, "axes.grid": True, "grid.alpha": 0.3, "figure.figsize": (8, 3)}
        | {"font.family": _FONTS}
    )
    versions = {"python": platform.python_version(), "torch": torch.__version__}
    print(say("setup.ready", assignment=assignment, **versions))
