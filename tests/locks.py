"""The requirements that the locks hold, as tests read them."""

from collections.abc import Iterable

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from repository import REPOSITORY


def requirements(lines: Iterable[str]) -> list[Requirement]:
    """The requirements in the lines of a requirements file."""
    return [Requirement(text) for line in lines if (text := line.split("#")[0].strip())]


def applying(name: str, python: str | None = None) -> list[Requirement]:
    """The lines of a requirements file that count on this machine, perhaps with another Python."""
    minor = ".".join(python.split(".")[:2]) if python else ""
    environment = {"python_version": minor, "python_full_version": python} if python else {}
    lines = requirements((REPOSITORY / name).read_text().splitlines())
    return [r for r in lines if r.marker is None or r.marker.evaluate(environment)]


def pinned(name: str, python: str | None = None) -> dict[str, str]:
    """Package name to exact version, as a requirements file has it."""
    return versions(applying(name, python))


def versions(pins: list[Requirement]) -> dict[str, str]:
    """Package name to exact version."""
    return {canonicalize_name(r.name): str(r.specifier).removeprefix("==") for r in pins}


# What torchvision's compiled operators must say next to a torch that fits.
OVERLAP = """
import torch, torchvision
boxes = torch.tensor([[0.0, 0, 10, 10], [1, 1, 10, 10], [20, 20, 30, 30]])
print(torchvision.ops.nms(boxes, torch.tensor([0.9, 0.8, 0.7]), iou_threshold=0.5).tolist())
"""
