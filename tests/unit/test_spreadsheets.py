"""Tables are read as they are or not at all, and nothing that is written in one of them runs."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.cli.console import shown
from autograder.course import CourseError
from autograder.spreadsheets import Sheet, as_csv, for_table, from_table, read_sheet
from autograder.texts import HIDDEN, clean

# Each begins a formula in a spreadsheet that takes the comma, or the semicolon, for the separator.
FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "|x",
    "%x",
    "＝1",
    " =1+1",
    ";=1+1",
    "a;-1+1",
    "a,=1",
]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula_whatever_separates_cells(text):
    written = as_csv(["note"], [{"note": text}])
    for separator in ",;":
        for row in csv.reader(io.StringIO(written), delimiter=separator, quoting=csv.QUOTE_NONE):
            assert not [cell for cell in row if cell.strip(' "')[:1] in "=+-@|%＝＋－＠" and cell]


@given(st.text())
def test_what_is_written_into_a_cell_is_read_again(text):
    (row,) = csv.DictReader(io.StringIO(as_csv(["a", "b"], [{"a": text, "b": "x"}])))
    assert from_table(row["a"]) == clean(text) and row["b"] == "x"


@pytest.mark.parametrize("value", [-1.5, 0, True, "-", "s-17", "'t Hart"])
def test_what_is_no_formula_is_written_as_it_is(value):
    assert for_table(value) == value


def read(tmp_path, data, needed=("student",)):
    path = tmp_path / "students.csv"
    path.write_bytes(data)
    return read_sheet(path, needed)


# What spreadsheets add to a list that looks the same to a person.
ADDED = {
    "a line that names the separator": b"sep=;\r\nstudent;name\r\n007;A, B\r\n",
    "the same with quotes, and filled up": b'"sep=;";\nstudent;name\n007;A, B\n',
    "texts that are no numbers": b'student,name\n"=""007""","A, B"\n',
    "the same without quotes": b'student;name\n="007";A, B\n',
    "commas behind the last column": b'student,name,,\n007,"A, B",,,,\n,,,\n',
}


@pytest.mark.parametrize("case", ADDED)
def test_what_spreadsheets_add_is_left_out(case, tmp_path):
    sheet = read(tmp_path, ADDED[case])
    assert sheet.columns == ["student", "name"]
    assert sheet.rows == [{"student": "007", "name": "A, B"}]


@pytest.mark.parametrize("data", [b"PK\3\4xl/workbook.xml", b"\xd0\xcf\x11\xe0\xa1"])
def test_a_workbook_is_refused_in_a_line_that_says_the_way(data, tmp_path):
    with pytest.raises(CourseError, match="save the list as CSV"):
        read(tmp_path, data)


def test_an_empty_file_is_refused_in_a_line(tmp_path):
    with pytest.raises(CourseError, match="is empty"):
        read(tmp_path, b"", needed=())


SAME = [
    b"student,name\nada,Ada\n",
    "\ufeffstudent;name\r\nada;Ada\r\n".encode(),
    "student\tname\nada\tAda\n".encode("utf-16"),
    b'name,student\n"Ada",ada,\n'.replace(b",\n", b"\n"),
    b"student,name\n\nada,Ada\n,\n",
]


@pytest.mark.parametrize("data", SAME)
def test_separators_and_marks_of_spreadsheets_are_known(data, tmp_path):
    assert read(tmp_path, data).rows == [{"student": "ada", "name": "Ada"}]


def test_a_table_is_written_as_it_was_separated(tmp_path):
    sheet = read(tmp_path, "student;name\nléa;Léa, D.\n".encode())
    sheet.write(tmp_path / "again.csv")
    assert read_sheet(tmp_path / "again.csv", ["name"]) == sheet
    assert (tmp_path / "again.csv").read_bytes().startswith("\ufeffstudent;name\n".encode())


WRONG = {
    "an old encoding": (
        "student,name\nl,Léa Dupont\n".encode("cp1252"),
        "Windows-1252.*Léa Dupont",
    ),
    "another": ("student,name\nl,佐藤 蓮\n".encode("cp932"), "Shift_JIS.*佐藤 蓮"),
    "one of seven bits": ("student,name\nl,佐藤 蓮\n".encode("iso2022_jp"), "2022-JP.*佐藤 蓮"),
    "no such column": (b"id,name\n1,Ada\n", "no column 'student'; its first line has: id, name"),
    "too many cells": (b"student,name\nada,Lovelace, Ada\n", "3 cells"),
    "one name twice": (b"student,name,name\n", "two columns"),
    "an open quote": (b'student,name\nada,"Ada\n', "cannot be read"),
    "nothing": (b"", "nothing"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_read_without_a_guess_is_reported_in_one_line(case, tmp_path):
    data, message = WRONG[case]
    with pytest.raises(CourseError, match=message) as error:
        read(tmp_path, data)
    assert "\n" not in str(error.value) and (tmp_path / "students.csv").read_bytes() == data


def test_nothing_hidden_reaches_the_terminal():
    shows = "\x1b]0;title\x07\x1b[2J[bold]Ada\u202e\u200b\r"
    assert shown(shows) == r"]0;title[2J\[bold]Ada"
    assert clean("Ada\u200b Lovelace", HIDDEN) == f"Ada{HIDDEN} Lovelace"


def test_an_empty_sheet_has_its_columns(tmp_path):
    Sheet(["student"], []).write(tmp_path / "a.csv")
    assert read_sheet(tmp_path / "a.csv", ["student"]) == Sheet(["student"], [])
