"""Charts: what they draw is what their description says."""

from __future__ import annotations

import pytest
import torch

from labkit.charts import Charts, show_images
from labkit.language import use


@pytest.fixture(autouse=True)
def in_english():
    use("en")
    yield
    use(None)


def test_several_runs_are_a_mean_with_a_bar_from_the_lowest_to_the_highest():
    charts = Charts()
    axes = charts.lines([8, 2], {"rounded": [[1, 2], [3, 4]]}, xlabel="bits")
    assert axes.lines[0].get_ydata().tolist() == [2, 3]
    (bars,) = axes.collections
    assert [bar[:, 1].tolist() for bar in bars.get_segments()] == [[1, 3], [2, 4]]
    assert charts.figure.description == "rounded: 8: 2 (1–3), 2: 3 (2–4)."


def test_of_a_long_curve_the_ends_are_told_and_no_marks_are_drawn():
    charts = Charts()
    axes = charts.lines(range(100), {"loss": torch.linspace(1, 0, 100)})
    assert charts.figure.description == "loss: 0: 1, 99: 0."
    assert axes.lines[0].get_marker() in ("", "None")


def test_each_panel_tells_its_title_and_its_values():
    charts = Charts(2, title="Two ways")
    charts.bars({"C": 0.5, "Python": 20}, "{:.1f} ns", title="time")
    charts.dots({"mask": [90, 95], "none": [40, 60]}, xlim=(0, 100))
    assert charts.figure.description == (
        "Two ways. time. C: 0.5 ns. Python: 20.0 ns. mask: 90.0–95.0. none: 40.0–60.0."
    )
    assert [panel.get_title() for panel in charts.figure.axes] == ["time", ""]


def test_images_are_shown_with_their_titles(capsys):
    show_images(torch.zeros(3, 3, 4, 4), ["1", "2", "7"], "Three digits", rows=1, wrong=[2])
    assert "Three digits: 1; 2; 7." in capsys.readouterr().out
