"""The pages of docs/measured: a command writes its sections, and nothing is written by hand."""

import ast
import re

import pytest
from repository import REPOSITORY

from benchmarks import measured
from benchmarks.measured import FOLDER, Page, Table, markdown_table

PAGE = Page("speed", "Speed", "make bench", "In seconds.")
DATE = "Measured 2026-01-01: a processor."


def pages():
    """The page of each command that writes one, read without importing torch for each."""
    trees = (ast.parse(path.read_text()) for path in (REPOSITORY / "benchmarks").rglob("*.py"))
    called = (
        node.value
        for tree in trees
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
    )
    calls = (call for call in called if ast.unparse(call.func) == "Page")
    found = (Page(*map(ast.literal_eval, call.args)) for call in calls)
    return {page.name: page for page in found}


PAGES = pages()


@pytest.fixture
def earlier(tmp_path, monkeypatch):
    """A folder with a page of two sections that was written on another day."""
    monkeypatch.setattr(measured, "stamp", lambda: DATE)
    PAGE.write({"40 submissions": "| 1 |", "200 submissions": "| 2 |\n\nA sentence."}, tmp_path)
    monkeypatch.undo()
    return tmp_path


def test_a_page_has_a_head_and_sections_with_their_dates(earlier):
    assert (earlier / "speed.md").read_text() == (
        "# Speed\n\n    make bench    # writes this page\n\nIn seconds.\n\n"
        f"## 40 submissions\n\n{DATE}\n\n| 1 |\n\n"
        f"## 200 submissions\n\n{DATE}\n\n| 2 |\n\nA sentence.\n"
    )


def test_a_run_replaces_its_own_section_and_leaves_the_others(earlier):
    before = (earlier / "speed.md").read_text()
    PAGE.write({"40 submissions": "| 3 |"}, earlier)
    assert (earlier / "speed.md").read_text() == before.replace(
        f"{DATE}\n\n| 1 |", f"{measured.stamp()}\n\n| 3 |"
    )


def test_a_section_with_the_same_figures_keeps_its_date(earlier):
    before = (earlier / "speed.md").read_text()
    PAGE.write({"200 submissions": "| 2 |\n\nA sentence.\n"}, earlier)
    assert (earlier / "speed.md").read_text() == before


def test_a_date_names_processor_cores_and_versions_and_no_machine():
    form = r"Measured \d{4}-\d\d-\d\d: (.+, )?\d+ cores?, Python 3[\d.]+, torch [\w.+]+\."
    assert re.fullmatch(form, measured.stamp())


def test_columns_of_numbers_are_aligned_at_the_right(capsys):
    shown = Table("of", "seconds", "share")
    shown.add("ours", "1,024.5", "3 of 4")
    assert capsys.readouterr().out == "| of | seconds | share |\n| ours | 1,024.5 | 3 of 4 |\n"
    assert str(shown).splitlines()[1] == "| --- | ---: | --- |"
    assert markdown_table(("a", "b"), []).splitlines() == ["| a | b |", "| --- | --- |"]


def test_every_page_is_written_by_a_command():
    assert {path.stem for path in FOLDER.iterdir()} <= PAGES.keys() and len(PAGES) > 10


@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_a_head_has_ten_lines_at_most_and_its_links_lead_somewhere(page):
    assert 0 < len(page.head.strip().splitlines()) <= 10
    links = re.findall(r"\]\(([^)\s#]+)", page.head)
    # A page that no one has measured yet is not there.
    assert [link for link in links if not (FOLDER / link).exists() and link[:-3] not in PAGES] == []
