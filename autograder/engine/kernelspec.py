"""A kernelspec through which stock Jupyter tools get forked kernels."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.limits import Limits

NAME = "labkit-forked"
PROVISIONER = "forked"


def specification(
    sandbox: str = "full", public: Iterable[Path] = (), limits: Limits | None = None
) -> dict[str, Any]:
    """The content of ``kernel.json``.

    >>> specification("none")["metadata"]["kernel_provisioner"]["provisioner_name"]
    'forked'
    """
    config = {
        "sandbox": sandbox,
        "public": [str(Path(path).absolute()) for path in public],
        "limits": (limits or Limits()).as_dict(),
    }
    return {
        "argv": [],
        "display_name": "Python 3 (forked from a fork server)",
        "language": "python",
        "interrupt_mode": "signal",
        "metadata": {"kernel_provisioner": {"provisioner_name": PROVISIONER, "config": config}},
    }


def write(directory: Path, **options: Any) -> Path:
    """Write the kernelspec into a folder that stands in ``JUPYTER_PATH``.

    Args:
        directory: the folder; the kernelspec comes to lie in ``kernels/labkit-forked`` under it.
        options: arguments of :func:`specification`.

    Returns:
        The file written.
    """
    target = Path(directory) / "kernels" / NAME / "kernel.json"
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_suffix(f".{os.getpid()}")  # another process may be reading the old one
    fresh.write_text(json.dumps(specification(**options), indent=1) + "\n", "utf-8")
    os.replace(fresh, target)
    return target
