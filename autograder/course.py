"""The course directory: its registry ``course.toml`` and where everything lies."""

from __future__ import annotations

import difflib
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from autograder.engine.limits import Limits

REGISTRY = "course.toml"
# What may be asked of AI tools: the instructor's word for it, and the message that says it.
AI_POLICIES = {
    "free": "ai.free",
    "named": "ai.named",
    "explain": "ai.explain",
    "none": "ai.none",
    "own": None,
}


class CourseError(Exception):
    """Something that the instructor must mend; the message says what, where and how."""


@dataclass(frozen=True)
class Assignment:
    """One assignment of the registry.

    ``title`` is by language, ``minutes`` an estimate, ``due`` a nbgrader date; ``limits`` holds
    what differs from the course's limits. ``preload`` names modules that grading imports once for
    all submissions.
    """

    id: str
    title: dict[str, str]
    minutes: int
    due: str | None = None
    limits: dict[str, Any] = field(default_factory=dict)
    preload: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        _require_modules(self.preload, self.id)


@dataclass(frozen=True)
class AiPolicy:
    """What students may ask of AI tools, as the notebooks tell them.

    Args:
        policy: one of :data:`AI_POLICIES`.
        text: for "own", the words by language.
    """

    policy: str
    text: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.policy not in AI_POLICIES:
            raise ValueError(
                f"the policy of [ai] is {self.policy!r}; choose one of {', '.join(AI_POLICIES)}"
            )
        if (self.policy == "own") != bool(self.text):
            raise ValueError('[ai] has a text exactly if its policy is "own"')


@dataclass(frozen=True)
class Course:
    """A course directory of the nbgrader kind, with a registry."""

    root: Path
    id: str
    title: dict[str, str]
    repository: str
    languages: tuple[str, ...]
    assignments: tuple[Assignment, ...]
    limits: Limits
    db_url: str
    ai: AiPolicy | None = None

    def assignment(self, name: str) -> Assignment:
        """The assignment of that id; an unknown one is an error that names the nearest."""
        by_id = {assignment.id: assignment for assignment in self.assignments}
        if name not in by_id:
            raise CourseError(_unknown(name, list(by_id), self.root))
        return by_id[name]

    def select(self, names: list[str] | None) -> list[Assignment]:
        """The named assignments; all of them when none is named."""
        return [self.assignment(name) for name in names] if names else list(self.assignments)

    def limits_of(self, assignment: str) -> Limits:
        """What a submission of one assignment may use."""
        return replace(self.limits, **self.assignment(assignment).limits)

    # Folders and files as nbgrader names them, so that its own commands find what ours write.

    def source(self, assignment: str) -> Path:
        return self.root / "solutions" / assignment

    def solution(self, assignment: str) -> Path:
        return self.source(assignment) / f"{assignment}.ipynb"

    def exercise(self, language: str, assignment: str) -> Path:
        return self.root / "exercises" / language / assignment / f"{assignment}.ipynb"

    def given(self, assignment: str) -> Path:
        """The names that the given cells of an assignment bind, for labkit."""
        return self.root / "resources" / "given" / f"{assignment}.json"

    def blanks(self, assignment: str) -> Path:
        """What the blanks of an assignment bind, for labkit."""
        return self.root / "resources" / "blanks" / f"{assignment}.json"

    def reference(self, assignment: str) -> Path:
        return self.root / "resources" / "reference" / assignment

    def mistakes(self, assignment: str) -> Path:
        """The digests of known mistakes, for labkit."""
        return self.root / "resources" / "mistakes" / assignment

    def answers(self, assignment: str) -> Path:
        return self.root / "answers" / assignment

    def submitted(self, student: str, assignment: str) -> Path:
        return self.root / "submitted" / student / assignment

    def autograded(self, student: str, assignment: str) -> Path:
        return self.root / "autograded" / student / assignment / f"{assignment}.ipynb"

    def feedback(self, student: str, assignment: str) -> Path:
        return self.root / "feedback" / student / assignment / f"{assignment}.html"

    @property
    def private(self) -> Path:
        """The grader's own folder: the lock, and the references of seeds that were drawn."""
        return self.root / ".autograder"

    def students(self, assignment: str) -> list[str]:
        """Ids of the students who have handed something in, in order."""
        return sorted(
            folder.parent.name
            for folder in self.root.glob(f"submitted/*/{assignment}")
            if folder.is_dir()
        )


def load(root: Path) -> Course:
    """Read the registry of a course directory.

    Raises:
        CourseError: there is no registry, or something in it is missing or wrong.
    """
    path = root / REGISTRY
    if not path.is_file():
        raise CourseError(
            f"{root} is no course directory: it holds no {REGISTRY}. "
            "Go to the course's folder, or use --course-dir."
        )
    try:
        return _course(root.resolve(), tomllib.loads(path.read_text("utf-8")))
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        # A KeyError's own words are the bare name.
        reason = f"the entry {error} is missing" if isinstance(error, KeyError) else str(error)
        raise CourseError(
            f"{path}: {reason}. Compare it with the course.toml of the repository."
        ) from error


def _course(root: Path, data: dict[str, Any]) -> Course:
    entry = data["course"]
    course = Course(
        root=root,
        id=entry["id"],
        title=entry["title"],
        repository=entry["repository"],
        languages=tuple(entry["languages"]),
        assignments=tuple(Assignment(**entry) for entry in data["assignments"]),
        limits=Limits(**data.get("limits", {})),
        # nbgrader's own default is a file in the folder where a command is run.
        db_url=entry.get("db_url") or f"sqlite:///{root / 'gradebook.db'}",
        ai=AiPolicy(**data["ai"]) if "ai" in data else None,
    )
    if course.ai and course.ai.text and set(course.ai.text) != set(course.languages):
        raise ValueError(f"the text of [ai] needs the languages {', '.join(course.languages)}")
    for assignment in course.assignments:
        course.limits_of(assignment.id)  # a wrong name or value is told now, not when it is used
    return course


def _require_modules(preload: Any, assignment: str) -> None:
    if not isinstance(preload, list) or not all(map(_is_module_name, preload)):
        raise ValueError(
            f"preload of {assignment} is {preload!r}; give a list of names of modules, "
            'as in preload = ["torch._dynamo"]'
        )


def _is_module_name(name: Any) -> bool:
    return isinstance(name, str) and all(part.isidentifier() for part in name.split("."))


def _unknown(name: str, known: list[str], root: Path) -> str:
    # The cutoff is low, so that a part of an id is enough: int8 for 02_int8_binary.
    near = difflib.get_close_matches(name, known, n=1, cutoff=0.3)
    hint = f" Did you mean {near[0]}?" if near else ""
    return (
        f"There is no assignment {name!r} in {root / REGISTRY}.{hint} It has: {', '.join(known)}."
    )
