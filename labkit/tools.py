"""The course's own tools: which release this is, what it needs, and whether there is a newer one.

The first cell of a published notebook fetches the release that the notebook names, into a folder of
its own, and calls :func:`begin`. No package is requested by the name ``labkit``: on PyPI that is a
stranger's.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import ssl
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from typing import Any

from labkit.language import use
from labkit.messages import say

Install = Callable[[str, str], None]
NEWEST = "tools/newest.json"
MARKER = "release.json"
# Without it, figures lack Japanese letters, nothing else.
_FONT = "matplotlib-fontja"
_SECONDS = 10
_begun: list[str] = []


@dataclass(frozen=True)
class Release:
    """What publish writes of itself into the tools.

    Args:
        course: id of the course.
        distribution: the name under which pip knows the tools.
        number: 1, 2, 3...: a later one is newer.
        root: address of the public repository's files.
    """

    course: str
    distribution: str
    number: int
    root: str

    def address(self, name: str) -> str:
        """Where a published file is; the variable ``LABKIT_SOURCE`` names a mirror."""
        return os.environ.get("LABKIT_SOURCE", self.root) + name


class ToolsError(RuntimeError):
    """Something that keeps the notebook from starting: one sentence, and no traceback."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


def own_release() -> Release | None:
    """The release that this file belongs to; None in the course's own repository."""
    marker = Path(__file__).with_name(MARKER)
    return Release(**json.loads(marker.read_text("utf-8"))) if marker.is_file() else None


def begin(notebook: str, install: Install) -> None:
    """Say what the tools are, fetch what they need, and take newer ones that fit the notebook.

    Args:
        notebook: language and assignment, as in "en/02_int8_binary".
        install: fetches a wheel by its name and digest, and puts it before all other packages.

    Raises:
        ToolsError: a package that the tools need is missing, and pip cannot install it.
    """
    own = own_release()
    if not own:
        return
    use(notebook.partition("/")[0])
    _name_strangers()
    newest, used = fetched(own, NEWEST), own
    if newest and newest["number"] > own.number:
        if newest["changed"].get(notebook, newest["number"]) > own.number:
            print(say("tools.anew", number=newest["number"], own=own.number))
        else:
            try:
                install(newest["wheel"], newest["sha256"])
                used = replace(own, number=newest["number"])
            except RuntimeError as error:
                print(error)
    _compare_with_last(used)
    # From the release that is used: it knows what it needs.
    importlib.import_module("labkit.tools").settle(notebook)


def begun() -> str:
    """The notebook that was begun here, as in "en/02_int8_binary"; empty without one."""
    return "".join(_begun)


def fetched(release: Release, name: str) -> Any:
    """The content of a published JSON file; None where it cannot be had."""
    try:
        address, context = release.address(name), _certificates()
        with urllib.request.urlopen(address, timeout=_SECONDS, context=context) as answer:
            return json.load(answer)
    except (OSError, ValueError):
        return None


def settle(notebook: str) -> None:
    """Keep which notebook was begun, and install what the tools need and what is not there.

    No package is replaced.

    Raises:
        ToolsError: pip could not, and the notebook cannot do without one.
    """
    _begun[:] = [notebook]
    use(notebook.partition("/")[0])
    release = own_release()
    needed = requires(release.distribution) or [] if release else []
    missing = [package for package in needed if not installed_version(package)]
    if old := [need for need in needed if is_older(installed_version(need), need)]:
        print(say("tools.old_packages", packages=", ".join(old)))
    if not missing:
        return
    print(say("tools.fetching", packages=", ".join(missing)), flush=True)
    # The GPU's build stays: torch is named with its installed version, so pip installs no other.
    kept = [f"torch=={torch}"] if (torch := installed_version("torch")) else []
    options = ["--quiet", "--disable-pip-version-check", "--retries", "1"]
    pip = [sys.executable, "-m", "pip", "install", *options, *missing, *kept]
    done = subprocess.run(pip, capture_output=True, text=True, check=False)
    importlib.invalidate_caches()
    if done.returncode and all(package.startswith(_FONT) for package in missing):
        print(say("tools.no_font"))
    elif done.returncode:
        reason = done.stderr.strip().rpartition("\n")[2]
        raise ToolsError(say("tools.lacks", packages=", ".join(missing), reason=reason))


def _name_strangers() -> None:
    """Say where another package or file is that is called labkit, and that it is not used."""
    elsewhere = [place for place in sys.path if not Path(__file__).is_relative_to(place or ".")]
    spec = PathFinder.find_spec("labkit", elsewhere)
    # Another release that the first cell put there is not a stranger.
    if spec and spec.origin and not Path(spec.origin).with_name(MARKER).is_file():
        print(say("tools.stranger", place=spec.origin))


def _compare_with_last(own: Release) -> None:
    """Say which release was used here before, if it was another one."""
    noted = Path(__file__).parents[2] / f"{own.distribution}.last"
    before = noted.read_text("utf-8") if noted.is_file() else ""
    if not before.isdecimal():
        print(say("tools.installed", number=own.number))
    elif int(before) < own.number:
        print(say("tools.older", before=before, number=own.number))
    elif int(before) > own.number:
        print(say("tools.newer", before=before, number=own.number))
    noted.write_text(str(own.number), "utf-8")


def _certificates() -> ssl.SSLContext:
    """Python on macOS has no certificates of its own; where Jupyter is, there mostly is certifi."""
    try:
        return ssl.create_default_context(cafile=importlib.import_module("certifi").where())
    except ImportError:
        return ssl.create_default_context()


def installed_version(package: str) -> str:
    """The installed version of a package, given as pip is asked for it; empty without one.

    >>> installed_version("no-such-package>=1.0")
    ''
    """
    try:
        return version(package.partition(">=")[0])
    except PackageNotFoundError:
        return ""


def is_older(installed: str, package: str) -> bool:
    """Whether a version is older than the bound with which pip is asked for a package.

    >>> is_older("2.9.1+cpu", "torch>=2.10"), is_older("2.10", "torch>=2.10.0")
    (True, False)
    """
    # Without the package packaging: only Python's own library may be here yet. Nightly builds count
    # as new.
    found, oldest = (
        [int(number) for number in re.findall(r"\d+", text.partition("+")[0])]
        for text in (installed, package.partition(">=")[2])
    )
    while oldest and not oldest[-1]:
        oldest.pop()
    return bool(found) and found < oldest
