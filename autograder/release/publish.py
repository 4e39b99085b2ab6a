"""The public repository: what is on a list, and nothing else.

Colab opens the notebooks there, and their first cells fetch the course's tools from there.
"""

from __future__ import annotations

import fnmatch
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO, cast

from autograder import notebooks, release_steps
from autograder.course import Course, CourseError
from autograder.messages import message
from autograder.registry import PLACEHOLDER
from autograder.release import tools
from autograder.release.files import notebook_files
from autograder.release.held_back import EXAMPLE, HeldBack
from autograder.release.leaks import Leak, Secrets
from autograder.release.tools import FOLDER, next_tools
from autograder.release_steps import COLAB_BADGE
from labkit.language import choose

# What publish wrote, and the digest of each: sha256sum --check reads it.
MANIFEST = ".published"
PICTURE = "resources/readme/en.svg"
HOMEWORK = "c_exercise/README.md"
MESSAGES = "labkit/messages/*.toml"
# What the students' pages name in this repository, besides the example.
EXAMPLE_BLANK, EXAMPLE_COURSE = "int8_backward", "custom-autograd"
# Each file of the homework by name: `make single` writes a file there that holds solved code.
ALLOWED = (
    "LICENSE",
    "labkit/**/*.py",
    "labkit/drawing.js",
    MESSAGES,
    "labkit/c/*.c",
    "resources/README.md",
    "resources/cifar10.json",
    "resources/digits.npz",
    "resources/pride_and_prejudice.txt.gz",
    "resources/c/*.h",
    # Each by its name: a C file with another name may be an answer.
    "resources/c/integer_network.c",
    "resources/c/int8_network.c",
    "resources/c/int4_network.c",
    "resources/c/sign_network.c",
    "resources/c/fake_xnor_dot.c",
    "resources/c/cortex_m/main.c",
    "resources/c/cortex_m/memory.ld",
    "resources/c/*.hpp",
    "resources/c/ja/*.h",
    "resources/c/ja/*.hpp",
    "resources/verilog/binary_layer.v",
    "resources/verilog/int_layer.v",
    "resources/verilog/narrow_mac.v",
    "resources/verilog/sign_network.v",
    "resources/readme/*.svg",
    "resources/weights/README.md",
    "resources/weights/*.safetensors",
    "c_exercise/.gitignore",
    "c_exercise/Makefile",
    "c_exercise/README.md",
    "c_exercise/README.??.md",
    "c_exercise/main.c",
    "c_exercise/quantize.[ch]",
    "c_exercise/quantize.ja.h",
    "c_exercise/bench/*.[ch]",
    "c_exercise/tests/*.[ch]",
    "docs/students/README.md",
    "docs/students/README.??.md",
    "docs/students/glossary.md",
)
# For each check: what the solution recorded in class, and what known mistakes look like.
CHECK_FILES = (
    "resources/reference/{assignment}/{check}.json",
    "resources/mistakes/{assignment}/{check}.json",
)


def require_repository(course: Course) -> None:
    """See that there is something to publish, before a release spends a minute.

    Raises:
        CourseError: the course names no repository, or the students' part is missing.
    """
    if not course.repository:
        raise CourseError(
            "course.toml names no repository, and Colab would find nothing. "
            "Give --repository OWNER/NAME."
        )
    needed = ("LICENSE", "pyproject.toml", "labkit/__init__.py")
    if missing := [name for name in needed if not (course.home / name).is_file()]:
        raise CourseError(
            f"{course.home} holds no {' and no '.join(missing)}: it is a copy without what "
            "students install. Run publish in the course's repository."
        )


def publication(course: Course) -> dict[str, bytes]:
    """Every file of the public repository as of today, by path. Writes nothing itself.

    Raises:
        CourseError: the course names no repository, or a part of it is not there.
    """
    held_back, course = HeldBack(course), course.without_held_back()
    of_checks = (
        pattern.format(assignment=assignment.id, check=check)
        for assignment in course.assignments
        for check in notebooks.checks(notebooks.read(assignment.solution))
        for pattern in CHECK_FILES
    )
    listed = {}
    for path in (path for pattern in (*ALLOWED, *of_checks) for path in course.home.glob(pattern)):
        place = path.relative_to(course.home)
        # An editor's or Jupyter's own folders may be among the others.
        hidden = any(folder.startswith(".") for folder in place.parts[:-1])
        if path.is_file() and not hidden and not held_back.holds(place.as_posix()):
            listed[place.as_posix()] = path
    files = {name: path.read_bytes() for name, path in listed.items()}
    for name in fnmatch.filter(files, MESSAGES):
        files[name] = held_back.without_messages(name, files[name].decode()).encode()
    # First without a release in their first cells, since that names a file made from these.
    files |= _released(replace(course, published=None))
    notebooks_alone = {
        f"{language}/{assignment.id}": files[
            assignment.exercise(language).relative_to(course.home).as_posix()
        ]
        for language in course.languages
        for assignment in course.assignments
    }
    published, tools = next_tools(course, files, notebooks_alone)
    files |= _released(replace(course, published=published)) | tools
    for name in fnmatch.filter(files, "docs/students/README*.md"):
        text = files[name].decode().replace(PLACEHOLDER, course.repository)
        text = text.replace(f"--course {EXAMPLE_COURSE}", f"--course {course.id}")
        files[name] = _with_an_example(text, course).encode()
    return dict(sorted((files | _written_for(course, files)).items()))


def _with_an_example(text: str, course: Course) -> str:
    """A students' page whose example is an assignment of this course and one of its blanks."""
    if any(assignment.id == EXAMPLE for assignment in course.assignments):
        return text
    first = course.assignments[0]
    blanks = notebooks.checks(notebooks.read(first.solution))
    return text.replace(EXAMPLE, first.id).replace(EXAMPLE_BLANK, next(iter(blanks), first.id))


def _released(course: Course) -> dict[str, bytes]:
    return {
        path.relative_to(course.home).as_posix(): text.encode()
        for assignment in course.assignments
        for path, text in notebook_files(assignment).items()
    }


def earlier_tools(dest: Path) -> dict[str, bytes]:
    """The tools that were published before, since older notebooks name them."""
    wheels = dest.glob(f"{FOLDER}/*.whl")
    return {path.relative_to(dest).as_posix(): path.read_bytes() for path in wheels}


def left_out(course: Course, files: dict[str, bytes]) -> list[str]:
    """Files next to published ones that are on no list: whoever added one should be told."""
    held_back = HeldBack(course)
    there = (path for name in ("labkit", "resources") for path in (course.home / name).rglob("*"))
    names = (path.relative_to(course.home) for path in there if path.is_file())
    return [
        name.as_posix()
        for name in names
        if name.as_posix() not in files
        and "__pycache__" not in name.parts
        and not held_back.holds(name.as_posix())
    ]


def leaks(course: Course, files: dict[str, bytes], dest: Path) -> list[Leak]:
    """The secrets in the files, and in everything that the git repository ``dest`` has ever
    held."""
    secrets = Secrets(course)
    return [*secrets.search(files.items()), *secrets.search(history(dest))]


def history(dest: Path) -> Iterator[tuple[str, bytes]]:
    """Every file, message and tag that a clone of ``dest`` contains, and what is staged."""
    if not (dest / ".git").exists():
        return
    # The names in a tree are in the same list.
    command = ["git", "-C", str(dest), "rev-list", "--objects", "--all", "--indexed-objects"]
    run = subprocess.run(command, capture_output=True, check=True, text=True, errors="replace")
    names = dict(line.partition(" ")[::2] for line in run.stdout.splitlines())
    with tempfile.TemporaryFile() as asked:
        asked.write("".join(f"{digest}\n" for digest in names).encode())
        asked.seek(0)
        command = ["git", "-C", str(dest), "cat-file", "--batch"]
        with subprocess.Popen(command, stdin=asked, stdout=subprocess.PIPE) as git:
            objects = cast(IO[bytes], git.stdout)
            while head := objects.readline().decode().split():
                digest, kind, size = head
                data = objects.read(int(size))
                objects.read(1)
                where = f"{names[digest] or kind} (in the history of {dest}, {digest[:10]})"
                yield where, b"" if kind == "tree" else data


def unknown(dest: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    """What is in ``dest`` and was not written by publish, or was changed since."""
    strange = {}
    manifest = dest / MANIFEST
    lines = manifest.read_text("utf-8").splitlines() if manifest.is_file() else []
    known = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
    for path in sorted(dest.rglob("*")):
        name = path.relative_to(dest)
        if path.is_dir() or name.parts[0] in (".git", MANIFEST):
            continue
        data = path.read_bytes()
        if data != files.get(name.as_posix()) and tools.digest(data) != known.get(name.as_posix()):
            strange[name.as_posix()] = data
    return strange


def write(dest: Path, files: dict[str, bytes]) -> None:
    """Replace what ``dest`` holds by the files, all at once; its ``.git`` stays."""
    dest.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(prefix=f".{dest.name}.", dir=dest.parent))
    fresh = folder / "new"
    try:
        manifest = "".join(f"{tools.digest(data)}  {name}\n" for name, data in files.items())
        for name, data in (files | {MANIFEST: manifest.encode()}).items():
            (fresh / name).parent.mkdir(parents=True, exist_ok=True)
            (fresh / name).write_bytes(data)
    except BaseException:
        shutil.rmtree(folder)
        raise
    # Renamed within one file system: wherever this stops, everything is still in that folder.
    if dest.exists():
        if (dest / ".git").exists():
            os.rename(dest / ".git", fresh / ".git")
        os.rename(dest, folder / "old")
    os.rename(fresh, dest)
    shutil.rmtree(folder)


def _written_for(course: Course, files: dict[str, bytes]) -> dict[str, bytes]:
    """The files that are written for the public repository alone: its front pages."""
    front, pages = release_steps.templates().get_template("README.md.jinja"), {}
    for language in course.languages:
        picture = f"resources/readme/{language}.svg"
        badge = partial(COLAB_BADGE.format, repository=course.repository, language=language)
        text = front.render(
            picture=next((name for name in (picture, PICTURE) if name in files), None),
            homework=page if (page := _translated(course, language, HOMEWORK)) in files else None,
            course=course,
            language=language,
            others=[other for other in course.languages if other != language],
            message=message,
            say=lambda key, language=language, **values: message(key, language, **values),
            title=lambda what, language=language: choose(what.title, language),
            front_page=partial(_front_page, course),
            page=partial(_translated, course, language),
            badge=lambda name, badge=badge: badge(name=name).strip(),
        )
        pages[_front_page(course, language)] = text.encode()
    return pages


def _front_page(course: Course, language: str) -> str:
    """GitHub shows README.md, so the course's first language has that name."""
    return "README.md" if language == course.languages[0] else f"README.{language}.md"


def _translated(course: Course, language: str, name: str) -> str:
    """The file of a page in a language; in English if it is not translated."""
    path = Path(name)
    translated = path.with_suffix(f".{language}{path.suffix}").as_posix()
    return translated if (course.home / translated).exists() else name
