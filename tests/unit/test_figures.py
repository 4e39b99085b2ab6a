"""Figures: Japanese is drawn wherever labkit is, and each figure carries its description."""

from __future__ import annotations

import logging
import warnings

import matplotlib.pyplot as plt
import pytest
import torch

from labkit import figures, reference, setup
from labkit.language import use

CELL = """
import labkit, torch
from labkit import figures
labkit.start("02_int8_binary", language="ja")
figures.forward_and_slope(torch.relu, None, (-1, 1))
"""


@pytest.fixture
def started():
    """As after the first cell of a notebook; the settings do not stay."""
    with plt.rc_context():
        setup.start("02_int8_binary", language="ja")
        yield
    use(None)


@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_a_students_japanese_labels_are_drawn_without_a_warning(started, weight, caplog, tmp_path):
    figure, axes = plt.subplots()
    axes.set_title("自分で書いた題名 accuracy 薔薇", weight=weight)
    with warnings.catch_warnings(), caplog.at_level(logging.WARNING):
        warnings.filterwarnings("error", "Glyph .* missing")
        figure.savefig(tmp_path / "figure.png")
    plt.close(figure)
    assert caplog.text == ""


def test_latin_letters_keep_matplotlibs_own_font(started):
    family = plt.rcParams["font.family"]
    assert family[0] == "sans-serif" and len(family) == 2


def test_an_empty_blank_is_described_as_such(started):
    def blank(x):
        raise NotImplementedError("relu")

    described = figures.forward_and_slope(blank, None, (-1, 1)).description
    assert described.count("まだ埋まっていません") == 2
    drawn = figures.forward_and_slope(torch.relu, None, (-1, 1)).description
    assert "まだ埋まっていません" not in drawn and "0 から 1 まで" in drawn


def straight_through(mask):
    """Rounds to the range of int8, with the slope of ``mask``."""

    def quantize(u):
        rounded = torch.round(u).clamp(-128, 127)
        return mask(u) + (rounded - mask(u)).detach()

    return quantize


def titles_and_description(function):
    figure = figures.forward_and_slope(function, "int8_backward", (-200, 200))
    return [panel.get_title() for panel in figure.axes], figure.description


def test_a_title_counts_the_circles_that_a_curve_misses(started):
    use("en")
    right, _ = titles_and_description(straight_through(lambda u: u.clamp(-128, 127)))
    assert all(title.startswith("matches the rule at all ") for title in right)
    (output, slope), description = titles_and_description(straight_through(lambda u: u))
    missed = int(slope.removeprefix("misses the rule at ").split()[0])
    rule = reference.load("int8_backward").evidence["grad"]
    outside = ((rule.value.values == 0) & (abs(rule.at.values) <= 200)).sum()
    assert output == right[0] and 0 < missed == outside
    assert f"It {output}." in description and f"It {slope}." in description


def test_a_curve_without_a_rule_has_no_title(started):
    figure = figures.forward_and_slope(torch.relu, None, (-1, 1))
    assert [panel.get_title() for panel in figure.axes] == ["", ""]


def test_numbers_listed_for_both_languages_have_japanese_marks_in_japanese(started, monkeypatch):
    shown = []
    monkeypatch.setattr(figures, "display", lambda data, **_: shown.append(data["text/plain"]))
    listed = "8: 2.1, 4: 2.2; (1, 28): 3"
    figures.show(plt.figure(), en=f"Loss {listed}.", ja=f"損失 {listed}。")
    assert shown == ["損失 8：2.1、4：2.2；(1, 28)：3。"]
