"""The line of text that names what was graded, so that a question about it finds it again.

A feedback page gives it, and it comes back in a mail or through a platform. It holds no name. Its
code has a part for the person, the hand-in and the verdict, and a check. Anybody can make these,
but only the course can make the seal after them: a sealed line was copied from that person's page.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from dataclasses import dataclass, replace

from autograder.course import CourseError
from autograder.judging.outcome import Outcome

_LENGTH = 27  # letters of a code without its seal
MAX_LETTERS = 2000  # of a question
_CODE = r"[A-Z2-7]{8}-[A-Z2-7]{8}-[A-Z2-7]{4}-[A-Z2-7]{4}"
# A mail program may have wrapped the line, and put > in front of each part.
_SEAL = r"[A-Z2-7]{8}-[A-Z2-7]{8}"
_LINE = re.compile(rf"\[inquiry ([\w.-]+) (\w+)(?: (\w+))? ({_CODE})(?:-({_SEAL}))?\]")
_QUOTED = re.compile(r"^[>\s]+", re.MULTILINE)


@dataclass(frozen=True)
class Line:
    """The line of a text that names what it is about.

    Args:
        assignment: its id.
        task: id of the blank, or of the written answer.
        record: of the check; "" for all of them.
        code: as :func:`code_of` makes it.
        seal: of the course; "" on pages from before seals existed.
    """

    assignment: str
    task: str
    record: str
    code: str
    seal: str = ""

    @classmethod
    def about(cls, outcome: Outcome, task: str, record: str = "", *, key: str) -> Line:
        """The line of a page, sealed with the course's key."""
        code = code_of(outcome)
        line = cls(outcome.assignment, task, record, f"{code}-{_check(code, task, record)}")
        return replace(line, seal=line._sealed(key))

    def __str__(self) -> str:
        words = filter(None, ("inquiry", self.assignment, self.task, self.record, self.whole_code))
        return f"[{' '.join(words)}]"

    @property
    def whole_code(self) -> str:
        """The code with its seal, as :func:`split` takes it."""
        return "-".join(filter(None, (self.code, self.seal)))

    def is_sealed(self, key: str) -> bool:
        """Whether a page of this course gave it, so that whoever sent it has seen that page."""
        return hmac.compare_digest(self.seal, self._sealed(key))

    def _sealed(self, key: str) -> str:
        parts = json.dumps([self.assignment, self.task, self.record, self.code]).encode()
        letters = base64.b32encode(hmac.digest(bytes.fromhex(key), parts, "sha256")).decode()
        return f"{letters[:8]}-{letters[8:16]}"

    def is_of(self, outcome: Outcome) -> bool:
        """Whether it belongs to this person, whatever was handed in or graded since."""
        return self.code[:8] == code_of(outcome)[:8]

    def has_hand_in(self, submission: str) -> bool:
        """Whether it belongs to this hand-in, by the hash in its key."""
        return self.code[9:17] == _letters(8, submission)

    def has_verdict_of(self, outcome: Outcome) -> bool:
        """Whether nothing was graded or judged again since."""
        return self.code[:22] == code_of(outcome)


def code_of(outcome: Outcome) -> str:
    """The code of what was graded: of the person, the hand-in and the verdict."""
    verdict = json.dumps(
        [outcome.key.solution, outcome.seed, outcome.points, outcome.failed], sort_keys=True
    )
    person = _letters(8, outcome.assignment, outcome.student)
    return f"{person}-{_letters(8, outcome.key.submission)}-{_letters(4, verdict)}"


def split(whole_code: str) -> tuple[str, str]:
    """The code and the seal of :attr:`Line.whole_code`."""
    return whole_code[:_LENGTH], whole_code[_LENGTH + 1 :]


def _check(code: str, task: str, record: str) -> str:
    return _letters(4, code, task, record)


def _letters(count: int, *parts: str) -> str:
    digest = hashlib.sha256(json.dumps(parts).encode()).digest()
    return base64.b32encode(digest).decode()[:count]


def parse(text: str) -> tuple[Line, str]:
    """The line in a student's text, and the rest: the question.

    Raises:
        CourseError: there is none, there are several, or it was changed on its way.

    >>> parse("Why?")
    Traceback (most recent call last):
    autograder.course.CourseError: the text has no line [inquiry ...] as a feedback page gives ...
    """
    plain = " ".join(_QUOTED.sub("", text).split())
    found = {match.groups(default="") for match in _LINE.finditer(plain)}
    if not found:
        raise CourseError(
            "the text has no line [inquiry ...] as a feedback page gives it, or the line is "
            "damaged. Ask the student to copy the whole text of the page."
        )
    if len(found) > 1:
        raise CourseError(
            f"the text has {len(found)} different lines [inquiry ...]. Leave one of them in it."
        )
    (groups,) = found
    line = Line(*groups)
    if line.code[23:] != _check(line.code[:22], line.task, line.record):
        raise CourseError(
            f"the line {line} was changed since the feedback page gave it. Ask the student to copy "
            "the whole text again."
        )
    return line, _LINE.sub("", plain).strip()[:MAX_LETTERS]
