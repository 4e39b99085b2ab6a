"""`autograder mark`: written answers by question, similar ones next to each other."""

import json
import re
import shutil
import signal
import sqlite3
import stat
import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit
from urllib.request import Request, urlopen

import pytest
from accounts import two_accounts
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
from test_watch import eventually

from autograder import registry
from autograder.course import CourseError
from autograder.gradebook import database
from autograder.gradebook.marks import Mark, MarkConflict
from autograder.gradebook.tables import Inquiry
from autograder.inquiries import table
from autograder.marking.server import KEY
from autograder.marking.session import Session, Share
from autograder.marking.written_answers import written_questions

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
    "mia": "batch norm  multiplies by floats",  # eva's, in other letters
    "gus": "ブロック 3 と 4 の 2 つの畳み込みの間を浮動小数点数が通ります。",
    "hal": "<script>document.title = 'taken'</script><img src=x onerror=\"document.title = 'x'\">",
    "ivy": "x² is 2⁸",
    "lin": "It is [here](http://127.0.0.1:1/) and <a href='http://127.0.0.1:1/'>there</a>.",
    "jan": "x2 is 28",
    "ned": "<!-- I do not know -->",
    "oda": "\u200b\n",
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
    (question,) = written_questions(assignment)
    work = Session(assignment, question, teacher, "en", **options)
    work.read()
    return work


def answer_of(session, student):
    """The digest of a student's answer."""
    return next(answer.digest for answer in session.answers if student in answer.students)


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
        for submission in opened.assignment_submissions(SHORT):
            grade = next(row for row in submission.notebooks[0].grades if row.name == QUESTION)
            comment = next(row for row in submission.notebooks[0].comments if row.name == QUESTION)
            waits = grade.needs_manual_grade
            found[submission.student_id] = grade.manual_score, waits, comment.manual_comment or ""
        return found


def test_equal_texts_are_one_answer_and_what_means_another_thing_is_not(course):
    students = [sorted(answer.students) for answer in session(course).answers]
    assert ["ada", "ben", "cho"] in students
    assert ["ivy"] in students and ["jan"] in students
    assert "kim" not in {student for group in students for student in group}  # who left it empty


def screen(work, view="open", at=0):
    """The first student of each answer on a screen, and of those that are ticked."""
    who = {answer.digest: min(answer.students) for answer in work.answers}
    shown = work.state(view, at)["answers"]
    return [who[shown_answer["id"]] for shown_answer in shown], [
        who[shown_answer["id"]] for shown_answer in shown if shown_answer["ticked"]
    ]


def test_only_equal_answers_are_ticked_together_and_similar_ones_are_next_to_them(course):
    work = session(course)
    first, second = (item.id for item in work.marks.items()[:2])
    shown, ticked = screen(work)
    assert ticked == ["ada"] and shown[:2] == ["ada", "dan"]  # most students, then what is nearest
    give(work, ["ada", "dan"], first, second)
    shown, ticked = screen(work)
    assert set(ticked) == {"eva", "mia"} == set(shown[:2]) and shown[2] == "fay"
    give(work, ["eva", "mia", "ivy", "jan"], first)
    # What was decided on alike is no more ticked together than what is open.
    assert [set(screen(work, "decided", at)[1]) for at in range(2)] == [{"eva", "mia"}, {"ada"}]


def test_what_another_sign_tells_apart_is_not_ticked_together(course):
    work = session(course)
    give(work, [who for who in TEXTS if who not in ("ivy", "jan")])
    shown, ticked = screen(work)
    assert set(shown) == {"ivy", "jan"} and len(ticked) == 1


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
    assert work.undo() is None


def test_two_teachers_overwrite_nothing(course):
    ito, mori = session(course), session(course, "mori")
    first = ito.marks.items()[0].id
    digest = answer_of(ito, "eva")
    ito.decide({digest: 0, answer_of(ito, "fay"): 0}, Mark((first,)))
    with pytest.raises(MarkConflict):
        mori.decide({digest: 0, answer_of(mori, "ivy"): 0}, Mark())
    found = grades(course)
    assert found["eva"][0] == 1 and found["ivy"][:2] == (None, True)  # all of it or nothing
    mori.decide({digest: 1}, Mark())  # having seen it, mori may change it
    with pytest.raises(MarkConflict):
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
    assert answer_of(work, "ada") not in work.marks.latest()  # without points it is not a decision
    assert work.undo() is not None


def test_an_act_says_points_before_and_after_and_is_undone(course):
    work = session(course)
    first, second, *_ = (item.id for item in work.marks.items())
    assert give(work, ["ada", "eva"], first, second).students == {(None, 2.0): 4}
    assert give(work, ["ada"], first).students == {(2.0, 1.0): 3}
    lowered = work.write_item(0.5, "names floats", first, retired=False)
    assert lowered.students == {(1.0, 0.5): 3, (2.0, 1.5): 1}
    assert not work.write_item(4.0, "all of it", None, retired=False).students
    give(work, ["ben"], work.marks.items()[-1].id)
    assert work.undo().students == {(4.0, 0.5): 3}
    work.undo()
    assert "all of it" not in [item["text"] for item in work.state()["items"]]
    assert work.undo().students == {(0.5, 1.0): 3, (1.5, 2.0): 1}
    work.undo()
    assert work.undo().students == {(2.0, None): 4}
    assert {points for points, *_ in grades(course).values()} == {None}


def test_a_rubric_that_another_teacher_changed_since_is_not_undone(course):
    ito, mori = session(course), session(course, "mori")
    item = ito.marks.items()[0]
    ito.write_item(0.5, item.text, item.id, retired=False)
    mori.write_item(0.25, item.text, item.id, retired=False)
    with pytest.raises(MarkConflict):
        ito.undo()
    assert ito.marks.items()[0].points == 0.25


def test_nothing_is_given_by_a_rubric_that_has_changed_meanwhile(course):
    ito, mori = session(course), session(course, "mori")
    items = ito.marks.items()
    seen = [(item.id, item.points, item.text) for item in items]
    mori.write_item(0.5, items[0].text, items[0].id, retired=False, seen=seen)
    with pytest.raises(MarkConflict):
        ito.decide({answer_of(ito, "eva"): 0}, Mark((items[0].id,)), seen)
    with pytest.raises(MarkConflict):
        ito.write_item(2.0, items[0].text, items[0].id, retired=False, seen=seen)
    assert grades(course)["eva"][:2] == (None, True)
    assert ito.marks.items()[0].points == 0.5


def test_shares_are_disjoint_and_complete(course):
    parts = [session(course, share=Share(part, 3))._mine().keys() for part in (1, 2, 3)]
    everything = [answer.digest for answer in session(course).answers]
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
    assert grades(course)["ben"][0] == 1.25  # students who had it keep it
    assert "floats are named" not in [item["text"] for item in work.state()["items"]]


def test_what_a_person_gave_in_the_formgrader_stays(course):
    path = course / "gradebook.db"
    assignment = registry.load(course).assignment(SHORT)
    with database.opened(assignment.course) as opened:
        for who, points in (("ada", 4.0), ("eva", 3.0)):
            submission = opened.find_submission_notebook(SHORT, SHORT, who)
            grade = next(grade for grade in submission.grades if grade.name == QUESTION)
            grade.manual_score, grade.needs_manual_grade = points, False
        opened.db.commit()
    work = session(course)
    assert work.elsewhere == 2
    assert "eva" not in {who for answer in work.answers for who in answer.students}
    assert give(work, ["ben"], work.marks.items()[0].id).kept == 1  # it is ada's text as well
    assert grades(course)["ada"][0] == 4 and grades(course)["cho"][0] == 1
    assert path.is_file()


def test_a_comment_from_the_formgrader_stands_before_the_decision(course):
    assignment = registry.load(course).assignment(SHORT)
    with database.opened(assignment.course) as opened:
        submission = opened.find_submission_notebook(SHORT, SHORT, "eva")
        comment = next(comment for comment in submission.comments if comment.name == QUESTION)
        comment.manual_comment = "Come and see me."
        opened.db.commit()
    work = session(course)
    for item in work.marks.items()[:2]:
        give(work, ["eva"], item.id)
        assert grades(course)["eva"][2].startswith("Come and see me.\n")
    work.undo()
    work.undo()
    assert grades(course)["eva"] == (None, True, "Come and see me.")


def test_marking_leaves_points_of_an_inquiry_that_are_equal(course):
    work = session(course)
    item = work.marks.items()[0].id
    give(work, ["eva"], item)
    points = grades(course)["eva"][0]
    now = datetime.now(UTC)
    about = {"assignment": SHORT, "student": "eva", "task": QUESTION, "record": "", "code": "x"}
    with database.opened(registry.load(course)) as opened:
        inquiry = Inquiry(**about, question="?", asked=now, answered=now, points=points)
        opened.db.add(inquiry)
        opened.db.commit()
    assert work.undo().kept == 1
    assert grades(course)["eva"][0] == points


def test_an_earlier_inquiry_that_is_taken_back_leaves_the_points_of_a_later_mark(course):
    """The student has handed in something else, and got as much for it."""
    assignment, then = registry.load(course).assignment(SHORT), datetime(2026, 1, 1)
    about = {"assignment": SHORT, "student": "eva", "task": QUESTION, "record": "", "code": "x-x"}
    with database.opened(assignment.course) as opened:
        opened.db.add(Inquiry(**about, question="?", asked=then, answered=then, points=1.0))
        opened.db.commit()
    work = session(course)
    give(work, ["eva"], work.marks.items()[0].id)
    before = grades(course)["eva"]
    (inquiry,) = table.known(assignment.course)
    table.undo(assignment, inquiry, ["eva"])
    assert before[0] == 1 and grades(course)["eva"] == before
    assert table.known(assignment.course)[0].answered is None


def test_marking_takes_back_its_own_words_and_none_of_others(course):
    work = session(course)
    give(work, ["eva"], comment="ok")
    written = grades(course)["eva"][2]
    own = f"{written}, says Ito.\nIt is ok?\n{written}"
    assignment = registry.load(course).assignment(SHORT)
    with database.opened(assignment.course) as opened:
        row = opened.find_comment(QUESTION, SHORT, SHORT, "eva")
        row.manual_comment = f"{own}\n{written}"
        opened.db.commit()
    work.undo()
    assert grades(course)["eva"] == (None, True, own)


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
    assert [(row["first"], row["second"]) for row in found["differing"]] == [(1, 0)]
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
        (("02", "--language", "xx"), "no language 'xx'. It has: en, ja"),
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


def answered(base, path, data=None, **headers):
    """The answer to a request, or its status where it is refused."""
    try:
        with urlopen(Request(f"{base}{path}", data, headers=headers)) as answer:
            return answer.read().decode()
    except HTTPError as refused:
        return refused.code


def test_only_who_has_the_key_gets_in(course):
    with served(course) as address:
        base, _, ticket = address.partition("#")
        # Anybody may load the page, of which nothing is a student's or the solution's.
        page = answered(base, QUESTION)
        assert not [who for who in TEXTS if re.search(rf"\b{who}\b", page)]
        assert PLACE not in page and "Expected" not in page
        for what in ("state", "task"):
            assert answered(base, f"{QUESTION}/{what}") == 403
            assert answered(base, f"{QUESTION}/{what}?key={ticket}", Cookie=ticket) == 403
        assert answered(base, "enter", b"guessed") == 403
        key = json.loads(answered(base, "enter", ticket.encode()))["key"]
        assert answered(base, "enter", ticket.encode()) == 403  # once
        assert "double_block" in answered(base, f"{QUESTION}/task", **{KEY: key})
        assert "floats" in answered(base, f"{QUESTION}/state", **{KEY: key})
        for stranger in ({"Origin": "http://evil.example"}, {"Host": "x:1"}):
            assert answered(base, f"{QUESTION}/state", **{KEY: key}, **stranger) == 403


@pytest.fixture
def shown(course, tmp_path, monkeypatch):
    """The address given to a browser, which here only records it; and the process that gives it."""
    monkeypatch.setenv("JUPYTER_RUNTIME_DIR", str(tmp_path / "runtime"))
    told = tmp_path / "told"
    program = tmp_path / "browser"
    program.write_text(f'#!/bin/sh\necho "$@" > {told}.new && mv {told}.new {told}\n')
    program.chmod(0o755)
    monkeypatch.setenv("BROWSER", str(program))
    command = [PROGRAMS / "autograder", "mark", SHORT]
    run = subprocess.Popen(command, cwd=course, stdout=subprocess.PIPE, text=True)
    try:
        address = re.search(r"http://\S+", run.stdout.readline())[0]
        eventually(told.is_file)
        yield address, told.read_text().strip()
    finally:
        run.send_signal(signal.SIGINT)
        run.stdout.close()
        run.wait()
    assert not [*(tmp_path / "runtime").glob("*.html")]


def test_a_command_line_holds_no_key_and_no_other_account_can_read_it(shown, tmp_path):
    address, told = shown
    assert told.startswith("file://") and address.partition("#")[2] not in told
    file = Path(unquote(urlsplit(told).path))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and address in file.read_text()
    with two_accounts() as accounts:
        # Where others may enter the folder, which they may not in the real one.
        copy = shutil.copy2(file, accounts.folder)
        assert "Permission denied" in accounts.run(accounts.names[0], "cat", copy).stderr


def test_no_other_server_of_this_machine_gets_a_key(shown, browser):
    """The file opens the page; then a second server looks at what a browser sends to it."""
    address, told = shown
    received = []

    class Second(BaseHTTPRequestHandler):
        def do_GET(self):
            received.append((self.path, dict(self.headers)))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    second = HTTPServer(("127.0.0.1", 0), Second)
    threading.Thread(target=second.serve_forever, daemon=True).start()
    context = browser.new_context()
    tab = context.new_page()
    tab.goto(told)
    tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
    assert "#" not in tab.url and context.cookies() == []
    key = tab.evaluate("sessionStorage.getItem('key')")
    links = tab.locator("#answers a")
    for _ in TEXTS:  # a group with one is among them
        if not links.count():
            tab.keyboard.press("n")
            tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
    assert links.count() and tab.locator("#answers [href]").count() == 0
    links.first.click()
    assert tab.url.startswith(address.partition("#")[0])
    tab.reload()  # the key lives as long as the tab
    tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
    tab.evaluate(f"location.href = 'http://127.0.0.1:{second.server_port}/'")
    tab.wait_for_url(f"**:{second.server_port}/")
    assert received and key not in str(received) and "Cookie" not in str(received)
    other = context.new_page()
    other.goto(address)  # it was opened once
    other.wait_for_selector("#told:has-text('opened before')")
    second.shutdown()
    second.server_close()
    context.close()


def test_a_class_is_marked_by_keys_alone(course, browser):
    """Everything by keyboard; nobody decides on an answer that was not on the screen."""
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
        # It is proposed for the next answers.
        assert tab.input_value("#comment") == ""
        assert tab.locator("#comments option[value='Well']").count() == 1
        tab.close()


def test_the_page_says_how_many_answer_what_is_empty_and_what_an_act_changed(course, browser):
    with served(course) as address:
        tab = browser.new_page()
        tab.goto(address)
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        assert "13 answers, 15 students" in tab.inner_text("#group")
        ticked = tab.locator("#answers input:checked")
        assert ticked.count() == 1 and "1 answer, 3 students" in tab.inner_text("#give")
        empty = tab.locator("#answers li", has_text="This answer is empty.")
        assert empty.count() == 1  # one that renders to nothing is shown as it was typed
        assert tab.locator("#answers pre", has_text="<!-- I do not know -->").count() == 1
        for keys, said in (
            ("1 Enter", "3 students: open → 1 of 5."),
            ("u", "3 students: 1 of 5 → open."),
        ):
            for key in keys.split():
                tab.keyboard.press(key)
            tab.wait_for_selector(f"#told:has-text('{said}')")
        tab.locator("#items button").first.click()
        tab.fill("form [name='points']", "0.5")
        tab.click("form button >> nth=0")
        tab.wait_for_selector("#items :text('+0.5')")
        tab.click("#undo")
        tab.wait_for_selector("#items:not(:has-text('+0.5'))")
        tab.close()


def test_an_item_that_is_over_is_shown_where_it_counts_and_can_be_taken_away(course, browser):
    work = session(course)
    first = work.marks.items()[0]
    give(work, ["ada"], first.id)
    work.write_item(first.points, first.text, first.id, retired=True)
    assert first.id not in {listed["id"] for listed in work.state()["items"]}
    shown = work.state("decided")
    assert (
        [listed["id"] for listed in shown["items"] if listed["retired"]]
        == shown["chosen"]
        == [first.id]
    )
    with served(course) as address:
        tab = browser.new_page()
        tab.goto(address)
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        tab.keyboard.press("v")
        item = tab.locator("#items li", has_text="no longer in the rubric")
        item.wait_for()
        assert item.locator("input").is_checked() and "1 of 5" in tab.inner_text("#give")
        assert item.locator("button").count() == 0
        item.locator("input").uncheck()
        assert "0 of 5" in tab.inner_text("#give")
        tab.click("#give")
        tab.wait_for_selector("#told:has-text('3 students: 1 of 5 → 0 of 5.')")
        tab.close()
    assert grades(course)["ada"][0] == 0


def test_a_page_whose_answers_take_long_says_so(course, browser):
    with served(course) as address:
        tab = browser.new_page()
        held_back = []
        tab.route("**/task", lambda route: held_back.append(route))
        tab.goto(address)
        tab.wait_for_selector("#told:has-text('Loading the answers')")
        while not held_back:
            tab.wait_for_timeout(50)
        held_back[0].continue_()
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        assert tab.inner_text("#told") == ""
        tab.close()


# The sentences of the rubric, and the button, whose first or last line is not on the screen.
HIDDEN = """() => [...document.querySelectorAll("#items label, #give")].filter(one =>
  [...one.getClientRects()].some(line => {
    const shown = document.elementFromPoint(line.left + 2, line.top + line.height / 2);
    return !shown || !one.contains(shown);
  })).map(one => one.textContent)"""


def test_the_rubric_stays_in_sight_at_200_percent(graded, browser):
    with served(graded) as address:
        tab = browser.new_page(viewport={"width": 640, "height": 400})
        tab.goto(address)
        tab.wait_for_selector("#answers[aria-busy='false'] .chosen")
        for entry in (tab.locator("h1"), tab.locator("#answers > li").last):
            entry.scroll_into_view_if_needed()
            assert tab.evaluate(HIDDEN) == []
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
        heard = tab.locator("body").aria_snapshot()
        for part in (
            'region "Marking"',
            'button "Undo u"',
            'checkbox "Batch norm multiplies by floats. 1 student"',
            'checkbox "1 +1 Says that floats',
            'combobox "Comment to the student c"',
        ):
            assert part in heard, part
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
