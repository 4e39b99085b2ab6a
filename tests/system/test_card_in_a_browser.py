"""The card in a browser: nothing in it keeps a reader out, on any screen and background."""

import re

import pytest
from browser import SCREENS, barriers, is_cut_off, opened
from cards import CARDS

from labkit import card
from labkit.language import LANGUAGES

CUT_OFF_WORDS = """
[...document.querySelectorAll("svg text")].filter(text => {
  const inner = text.getBoundingClientRect(), outer = text.closest("svg").getBoundingClientRect();
  return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom;
}).map(text => text.textContent)
"""


def page(scheme):
    """All cards on the background of a light or a dark notebook, with nothing folded."""
    colours = {"light": "#fff;color:#000", "dark": "#111;color:#ddd"}[scheme]
    cards = "".join(
        card.html(judged, language) for judged in CARDS.values() for language in LANGUAGES
    )
    opened_all = re.sub(r"<details(?! open)", "<details open", cards)
    return (
        '<!doctype html><html lang="en"><head><title>Cards</title>'
        '<meta name="viewport" content="width=device-width"></head>'
        f'<body style="background:{colours}"><main><h1>Cards</h1>{opened_all}</main></body></html>'
    )


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_nothing_in_a_card_keeps_a_reader_out(browser, width, scheme):
    with opened(browser, page(scheme), width, scheme) as tab:
        assert barriers(tab) == []
        # In a whole window text alone may be enlarged, too.
        assert not is_cut_off(tab) and not (width == 1280 and is_cut_off(tab, text=200))
        assert tab.evaluate(CUT_OFF_WORDS) == []


def test_the_check_for_barriers_finds_one(browser):
    pale = page("light").replace("color:#000", "color:#999")
    with opened(browser, pale) as tab:
        assert any(line.startswith("color-contrast") for line in barriers(tab))
