"""nbgrader's exchange: where the hand-ins of a course lie in it."""

from __future__ import annotations

import contextlib
import logging
from functools import lru_cache
from pathlib import Path

from nbgrader.apps.baseapp import NbGrader
from nbgrader.exchange.default import ExchangeSubmit
from traitlets.config import Config

from autograder import registry


def exchange_folder(root: Path) -> Path:
    """Where the hand-ins of a course lie in nbgrader's exchange.

    Args:
        root: the course directory; its nbgrader_config.py may name the exchange.
    """
    root = root.resolve()
    inbound = Path(registry.load(root).id) / "inbound"
    return Path(ExchangeSubmit(config=nbgrader_settings(root)).root) / inbound


@lru_cache
def nbgrader_settings(root: Path) -> Config:
    """As nbgrader's own commands find them: the system's, the user's, then the course's.

    Args:
        root: the course directory.
    """
    app = NbGrader()
    app.log.setLevel(logging.ERROR)
    # Else it goes on with other settings than those that it could not read.
    app.raise_config_file_errors = True
    with contextlib.chdir(root):
        app.initialize([], root=str(root))
    return app.config
