"""Dates: read as they were meant, or refused in one line before anything is written."""

import math
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo, available_timezones

import pytest
from courses import autograder, copy_course
from hypothesis import example, given
from hypothesis import strategies as st

from autograder import registry
from autograder.course import CourseError
from autograder.dates import in_full, read_date
from autograder.gradebook import attempts
from autograder.gradebook.attempts import late_days
from autograder.late import Late, LateDays
from autograder.submission.handed_in import submission_date, write_submission_date

REGISTRY = """
[course]
id = "c"
title = {{ en = "C" }}
languages = ["en"]
{zone}

[[assignments]]
id = "a"
title = {{ en = "A" }}
minutes = 1
{lines}
"""
# Dates as people and platforms write them, the course's zone, and what UTC it is.
TOKYO = 'timezone = "Asia/Tokyo"'
READ = [
    ('"2027-04-20 23:59:00 Asia/Tokyo"', "", "2027-04-20 14:59"),
    ('"2027-04-20 23:59 Asia/Tokyo"', "", "2027-04-20 14:59"),
    ('"2027-04-20T23:59+09:00"', "", "2027-04-20 14:59"),
    ('"2027-04-20 23:59:00 +0900"', "", "2027-04-20 14:59"),
    ('"2027-04-20T23:59:00.5+09"', "", "2027-04-20 14:59:00.5"),
    ('"2027-04-20 20:29 -03:30"', "", "2027-04-20 23:59"),
    ('"2027-04-20T23:59Z"', TOKYO, "2027-04-20 23:59"),
    ('" 2027-04-20 23:59 UTC "', TOKYO, "2027-04-20 23:59"),
    ('"2027-04-20 23:59"', TOKYO, "2027-04-20 14:59"),
    ('"2027-07-20 23:59 Europe/Berlin"', "", "2027-07-20 21:59"),
    ('"2027-01-20 23:59 America/Argentina/Buenos_Aires"', "", "2027-01-21 02:59"),
    ("2027-04-20T23:59:00+09:00", "", "2027-04-20 14:59"),
    ("2027-04-20T23:59:00", TOKYO, "2027-04-20 14:59"),
    # The clocks go back: each of the two with its offset.
    ('"2027-10-31 02:30 +02:00"', "", "2027-10-31 00:30"),
    ('"2027-10-31 02:30 +01:00"', "", "2027-10-31 01:30"),
]
REFUSED = [
    ('"03.04.2027 23:59"', TOKYO),
    ('"04/03/2027 23:59"', TOKYO),
    ('"3 April 2027 23:59"', TOKYO),
    ('"27-04-03 23:59"', TOKYO),
    ('"0027-04-03 23:59"', TOKYO),
    ('"2207-04-03 23:59"', TOKYO),
    ('"2027-4-3 23:59"', TOKYO),
    ('"２０２７-04-03 23:59"', TOKYO),
    ('"2027-04-31 23:59"', TOKYO),
    ('"2027-02-29 23:59"', TOKYO),
    ('"2027-04-20"', TOKYO),
    ("2027-04-20", TOKYO),
    ("23:59:00", TOKYO),
    ('"2027-04-20 24:00"', TOKYO),
    ('"2027-04-20 23:60"', TOKYO),
    ('"2027-04-20 23:59:60"', TOKYO),
    ('"2027-04-20 11:59 PM"', TOKYO),
    ('"2027-04-20 11:59 PM Asia/Tokyo"', TOKYO),
    ('"2027-04-20 23:59 JST"', TOKYO),
    ('"2027-04-20 23:59 EST"', TOKYO),
    ('"2027-04-20 23:59 CET"', TOKYO),
    ('"2027-04-20 23:59 GMT+9"', TOKYO),
    ('"2027-04-20 23:59 Asia/Tokio"', TOKYO),
    ('"2027-04-20 23:59 asia/tokyo"', TOKYO),
    ('"2027-04-20 23:59 ../../etc/passwd"', TOKYO),
    ('"2027-04-20 23:59 +0900 Asia/Tokyo"', TOKYO),
    ('"2027-04-20 23:59 +25:00"', TOKYO),
    ('"2027-04-20 23:59"', ""),
    ("2027-04-20T23:59:00", ""),
    ('"2027-03-28 02:30 Europe/Berlin"', ""),
    ('"2027-10-31 02:30 Europe/Berlin"', ""),
    ('"soon"', TOKYO),
    ('""', TOKYO),
    ("1808233140", TOKYO),
    ("false", TOKYO),
    ('["2027-04-20 23:59"]', TOKYO),
]


def course(folder, lines, zone=""):
    (folder / "course.toml").write_text(REGISTRY.format(lines=lines, zone=zone))
    return folder


def refused(folder, *words):
    """The one line in which a command ends without writing anything."""
    before = sorted(folder.rglob("*"))
    done = autograder("release", cwd=folder)
    assert done.returncode == 1 and done.stdout == "" and sorted(folder.rglob("*")) == before
    assert done.stderr.count("\n") == 1
    assert [word for word in ("course.toml", *words) if word not in done.stderr] == []
    return done.stderr


@pytest.mark.parametrize(("date", "zone", "is_utc"), READ)
def test_a_date_is_read_as_it_was_meant(date, zone, is_utc, tmp_path):
    lines = f"due = {date}\nextensions = {{ ada = {date} }}"
    read = registry.load(course(tmp_path, lines, zone)).assignment("a")
    meant = datetime.fromisoformat(is_utc).replace(tzinfo=UTC)
    assert read.due == meant and read.extensions == {"ada": meant}
    read = registry.load(course(tmp_path, f"published = {date}", zone)).assignment("a")
    assert read.published == meant


@pytest.mark.parametrize(("date", "zone"), REFUSED)
def test_any_other_date_is_one_line_before_anything_is_written(date, zone, tmp_path):
    refused(course(tmp_path, f"due = {date}", zone), "due of a")
    due = 'due = "2027-04-20 12:00 UTC"\n'
    refused(course(tmp_path, f"{due}extensions = {{ ada = {date} }}", zone), "ada", "for a")


DAYS = [
    ("2027-04-12", TOKYO, "2027-04-11 15:00"),
    ('"2027-04-12"', TOKYO, "2027-04-11 15:00"),
    ('"2027-04-12 Asia/Tokyo"', "", "2027-04-11 15:00"),
    ('"2027-04-12 -03:30"', TOKYO, "2027-04-12 03:30"),
]


@pytest.mark.parametrize(("date", "zone", "is_utc"), DAYS)
def test_what_is_published_on_a_day_is_from_its_first_moment_on(date, zone, is_utc, tmp_path):
    read = registry.load(course(tmp_path, f"published = {date}", zone)).assignment("a")
    assert read.published == datetime.fromisoformat(is_utc).replace(tzinfo=UTC)


NO_DAYS = [refused for refused in REFUSED if refused[0].strip('"') != "2027-04-20"] + [
    ("2027-04-12", "")
]


@pytest.mark.parametrize(("date", "zone"), NO_DAYS)
def test_a_day_that_no_one_can_be_sure_of_is_one_line(date, zone, tmp_path):
    refused(course(tmp_path, f"published = {date}", zone), "published of a")


WRONG = [
    ('timezone = "Asia/Tokio"', "", "did you mean Asia/Tokyo"),
    ('timezone = "JST"', "", "timezone"),
    ('timezon = "Asia/Tokyo"', "", "did you mean timezone"),
    ("", 'dew = "2027-04-20 12:00 UTC"', "did you mean due"),
    ("", "limits = { cell_second = 5 }", "did you mean cell_seconds"),
    ("", "limits = { cell_seconds = 0 }", "limits of a: limit cell_seconds is 0"),
    ("", "[limits]\ncell_seconds = 0", "[limits]: limit cell_seconds is 0"),
    ("", "[limits]\ncell_second = 5", "did you mean cell_seconds"),
    ("", "[limit]\ncell_seconds = 5", "did you mean limits"),
    ("", "late = { per_day = 0.1 }", "a has no due date"),
    ("", 'due = "2027-04-20T12:00Z"\nlate = 0.1', "late of a is 0.1"),
    ("", 'due = "2027-04-20T12:00Z"\nlate = { per_day = 10 }', "per_day of late is 10"),
    ("", 'due = "2027-04-20T12:00Z"\nlate = { per_day = nan }', "per_day of late is nan"),
    ("", 'due = "2027-04-20T12:00Z"\nlate = { per_day = "0.1" }', "per_day of late is '0.1'"),
    ("", 'due = "2027-04-20T12:00Z"\nlate = { at_most = 0.1 }', "no 'per_day'"),
    ("", 'due = "2027-04-20T12:00Z"\nlate = { per_week = 0.1 }', "per_day, at_most"),
    ("", 'due = "2027-04-20T12:00Z"\nextensions = []', "extensions of a is []"),
    ("", 'due = "2027-04-20T12:00Z"\nextensions = { s.ada = "2027-04-21T12:00Z" }', "needs quotes"),
    ("", 'due = "2027-04-20T12:00Z"\nextensions = { a@b = "2027-04-21T12:00Z" }', "need quotes"),
    ("", 'due = "2027-04-20T12:00Z"\nextensions = { 山田 = "2027-04-21T12:00Z" }', "need quotes"),
]


@pytest.mark.parametrize(("zone", "lines", "words"), WRONG)
def test_what_no_one_would_read_is_one_line_too(zone, lines, words, tmp_path):
    refused(course(tmp_path, lines, zone), words)


ZONES = sorted(name for name in available_timezones() if "/" in name)
INSTANTS = st.datetimes(datetime(2000, 1, 2), datetime(2099, 12, 30), timezones=st.just(UTC))


def certain(local):
    return local.replace(fold=0).utcoffset() == local.replace(fold=1).utcoffset()


@given(INSTANTS, st.sampled_from(ZONES), st.sampled_from(["T", " "]))
@example(datetime(2027, 10, 31, 0, 30, tzinfo=UTC), "Europe/Berlin", " ")
@example(datetime(2027, 10, 31, 1, 30, tzinfo=UTC), "Europe/Berlin", " ")
def test_a_date_written_in_any_way_is_the_same_date(instant, name, between):
    local = instant.astimezone(ZoneInfo(name))
    offset = timezone(local.utcoffset())
    text = local.replace(tzinfo=None).isoformat(between)
    ways = [local.astimezone(offset).isoformat(between), instant.isoformat(between)]
    if certain(local):
        ways += [f"{text} {name}", f"{text}{name}"]
        assert read_date(text, ZoneInfo(name)) == instant
    else:
        with pytest.raises(ValueError, match="the clocks change"):
            read_date(f"{text} {name}")
    assert [read_date(way, ZoneInfo("Asia/Tokyo")) for way in ways] == [instant] * len(ways)
    understood = in_full(read_date(ways[0])).partition(" (")[0]
    assert read_date(understood) == instant.replace(microsecond=0)


@given(st.text(alphabet="0123456789-:.+/ TZ年UTCJS２", max_size=30))
def test_letters_in_any_order_are_a_date_or_refused(text):
    try:
        date = read_date(text, UTC)
    except ValueError as error:
        assert "\n" not in str(error)
    else:
        assert 2000 <= date.year <= 2099


LATE = [
    ("2027-04-20 12:00", "2027-04-21 12:00", 1),
    ("2027-04-20 12:00", "2027-04-21 12:01", 2),
    ("2027-10-30 12:00", "2027-10-31 11:00", 1),  # the clocks went back: 24 hours
    ("2027-10-30 12:00", "2027-10-31 12:00", 2),
    ("2027-03-27 12:00", "2027-03-28 13:00", 1),  # the clocks went forward
    ("2027-03-27 12:00", "2027-03-28 13:01", 2),
]


@pytest.mark.parametrize(("due", "handed_in", "days"), LATE)
def test_a_day_late_is_24_hours_also_where_the_clocks_change(due, handed_in, days):
    due, handed_in = (read_date(f"{date} Europe/Berlin") for date in (due, handed_in))
    assert Late(per_day=0.01).penalty(100, (handed_in - due).total_seconds()) == days


@pytest.fixture(scope="module")
def several(tmp_path_factory):
    return registry.load(copy_course(tmp_path_factory.mktemp("late") / "course"))


NOON = datetime(2027, 4, 20, 12, tzinfo=UTC)
# For each assignment, hours until it is due, and how late it came, if anyone knows.
LATE_BY = st.lists(st.tuples(st.integers(0, 400), st.none() | st.integers(-30, 130)), max_size=5)
SPENT = {
    "each day that has begun": ([(0, 1), (10, 24), (20, 25)], [(1, 5), (1, 4), (2, 2)]),
    "at most three for one": ([(0, 100), (10, 100)], [(3, 3), (3, 0)]),
    "never negative": ([(0, 72), (10, 60), (20, 30)], [(3, 3), (3, 0), (0, 0)]),
    "in the order of the due dates": ([(90, 60), (0, 60), (45, 60)], [(0, 0), (3, 3), (3, 0)]),
    "none in time, none where no one knows": ([(0, 0), (1, None)], [(0, 6), (0, 6)]),
}


def spent(course, assignments):
    """What each costs in late days, and how many are left then."""
    entries = []
    for (hours, late), entry in zip(assignments, course.entries, strict=False):
        due = NOON + timedelta(hours=hours)
        entries.append(replace(entry, due=due))
        place = course.root / "submitted" / "ada" / entry.id
        place.mkdir(parents=True, exist_ok=True)
        (place / "timestamp.txt").unlink(missing_ok=True)
        if late is not None:
            write_submission_date(place, due + timedelta(hours=late))
    days = LateDays(budget=6, at_most=3)
    changed = replace(course, entries=tuple(entries), late=days)
    return [late_days(assignment, "ada") for assignment in changed.assignments]


@pytest.mark.parametrize("case", SPENT)
def test_late_days_are_spent_in_the_order_of_the_due_dates(case, several):
    assignments, expected = SPENT[case]
    assert spent(several, assignments) == expected


def test_each_hand_in_before_is_looked_at_once(several, monkeypatch):
    """A student who was late each time must not cost three times as much with each assignment."""
    looked = []
    monkeypatch.setattr(
        attempts, "submission_date", lambda folder: looked.append(folder) or submission_date(folder)
    )
    assignments = [(10 * number, 1) for number in range(len(several.entries))]
    spent(several, assignments)
    # For each of them all before it are looked at, too.
    places = Counter(folder.name for folder in looked)
    assert [places[entry.id] for entry in several.entries] == [*range(len(several.entries), 0, -1)]


@given(LATE_BY)
def test_late_days_are_those_of_the_rule_and_never_more(several, assignments):
    left, expected = 6, {}
    for number in sorted(range(len(assignments)), key=lambda place: assignments[place][0]):
        days = min(3, left, max(0, math.ceil((assignments[number][1] or 0) / 24)))
        left -= days
        expected[number] = (days, left)
    assert spent(several, assignments) == [expected[number] for number in sorted(expected)]


@pytest.mark.parametrize("late", ["{ budget = 6.5 }", "{ budget = -1 }", "{ at_most = 3 }", "6"])
def test_a_budget_that_is_none_is_one_line(late, tmp_path):
    folder = copy_course(tmp_path / "course")
    path = folder / "course.toml"
    path.write_text(path.read_text().replace("[course]", f"[course]\nlate = {late}", 1))
    with pytest.raises(CourseError, match=r"course\.toml: .*late") as error:
        registry.load(folder)
    assert "\n" not in str(error.value)
