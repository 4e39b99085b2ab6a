"""Pages in Debian's chromium, and what axe, which looks for barriers, finds in them."""

import shutil
from contextlib import contextmanager

from programs import need

# A window of 1280 pixels at a zoom of 400 %, 200 % and 100 %, in CSS pixels, as WCAG asks; what the
# scheme changes, a width does not.
SCREENS = ((320, "light"), (640, "dark"), (1280, "light"))


def chromium_program():
    """Debian's chromium, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


@contextmanager
def chromium():
    """A browser for several pages; the test is skipped where there is none."""
    from playwright import sync_api as sync

    program = chromium_program()
    if not program:
        need("chromium")
    with sync.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@contextmanager
def opened(browser, html, width=1000, scheme="light"):
    """A whole HTML page in a tab, for a reader who prefers light or dark."""
    tab = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    tab.set_content(html)
    yield tab
    tab.close()


def barriers(tab):
    """Everything that axe finds, minor issues too, a line each: the rule, the element, what to
    fix."""
    from axe_playwright_python.sync_playwright import Axe

    violations = Axe().run(tab).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:200]} {node['failureSummary']}"
        for violation in violations
        for node in violation["nodes"]
    ]


def is_cut_off(tab, text=100):
    """Whether something is wider than the window, so that a reader has to scroll sideways.

    Args:
        tab: with the page.
        text: its size in percent, as a browser that enlarges the text alone shows it.
    """
    return tab.evaluate(
        """text => {
          const root = document.documentElement, before = root.style.fontSize;
          root.style.fontSize = `${text}%`;
          const is = root.scrollWidth > root.clientWidth;
          root.style.fontSize = before;
          return is;
        }""",
        text,
    )
