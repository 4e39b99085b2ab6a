"""The course's tools as one file, a wheel: the same bytes wherever and whenever it is built.

Its name follows from the course's id: on PyPI, ``labkit`` is a stranger's.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import tomllib
import zipfile
from dataclasses import asdict

from autograder import registry
from autograder.course import Course, Published
from autograder.release_steps import ROOT
from labkit.tools import MARKER, Release

FOLDER = "tools"
_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can hold


def distribution(course: str) -> str:
    """The name under which pip knows the tools of a course, by its id.

    >>> distribution("Custom autograd 2")
    'labkit-custom-autograd-2'
    """
    return f"labkit-{re.sub(r'[^a-z0-9]+', '-', course.lower()).strip('-')}"


def next_tools(
    course: Course, files: dict[str, bytes], notebooks: dict[str, bytes]
) -> tuple[Published, dict[str, bytes]]:
    """The tools to publish: what notebooks name of them, and the files.

    If nothing has changed, the number is that of the last release.

    Args:
        course: with what was published last.
        files: of the public repository; of these, labkit and its resources are packed.
        notebooks: by language and id, without a release in their first cell.
    """
    packed = {
        name if name.startswith("labkit/") else f"labkit/{name}": data
        for name, data in files.items()
        if name.startswith(("labkit/", "resources/"))
    }
    about = _requirements(course)
    # Not the id of a year, which students of another year would take for another course.
    id = registry.load(course.home).id
    release = Release(id, distribution(id), 0, ROOT.format(repository=course.repository))
    digests = {name: digest(data) for name, data in notebooks.items()}
    parts = [about, asdict(release), {name: digest(data) for name, data in packed.items()}]
    content = digest(json.dumps([*parts, digests]).encode())
    last = course.published
    number = 1 if not last else last.number if last.content == content else last.number + 1
    packed[f"labkit/{MARKER}"] = json.dumps(asdict(release) | {"number": number}).encode()
    # Numbered, so that a later one is newer, and then named by its content.
    version = f"{number}.{int(content[:8], 16)}"
    name, data = wheel(release.distribution, version, about, packed)
    changed = {
        notebook: last.changed[notebook]
        if last and last.digests.get(notebook) == digest
        else number
        for notebook, digest in digests.items()
    }
    published = Published(
        number=number,
        wheel=name,
        sha256=digest(data),
        content=content,
        digests=digests,
        changed=changed,
    )
    return published, {f"{FOLDER}/{name}": data, f"{FOLDER}/newest.json": published.as_json()}


def _requirements(course: Course) -> str:
    """What the wheel says about the Python and the packages that it needs."""
    project = tomllib.loads((course.home / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [("Requires-Dist", package) for package in project["dependencies"]]
    needs.insert(0, ("Requires-Python", project["requires-python"]))
    return "".join(f"{key}: {value}\n" for key, value in needs)


def wheel(
    distribution: str, version: str, about: str, files: dict[str, bytes]
) -> tuple[str, bytes]:
    """The name and the bytes of a wheel that any Python can install.

    Args:
        distribution: its name, as pip is asked for it.
        version: such as "1.0".
        about: further lines of its metadata.
        files: by their place in site-packages.
    """
    stem = f"{distribution.replace('-', '_')}-{version}"
    info = f"{stem}.dist-info"
    written = dict(sorted(files.items())) | {
        f"{info}/METADATA": (
            f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n{about}".encode()
        ),
        f"{info}/WHEEL": b"Wheel-Version: 1.0\nGenerator: autograder\nRoot-Is-Purelib: true\n"
        b"Tag: py3-none-any\n",
    }
    record = f"{info}/RECORD"
    lines = []
    for name, data in written.items():
        encoded = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={encoded},{len(data)}\n")
    written[record] = "".join([*lines, f"{record},,\n"]).encode()
    buffer = io.BytesIO()
    # Not compressed: two versions of zlib give different bytes.
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as packed_wheel:
        for name, data in written.items():
            member = zipfile.ZipInfo(name, _EARLIEST)
            member.create_system, member.external_attr = 3, 0o100644 << 16
            packed_wheel.writestr(member, data)
    return f"{stem}-py3-none-any.whl", buffer.getvalue()


def digest(data: bytes) -> str:
    """The SHA-256 of a file, as sha256sum prints it."""
    return hashlib.sha256(data).hexdigest()
