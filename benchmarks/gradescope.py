"""`make bench-gradescope`: Gradescope's container as closely as can be, and what a hand-in costs.

The zip of `autograder gradescope` is laid where Gradescope lays it, its ``setup.sh`` makes an image
of Debian's smallest system, and ``run_autograder`` grades each hand-in in a fresh container of
that. `autograder grade` grades the same class here: all points must be equal, or the command fails.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from nbformat import NotebookNode

from autograder import registry, release_steps
from autograder.answers import blanks
from autograder.answers.known import known_answers
from autograder.course import Assignment
from autograder.gradescope.archive import write_zip
from benchmarks import gradescope_picture, made_up_class
from benchmarks.container import Container, Size, Spent, container, make_base, missing_here
from benchmarks.made_up_class import REPOSITORY, best_sandbox, class_of
from benchmarks.measured import Page, Table, add_pages
from benchmarks.options import add_assignment
from benchmarks.picture import ANSWER, ASSIGNMENT, BLANK
from benchmarks.two_graders import grade_ours

# The tests' own damages; the path is two_graders' doing.
sys.path.append(str(REPOSITORY / "tests" / "unit"))

from damages import DAMAGES, UNREADABLE

FOLDER = REPOSITORY / "build" / "gradescope"
STAND_IN = (
    ", in the place of the lock's, since PyTorch's own index could not be reached; torchvision, "
    "which no hand-in here imports, is left out"
)
TOO_LARGE = "memory-at-once"  # for these containers; the course's limit allows it
PART = 10  # hand-ins that are graded together, before each has its container
SMALLEST, NEXT = Size(0.5, 768), Size(1, 1536)
PAGE = Page(
    "gradescope",
    "A hand-in at Gradescope: size, time and equal points",
    "make bench-gradescope",
    """\
The zip's `setup.sh` and `run_autograder` in a chroot of Debian 12 with the rights that Docker
leaves to root, without user namespaces, in a fresh overlay for each hand-in, and with Gradescope's
sizes as limits of control groups. Gradescope's own image is Ubuntu 22.04 with more programs, which
was not tried, nor what starts `run_autograder` there. *Equal*: the points of `autograder grade` for
the same file, in sum and by check; `memory-at-once` takes 3 GB, which the course's limit allows and
the container has not. Memory is what cannot be given back: that of processes, and files in memory.
Seconds grow with what else this machine does.
""",
)


@dataclass(frozen=True)
class Upload:
    """What is handed in.

    Args:
        kind: of hand-in.
        name: of its student.
        content: of the file.
    """

    kind: str
    name: str
    content: bytes


# What a blank does besides its work.
ENDINGS = {
    "endless-loop": "while True: pass",
    "memory": "held = []\nwhile True: held.append(bytearray(10_000_000))",
    TOO_LARGE: "held = bytearray(3_000_000_000)",
    "crash": "import os; os._exit(1)",
    "processes": "import os\nwhile True: os.fork()",
    "disk": "with open('full', 'wb') as file:\n    while True: file.write(bytes(10_000_000))",
    "results": "import pathlib\n"
    "pathlib.Path('/autograder/results/results.json').write_text('{\"score\": 100}')",
    "answers": "import pathlib\nprint([*pathlib.Path('/autograder/source').iterdir()])",
    "output": "while True: print('x' * 1000)",
    "signal": "import os; os.kill(os.getpid(), 11)",
}


def main() -> int:
    """Measure what is missing, print, and return the exit status: 1 if any points differ."""
    options = _options()
    if lacking := missing_here():
        print(f"Containers cannot be made here, for want of {lacking}.")
        return 1
    assignment = registry.load(REPOSITORY).assignment(options.assignment)
    make_base(FOLDER / "base")
    image, made = make_image(assignment, options.torch)
    if options.draw:
        draw(assignment, image)
    rows = measured(assignment, image, list(islice(hand_ins(assignment), options.hand_ins)))
    sections = [made, by_kind(rows), by_size(rows)]
    PAGE.write({assignment.id: "\n\n".join(sections)}, options.pages)
    return 0 if all(row.equal or row.name == TOO_LARGE for row in rows) else 1


@dataclass(frozen=True)
class Grading:
    """A hand-in that was graded in a container.

    Args:
        kind: of hand-in.
        name: of its student.
        size: of the container, in words.
        equal: whether all its points are those of ``autograder grade``.
        score: what is shown; None where nothing is.
        spent: what it took.
    """

    kind: str
    name: str
    size: str
    equal: bool
    score: float | None
    spent: Spent


def measured(assignment: Assignment, image: list[Path], tried: list[Upload]) -> list[Grading]:
    """Grade all in the smallest container, and the first in the next one.

    What was graded in this image before is not graded again: a line of JSON is kept for each.
    """
    kept = FOLDER / assignment.id / "rows.jsonl"
    lines = kept.read_text("utf-8").splitlines() if kept.exists() else []
    read = (json.loads(line) for line in lines)
    known = [Grading(**row | {"spent": Spent(**row["spent"])}) for row in read]
    by_place = {(row.name, row.size): row for row in known}
    wanted = [*((upload, SMALLEST) for upload in tried), (tried[0], NEXT)]
    missing = [
        (upload, size) for upload, size in wanted if (upload.name, f"{size}") not in by_place
    ]
    shown = Table("hand-in", "container", "equal", "score", "seconds", "core-seconds", "MB")
    for start in range(0, len(missing), PART):
        part = missing[start : start + PART]
        files = {upload.name: upload.content for upload, _ in part}
        graded, _ = grade_ours(assignment.id, files, best_sandbox())
        for upload, size in part:
            spent, said = run(image, upload, size)
            equal = is_same(said, graded.get(upload.name, {}))
            row = Grading(upload.kind, upload.name, f"{size}", equal, said.get("score"), spent)
            by_place[row.name, row.size] = row
            costs = (f"{cost:.0f}" for cost in (spent.seconds, spent.core_seconds, spent.peak_mb))
            shown.add(row.name, row.size, row.equal, row.score, *costs)
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(row)) + "\n")
    return [by_place[upload.name, f"{size}"] for upload, size in wanted]


def make_image(assignment: Assignment, torch: Path | None) -> tuple[list[Path], str]:
    """Make an image as Gradescope does, unless it is there; its layers, and what it took."""
    folder, base = FOLDER / assignment.id, FOLDER / "base"
    layer, kept = folder / "layer", folder / "made.md"
    if not kept.exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        with container([base], FOLDER) as own:
            _lay(assignment, own)
            variables, files = _registries(own, torch)
            spent = own.run("bash /autograder/source/setup.sh", None, variables, files)
            print(spent.output)
            if spent.status:
                raise SystemExit("setup.sh has failed: see above")
            own.written.rename(layer)
        before, after = _megabytes(base), _megabytes(layer)
        made = Table("setup.sh: seconds", "MB at most", "MB added", "MB of the whole image")
        made.add(f"{spent.seconds:.0f}", f"{spent.peak_mb:.0f}", after, before + after)
        python = "lib/python3.11/site-packages"
        size = _megabytes(layer / "opt" / "grading" / python / "torch")
        (about,) = (layer / "opt" / "grading" / python).glob("torch-*.dist-info")
        version = about.name.removesuffix(".dist-info").replace("-", " ")
        text = f"{made}\n\nOf these {size} MB are {version}{STAND_IN if torch else ''}.\n"
        kept.write_text(text, "utf-8")
    return [layer, base], kept.read_text("utf-8").strip()


def _lay(assignment: Assignment, own: Container) -> None:
    place = own.written / "autograder"
    for name in ("source", "submission", "results"):
        (place / name).mkdir(parents=True)
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder) / "autograder.zip"
        write_zip(assignment, archive)
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(place / "source")
    shutil.copy(place / "source" / "run_autograder", place)
    (place / "run_autograder").chmod(0o755)


def _registries(own: Container, torch: Path | None) -> tuple[dict[str, str], list[Path]]:
    """How this machine reaches its registries, as variables, and the files that these name."""
    command = [sys.executable, "-m", "pip", "config", "list"]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    pairs = dict(line.partition("=")[::2] for line in said.splitlines())
    variables = {
        f"PIP_{name.rpartition('.')[2].replace('-', '_').upper()}": shlex.split(value)[0]
        for name, value in pairs.items()
    }
    # uv does not read pip's configuration; `make` has told it.
    told = ["UV_DEFAULT_INDEX", "UV_INDEX", "UV_INDEX_STRATEGY", "UV_PYTHON_PREFERENCE"]
    told += ["SSL_CERT_FILE", "HTTPS_PROXY"]
    variables |= {name: os.environ[name] for name in told if name in os.environ}
    files: dict[Path, None] = {}
    for name, value in variables.items():
        words = value.replace("\\n", " ").split()
        for place, word in enumerate(words):
            path = Path(word.removeprefix("file://"))
            if path.is_absolute() and path.exists():
                words[place] = word.replace(str(path), f"/mnt{path}", 1)
                files[path.parent if "INDEX" in name else path] = None  # its files are next to it
        variables[name] = " ".join(words)
    if torch:
        # Of another version than the lock's, torchvision could not be imported.
        override = own.folder / "override.txt"
        override.write_text(f"torch @ file:///mnt{torch}\ntorchvision; python_version < '3'\n")
        variables["UV_OVERRIDE"] = f"/mnt{override}"
        files |= {torch: None, override: None}
    return variables, [path for path in files if files.keys().isdisjoint(path.parents)]


def _megabytes(folder: Path) -> int:
    said = subprocess.run(["du", "-sxm", folder], check=True, capture_output=True, text=True)
    return int(said.stdout.split()[0])


def hand_ins(assignment: Assignment) -> Iterator[Upload]:
    """All kinds in turn, the first of which is right."""
    known = [answer for answer in known_answers(assignment) if not answer.by_chance]
    given = release_steps.released(assignment, assignment.course.languages[0])
    class_ = [
        (name, text.encode())
        for name, text in class_of(known, given, made_up_class.trained(assignment))
        if name != "kernel-dies"  # below there are several such
    ]
    rights = {answer.blank: answer.source for answer in reversed(known) if answer.is_right}
    first = next(iter(rights))
    is_right = ("perfect", "in-other-words")
    groups: dict[str, list[tuple[str, bytes]]] = {
        "right": [pair for pair in class_ if pair[0].startswith(is_right)],
        "wrong": [pair for pair in class_ if not pair[0].startswith((*is_right, "colab"))],
        "damaged": [pair for pair in class_ if pair[0].startswith("colab")],
        "hostile, or out of hand": [
            (name, _text(blanks.fill(given, rights | {first: f"{rights[first]}\n{ending}"})))
            for name, ending in ENDINGS.items()
        ],
        "no notebook": [(f"file-{name}", content) for name, content in UNREADABLE.items()],
    }
    if assignment.id == ASSIGNMENT:
        for name, (damage, _) in DAMAGES.items():
            damage(notebook := blanks.fill(given, rights))
            groups["damaged"].append((name.replace(" ", "-"), _text(notebook)))
    waiting = [(kind, iter(group)) for kind, group in groups.items()]
    while waiting:
        for kind, group in list(waiting):
            if pair := next(group, None):
                yield Upload(kind, *pair)
            else:
                waiting.remove((kind, group))


def _text(notebook: NotebookNode) -> bytes:
    return json.dumps(notebook).encode()


def run(image: list[Path], upload: Upload, size: Size) -> tuple[Spent, dict[str, Any]]:
    """Grade a hand-in in a container of its own; what is shown of it, empty where nothing is."""
    with container(image, FOLDER) as own:
        place = own.written / "autograder"
        for name in ("submission", "results"):
            (place / name).mkdir(parents=True)
        (place / "submission" / "My work (1).ipynb").write_bytes(upload.content)
        spent = own.run("/autograder/run_autograder", size)
        results = place / "results" / "results.json"
        said = json.loads(results.read_text("utf-8")) if results.exists() else {}
    if spent.status or not said or (not said["tests"] and upload.kind != "no notebook"):
        print(spent.output)
    return spent, said


def draw(assignment: Assignment, image: list[Path]) -> None:
    """The pictures of the docs: what the author of README's wrong answer sees, by language."""
    known = known_answers(assignment)
    sources = {answer.blank: answer.source for answer in reversed(known) if answer.is_right}
    (wrong,) = (answer for answer in known if (answer.blank, answer.name) == (BLANK, ANSWER))
    for language in assignment.course.languages:
        given = release_steps.released(assignment, language)
        work = Upload("wrong", language, _text(blanks.fill(given, sources | {BLANK: wrong.source})))
        _, said = run(image, work, NEXT)
        gradescope_picture.write(said, language)


def is_same(said: dict[str, Any], points: dict[str, float]) -> bool:
    """Whether what is shown are the points of a grading, in sum and by check."""
    scores = [shown["score"] for shown in said.get("tests", ()) if "score" in shown]
    is_same_by_check = sorted(filter(None, scores)) == sorted(filter(None, points.values()))
    return is_same_by_check and said.get("score") == round(sum(points.values()), 2)


def by_kind(rows: list[Grading]) -> str:
    """What the hand-ins of each kind took in the smallest container, and whether points differ."""
    rows = [row for row in rows if row.size == f"{SMALLEST}"]
    columns = "seconds", "core-seconds", "core-seconds at most", "MB at most", "killed for memory"
    shown = Table(f"hand-in, {SMALLEST}", "tried", "equal", *columns)
    for kind in [*dict.fromkeys(row.kind for row in rows), None]:
        chosen = [row for row in rows if kind in (None, row.kind)]
        core = [row.spent.core_seconds for row in chosen]
        shown.add(
            kind or "**together**",
            len(chosen),
            sum(row.equal for row in chosen),
            f"{statistics.median(row.spent.seconds for row in chosen):.0f}",
            f"{statistics.median(core):.0f}",
            f"{max(core):.0f}",
            f"{max(row.spent.peak_mb for row in chosen):.0f}",
            sum(row.spent.killed for row in chosen),
        )
    unequal = ", ".join(f"`{row.name}` ({row.score} points)" for row in rows if not row.equal)
    return f"{shown}\n\nNot equal: {unequal or 'none'}."


def by_size(rows: list[Grading]) -> str:
    """What a right hand-in takes in containers of several sizes."""
    shown = Table("container", "a right hand-in: seconds", "core-seconds", "MB", "equal")
    for row in (row for row in rows if row.name == rows[0].name):
        spent = row.spent.seconds, row.spent.core_seconds, row.spent.peak_mb
        shown.add(row.size, *(f"{cost:.0f}" for cost in spent), "yes" if row.equal else "no")
    return str(shown)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Grade hand-ins in a container as Gradescope's.")
    add_assignment(parser, ASSIGNMENT)
    parser.add_argument("--hand-ins", type=int, default=40, help="how many (default: %(default)s)")
    help_ = "its wheel, where PyTorch's own index cannot be reached"
    parser.add_argument("--torch", type=Path, help=help_)
    parser.add_argument("--draw", action="store_true", help="the docs' pictures, too")
    add_pages(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
