"""Which language a student reads: found out, so that the notebooks of both languages hold the same code."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "ja")


def current() -> str | None:
    """The student's language ("en", "ja"), or None when nothing tells; then texts stand in both.

    The variable ``LABKIT_LANGUAGE`` decides if it is set; else the metadata of the open notebook, which release has
    marked, as JupyterLab, VS Code and Colab let us find it.

    >>> import os
    >>> os.environ["LABKIT_LANGUAGE"] = "ja"
    >>> current()
    'ja'
    >>> del os.environ["LABKIT_LANGUAGE"]
    """
    chosen = os.environ.get("LABKIT_LANGUAGE")
    found = (notebook.get("metadata", {}).get("labkit", {}).get("language") for notebook in _open_notebooks())
    return chosen if chosen in LANGUAGES else next((name for name in found if name in LANGUAGES), None)


def choose(texts: dict[str, str], language: str | None) -> str:
    """Pick a text by language; both, when the language is unknown.

    >>> choose({"en": "yes", "ja": "はい"}, "ja"), choose({"en": "yes", "ja": "はい"}, None)
    ('はい', 'yes / はい')
    """
    return texts.get(language or "") or " / ".join(dict.fromkeys(texts.values()))


def _open_notebooks() -> Iterator[dict[str, Any]]:
    for path in (os.environ.get("JPY_SESSION_NAME"), _notebook_of_vscode()):
        if path and Path(path).is_file():
            yield _read(Path(path))
    if "google.colab" in sys.modules:
        yield _notebook_of_colab()


def _read(path: Path) -> dict[str, Any]:
    try:
        notebook = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return notebook if isinstance(notebook, dict) else {}


def _notebook_of_vscode() -> str | None:
    return getattr(sys.modules.get("__main__"), "__vsc_ipynb_file__", None)


def _notebook_of_colab() -> dict[str, Any]:
    from google.colab import _message  # only Colab has it

    reply = _message.blocking_request("get_ipynb", timeout_sec=2) or {}
    return reply.get("ipynb", {})
