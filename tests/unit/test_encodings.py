"""A text in any encoding is read as it was written, or a person is asked; it is never guessed."""

import contextlib
import json
import os
import re

import nbformat
import pytest
from courses import SHORT, autograder, copy_course, shortened
from downloads import NOTEBOOK, TEXT, archive, submitted
from hypothesis import example, given
from hypothesis import strategies as st
from repository import COURSE

from autograder import notebooks, registry
from autograder.course import CourseError
from autograder.encodings import CANDIDATES, Undecided, decoded, decoded_names, pieces
from autograder.intake.collect import collect
from autograder.people.collected import Status
from autograder.release_steps import released
from autograder.spreadsheets import read_sheet
from autograder.states import Why
from autograder.submission.decode import parse

UTF = ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")
# What somebody may write in each encoding: known names, and unknown words.
WRITTEN = {
    encoding: written
    for encodings, written in (
        (UTF, ("山田 太郎", "鈴木 花子: vérifié")),
        (("cp932", "euc_jp", "iso2022_jp", "euc_jis_2004"), ("山田 太郎", "鈴木 花子、表示")),
        (("gb18030", "gbk", "cp950", "big5hkscs"), ("王小明", "李芳、表示")),
        (("cp949", "euc_kr"), ("김민준", "이서연")),
        (("cp1252", "latin-1", "iso8859_15", "mac_roman"), ("Jörg Weiß", "vérifié à Nîmes")),
        (("cp850", "cp437", "cp858", "cp861", "cp1257"), ("Jörg Weiß", "vérifié")),
        (("cp1250", "iso8859_2", "cp852", "mac_latin2"), ("Dvořák Zdeněk", "Łódź, čtvrtek")),
        (("cp1251", "cp866", "koi8_r", "koi8_u", "koi8_t"), ("Иванов Пётр", "проверено")),
        (("cp1253", "iso8859_7", "cp737", "mac_greek"), ("Νίκος", "ελέγχθηκε")),
        (("cp1254", "cp857", "iso8859_9", "mac_turkish"), ("Gökçe Işık", "doğrulandı")),
        (("cp775",), ("Jörg Weiß", "Łukasz, ćwiczenie")),
    )
    for encoding in encodings
}
# More than are among the candidates: what is not among them is asked about as well.
assert {*CANDIDATES} < {*WRITTEN}
EVERYBODY = [known for known, _ in dict.fromkeys(WRITTEN.values())]


@pytest.fixture
def course(tmp_path):
    return registry.load(copy_course(tmp_path / "course"))


def as_a_notebook(text, encoding, folder):
    """Of the course, with the text as a comment above a line of code."""
    assignment = COURSE.assignment(SHORT)
    notebook = shortened(released(assignment, "en"))
    notebook.cells[:0] = [nbformat.v4.new_code_cell(f"# {text}\nx = 1")]
    data = json.dumps(notebook, ensure_ascii=False, indent=1).encode(encoding, "replace")
    read = parse(data, lambda: notebooks.given_text(assignment))
    source = read.notebook["cells"][0]["source"]
    assert source.endswith("\nx = 1"), "a line of code is gone"
    if [reason.why for reason in read.review] == [Why.BROKEN_LETTERS]:
        return None
    return source.removeprefix("# ").removesuffix("\nx = 1")


def as_a_list(text, encoding, folder):
    """Of people, one of whom the roster has."""
    rows = "student;name\na;{}\nb;{}\n".format(*text.split(": ", 1))
    (folder / "list.csv").write_bytes(rows.encode(encoding))
    try:
        sheet = read_sheet(folder / "list.csv", ["student"], lambda: pieces(*EVERYBODY))
    except CourseError as error:
        assert str(error).count("\n") == 0 and "list.csv" in str(error)
        return None
    return ": ".join(row["name"] for row in sheet.rows)


def as_names(text, encoding, folder):
    """Of files in an archive."""
    written = [name.encode(encoding) for name in text.split(": ", 1)]
    names = decoded_names(written, lambda: pieces(*EVERYBODY))
    return None if "\ufffd" in "".join(names) else ": ".join(names)


def as_an_inquiry(text, encoding, folder):
    """What a student asks, on some lines."""
    try:
        return decoded(
            f"{text}\n[inquiry]\n".encode(encoding), lambda: pieces(*EVERYBODY)
        ).partition("\n")[0]
    except Undecided as error:
        assert "\n" not in str(error)
        return None


KINDS = (as_a_notebook, as_a_list, as_names, as_an_inquiry)
# At least one of two names in these is known: all of it must be read, not asked about.
SURE = {*UTF, "cp932", "euc_jp", "iso2022_jp", "gb18030", "gbk", "cp950", "cp949", "euc_kr"}
SURE |= {"cp1251", "cp866"}
NOT_IN_ARCHIVES = {"utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"}


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("encoding", WRITTEN)
def test_a_text_is_read_as_it_was_written_or_asked_about(kind, encoding, tmp_path):
    if kind is as_names and encoding in NOT_IN_ARCHIVES:
        return
    known, unknown = WRITTEN[encoding]
    assert kind(f"{unknown}: {unknown}", encoding, tmp_path) in (f"{unknown}: {unknown}", None)
    if kind is not as_a_notebook:  # which is known by its given cells, not by people
        text = f"{known}: {unknown}"
        read = kind(text, encoding, tmp_path)
        assert read == text or (read is None and encoding not in SURE)


LETTERS = (
    "éèöüßčřğışşłоПи山田表ソ能김王ñ½ aA\\ěšžàâêîôûëïÿçœæåøðþẞőűąężćńĺïЖщыэΑβγ花子鈴木李明華한글이"
    "…–“”’©®°±×·"
)
# The reader does not try these: a related encoding must not be taken for them.
OTHERS = ["cp855", "cp860", "cp863", "cp865", "iso8859_3", "iso8859_4", "iso8859_5"]
OTHERS += ["iso8859_10", "iso8859_13", "iso8859_16", "cp1258", "mac_cyrillic", "ptcp154"]
OTHERS += ["shift_jis", "shift_jis_2004", "big5", "johab"]


@given(
    st.sampled_from([*WRITTEN, *OTHERS]),
    st.sampled_from(EVERYBODY),
    st.text(alphabet=LETTERS, max_size=12),
)
@example("gbk", "王小明", "联通")  # whose bytes are valid UTF-8
@example("cp932", "山田 太郎", "表ソ能")  # whose second bytes are backslashes
@example("iso8859_7", "Νίκος", "’")
@example("euc_jis_2004", "Иванов Пётр", "àщ")  # for private use, in GB 18030
@example("cp861", "Jörg Weiß", "ð")
@example("cp850", "山田 太郎", "ß©©")  # UTF-8 by chance, and the name has no letters there
def test_letters_of_any_kind_are_never_read_as_others(encoding, name, letters):
    text = f"{name}\n{letters}"
    data = text.encode(encoding, "ignore")
    text = data.decode(encoding)  # Big5 has one code for two dots
    allowed = {text}
    if encoding == "shift_jis_2004":  # it has another backslash, which looks the same
        allowed.add(text.replace("\\", "＼"))
    if name not in text:  # without known text a few bytes may be valid UTF-8 by chance
        with contextlib.suppress(UnicodeDecodeError):
            allowed.add(data.decode())
    with contextlib.suppress(Undecided):
        assert decoded(data, lambda: pieces(*EVERYBODY)) in allowed


MOODLE = {
    f"{name}_{number}_assignsubmission_file/{NOTEBOOK}": TEXT
    for name, number in (("Jörg Weiß", 101), ("Zoë Groß", 102), ("Ada Lovelace", 103))
}


def test_names_in_an_archive_are_read_by_those_of_the_roster(course, tmp_path):
    """7-Zip writes them in CP850: without a known name, they are asked about."""
    source = archive(tmp_path / "down.zip", MOODLE, "cp850")
    done = collect(course, SHORT, [source])
    assert [*submitted(course)] == ["Ada_Lovelace"]
    asked = [row for row in done.rows if row.status is Status.NOT_PLACED]
    assert len(asked) == 2 and all("cannot be decoded" in row.note for row in asked)
    (course.root / "students.csv").write_text("student,name\nj,Jörg Weiß\nada,Ada Lovelace\n")
    done = collect(course, SHORT, [source])
    assert {*submitted(course)} >= {"j"} and done.questions  # ë or the ē of CP775
    (course.root / "students.csv").write_text("student,name\nj,Jörg Weiß\nz,Zoë Groß\n")
    done = collect(course, SHORT, [source])
    assert {*submitted(course)} >= {"j", "z"} and done.questions is None


def test_a_folder_that_was_unpacked_elsewhere_is_read_by_the_roster_as_well(course, tmp_path):
    place = os.fsencode(tmp_path / "down") + "/Jörg Weiß_101_assignsubmission_file".encode("cp850")
    os.makedirs(place)
    with open(place + b"/a.ipynb", "w") as file:
        file.write(TEXT)
    (course.root / "students.csv").write_text("student,name\nj,Jörg Weiß\n")
    collect(course, SHORT, [str(tmp_path / "down")])
    assert [*submitted(course)] == ["j"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_the_registry_is_read_or_one_line_says_why_not(encoding, tmp_path):
    folder = copy_course(tmp_path / "course")
    path = folder / "course.toml"
    text = path.read_text("utf-8").replace('languages = ["en", "ja"]', 'languages = ["en"]')
    text = re.sub(r', ja = "[^"]*"', "", text).replace("[course]", "[course]  # Überblick", 1)
    path.write_bytes(text.replace("\n", "\r\n").encode(encoding, "replace"))
    done = autograder("collect", SHORT, tmp_path / "nothing", cwd=folder)
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    word = "there is no" if encoding != "cp1252" else "in Windows-1252 it would be: [course] # Ü"
    assert word in done.stderr, done.stderr
