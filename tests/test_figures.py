"""Figures: Japanese is drawn wherever labkit is, and each figure carries its description."""

from __future__ import annotations

import logging
import warnings

import matplotlib.pyplot as plt
import pytest
import torch
from kernels import notebook, outputs

from autograder.engine.engine import Engine
from labkit import figures, setup
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


@pytest.mark.slow
def test_a_figure_is_shown_once_with_its_description_where_a_screen_reader_finds_it():
    with Engine("none") as engine:
        done = engine.execute(notebook(CELL)).notebook
    (shown,) = outputs(done, "display_data")
    assert outputs(done, "execute_result") == []
    description = shown.data["text/plain"]
    assert description.startswith("入力 u が -1 から 1 まで")
    assert f'<img alt="{description}" src="data:image/png;base64,' in shown.data["text/html"]
    assert shown.metadata["image/png"]["alt"] == description
