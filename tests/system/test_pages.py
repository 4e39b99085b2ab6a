"""The pages that people read after grading: what is on top, what is folded, who can read it."""

import base64
import re
from collections import defaultdict

import nbformat
import pytest
from browser import SCREENS, barriers, is_cut_off, opened
from bs4 import BeautifulSoup
from courses import autograder, copy_course, graded_notebook, hand_in
from nbformat.v4 import new_output
from repository import ANSWERS, ASSIGNMENTS, COURSE, exercise
from submissions import (
    ASSIGNMENT,
    BLANK,
    damaged_by_colab,
    perfect,
    perfect_source,
    template,
    with_blank,
)

from autograder import metadata, notebooks, registry
from autograder.answers.blanks import fill
from autograder.answers.known import known_answers
from autograder.gradebook import database
from autograder.judging.outcome import Key, Outcome, outcome_in
from autograder.messages import load
from autograder.notebooks import Cell, grade_id
from autograder.reports.class_report import ClassReport, TaskReport
from autograder.reports.feedback_page import page
from autograder.states import State
from benchmarks.demo import lend_answers

WRITTEN = "find_the_cheat"
OPTIONAL = ASSIGNMENTS[4]  # its last task gives extra points
GIVEN = next(cell.source for cell in template().cells if grade_id(cell) == BLANK)
(NO_MASK,) = (
    answer.source
    for answer in known_answers(COURSE.assignment(ASSIGNMENT), blank=BLANK)
    if answer.name == "no_mask"
)
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n a figure").decode()
COMMENT = "Which number is no bit?\n<script>document.title = 'cracked'</script>"


def answered(notebook, words="It is the scale of batch norm."):
    return fill(notebook, {WRITTEN: words})


def with_figure():
    """A notebook with a picture below a cell that grading does not run."""
    notebook = answered(perfect())
    cells = [cell for cell in notebook.cells if cell.source.startswith("figures.")]
    cells[0].outputs = [new_output("display_data", {"image/png": PNG})]
    return notebook


# Without the signs at which a line may be broken.
TWINS = """
def values_that_are_far_from_zero_and_will_not_be_changed_by_the_sign(all_values_of_the_batch):
    return [value for value in all_values_of_the_batch if value * 3 % 2 > 1 and value != 0.5]
"""


def twin():
    """Right, with a passage that only the other twin has."""
    return answered(with_blank(f"{perfect_source()}\n{TWINS}"))


LONG = "".join(f"line_{number} = {number}\n" for number in range(40))
CLASS = {
    "full": lambda: answered(perfect()),
    "one-mistake": lambda: answered(with_blank(f"# Taro Yamada, 1234\n{NO_MASK}")),
    "copied": lambda: answered(with_blank(NO_MASK)),
    "japanese": lambda: answered(fill(perfect(language="ja"), {BLANK: f"{NO_MASK}\n{LONG}"})),
    "dies": lambda: with_blank("import os\nos._exit(1)"),
    "colab": lambda: damaged_by_colab(nbformat.writes(answered(perfect()))),
    "figure": with_figure,
    "twin": twin,
    "other-twin": twin,
    "empty": lambda: answered(with_blank(GIVEN)),
    "unreadable": lambda: "no notebook",
}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """A small class whose feedback and report are written; a person graded one answer."""
    folder = copy_course(tmp_path_factory.mktemp("pages") / "course")
    lend_answers(registry.load(folder).assignment(ASSIGNMENT), ANSWERS / ASSIGNMENT)
    for student, make in CLASS.items():
        hand_in(folder, student, make())
    done = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=folder)
    assert done.stderr.count("not readable") == 1, done.stderr
    with database.opened(registry.load(folder)) as book:
        place = (WRITTEN, ASSIGNMENT, ASSIGNMENT, "full")
        grade, comment = book.find_grade(*place), book.find_comment(*place)
        grade.manual_score, grade.needs_manual_grade = 4, False
        comment.manual_comment = COMMENT
        book.db.commit()
    for command in ("feedback", "report"):
        done = autograder(command, ASSIGNMENT, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


def feedback(folder, student):
    return (folder / "feedback" / student / ASSIGNMENT / f"{ASSIGNMENT}.html").read_text()


def report(folder, language="en"):
    name = ASSIGNMENT if language == "en" else f"{ASSIGNMENT}.{language}"
    return (folder / "reports" / f"{name}.html").read_text()


def parsed(page):
    return BeautifulSoup(page, "html.parser")


def test_only_what_is_not_full_is_there_to_read(graded):
    page = parsed(feedback(graded, "one-mistake"))
    (article,) = page("article")
    assert article["id"] == f"task-{BLANK}" and article.select(".labkit-card")
    assert "BinarySignFunction" in article.select_one(".source").get_text()
    assert not page.select_one("details.notebook").has_attr("open")
    assert len(page.select("article, details.notebook article")) == 1


def page_of_full_tasks(language, *, extra):
    """The page of a student who did everything required, with or without the extra tasks."""
    notebook = exercise(OPTIONAL, language)
    for cell in notebook.cells:
        if Cell.of(cell).is_graded and (extra or not metadata.of_cell(cell).extra):
            cell.metadata.nbgrader["score"] = cell.metadata.nbgrader["points"]
    names = {"assignment": OPTIONAL, "student": "ada"}
    return BeautifulSoup(page(COURSE, notebook, names), "html.parser")


def numbers_of_total(html):
    return [int(number) for number in re.findall(r"[0-9]+", html.find(class_="total").text)]


@pytest.mark.parametrize(("language", "said"), [("en", "extra points"), ("ja", "追加点")])
def test_extra_points_are_said_as_such(language, said):
    html = page_of_full_tasks(language, extra=True)
    points, full, extra = numbers_of_total(html)
    assert points == full + extra and said in html.find(class_="total").text


@pytest.mark.parametrize(("language", "extra"), [("en", "Extra task"), ("ja", "追加課題")])
def test_an_optional_task_that_was_left_out_is_no_mistake(language, extra):
    html = page_of_full_tasks(language, extra=False)
    assert html.find(class_="good") and not html.find("article")
    found = [item for item in html.select(".tasks li") if extra in item.text]
    assert len(found) == 1 and "0 / 2" in found[0].text
    points, full, _ = numbers_of_total(html)
    assert points == full


def test_a_blank_that_was_left_as_it_was_given_is_reported_by_its_card_alone(graded):
    (article,) = parsed(feedback(graded, "empty"))("article")
    assert article["id"] == f"task-{BLANK}" and article.select(".labkit-card")
    assert not article.select(".source")


def test_the_page_names_the_code_of_what_was_graded(graded):
    receipt = outcome_in(graded_notebook(graded, "one-mistake", ASSIGNMENT).metadata).receipt
    assert receipt and receipt in parsed(feedback(graded, "one-mistake")).header.text


def test_every_task_has_its_points_and_a_link(graded):
    page = parsed(feedback(graded, "one-mistake"))
    rows = page.select(".tasks li")
    targets = [row.a["href"] for row in rows]
    assert len(rows) == 4 and f"#task-{BLANK}" in targets and f"#cell-{WRITTEN}" in targets
    assert all(page.find(id=target.removeprefix("#")) for target in targets)
    assert "Task 1" in rows[0].get_text() and "3 / 3" in rows[0].get_text()


def test_what_waits_for_a_person_is_said_and_does_not_count_as_lost(graded):
    page = parsed(feedback(graded, "one-mistake"))
    said = load("en")["feedback"]["not_graded"]
    assert said in page.select_one(".tasks").get_text()
    assert "so far" in page.select_one(".total").get_text()
    assert WRITTEN in page.select_one(".banner.info").get_text()


def test_points_and_a_comment_by_hand_are_shown_as_text(graded):
    page = parsed(feedback(graded, "full"))
    (article,) = page("article")
    assert article["id"] == f"task-{WRITTEN}" and "<script>" in article.get_text()
    assert "It is the scale" in article.get_text() and not page("script")
    assert "4 / 5" in page.select_one(".tasks").get_text()


def test_a_dead_kernel_and_a_repair_are_reported_with_a_remedy(graded):
    found = {student: parsed(feedback(graded, student)).select(".banner") for student in CLASS}
    assert load("en")["feedback"]["kernel_died"] in found["dies"][0].get_text()
    assert load("en")["feedback"]["repaired"] in found["colab"][0].get_text()
    assert load("en")["repairs"]["by_place"] in found["colab"][0].get_text()
    assert len(found["one-mistake"]) == 1  # only that an answer waits


def test_what_cannot_be_read_is_reported_once_and_in_the_first_language(graded):
    page = parsed(feedback(graded, "unreadable"))
    assert "could not be read" in page.select_one(".banner").get_text()
    assert len(page.select(".tasks li")) == 4 and not page("article")
    cards = "".join(card.get_text() for card in page.select(".notebook .labkit-card"))
    assert "nothing was recorded" in cards and not re.search(r"[\u3040-\u30ff]", cards)


def test_a_long_list_of_repairs_is_folded(graded):
    folded = parsed(feedback(graded, "colab")).select_one(".banner details")
    assert not folded.has_attr("open") and "its metadata was lost" in folded.get_text()


def test_figures_of_cells_that_grading_does_not_run_come_from_the_hand_in(graded):
    page = parsed(feedback(graded, "figure"))
    (image,) = page.select(f'img[src="data:image/png;base64,{PNG}"]')
    assert image["alt"] == load("en")["feedback"]["handed_in_figure"]
    assert image["alt"] in image.parent.select_one(".quiet").get_text()
    assert PNG not in feedback(graded, "full")


def test_what_is_no_picture_is_not_called_one(graded):
    notebook = graded_notebook(graded, "full", ASSIGNMENT)
    cell = next(cell for cell in notebook.cells if cell.source.startswith("figures."))
    cell.metadata["labkit"] = {"skip": True}
    cell.outputs = [new_output("display_data", {"text/plain": "weights of binary_training"})]
    names = {"assignment": ASSIGNMENT, "student": "full", "key": "00" * 32}
    shown = page(registry.load(graded), notebook, names)
    assert "weights of binary_training" in shown
    assert load("en")["feedback"]["handed_in_figure"] not in shown


def test_a_page_is_in_the_student_s_language_throughout(graded):
    page = parsed(feedback(graded, "japanese"))
    assert page.html["lang"] == "ja"
    page.select_one("details.notebook").decompose()
    shown = page.get_text()
    english = {text.format_map(defaultdict(int)) for text in load("en")["feedback"].values()}
    assert [text for text in english if len(text) > 6 and text in shown] == []
    assert load("ja")["feedback"]["to_read"] in shown and "課題" in shown


def test_the_hints_of_the_notebook_still_fold(graded):
    page = parsed(feedback(graded, "full"))
    hints = page.select("details.notebook .cell details > summary")
    assert any(hint.get_text() == "Hint" for hint in hints)


def test_the_report_begins_with_the_worst_and_links_to_every_page(graded):
    page = parsed(report(graded))
    totals = [float(row("td")[0].get_text()) for row in page.select(".class tbody tr")]
    assert totals == sorted(totals) and len(totals) == len(CLASS)
    links = {link["href"] for link in page.select(".class tbody th a")}
    assert all((graded / "reports" / link).resolve().is_file() for link in links)
    shares = [re.search(r"\d+%", task.get_text())[0] for task in page.select(".task > summary")]
    assert [int(share.rstrip("%")) for share in shares] == sorted(
        int(share.rstrip("%")) for share in shares
    )


def test_the_report_shows_what_failed_with_its_rule_and_one_example(graded):
    task = parsed(report(graded)).find(id=f"task-{BLANK}")
    counts = [int(tag.get_text().split()[-1]) for tag in task.select(".failed > .n")]
    assert counts == sorted(counts, reverse=True) and counts[0] == 3
    assert any(rule.get_text() for rule in task.select(".rule"))
    assert "BinarySignFunction" in task.select_one(".example").get_text()
    assert not any(student in task.get_text() for student in ("one-mistake", "copied"))


def test_the_report_names_what_somebody_failed_in_words(graded):
    found = {cell["title"] for cell in parsed(report(graded, "ja")).select(".class td.p")} - {""}
    assert found and not any(re.search(r"[a-z]_[a-z]", titles) for titles in found)


@pytest.mark.parametrize(("differs", "word"), [(True, "unclear"), (False, "same")])
def test_a_task_is_not_said_to_be_the_same_for_all_where_only_the_others_are(differs, word):
    assert (
        TaskReport(
            check="a", title="A", full=0.3, separates=None, untouched=0, stopped=0, differs=differs
        ).power
        == word
    )


def test_an_optional_task_that_all_left_out_is_not_what_went_worst(tmp_path):
    course = registry.load(copy_course(tmp_path / "course"))
    checks = notebooks.checks(exercise(OPTIONAL))
    extra = [name for name, cell in checks.items() if metadata.of_cell(cell).extra]
    outcome = Outcome(
        *("ada", OPTIONAL),
        **{"state": State.GRADED, "reasons": [], "seed": 1, "key": Key("key")},
        points={name: 0.0 if name in extra else 2.0 for name in checks},
        max_points=dict.fromkeys(checks, 2.0),
        extra=extra,
    )
    report = ClassReport(course.assignment(OPTIONAL), [outcome]).page("en")
    tasks = BeautifulSoup(report, "html.parser").select("details.task")
    assert tasks[-1]["id"] == f"task-{extra[0]}"


def test_the_report_is_there_in_every_language_of_the_course(graded):
    for language in COURSE.languages:
        page = parsed(report(graded, language))
        assert page.html["lang"] == language
        assert load(language)["report"]["stumbles"] in page.get_text()
        assert {shown["lang"] for shown in page.select(".labkit-card")} == {language}
        (other,) = page.select("nav a")
        assert (graded / "reports" / other["href"]).is_file()


def test_the_states_lead_to_those_who_are_in_them(graded):
    rows = parsed(report(graded)).select_one("table")("tr")
    by_state = {row.td.get_text(): row.get_text(" ") for row in rows if row.td}
    assert "dies" in by_state[load("en")["states"]["kernel_died"]]
    assert "colab" in by_state[load("en")["states"]["repaired"]]
    assert "copied" in by_state[load("en")["report"]["waits"]]


def test_whom_a_person_must_look_at_comes_before_who_was_repaired(graded):
    words, rows = load("en"), parsed(report(graded)).select_one("table").tbody("tr")
    assert [row.td.get_text() for row in rows] == [
        words["states"]["kernel_died"],
        words["states"]["unreadable"],
        words["report"]["waits"],
        words["states"]["repaired"],
    ]


def test_why_a_person_must_look_stands_at_the_top(graded):
    rows = parsed(report(graded)).select_one("table").tbody("tr")
    why = next(row.get_text() for row in rows if "dies" in row.get_text())
    assert "the kernel process exited with code" in why


def test_a_question_begins_at_its_own_task(graded):
    page = parsed(feedback(graded, "one-mistake"))
    links = page.select("article .head a")
    assert len({link["aria-label"] for link in links}) == len(links) > 0
    (asks,) = (link for link in links if "#inquiry" in link["href"])
    assert BLANK in page.select_one(asks["href"]).legend.get_text()


def test_a_known_mistake_has_its_number_and_one_example_without_a_name(graded):
    (mistake,) = parsed(report(graded)).find(id=f"task-{BLANK}").select(".mistakes li")
    assert mistake.b.get_text() == "3 ×" and "gradient passes" in mistake.get_text()
    (example,) = mistake.select("details .example")
    assert "return grad_out" in example.get_text() and "Taro" not in report(graded)


def test_the_class_has_two_who_are_alike(graded):
    pair = parsed(report(graded)).select_one(".alike tbody tr")
    assert [link.get_text() for link in pair("a")] == ["other-twin", "twin"]


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_axe_finds_nothing_and_nothing_is_cut_off_at_any_zoom(graded, browser, width, scheme):
    pages = [feedback(graded, student) for student in ("one-mistake", "japanese", "colab")]
    # Tables of data may be wider than a window at 400 %: they have two dimensions.
    reports = [report(graded), report(graded, "ja")] if width > 320 else []
    for whole in [*pages, *reports]:
        with opened(browser, whole.replace("<details", "<details open"), width, scheme) as tab:
            assert barriers(tab) == []
            # In a whole window text alone may be enlarged, too.
            assert not is_cut_off(tab) and not (width == 1280 and is_cut_off(tab, text=200))


REACHABLE = """
[...document.querySelectorAll("a[href], summary, textarea, [tabindex='0']")]
  .filter(one => one.checkVisibility()).map((one, number) => one.dataset.number = number).length
"""
# Which element has the focus, and whether that is visible.
FOCUSED = """
() => [document.activeElement.dataset.number ?? "",
       getComputedStyle(document.activeElement).outlineStyle !== "none"]
"""


@pytest.mark.parametrize("kind", ["feedback", "report"])
def test_all_of_a_page_is_reached_by_tab_and_the_focus_is_seen(graded, browser, kind):
    whole = feedback(graded, "one-mistake") if kind == "feedback" else report(graded)
    with opened(browser, whole.replace("<details", "<details open")) as tab:
        if kind == "feedback":
            tab.locator("input[type=radio]").nth(1).check()
        tab.evaluate("document.activeElement.blur()")
        count, reached = tab.evaluate(REACHABLE), set()
        for _ in range(count + 20):  # some of the browser's own come between
            tab.keyboard.press("Tab")
            number, is_seen = tab.evaluate(FOCUSED)
            assert is_seen or not number
            reached.add(number)
        assert count > 10 and reached >= {*map(str, range(count))}


def test_a_screen_reader_hears_tasks_cards_and_figures_by_name(graded, browser):
    with opened(browser, feedback(graded, "one-mistake")) as tab:
        heard = tab.locator("body").aria_snapshot()
        for part in (
            'navigation "Tasks"',
            'group "Task 3: binary_sign"',
            'img "wrong"',
            'img "Plot:',
        ):
            assert part in heard, part
        tab.set_content(feedback(graded, "figure").replace("<details", "<details open"))
        assert 'img "Figure, as handed in"' in tab.locator("body").aria_snapshot()
        tab.set_content(report(graded).replace("<details", "<details open"))
        heard = tab.locator("body").aria_snapshot()
        for part in (
            'heading "What needs your attention"',
            'columnheader "State"',
            'rowheader "dies"',
            'group "Task 3: binary_sign"',
        ):
            assert part in heard, part


def test_one_mistake_begins_on_the_first_screen_and_a_link_opens_the_notebook(graded, browser):
    with opened(browser, feedback(graded, "one-mistake"), 1200) as tab:
        assert tab.locator("article .source").bounding_box()["y"] < 400
        cell = tab.locator(f"#cell-{grade_id(perfect().cells[-1])}")
        assert not cell.is_visible()
        tab.click(f'.tasks a[href="#cell-{WRITTEN}"]')
        cell.wait_for(state="visible")


@pytest.mark.parametrize("student", ["one-mistake", "japanese"])
def test_one_mistake_is_one_screen_with_the_cell_next_to_its_card(graded, browser, student):
    with opened(browser, feedback(graded, student), 1280) as tab:
        cell, judged = (
            tab.locator(f"article {selector}") for selector in (".source", ".labkit-card")
        )
        left, right = cell.bounding_box(), judged.bounding_box()
        assert left["x"] + left["width"] <= right["x"] and right["y"] <= left["y"]
        end = tab.locator("details.notebook").bounding_box()
        assert end["y"] + end["height"] <= 800


def test_a_long_cell_is_scrolled_by_keys_and_whole_on_paper_and_on_a_telephone(graded, browser):
    is_whole = "cell => cell.scrollHeight <= cell.clientHeight"
    with opened(browser, feedback(graded, "japanese"), 1280) as tab:
        cell = tab.locator("article .source")
        assert not cell.evaluate(is_whole) and barriers(tab) == []
        cell.focus()
        tab.keyboard.press("End")
        # Whether it has scrolled already, or is still on its way.
        tab.wait_for_function("cell => cell.scrollTop > 0", arg=cell.element_handle())
        tab.emulate_media(media="print")
        assert cell.evaluate(is_whole)
        tab.emulate_media(media="screen")
        tab.set_viewport_size({"width": 390, "height": 844})
        assert cell.evaluate(is_whole) and not is_cut_off(tab)


def test_on_a_telephone_the_student_s_cell_begins_on_the_first_half_of_the_screen(graded, browser):
    with opened(browser, feedback(graded, "one-mistake"), 390) as tab:
        assert tab.locator("article .source").bounding_box()["y"] < 422


def test_on_paper_wrong_rows_are_unfolded_and_light(graded, browser):
    folded = feedback(graded, "one-mistake").replace('<details open=""', "<details")
    background = "getComputedStyle(document.body).backgroundColor"
    with opened(browser, folded, scheme="dark") as tab:
        explained = tab.locator("article .labkit-card details[style] > div").first
        assert not explained.is_visible() and tab.evaluate(background) != "rgb(255, 255, 255)"
        tab.emulate_media(media="print", color_scheme="dark")
        assert explained.is_visible() and tab.evaluate(background) == "rgb(255, 255, 255)"


def test_on_paper_all_columns_fit_and_the_folded_notebook_is_left_out(graded, browser):
    across = 1047  # CSS pixels: A4 across, without its margins
    with opened(browser, report(graded), across) as tab:
        tab.emulate_media(media="print")
        assert not is_cut_off(tab)
        box = tab.locator("table.class").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= across
        why = tab.locator(".why details").first  # on the screen its beginning, on paper all of it
        assert why.bounding_box()["height"] > 0 and not why.locator("summary").is_visible()
        tab.set_content(feedback(graded, "one-mistake"))
        assert not tab.locator("details.notebook").is_visible()
        assert tab.locator("article").is_visible()
