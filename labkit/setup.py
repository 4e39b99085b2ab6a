"""The first call of every notebook."""

from __future__ import annotations

import platform

import matplotlib
import torch

from labkit import language

_READY = {
    "en": "Ready: {assignment}, Python {python}, torch {torch}. Fill each blank, then run the check below it.",
    "ja": "準備ができました：{assignment}、Python {python}、torch {torch}。空欄を埋めたら、すぐ下のチェックを実行してください。",
}


def start(assignment: str) -> None:
    """Set the random state and the figures' style, and say in a sentence what is ready.

    Args:
        assignment: id of the assignment, as in ``course.toml``.
    """
    torch.manual_seed(0)
    matplotlib.rcParams.update({"figure.dpi": 100, "axes.grid": True, "grid.alpha": 0.3, "figure.figsize": (8, 3)})
    versions = {"python": platform.python_version(), "torch": torch.__version__}
    print(language.choose(_READY, language.current()).format(assignment=assignment, **versions))
