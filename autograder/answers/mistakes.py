"""Known mistakes: the wrong answers of the course, by what they make a check record."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from autograder import notebooks
from autograder.answers.blanks import run_together
from autograder.answers.known import Answer, answers_in, checked_blanks
from autograder.course import Assignment
from autograder.judging.outcome import Outcome
from autograder.judging.references import Run
from autograder.judging.verdicts import Judge
from labkit.judge import Mistake, Verdict
from labkit.mistakes import failing, is_same


def wrong_answers(assignment: Assignment) -> dict[str, list[Answer]]:
    """The known wrong answers to the blanks of an assignment that have some."""
    known = {
        blank: [one for one in answers_in(assignment.answers / blank, cell) if not one.is_right]
        for blank, cell in checked_blanks(assignment).items()
    }
    return {blank: wrong for blank, wrong in known.items() if wrong}


class Namer:
    """Names the mistakes of submissions: the known wrong answers that behave like them.

    A wrong answer runs when the first submission fails in the records that it fails, too.

    Args:
        assignment: whose answers.
        seed: of the submissions' run.
        run: executes a trusted notebook.
    """

    def __init__(self, assignment: Assignment, seed: int, run: Run) -> None:
        self._solution = notebooks.read(assignment.solution)
        self._wrong = wrong_answers(assignment)
        self._seed, self._run = seed, partial(run, limits=assignment.limits)
        self._known: dict[Answer, Verdict] = {}

    def named(self, verdict: Verdict, judge: Judge) -> Mistake | None:
        """The known mistake that a verdict shows; None where that is not certain.

        Args:
            verdict: on a submission's check.
            judge: who gave it.
        """
        if not failing(verdict):
            return None
        candidates = [one for one in self._wrong.get(verdict.check, ()) if _may_be(one, verdict)]
        self._execute([one for one in candidates if one not in self._known], judge)
        names = {one.known_as for one in candidates if is_same(self._known[one], verdict)}
        # Where two different mistakes fit, no one knows which: a wrong name is worse than none.
        return self._mistake(verdict.check, *names) if len(names) == 1 else None

    def learn(self, verdicts: dict[Answer, Verdict]) -> None:
        """What answers were executed already, which need not run again to be known."""
        self._known.update(verdicts)

    def _execute(self, waiting: list[Answer], judge: Judge) -> None:
        for answer, executed in run_together(self._solution, waiting, self._seed, self._run):
            self._known[answer] = judge.verdicts(executed)[answer.blank]

    def _mistake(self, blank: str, name: str) -> Mistake | None:
        words = words_of(self._wrong[blank], name)
        return Mistake(words, name) if words else None


def with_mistakes(verdicts: dict[str, Verdict], before: Outcome) -> dict[str, Verdict]:
    """New verdicts with the mistakes that were found before, where the same records fail."""
    # Nothing runs again for them: the values that they were found by are the same.
    return {
        name: replace(verdict, mistake=Mistake(**before.mistakes[name]))
        if name in before.mistakes and verdict.failed == before.failed[name]
        else verdict
        for name, verdict in verdicts.items()
    }


def words_of(wrong: Iterable[Answer], name: str) -> dict[str, str]:
    """The sentences of the wrong answer with that name, by language."""
    return next((one.sentences for one in wrong if one.name == name), {})


def _may_be(known: Answer, verdict: Verdict) -> bool:
    """Whether the records that failed are those that a wrong answer is known to fail."""
    accuracies = {one.name for one in verdict.records if one.reference.at_least is not None}
    surely = (known.fails or frozenset()) - accuracies
    return bool(surely) and surely <= failing(verdict) <= surely | known.by_chance
