"""`autograder mark`: written answers by question, without names, similar ones together."""

import re
import shutil
import sqlite3
import subprocess
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from browser import SCREENS, barriers, is_cut_off
from courses import (
    PROGRAMS,
    SHORT,
    autograder,
    copy_course,
    exported_grades,
    hand_in,
    sandbox_option,
)
from submissions import fill, template

from autograder import registry
from autograder.course import CourseError
from autograder.marking.answers import questions
from autograder.marking.session import Session, Share
from autograder.records import database
from autograder.records.marks import Conflict, Mark

QUESTION = "find_the_cheat"
PLACE = "In blocks 3 and 4 two convolutions share one activation, so floats pass between them."
# By student; three of them are one text, and one does no more than a page must survive.
TEXTS = {
    "ada": PLACE,
    "ben": f"  {PLACE.replace(' ', '  ')}\n",
    "cho": PLACE,
    "dan": "In blocks 3 and 4, two convolutions share an activation; floats pass between them.",
    "eva": "Batch norm multiplies by floats.",
    "fay": "The batch norm multiplies by a float.",
    "gus": "ブロック 3 と 4 の 2 つの畳み込みの間を浮動小数点数が通ります。",
    "hal": "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'x'\">",
    "ivy": "x² is 2⁸",
    "jan": "x2 is 28",
    "leo": '<h2 id="comment">x</h2><h2 id="items">y</h2><h2 id="give">z</h2>',  # ids of the page
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    folder = copy_course(tmp_path_factory.mktemp("marking") / "course")
    for student, text in TEXTS.items():
        language = "ja" if student == "gus" else "en"
        hand_in(folder, student, fill(template(language), {QUESTION: text}))
    hand_in(folder, "kim", template())
    assert autograder("grade", SHORT, *sandbox_option(), cwd=folder).returncode == 0
    return folder


@pytest.fixture
def course(graded, tmp_path):
    """A copy that a test may change."""
    return shutil.copytree(graded, tmp_path / "course")


def session(course, teacher="ito", **options):
    assignment = registry.load(course).assignment(SHORT)
    (question,) = questions(assignment)
    return Session(assignment, question, teacher, "en", **options)


def answer_of(session, student):
    """The digest of a student's answer."""
    return next(one.digest for one in session.answers if student in one.students)


def give(session, students, *items, comment=""):
    latest = session.marks.latest()
    versions = {}
    for student in students:
        digest = answer_of(session, student)
        versions[digest] = latest[digest].version if digest in latest else 0
    return session.decide(versions, Mark(items, comment))


def grades(course):
    """What nbgrader's gradebook says of the answers: points, whether it waits, the comment."""
    assignment = registry.load(course).assignment(SHORT)
    with database.opened(assignment.course) as opened:
        found = {}
        for one in opened.assignment_submissions(SHORT):
            grade = next(row for row in one.notebooks[0].grades if row.name == QUESTION)
            comment = next(row for row in one.notebooks[0].comments if row.name == QUESTION)
            waits = grade.needs_manual_grade
            found[one.student_id] = grade.manual_score, waits, comment.manual_comment or ""
        return found


def test_equal_texts_are_one_answer_and_what_means_another_thing_is_not(course):
    students = [sorted(one.students) for one in session(course).answers]
    assert ["ada", "ben", "cho"] in students
    assert ["ivy"] in students and ["jan"] in students
    assert "kim" not in {one for group in students for one in group}  # who left it empty


def test_similar_answers_come_together_and_then_those_of_one_expectation(course):
    work = session(course)

    def groups():
        parts = [work.state(at=at)["answers"] for at in range(work.state()["groups"])]
        of = {one["id"]: number for number, part in enumerate(parts) for one in part}
        return {who: of.get(one.digest) for one in work.answers for who in one.students}

    of = groups()
    assert of["ada"] == of["dan"] != of["gus"]
    first, second = (item.id for item in work.marks.items()[:2])
    give(work, ["ada"], first, second)
    give(work, ["eva"], first)
    of = groups()
    assert of["ada"] is of["eva"] is None and of["dan"] != of["fay"]


def test_a_decision_reaches_gradebook_page_and_export(course):
    work = session(course)
    first, second = (item.id for item in work.marks.items()[:2])
    give(work, ["ada", "gus"], first, second, comment="Where is the remedy?")
    found = grades(course)
    assert {who for who, (points, waits, _) in found.items() if points == 2 and not waits} == {
        "ada", "ben", "cho", "gus",
    }  # fmt: skip
    assert found["eva"][:2] == (None, True)
    assert autograder("feedback", SHORT, cwd=course).returncode == 0
    page = (course / "feedback" / "ben" / SHORT / f"{SHORT}.html").read_text()
    assert "✓ 1: Names the place" in page and "✗ 1: The remedy" in page
    assert "Where is the remedy?" in page and "場所を述べている" not in page
    japanese = (course / "feedback" / "gus" / SHORT / f"{SHORT}.html").read_text()
    assert "✓ 1: 場所を述べている" in japanese
    assert autograder("export", SHORT, cwd=course).returncode == 0
    rows = exported_grades(course)
    assert float(rows["cho"]["score"]) == 2 and float(rows["eva"]["score"]) == 0


def test_what_a_late_hand_in_costs_follows_its_marks(course):
    path = course / "course.toml"
    late = 'due = "2027-04-01 12:00+09:00"\nlate = { per_day = 0.5 }\n'
    path.write_text(path.read_text().replace(f'id = "{SHORT}"\n', f'id = "{SHORT}"\n{late}'))
    handed_in = ("handed-in", SHORT, "2027-04-01 13:00+09:00", "eva")
    assert autograder(*handed_in, cwd=course).returncode == 0
    work = session(course)
    first, second = (item.id for item in work.marks.items()[:2])
    give(work, ["eva"], first, second)
    assert autograder("export", SHORT, cwd=course).returncode == 0
    row = exported_grades(course)["eva"]
    assert (float(row["score"]), float(row["late_penalty"])) == (1, 1)


def test_undo_restores_what_was_before(course):
    work = session(course)
    before = grades(course)
    first, second = (item.id for item in work.marks.items()[:2])
    give(work, ["eva", "fay"], first)
    give(work, ["eva"], second)
    assert grades(course)["eva"][0] == 1
    work.undo()
    assert "✓ 1: Says" in grades(course)["eva"][2]
    work.undo()
    assert grades(course) == before
    assert work.undo() == 0


def test_two_teachers_overwrite_nothing(course):
    ito, mori = session(course), session(course, "mori")
    first = ito.marks.items()[0].id
    digest = answer_of(ito, "eva")
    ito.decide({digest: 0, answer_of(ito, "fay"): 0}, Mark((first,)))
    with pytest.raises(Conflict):
        mori.decide({digest: 0, answer_of(mori, "ivy"): 0}, Mark())
    found = grades(course)
    assert found["eva"][0] == 1 and found["ivy"][:2] == (None, True)  # all of it or nothing
    mori.decide({digest: 1}, Mark())  # having seen it, mori may change it
    with pytest.raises(Conflict):
        ito.undo()
    assert grades(course)["eva"][0] == 0


@contextmanager
def held(course, how="immediate"):
    """The gradebook, while another program holds it."""
    with closing(sqlite3.connect(course / "gradebook.db", isolation_level=None)) as database:
        database.execute(f"begin {how}")
        yield database
        if database.in_transaction:
            database.execute("rollback")


def test_two_teachers_who_begin_at_once_have_one_rubric(course):
    session(course)
    with sqlite3.connect(course / "gradebook.db") as database:
        database.execute("delete from autograder_rubric_item")
    with held(course) as other, ThreadPoolExecutor(1) as pool:
        begun = pool.submit(session, course)
        with pytest.raises(TimeoutError):
            begun.result(timeout=1)
        other.execute(
            "insert into autograder_rubric_item (assignment, question, points, text, retired)"
            f" values ('{SHORT}', '{QUESTION}', 2, 'all', 0)"
        )
        other.execute("commit")
        assert [item.text for item in begun.result().marks.items()] == ["all"]


def test_nothing_is_lost_while_another_program_holds_the_gradebook(course):
    work = session(course)
    first = work.marks.items()[0].id
    give(work, ["eva"], first)
    with held(course, "exclusive"), pytest.raises(CourseError, match="is locked"):
        work.undo()
    with held(course), pytest.raises(CourseError, match="is locked"):
        give(work, ["ada"], first)
    assert answer_of(work, "ada") not in work.marks.latest()  # without points it is no decision
    assert work.undo() == 1


def test_nothing_is_given_by_a_rubric_that_has_changed_meanwhile(course):
    ito, mori = session(course), session(course, "mori")
    items = ito.marks.items()
    seen = [(item.id, item.points, item.text) for item in items]
    mori.write_item(0.5, items[0].text, items[0].id, retired=False, seen=seen)
    with pytest.raises(Conflict):
        ito.decide({answer_of(ito, "eva"): 0}, Mark((items[0].id,)), seen)
    with pytest.raises(Conflict):
        ito.write_item(2.0, items[0].text, items[0].id, retired=False, seen=seen)
    assert grades(course)["eva"][:2] == (None, True)
    assert ito.marks.items()[0].points == 0.5


def test_shares_are_disjoint_and_complete(course):
    parts = [session(course, share=Share(part, 3))._mine().keys() for part in (1, 2, 3)]
    everything = [one.digest for one in session(course).answers]
    assert sorted(digest for part in parts for digest in part) == everything
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_the_points_of_an_item_follow_it(course):
    work = session(course)
    first, second, *_ = (item.id for item in work.marks.items())
    give(work, ["eva", "ada"], first, second)
    work.write_item(0.25, "floats are named", first, retired=False)
    work.write_item(-5.0, "too long", None, retired=False)
    assert grades(course)["ben"][0] == 1.25
    give(work, ["eva"], first, work.marks.items()[-1].id)
    assert grades(course)["eva"][0] == 0  # never less than nothing
    work.write_item(0.25, "floats are named", first, retired=True)
    assert grades(course)["ben"][0] == 1.25  # who had it keeps it
    assert "floats are named" not in [item["text"] for item in work.state()["items"]]


def test_what_a_person_gave_in_the_formgrader_stays(course):
    path = course / "gradebook.db"
    assignment = registry.load(course).assignment(SHORT)
    with database.opened(assignment.course) as opened:
        for who, points in (("ada", 4.0), ("eva", 3.0)):
            submission = opened.find_submission_notebook(SHORT, SHORT, who)
            grade = next(one for one in submission.grades if one.name == QUESTION)
            grade.manual_score, grade.needs_manual_grade = points, False
        opened.db.commit()
    work = session(course)
    assert work.elsewhere == 2
    assert "eva" not in {who for one in work.answers for who in one.students}
    assert give(work, ["ben"], work.marks.items()[0].id) == 1  # it is ada's text as well
    assert grades(course)["ada"][0] == 4 and grades(course)["cho"][0] == 1
    assert path.is_file()


def test_a_comment_from_the_formgrader_stands_before_the_decision(course):
    assignment = registry.load(course).assignment(SHORT)
    with database.opened(assignment.course) as opened:
        submission = opened.find_submission_notebook(SHORT, SHORT, "eva")
        comment = next(one for one in submission.comments if one.name == QUESTION)
        comment.manual_comment = "Come and see me."
        opened.db.commit()
    work = session(course)
    for item in work.marks.items()[:2]:
        give(work, ["eva"], item.id)
        assert grades(course)["eva"][2].startswith("Come and see me.\n")
    work.undo()
    work.undo()
    assert grades(course)["eva"] == (None, True, "Come and see me.")


def test_who_hands_in_another_text_while_a_teacher_reads_gets_no_points_for_it(course):
    work = session(course)
    shutil.rmtree(course / "submitted" / "cho")
    hand_in(course, "cho", fill(template(), {QUESTION: "Another text."}))
    assert autograder("grade", SHORT, *sandbox_option(), cwd=course).returncode == 0
    give(work, ["ada"], work.marks.items()[0].id)
    found = grades(course)
    assert found["ada"][0] == found["ben"][0] == 1 and found["cho"][:2] == (None, True)


def test_a_text_that_did_not_change_keeps_its_decision_and_another_is_asked_for(course):
    work = session(course)
    give(work, ["eva", "fay"], work.marks.items()[0].id)
    for who, text in (("eva", TEXTS["eva"] + "\n\nAnd zeros."), ("jan", TEXTS["fay"])):
        shutil.rmtree(course / "submitted" / who)
        hand_in(course, who, fill(template(), {QUESTION: text}))
    assert autograder("grade", SHORT, *sandbox_option(), cwd=course).returncode == 0
    assert grades(course)["fay"][:2] == (1, False)
    assert grades(course)["jan"][:2] == (1, False)  # the same text was marked already
    assert grades(course)["eva"][1]
    again = session(course)
    assert answer_of(again, "eva") in again._mine().keys() - again.marks.latest().keys()


def test_a_second_reading_is_blind_and_compared(course):
    work = session(course)
    first = work.marks.items()[0].id
    for student in ("ada", "dan", "eva", "fay"):
        give(work, [student], first)
    before = grades(course)
    second = session(course, "mori", sample=1.0)
    for points in ((first,), (first,), (first,), ()):
        state = second.state()
        (shown,) = state["answers"]
        assert not state["chosen"] and shown["version"] == 0
        second.decide({shown["id"]: 0}, Mark(points))
    found = second.state()["agreement"]
    assert (found["both"], found["equal"], found["difference"]) == (4, 3, 0.25)
    assert [(one["first"], one["second"]) for one in found["differing"]] == [(1, 0)]
    assert grades(course) == before


def test_forgetting_a_student_forgets_decisions_on_their_texts(course):
    work = session(course)
    first = work.marks.items()[0].id
    give(work, ["eva"], first, comment="Dear Eva")
    give(work, ["ada"], first, comment="Well")
    give(work, ["fay"], first, comment="Dear Fay")
    work.undo()
    for student in ("eva", "ada", "fay"):
        assert autograder("forget", student, "--yes", cwd=course).returncode == 0
    with sqlite3.connect(course / "gradebook.db") as database:
        comments = [row[0] for row in database.execute("select comment from autograder_decision")]
    assert comments == ["Well"]  # of which ben and cho live
    assert b"Dear Eva" not in (course / "gradebook.db").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("02", "--question", "x"), "no written question 'x'. It has: find_the_cheat"),
        (("02", "--share", "3/2"), "--share is '3/2'"),
        (("02", "--language", "xx"), "no language 'xx': en, ja"),
        (("05_c_quantizer",), "nothing of 05_c_quantizer is graded yet"),
    ],
)
def test_what_cannot_be_is_one_line(course, arguments, words):
    name, *others = arguments
    run = autograder("mark", SHORT if name == "02" else name, *others, cwd=course)
    assert run.returncode == 1
    assert words in " ".join(run.stderr.split()) and "Traceback" not in run.stderr


@contextmanager
def served(course, *options):
    command = [PROGRAMS / "autograder", "mark", SHORT, "--no-browser", *options]
    run = subprocess.Popen(command, cwd=course, stdout=subprocess.PIPE, text=True)
    try:
        yield re.search(r"http://\S+", run.stdout.readline())[0]
    finally:
        run.terminate()
        run.stdout.close()
        run.wait()


def test_only_who_has_the_key_gets_in(course):
    with served(course) as address:
        base, _, key = address.partition("?")
        port = re.search(r":(\d+)/", base)[1]  # a browser sends a cookie to all of a host's ports
        cookie = {"Cookie": f"autograder-marking-{port}={key.removeprefix('key=')}"}
        page = urlopen(Request(f"{base}{QUESTION}", headers=cookie)).read().decode()
        assert not [who for who in TEXTS if re.search(rf"\b{who}\b", page)]
        for headers in ({}, cookie | {"Origin": "http://evil.example"}, cookie | {"Host": "x:1"}):
            with pytest.raises(HTTPError) as refused:
                urlopen(Request(f"{base}{QUESTION}/state", headers=headers))
            assert refused.value.code == 403


def test_a_class_is_marked_by_keys_alone(course, browser):
    """Everything by keyboard; an answer that was not on the screen is decided on by nobody."""
    with served(course, "--teacher", "ito") as address:
        tab = browser.new_page(viewport={"width": 1000, "height": 330})
        tab.goto(address)
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        tab.keyboard.press("Enter")  # with nothing ticked, it gives no one 0 points
        tab.wait_for_selector("#told:has-text('press 0')")
        decisions = unseen = 0

        def decide(item):
            nonlocal decisions, unseen
            for key in (item, "Enter"):
                tab.keyboard.press(key)
            while "not been on the screen" in tab.inner_text("#told"):
                unseen += 1
                tab.keyboard.press("Enter")
            decisions += 1
            tab.wait_for_selector(f"[data-decisions='{decisions}']")

        while tab.locator("#answers input").count():
            assert decisions < 20
            decide("1")
        assert unseen and tab.title() != "taken"
        found = grades(course)
        assert {who: found[who][0] for who in TEXTS} == dict.fromkeys(TEXTS, 1.0)
        tab.keyboard.press("v")
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        tab.keyboard.press("u")
        decisions -= 1
        tab.wait_for_selector(f"[data-decisions='{decisions}']")
        assert None in {points for points, _, _ in grades(course).values()}
        tab.keyboard.press("v")
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        decide("0")
        assert {grades(course)[who][0] for who in TEXTS} == {0.0, 1.0}
        tab.close()


def test_the_page_goes_on_after_the_gradebook_was_held(course, browser):
    with served(course) as address:
        tab = browser.new_page()
        tab.goto(address)
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        tab.fill("#comment", "Well")
        tab.locator("#items input").first.check()
        with held(course, "exclusive"):
            tab.keyboard.press("Enter")
            tab.wait_for_selector("#told:has-text('is locked')")
        assert tab.input_value("#comment") == "Well"
        assert tab.locator("#items input").first.is_checked()
        for _ in range(3):  # the key is held
            tab.keyboard.down("Enter")
            tab.wait_for_selector("[data-decisions='1']")
            tab.wait_for_timeout(200)
        assert tab.get_attribute("#undo", "data-decisions") == "1"
        said = [text for _, waits, text in grades(course).values() if not waits]
        assert "Well" in "".join(said)
        tab.close()


def test_the_page_has_no_barriers(graded, browser):
    with served(graded) as address:
        tab = browser.new_page()
        tab.goto(address)
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        for width, scheme in SCREENS:
            tab.set_viewport_size({"width": width, "height": 800})
            tab.emulate_media(color_scheme=scheme)
            assert barriers(tab) == []
            # In a whole window text alone may be enlarged, too.
            assert not is_cut_off(tab) and not (width == 1280 and is_cut_off(tab, text=200))
        # Who speaks to the computer says letters that are no commands: keys can be switched off.
        for is_on in (True, False):
            tab.locator("#shortcuts").set_checked(is_on)
            before = tab.locator("#items input").first.is_checked()
            tab.locator("#shortcuts").blur()
            tab.keyboard.press("1")
            assert (tab.locator("#items input").first.is_checked() != before) is is_on
        tab.reload()
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        assert not tab.locator("#shortcuts").is_checked()
        tab.close()
