"""What a verdict would be made with now, to compare with what it was made with."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict

from nbformat import NotebookNode

from autograder.course import Assignment
from autograder.judging.outcome import Key
from autograder.submission import c_files
from autograder.submission.decode import LARGEST_NOTEBOOK
from autograder.submission.handed_in import notebook_in


def handed_in(assignment: Assignment, student: str) -> bytes | None:
    """The notebook of a hand-in, as it is read for grading."""
    # A byte more than it may have, which `parse` then says: a file may be longer than memory.
    return notebook_in(assignment.submitted(student), assignment.id, LARGEST_NOTEBOOK + 1)


def key_of(assignment: Assignment, student: str, solution: NotebookNode, version: str) -> Key:
    """What a student's verdict would be made with now.

    Args:
        solution: of the assignment.
        version: of it, as :func:`~autograder.judging.references.version_of` gives it.
    """
    files = c_files.handed_in(assignment.submitted(student), solution).items()
    c_parts = (part for name, text in files for part in (name.encode(), text))
    limits = json.dumps(asdict(assignment.limits), sort_keys=True)
    submission = _hash(handed_in(assignment, student) or b"", *c_parts)
    return Key(submission, version, _hash(limits.encode()))


def _hash(*parts: bytes) -> str:
    # Each part is hashed by itself, so that no text can move from one part to the next unseen.
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()
