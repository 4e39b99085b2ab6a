"""Pages show what students wrote and never run it; formulas, figures and cards stay as they are."""

import base64
import csv
import re
from html.parser import HTMLParser

import nbformat.v4 as nbf
import pytest
from browser import opened
from bs4 import BeautifulSoup
from repository import ASSIGNMENTS, course_with_gradebook, solution

from autograder import registry
from autograder.gradebook import store
from autograder.judging.outcome import Key, Outcome
from autograder.reports import export, feedback_page, rendered
from autograder.reports.class_report import ClassReport
from autograder.reports.rendered import KeepWhatIsShown
from autograder.reports.sanitized import clean
from autograder.states import State, Why, because
from labkit import card
from labkit.evidence import Evidence, Record, plain
from labkit.judge import judge

RUNS = "document.title = 'cracked'"
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='4'/></svg>"
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
# Each would run, or paint over the score, if the page contained it as it is.
HOSTILE = [
    f"<script>{RUNS}</script>",
    f'<img src=x onerror="{RUNS}">',
    f'<svg onload="{RUNS}"><script>{RUNS}</script></svg>',
    f'<svg><style><img src=x onerror="{RUNS}"></style></svg>',
    f'<math><mtext><table><mglyph><style><img src=x onerror="{RUNS}">',
    f'<iframe srcdoc="<script>parent.{RUNS}</script>"></iframe>',
    f'<a href="javascript:{RUNS}">here</a>',
    f'<a href="data:text/html,<script>{RUNS}</script>">here</a>',
    f'<details open ontoggle="{RUNS}">x</details>',
    f"<script type='text/x-mathjax-config'>{RUNS}</script>",
    "<meta http-equiv='refresh' content='0;url=https://example.com'>",
    "<base href='https://example.com/'>",
    "<link rel='stylesheet' href='https://example.com/x.css'>",
    "<form action='https://example.com'><button>send</button></form>",
    "<div style='position:fixed;top:0;background:white'>Score: 23 / 23</div>",
    "<div style='margin-top:-5000px'>Score: 23 / 23</div>",
    "<div class='modal navbar-fixed-top'>Score: 23 / 23</div>",
    "<style>h4 {display: none}</style>",
    f"<object data='data:text/html,<script>{RUNS}</script>'></object>",
    f'<embed src="javascript:{RUNS}">',
]
REFUSED = re.compile(
    r"<(script|iframe|style|meta|base|link|form|button|object|embed|mglyph)\b|\son\w+\s*="
    r"|javascript:|data:text|position|margin-top:-|modal|navbar",
    re.IGNORECASE,
)


@pytest.mark.parametrize("html", HOSTILE)
def test_nothing_that_runs_or_covers_the_page_stays(html):
    assert not REFUSED.search(clean(html)), clean(html)


def test_a_card_stays_as_it_is():
    values = plain(__import__("torch").linspace(-2, 2, 20))
    known = Evidence("relu", 1, (Record("y", values, given={"x": values}, rule={"en": "a < b"}),))
    other = Evidence("relu", 1, (Record("y", plain(-__import__("torch").linspace(-2, 2, 20))),))
    shown = card.html(judge(known, other, 3), "en")
    cleaned = clean(shown)
    assert parts(cleaned) == parts(shown)
    assert cleaned.count("<circle") == 2 * 20 + 2  # rings and dots, and one of each in the legend


def parts(page):
    """All elements with attributes and styles, which the sanitizer sorts, and all texts."""

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            values = ((name, value or "") for name, value in attributes)
            seen.append((tag, sorted((name, style(name, value)) for name, value in values)))

        def handle_data(self, data):
            seen.append(data)

    def style(name, value):
        return sorted(value.strip(";").split(";")) if name == "style" else value

    seen = []
    Reader().feed(page)
    return seen


def hostile_notebook():
    text = "\n\n".join(HOSTILE)
    data = {
        "text/html": text,
        "application/javascript": RUNS,
        "application/vnd.jupyter.widget-view+json": {"model_id": f"</script><script>{RUNS}"},
    }
    outputs = [
        nbf.new_output("display_data", data),
        nbf.new_output(
            "display_data", {"text/html": text}, metadata={"text/html": {"isolated": True}}
        ),
        nbf.new_output("display_data", {"text/markdown": text}),
        nbf.new_output("display_data", {"text/latex": text}),
        nbf.new_output("display_data", {"application/javascript": RUNS}),
        nbf.new_output(
            "display_data",
            {"image/svg+xml": SVG.replace("<circle", f"<script>{RUNS}</script><circle")},
        ),
        nbf.new_output("display_data", {"image/png": f'"><script>{RUNS}</script>'}),
        nbf.new_output(
            "display_data",
            {"image/png": PNG},
            metadata={"image/png": {"width": f"1 onload={RUNS}"}},
        ),
        nbf.new_output("stream", text=text),
        nbf.new_output("error", ename=text, evalue=text, traceback=[text]),
    ]
    cells = [
        nbf.new_markdown_cell(text),
        nbf.new_markdown_cell("the formula $\\frac{1}{2}$, <b>bold</b>, `code`\n\n## A title"),
        nbf.new_markdown_cell("![x](attachment:x.png)", attachments={"x.png": {"text/html": text}}),
        nbf.new_code_cell(text, outputs=outputs, metadata={"tags": [f'"><script>{RUNS}</script>']}),
        nbf.new_raw_cell(text, metadata={"raw_mimetype": "text/html"}),
    ]
    return nbf.new_notebook(cells=cells, metadata={"title": text, "widgets": {"a": text}})


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The feedback on the hostile notebook, as it is before anything is graded."""
    course = course_with_gradebook(tmp_path_factory.mktemp("course"))
    names = {"student": f"<script>{RUNS}</script>", "assignment": "02_int8_binary"}
    return feedback_page.page(course, hostile_notebook(), names)


def test_a_page_of_feedback_has_no_script_and_asks_the_network_for_nothing(page):
    rules = re.search(r'Security-Policy" content="([^"]*)"', page)[1]
    assert "default-src 'none'; script-src 'none'" in rules and "http" not in rules
    assert not re.search(r"<(script|iframe|base|link|form|object|embed)\b", page)
    assert not re.search(r"""\b(src|srcset|poster|background)=["']?https?:""", page)


def test_figures_and_formulas_stay(page):
    assert f"data:image/png;base64,{PNG}" in page
    assert "data:image/svg+xml;base64," in page
    assert "<mfrac><mrow><mn>1</mn></mrow><mrow><mn>2</mn></mrow></mfrac>" in page
    assert "<b>bold</b>" in page and "<code>code</code>" in page


@pytest.mark.parametrize(
    "tex",
    [
        rf"\text{{<script>{RUNS}</script>}}",
        rf"\href{{javascript:{RUNS}}}{{x}}",
        r"\style{position:fixed;top:0}{x}",
        r"\hspace{-5000px} x",
        r"\class{modal}{x}",
    ],
)
def test_no_formula_runs_or_covers_the_page(tex):
    shown = rendered.text(f"a ${tex}$")
    assert "<math" in shown and not REFUSED.search(shown) and "5000" not in shown


def test_a_formula_that_nothing_understands_is_shown_as_it_was_written():
    assert rendered.text(r"a $\nothing x$") == "<p>a <code>\\nothing x</code></p>\n"


def test_every_formula_of_the_course_is_mathml():
    cells = [
        cell.source
        for name in ASSIGNMENTS
        for cell in solution(name).cells
        if cell.cell_type == "markdown"
    ]
    shown = "".join(map(rendered.text, cells))
    assert shown.count("<math") > 500 and not re.search(r"<code>[^<]*\\(frac|begin|partial)", shown)


def test_a_picture_on_the_network_leaves_its_words():
    """The badge that opens a notebook in Colab is one: without the network it would be a hole."""
    shown = rendered.text("[![Open in Colab](https://example.com/a.svg)](https://example.com/b)")
    assert "<img" not in shown and 'href="https://example.com/b"' in shown
    assert ">Open in Colab</a>" in shown and clean("<img src='https://x.y/z.png'>x") == "<img>x"


def test_what_is_too_long_is_shown_as_it_is_and_a_large_picture_as_a_picture():
    assert "<span" in rendered.code("a = 1") and "<span" not in rendered.code("a." * 15_000)
    for letters in ("*" * 30_000, r"\(" * 2_000):  # each of which waits for its end
        assert rendered.text(letters).startswith("<pre>")
    picture = base64.b64encode(bytes(30_000)).decode()
    assert "<img" in rendered.text(f"![mine](data:image/png;base64,{picture})")


def test_a_page_renders_no_more_than_its_budget_and_shows_the_rest_as_it_is():
    cells = []
    for _ in range(50):
        outputs = [nbf.new_output("display_data", {"text/markdown": "*a* " * 400})]
        cells.append(nbf.new_markdown_cell("**a** " * 300))
        cells.append(nbf.new_code_cell("x = 1\n" * 2000, outputs=outputs))
    notebook, _ = KeepWhatIsShown().preprocess(nbf.new_notebook(cells=cells), {})
    texts = [rendered.text(cell.source) for cell in notebook.cells[::2]]
    codes = [rendered.code(cell.source) for cell in notebook.cells[1::2]]
    said = [rendered.outputs(cell, "") for cell in notebook.cells[1::2]]
    for shown, mark in ((texts, "<strong>"), (codes, "<span"), (said, "<em>")):
        assert mark in shown[0] and mark not in shown[-1]
        assert 10 < sum(mark in page for page in shown) < 40
    # What is plain on one page is rendered on the next one.
    assert "<strong>" in rendered.text(str(notebook.cells[-2].source))


def test_nothing_runs_in_a_browser(page, browser):
    """Not even what gets past the sanitizer: the policy is a second wall."""
    injected = "".join(text for text in HOSTILE if "refresh" not in text)  # it would only lead away
    whole = page.replace("</body>", injected + "</body>")
    tab, asked = browser.new_page(), []

    def answer(route):
        asked.append(route.request.url)
        route.fulfill(body=whole, content_type="text/html")

    tab.route("**/*", answer)
    tab.goto("http://course/page.html")
    title = BeautifulSoup(page, "html.parser").title.get_text()
    assert title and tab.title() == title and asked == ["http://course/page.html"]


def test_what_is_cleaned_runs_nothing_even_without_a_policy(browser):
    """A browser may parse HTML differently from a sanitizer where SVG or MathML elements meet."""
    with opened(browser, "".join(map(clean, HOSTILE))) as tab:
        tab.wait_for_load_state("networkidle")
        assert tab.title() == "" and "Score" in tab.content()


def outcome(student, reason):
    return Outcome(
        student,
        "02_int8_binary",
        state=State.UNREADABLE,
        reasons=[
            because(Why.TOO_LARGE_TO_COMPILE, name=reason, most=1),
            because(Why.TOUCHES, cell=1, line=1, code=reason),
        ],
        seed=1,
        key=Key(submission="handed in"),
        points={"binary_sign": 0.0},
        max_points={"binary_sign": 1.0},
    )


def test_the_class_report_shows_names_and_reasons_as_text(course_dir):
    course = registry.load(course_dir)
    hostile = outcome(f"<script>{RUNS}<\\script>", f'<img src=x onerror="{RUNS}">' * 3)
    page = ClassReport(course.assignment("02_int8_binary"), [hostile]).page("en")
    assert "<script" not in page and "<img" not in page and "&lt;script&gt;" in page
    assert "script-src 'none'" in page


def test_no_cell_of_the_grades_begins_a_formula(course_dir, monkeypatch):
    begins = ["=", "+", "-", "@", "\t=", "＝", "|"]
    hostile = [f'{begin}HYPERLINK("https://example.com")' for begin in begins]
    monkeypatch.setattr(store, "outcomes", lambda *_: [outcome(text, text) for text in hostile])
    assignment = registry.load(course_dir).assignment("02_int8_binary")
    export.write_grades([assignment], course_dir / "grades.csv")
    with (course_dir / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    assert set(rows) == {f"'{text.strip()}" for text in hostile}
    for student, row in rows.items():
        assert row["reason"].startswith(f"{student} is larger ") and row["score"] == "0.0"


def test_what_is_no_notebook_s_is_left_out():
    notebook, _ = KeepWhatIsShown().preprocess(hostile_notebook(), {})
    assert not re.search('widget|javascript"', str(notebook.cells[3].outputs[0].data.keys()))
    assert notebook.cells[2].attachments == {}
