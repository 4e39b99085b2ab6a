"""The shipped reference: what the solution recorded with the public seed, so that a check in class can be judged."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from labkit.evidence import Evidence

PUBLIC_SEED = 0


@dataclass(frozen=True)
class Reference:
    """The solution's evidence for one check, and the points that the check is worth."""

    evidence: Evidence
    points: float


def resources() -> Path:
    """The folder of shipped resources: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent
    inside = package / "resources"
    return inside if inside.is_dir() else package.parent / "resources"


@lru_cache
def load(check: str) -> Reference | None:
    """The shipped reference of a check, or None if there is none (a check that is not released yet)."""
    found = sorted(resources().glob(f"reference/*/{check}.json"))
    if not found:
        return None
    from labkit.evidence import (
        from_json,
    )  # the grader asks where the resources are before it imports numpy

    data = json.loads(found[0].read_text("utf-8"))
    return Reference(from_json(data["evidence"]), float(data["points"]))
