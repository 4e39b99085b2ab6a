"""Pages show what students wrote and never run it; formulas, figures and cards stay as they are."""

import base64
import csv
import hashlib
import re
from html.parser import HTMLParser

import nbformat.v4 as nbf
import pytest
from repository import REPOSITORY

from autograder import course as registry
from autograder.evaluate.outcome import Outcome
from autograder.nbgrader_ext.settings import configure
from autograder.reports import class_report, export
from autograder.reports.safe import KeepWhatIsShown, clean, with_policy
from autograder.states import State
from labkit import card
from labkit.evidence import Evidence, Record, plain
from labkit.judge import judge

RUNS = "document.title = 'cracked'"
SVG = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='4'/></svg>"
PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n").decode()
# Each would run, or paint over the score, if it stood in the page as it is.
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
    r"<(script|iframe|style|meta|base|link|form|button|object|embed|math)\b|\son\w+\s*=|javascript:"
    r"|data:text|position|margin-top:-|modal|navbar",
    re.IGNORECASE,
)


@pytest.mark.parametrize("html", HOSTILE)
def test_nothing_that_runs_or_covers_the_page_stays(html):
    assert not REFUSED.search(clean(html)), clean(html)


def test_a_card_stays_as_it_is():
    values = plain(__import__("torch").linspace(-2, 2, 20))
    known = Evidence("relu", 1, (Record("y", values, at=values, rule={"en": "a < b"}),))
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
            found.append((tag, sorted((name, style(name, value)) for name, value in values)))

        def handle_data(self, data):
            found.append(data)

    def style(name, value):
        return sorted(value.strip(";").split(";")) if name == "style" else value

    found = []
    Reader().feed(page)
    return found


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
def page():
    """The hostile notebook in nbgrader's feedback template, without a gradebook."""
    from nbgrader.converters import GenerateFeedback
    from nbgrader.coursedir import CourseDirectory
    from traitlets.config import Config

    from autograder.reports.feedback import PageExporter

    config = configure(Config(), REPOSITORY)
    converter = GenerateFeedback(coursedir=CourseDirectory(config=config), config=config)
    names = {"notebook": "x", "score": 1, "max_score": 23, "late_penalty": 0}
    exporter = PageExporter(config=converter.config)
    return exporter.from_notebook_node(hostile_notebook(), {"nbgrader": names})[0]


def test_a_page_of_feedback_has_the_scripts_of_the_template_alone(page):
    scripts = re.findall(r"<script\b[^>]*>(.*?)</script>", page, re.DOTALL)
    rules = re.search(r'Security-Policy" content="([^"]*)"', page)[1]
    inline = [script for script in scripts if script.strip()]
    assert len(scripts) == 2 and len(inline) == 1 and RUNS not in inline[0]
    digest = base64.b64encode(hashlib.sha256(inline[0].encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}' https://" in rules
    assert "unsafe-eval" not in rules and "default-src 'none'" in rules


def test_figures_and_formulas_stay(page):
    assert f"data:image/png;base64,{PNG}" in page
    assert "data:image/svg+xml;base64," in page
    assert r"$\frac{1}{2}$" in page and "<b>bold</b>" in page and "<code>code</code>" in page


def test_the_template_is_as_this_expects(page):
    """MathJax comes by one element, and is configured before it."""
    head = page.partition("</head>")[0]
    assert head.index("Security-Policy") < head.index("window.MathJax") < head.index("<script src=")
    assert "x-mathjax-config" not in head and with_policy("<head></head>")


@pytest.mark.slow
def test_nothing_runs_in_a_browser_but_the_template_s_scripts(browser, page):
    """Even what would be injected past the sanitizer: the policy is a wall of its own."""
    tab = browser.new_page()
    asked = []
    injected = "".join(one for one in HOSTILE if "refresh" not in one)  # it would only lead away

    def answer(route):
        asked.append(route.request.url)
        script = "document.body.dataset.drawn = JSON.stringify(window.MathJax.tex2jax.inlineMath)"
        route.fulfill(
            body=f"addEventListener('load', () => {{{script}}})", content_type="text/javascript"
        )

    tab.route(re.compile("^https://"), answer)
    tab.route(
        "http://course/page.html",
        lambda route: route.fulfill(
            body=page.replace("</body>", injected + "</body>"),
            content_type="text/html; charset=utf-8",
        ),
    )
    tab.goto("http://course/page.html")
    assert tab.title() == "x"
    assert tab.evaluate("document.body.dataset.drawn") == '[["$","$"],["\\\\(","\\\\)"]]'
    assert any("mathjax" in url for url in asked)
    tab.close()


def outcome(student, reason):
    return Outcome(
        student,
        "02_int8_binary",
        State.UNREADABLE,
        reason,
        1,
        "",
        points={"a": 0.0},
        max_points={"a": 1.0},
    )


def test_the_class_report_shows_names_and_reasons_as_text():
    course = registry.load(REPOSITORY)
    one = outcome(f"<script>{RUNS}</script>", f'<img src=x onerror="{RUNS}">' * 3)
    page = class_report.report(course, course.assignment("02_int8_binary"), [one])
    assert "<script" not in page and "<img" not in page and "&lt;script&gt;" in page
    assert "script-src 'none'" in page


@pytest.mark.parametrize("begin", ["=", "+", "-", "@", "\t=", "＝", "|"])
def test_no_cell_of_the_grades_begins_a_formula(begin, course_dir, monkeypatch):
    hostile = f'{begin}HYPERLINK("https://example.com")'
    monkeypatch.setattr(export, "outcomes", lambda *_: [outcome(hostile, hostile)])
    export.write_grades(registry.load(course_dir), ["02_int8_binary"], course_dir / "grades.csv")
    with (course_dir / "grades.csv").open(encoding="utf-8") as file:
        (row,) = csv.DictReader(file)
    assert row["student"] == row["reason"] == f"'{hostile}"
    assert row["score"] == "0.0"


def test_what_is_no_notebook_s_is_left_out():
    notebook, _ = KeepWhatIsShown().preprocess(hostile_notebook(), {})
    assert not re.search('widget|javascript"', str(notebook.cells[3].outputs[0].data.keys()))
    assert notebook.cells[2].attachments == {}
