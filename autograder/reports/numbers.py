"""The identifiers of a student under which a platform accepts a grade: it may know only one of
them.

A student has several where a platform made a second account of somebody.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from autograder.course import Assignment
from autograder.people import collected
from autograder.people.collected import placed_last
from autograder.people.roster import Roster


def canvas_ids(assignment: Assignment, roster: Roster, students: Iterable[str]) -> dict[str, str]:
    """Canvas's id of each student: that of the hand-in that counts, or else the last known one.

    For an id that is not in its course, Canvas asks who that is.
    """
    others = (listed for listed in assignment.course.assignments if listed.id != assignment.id)
    came = [
        (row.student, row.lms)
        for listed in (*others, assignment)
        for row in placed_last(collected.table(assignment.course, listed.id))
        if row.platform == "canvas"
    ]
    found = {}
    for student in students:
        known = [number for number in roster.row(student)["canvas"].split() if number.isdigit()]
        ranked = known + [number for who, number in came if who == student and number in known]
        if ranked:
            found[student] = ranked[-1]
    return found


def moodle_numbers(
    assignment: Assignment,
    roster: Roster,
    students: Iterable[str],
    there: Container[str] | None = None,
) -> dict[str, list[str]]:
    """Each student's Moodle numbers that may belong to this assignment; every assignment has
    others.

    Moodle silently ignores rows with another assignment's number, so several do no harm.

    Args:
        assignment: of which grades go there.
        roster: with the numbers that a person has written into it.
        students: whose numbers are asked for.
        there: the numbers of the worksheet, if there is one.
    """
    course = assignment.course
    by_id: dict[str, dict[str, list[str]]] = {
        listed.id: {
            row.student: [row.lms]
            for row in placed_last(collected.table(course, listed.id))
            if row.platform == "moodle" and row.lms
        }
        for listed in course.assignments
    }
    here = by_id.pop(assignment.id)
    taken = {number for of_one in [*by_id.values(), here] for (number,) in of_one.values()}
    free = {
        student: [
            number
            for number in roster.row(student)["moodle"].split()
            if number.isdigit() and number not in taken and (there is None or number in there)
        ]
        for student in students
    }
    # If one worksheet has two, no one knows which one counts.
    is_clear = {who: bool(ones) and (there is None or len(ones) == 1) for who, ones in free.items()}
    return {who: ones for who, ones in free.items() if is_clear[who]} | here
