"""Who handed in: no work reaches another person's row, and a person is asked about uncertain
ones."""

import csv

import pytest
from courses import SHORT, autograder, copy_course
from downloads import NOTEBOOK, TEXT, archive, moodle, submitted

from autograder import registry
from autograder.course import CourseError
from autograder.intake.collect import collect
from autograder.lock import only_grader
from autograder.people.collected import table
from autograder.people.roster import Roster

LATE_DATE = "2099-04-20-10-00-00"


@pytest.fixture
def course(tmp_path):
    return registry.load(copy_course(tmp_path / "course"))


def files(*names):
    """Notebooks of these paths, each of which says its path."""
    return {name: f"{TEXT}{name}" for name in names}


def exchange(*users):
    return files(*(f"{user}+{SHORT}+2027-04-20 10:00:00 UTC+x/{NOTEBOOK}" for user in users))


def blackboard(*users, title="Lab 1"):
    return files(*(f"{title}_{user}_attempt_2027-04-20-10-00-00_{NOTEBOOK}" for user in users))


# Names, and what is left of them in the names of files. Of two more only the signs differ.
CLEANED = {
    "Anna d/o Kumar": "Anna do Kumar",
    "Siti a/p Ahmad": "Siti ap Ahmad",
    "Ali a/l Abu": "Ali al Abu",
    "Raj s/o Singh": "Raj so Singh",
    'William "Bill" Gates': "William Bill Gates",
    "Smith & Jones": "Smith Jones",
    "A|B Chen": "AB Chen",
    "Tom <Tommy> Lee": "Tom Tommy Lee",
    "Back`tick Ann": "Backtick Ann",
    "x: y": "x y",
    "J..R Ewing": "JR Ewing",
    "Ann Lee...": "Ann Lee",
}


def quoted(cell):
    """A cell of a table, whatever is in it."""
    return '"' + cell.replace('"', '""') + '"'


# The roster, what is collected on each day, and what then lies in submitted/: a part of the path.
DECIDED = {
    "a name alone, as it is in the roster": (
        "student,name\nada,Ada Lovelace\n",
        [moodle("Ada Lovelace", 7)],
        {"ada": "Ada"},
    ),
    "other case, width, punctuation; a surname before a comma": (
        'student,name\no,Siobhán O\'Neil\nj,Jean_Luc Van der Berg-Smith\na,"Lovelace, Ada"\n',
        [
            moodle("SIOBHÁN ONeil", 1)
            | moodle("Jean Luc Van der Berg-Smith", 2)
            | moodle("Ａda Lovelace", 3)
        ],
        {"o": "SIOB", "j": "Jean", "a": "Ａda"},
    ),
    "two who are called alike in Moodle": (
        "",
        [moodle("Wei Li", 101) | moodle("Li Wei", 102)],
        {"Wei_Li": "Wei Li", "Li_Wei": "Li Wei"},
    ),
    "two of one name": (
        "",
        [moodle("Ito Ken", 7, "seven") | moodle("Ito Ken", 15, "fifteen")],
        {"Ito_Ken": "seven", "Ito_Ken-15": "fifteen"},
    ),
    "two of one name, on two days": (
        "",
        [moodle("Ito Ken", 7, "seven"), moodle("Ito Ken", 15, "fifteen")],
        {"Ito_Ken": "seven", "Ito_Ken-15": "fifteen"},
    ),
    "user names that are nearly alike": (
        "",
        [exchange("3-5", "5-3", "1-23", "12-3", "kim-min", "min_kim", "Ada", "ada")],
        {
            user: f"{user}+"
            for user in ("3-5", "5-3", "1-23", "12-3", "kim-min", "min_kim", "Ada", "ada")
        },
    ),
    "one user after another": (
        "",
        [exchange("2024-1-12"), exchange("2024-11-2")],
        {"2024-1-12": "2024-1-12", "2024-11-2": "2024-11-2"},
    ),
    "user names with the separator in them": (
        "",
        [blackboard("a_yamada", "b_yamada")],
        {"a_yamada": "Lab 1_a", "b_yamada": "Lab 1_b"},
    ),
    "a title of the course before the user name": (
        "",
        [blackboard("ada", title=SHORT)],
        {"ada": SHORT},
    ),
    "Canvas runs words together, and turns them": (
        'student,name\nd,"Sammy Davis, Jr."\nv,Jean_Luc Van der Berg-Smith\n山,山田 太郎\n',
        [
            files(
                f"davisjrsammy_1_101_{NOTEBOOK}",
                f"vanderbergsmithjean_luc_2_102_{NOTEBOOK}",
                f"山田太郎_3_103_{NOTEBOOK}",
            )
        ],
        {"d": "davis", "v": "vander", "山": "山田"},
    ),
    "Moodle's zip has no signs that a file system would not have": (
        "student,name\n" + "".join(f"s{n},{quoted(name)}\n" for n, name in enumerate(CLEANED)),
        [
            {
                path: text
                for number, name in enumerate(CLEANED.values())
                for path, text in moodle(name, number + 10).items()
            }
        ],
        {f"s{number}": name for number, name in enumerate(CLEANED.values())},
    ),
    "a folder around those of students": (
        "student\nada\nbob\n",
        [files(f"assignment_4321_export/ada/{NOTEBOOK}", f"assignment_4321_export/bob/{NOTEBOOK}")],
        {"ada": "assign", "bob": "assign"},
    ),
    "folders of a student who is known": (
        "student\nada\n",
        [dict.fromkeys((f"ada/first/{NOTEBOOK}", f"ada/second/{NOTEBOOK}"), TEXT)],
        {"ada": ""},
    ),
    "an id of a platform before a name": (
        "student,name,canvas\nken1,Ito Ken,7\nken2,Ito Ken,8\n",
        [files(f"itoken_7_101_{NOTEBOOK}", f"itoken_8_102_{NOTEBOOK}")],
        {"ken1": "itoken_7", "ken2": "itoken_8"},
    ),
    "vowels of Indic scripts are letters": (
        "student,name\nkamal,कमल\nkamala,कमला\n",
        [moodle("कमला", 2)],
        {"kamala": "कमला"},
    ),
    "folders with ids": (
        "student,name\n1-12,Ada\n11-2,Bob\n",
        [files(f"11-2/{NOTEBOOK}", f"1-12/{NOTEBOOK}")],
        {"11-2": "11-2/", "1-12": "1-12/"},
    ),
    "files with ids next to the assignment's": (
        "student\nada\ns-17\n山田\n",
        [files(f"Copy of ada_{NOTEBOOK}", f"s-17 {SHORT} (2).ipynb", f"山田_{NOTEBOOK} のコピー")],
        {"ada": "Copy", "s-17": "s-17", "山田": "山田"},
    ),
    "a number that a list of the platform has, whatever the name": (
        "student,name,canvas\nada,エイダ,340934\n",
        [files(f"kingada_340934_9001_{NOTEBOOK}")],
        {"ada": "kingada"},
    ),
    "a name without what Moodle takes out of it": (
        "student,name\nanna,Anna d/o Kumar\nsiti,Siti a/p Ali\n",
        [moodle("Anna do Kumar", 7) | moodle("Siti ap Ali", 8)],
        {"anna": "Anna do", "siti": "Siti ap"},
    ),
    "letters that a student chose, in a Canvas name": (
        "",
        [
            files(
                f"mallory_12_100002_x_bobbrown_attempt_{LATE_DATE}_{NOTEBOOK}",
                f"bobbrown_13_100003_{NOTEBOOK}",
            )
        ],
        {"mallory": "mallory", "bobbrown": "bobbrown"},
    ),
    "letters that a student chose, in the own folder": (
        "student\nmallory\nbobbrown\n",
        [
            files(
                f"mallory/bobbrown/{NOTEBOOK}",
                f"mallory/bobbrown+{SHORT}+2099-04-20 10:00:00 UTC+x/{NOTEBOOK}",
                f"bobbrown/{NOTEBOOK}",
            )
        ],
        {"bobbrown": "bobbrown/"},
    ),
}
# What is then asked: a part of the path, and the answer that is proposed.
ASKED = {
    "words in another order": (
        "student,name\nwei,Wei Li\n",
        [moodle("Li Wei", 5)],
        {"Li Wei": "wei"},
    ),
    "a roster that turns names round, and two who are alike then": (
        "student,name\nwei,Li Wei\nli,Wei Li\n",
        [moodle("Wei Li", 5)],
        {"Wei": "li"},
    ),
    "another letter": (
        "student,name\njose,José Díaz\n",
        [moodle("Jose Diaz", 5)],
        {"Jose": "jose"},
    ),
    "a letter that is not seen": (
        "student,name\nada,Ada Lovelace\n",
        [moodle("Ada\u200b Lovelace", 5)],
        {"Ada": "ada"},
    ),
    "two of the roster have the name": (
        "student,name\nken1,Ito Ken\nken2,Ito Ken\n",
        [moodle("Ito Ken", 5)],
        {"Ito": "ken1"},
    ),
    "two of the platform have the name": (
        "student,name\nken,Ito Ken\n",
        [moodle("Ito Ken", 5) | moodle("ITO KEN", 6)],
        {"Ito": "ken", "ITO": "ken"},
    ),
    "a name of nothing but signs": ("student,name\nstar,☆\n", [files(f"☆/{NOTEBOOK}")], {"☆": ""}),
    "no one's folder": ("", [files(f"Lab 7/{NOTEBOOK}")], {"Lab 7": "new"}),
    "no one's file": ("", [files(NOTEBOOK)], {NOTEBOOK: ""}),
    "a group": ("", [files(f"Default group_assignsubmission_file/{NOTEBOOK}")], {"Default": ""}),
    "groups, of which one is of a known number": (
        "student,name,moodle\nada,Ada,12\n",
        [
            files(
                f"Default group_assignsubmission_file/{NOTEBOOK}",
                f"Team A_12_assignsubmission_file/{NOTEBOOK}",
            )
        ],
        {"Default": "", "Team A": ""},
    ),
    "a group of the number of a person, where no one is without a group": (
        "student,name,moodle\nada,Ada,12\n",
        [files(f"Team A_12_assignsubmission_file/{NOTEBOOK}")],
        {"Team A": "ada"},
    ),
    "a group that is no participant, where nobody is without a group": (
        "student,name,email\nada,Ada,ada@x.org\n",
        [moodle("Red Team", 55)],
        {"Red": "new"},
    ),
    "somebody of Canvas, whom a list has not": (
        "student,name,email\nada,Ada,ada@x.org\n",
        [files(f"team1_340934_9001_{NOTEBOOK}")],
        {"team1": "new"},
    ),
    "somebody of Blackboard, whom a list has not": (
        "student,name,email\nada,Ada,ada@x.org\n",
        [blackboard("team1", title=SHORT)],
        {SHORT: "new"},
    ),
    "somebody of Sakai, whom a list has not": (
        "student,name,id_number\nada,Ada,26\n",
        [files(f"Li, Bo(bo)/{NOTEBOOK}")],
        {"Li": "new"},
    ),
    "somebody of an exchange, whom a list has not": (
        "student,name,id_number\nada,Ada,26\n",
        [exchange("eve")],
        {"eve": "new"},
    ),
    "a title that may end in two places": (
        "student\nyamada\na_yamada\n",
        [blackboard("a_yamada")],
        {"Lab": "yamada"},
    ),
    "a Canvas name with a number too much": (
        "student,name,canvas\nada,Ada Lovelace,340934\n",
        [files(f"lovelaceada_340934_340950_208490300_{NOTEBOOK}")],
        {"lovelaceada": "ada"},
    ),
    "two names that are one without their signs": (
        "student,name\na,Anna d/o Kumar\nb,Anna do Kumar\n",
        [moodle("Anna do Kumar", 7)],
        {"Anna": "a"},
    ),
    "a user name that can be no id": (
        "",
        [exchange("..", ".a b", "new")],
        {"..": "", ".a b": "", "new": ""},
    ),
    "ids of two students": (
        "student,id_number\nada,26\nu26,27\n",
        [files(f"26@u26@{NOTEBOOK}")],
        {"26@": ""},
    ),
}


def collected(course, tmp_path, roster, days, **options):
    if roster:
        (course.root / "students.csv").write_text(roster)
    for number, members in enumerate(days):
        (tmp_path / str(number)).mkdir(exist_ok=True)
        source = archive(tmp_path / str(number) / "down.zip", members)
        last = collect(course, SHORT, [source], **options)
    return last


@pytest.mark.parametrize(("roster", "days", "expected"), DECIDED.values(), ids=DECIDED)
def test_each_hand_in_reaches_its_own_student(roster, days, expected, course, tmp_path):
    done = collected(course, tmp_path, roster, days)
    placed = submitted(course)
    assert placed.keys() == expected.keys()
    assert all(placed[student].startswith(expected[student]) for student in placed)
    assert done.questions is None


@pytest.mark.parametrize(("roster", "days", "expected"), ASKED.values(), ids=ASKED)
def test_who_is_not_certain_is_asked_and_nothing_is_placed(
    roster, days, expected, course, tmp_path
):
    done = collected(course, tmp_path, roster, days)
    assert submitted(course) == {}
    with done.questions.open(encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    proposed = {row["file"].removeprefix("down.zip/"): row["likeliest"] for row in rows}
    assert len(proposed) == len(expected)
    for start, likeliest in expected.items():
        assert [value for name, value in proposed.items() if name.startswith(start)] == [likeliest]


def test_the_filled_table_is_taken_back_and_remembered(course, tmp_path):
    (course.root / "students.csv").write_text("student,name\nwei,Wei Li\nada,Ada Lovelace\n")
    members = moodle("Li Wei", 5) | moodle("Ada L.", 6) | moodle("Ada Lovelace", 7)
    source = archive(tmp_path / "down.zip", members)
    done = autograder("collect", SHORT, source, cwd=course.root)
    table = course.root / "collected" / f"who-{SHORT}.csv"
    assert done.returncode == 1 and str(table) in done.stderr.replace("\n", "")
    assert "not handed in (1): wei" in done.stdout
    text = table.read_text("utf-8-sig")
    assert len(text.splitlines()) == 2  # Ada Lovelace is known, so that no one else can be her
    table.write_text(text.replace("\n,wei", "\nwei,wei"), "utf-8-sig")
    done = autograder("collect", SHORT, source, cwd=course.root)
    assert done.returncode == 0 and not table.exists(), done.stderr
    expected = {"wei": "Li Wei", "ada": "Ada Lovelace", "Ada_L.": "Ada L."}
    assert submitted(course) == {student.strip("."): text for student, text in expected.items()}
    # The number is known from now on.
    assert autograder("collect", SHORT, source, cwd=course.root).returncode == 0


def test_an_answer_may_be_that_it_is_no_one_known(course, tmp_path):
    (course.root / "students.csv").write_text("student,name\nwei,Wei Li\n")
    source = archive(tmp_path / "down.zip", moodle("Li Wei", 5))
    done = collect(course, SHORT, [source])
    answers = tmp_path / "answers.csv"  # also in another place, with another separator
    answers.write_text("student;likeliest;platform;person\nnew;wei;moodle;5\n")
    done = collect(course, SHORT, [source, str(answers)])
    assert done.new == ["Li_Wei"] and submitted(course) == {"Li_Wei": "Li Wei"}
    assert collect(course, SHORT, [source, str(answers)]).new == []


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("nobody,,moodle,5", "'nobody' is not an id"),
        ("ada,,moodle,5\nnew,,moodle,5", "two students"),
        ("ada,,moodle,5\nada,,moodle,6", None),
        ("ada,,canvas,5", None),
    ],
)
def test_an_answer_that_cannot_be_is_refused(lines, said, course, tmp_path):
    """Two numbers of one platform are two persons, even if somebody says otherwise."""
    (course.root / "students.csv").write_text("student,name,canvas\nada,Ada Lovelace,7\n")
    members = moodle("Ada L", 5) | moodle("Lovelace A", 6)
    if "canvas" in lines:  # 7 came on another day
        members = files(f"lovelacead_5_101_{NOTEBOOK}")
    source = archive(tmp_path / "down.zip", members)
    answers = tmp_path / "answers.csv"
    answers.write_text(f"student,likeliest,platform,person\n{lines}\n")
    if said:
        with pytest.raises(CourseError, match=said):
            collect(course, SHORT, [source, str(answers)])
    else:
        assert collect(course, SHORT, [source, str(answers)]).questions
    assert submitted(course) == {}


def test_an_answer_for_no_one_who_came_is_reported_while_somebody_is_asked(course, tmp_path):
    """A spreadsheet makes 7 of 007, and a date of 3-5."""
    (course.root / "students.csv").write_text("student\nada\n")
    answers = tmp_path / "answers.csv"
    answers.write_text("student,likeliest,platform,person\nada,,plain,*\n")
    source = archive(tmp_path / "down.zip", files(f"☆/{NOTEBOOK}"))
    notes = [row.note for row in collect(course, SHORT, [source, str(answers)]).rows]
    assert len(notes) == 2 and "plain *" in notes[1]


def test_an_answer_can_be_corrected_and_what_is_in_the_wrong_place_is_reported(course, tmp_path):
    (course.root / "students.csv").write_text("student,name\nwei,Wei Li\nli,Li Wei Wei\n")
    source = archive(tmp_path / "down.zip", moodle("Li Wei", 5))
    answers = tmp_path / "answers.csv"
    asked = []
    for student in ("wei", "li", "li"):
        answers.write_text(f"student,likeliest,platform,person\n{student},,moodle,5\n")
        rows = collect(course, SHORT, [source, str(answers)]).rows
        asked.append([row.note for row in rows if row.status.needs_a_person])
    # Once: nothing is removed automatically.
    assert [len(notes) for notes in asked] == [0, 1, 0] and "submitted/wei/" in asked[1][0]
    assert [*submitted(course)] == ["li", "wei"]
    assert [row.student for row in table(course, SHORT)] == ["li"]


def test_a_run_that_was_stopped_finds_everybody_again(course, tmp_path, monkeypatch):
    """Even two of one name, of whom the first one's notebook is in place."""

    def stopped(*_):
        raise KeyboardInterrupt

    members = moodle("Ito Ken", 7, "seven") | moodle("Ito Ken", 15, "fifteen")
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("autograder.intake.choose.put", stopped)
        collected(course, tmp_path, "", [members])
    assert collected(course, tmp_path, "", [members]).questions is None
    assert submitted(course) == {"Ito_Ken": "seven", "Ito_Ken-15": "fifteen"}


def test_whom_somebody_enters_meanwhile_stays_in_the_roster(course, tmp_path, monkeypatch):
    """Unpacking takes long, and another run may end before this one begins to place."""

    def entered_meanwhile(locked):
        (course.root / "students.csv").write_text("student\nzoe\n")
        return only_grader(locked)

    monkeypatch.setattr("autograder.intake.collect.only_grader", entered_meanwhile)
    collected(course, tmp_path, "", [moodle("Ada", 7)])
    assert Roster(course).students == {"zoe", "Ada"}


TWICE = {
    "student": "student\nada\nada\n",
    "moodle": "student,moodle\nada,7\nbob,7\n",
    "email": "student,email\nada,A@x.org\nbob,a@x.org\n",
}


@pytest.mark.parametrize("column", TWICE)
def test_an_identifier_that_two_rows_share_is_reported(column, course, tmp_path):
    path = course.root / "students.csv"
    path.write_text(TWICE[column])
    done = autograder("collect", SHORT, archive(tmp_path / "a.zip", {}), cwd=course.root)
    assert done.returncode == 1 and f"twice in the column '{column}'" in done.stderr
    assert path.read_text() == TWICE[column]


@pytest.mark.parametrize("student", ["new", "2027/17", "..", ".hidden"])
def test_an_id_that_can_be_no_folder_or_is_an_answer_is_reported(student, course, tmp_path):
    path = course.root / "students.csv"
    path.write_text(f"student,name\n{student},Ada\n")
    source = archive(tmp_path / "a.zip", moodle("Ada", 7))
    done = autograder("collect", SHORT, source, cwd=course.root)
    assert done.returncode == 1 and f"{student!r} cannot be a student's id" in done.stderr
    assert submitted(course) == {}


def test_a_roster_in_no_certain_encoding_is_reported_and_never_rewritten(course, tmp_path):
    path = course.root / "students.csv"
    path.write_bytes("student,name\nlea,Léa Dupont\n".encode("cp1252"))
    before = path.read_bytes()
    source = archive(tmp_path / "a.zip", moodle("Ada", 7))
    done = autograder("collect", SHORT, source, cwd=course.root)
    assert done.returncode == 1 and "Léa Dupont" in done.stderr and path.read_bytes() == before


def test_a_roster_keeps_its_separator_columns_and_order(course, tmp_path):
    (course.root / "students.csv").write_text("name;student;seat\nZoë;zoe;4\nAda;ada;2\n")
    collected(course, tmp_path, "", [moodle("Ada", 7) | moodle("Bob", 8)])
    text = (course.root / "students.csv").read_text("utf-8-sig")
    assert text == "name;student;seat\nZoë;zoe;4\nAda;ada;2\nBob;Bob;\n"


def test_names_that_fit_two_platforms_are_asked_and_the_instructor_decides(course, tmp_path):
    name = f"mallory_12_100002_x_bobbrown_attempt_{LATE_DATE}_{NOTEBOOK}"
    done = collected(course, tmp_path, "", [files(name)])
    assert submitted(course) == {} and "--from" in done.rows[0].note
    source = archive(tmp_path / "a.zip", files(name))
    done = autograder("collect", SHORT, source, "--from", "canvas", cwd=course.root)
    assert done.returncode == 0 and [*submitted(course)] == ["mallory"]


def test_a_file_that_is_odd_leaves_the_others_alone(course, tmp_path):
    odd = files(f"Lab_x\r_attempt_2027-99-01-10-00-00_{NOTEBOOK}")
    done = collected(course, tmp_path, "", [blackboard("ada", title="Lab") | odd])
    assert [*submitted(course)] == ["ada"]
    (note,) = (row.note for row in done.rows if row.status.needs_a_person)
    assert note.startswith("time data")
    # The table can be read on the next day.
    assert collected(course, tmp_path, "", [blackboard("ada", title="Lab")]).rows


def test_a_wrapper_and_a_file_beside_the_folders_are_no_students(course, tmp_path):
    """With --from plain everything in the wrapper was one person's, and a README somebody's."""
    members = files(f"export/ada/{NOTEBOOK}", f"export/bob/{NOTEBOOK}", "export/template.ipynb")
    members |= {"export/README.html": "how to grade", "export/list.pdf": "x"}
    done = collected(course, tmp_path, "", [members], platform="plain")
    assert done.new == [*submitted(course)] == ["ada", "bob"]
    noted = {row.file.rpartition("/")[2]: row.status.value for row in done.rows if not row.student}
    kept = {"template.ipynb": "not placed", "README.html": "left out", "list.pdf": "left out"}
    assert noted == kept


def test_folders_that_the_instructor_named_make_new_students(course, tmp_path):
    members = files(f"ada/{NOTEBOOK}", f"Grace Hopper/{NOTEBOOK}")
    done = collected(course, tmp_path, "", [members], platform="plain")
    assert done.new == [*submitted(course)]
