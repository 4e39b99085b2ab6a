"""The grid of experiments: nothing is run twice, nothing finished is lost."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from labkit.experiments import Results, run_grid

GRID = {"bits": [8, 4], "schedule": ["none", "cosine"]}


class Counter:
    """Counts its calls; a call past ``stop_after`` is interrupted, as by the stop button."""

    def __init__(self, stop_after: int = 99) -> None:
        self.calls: list[tuple[int, str]] = []
        self.stop_after = stop_after

    def __call__(self, bits: int, schedule: str) -> dict[str, float]:
        if len(self.calls) == self.stop_after:
            raise KeyboardInterrupt
        self.calls.append((bits, schedule))
        return {"accuracy": bits / 10, "seconds": 1.0}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "new folder" / "runs.jsonl"


def test_every_combination_is_run_once_in_the_order_of_the_grid(file: Path) -> None:
    counter = Counter()
    results = run_grid(counter, GRID, file)
    assert counter.calls == list(itertools.product(*GRID.values()))
    assert results[0] == {"bits": 8, "schedule": "none", "accuracy": 0.8, "seconds": 1.0}


def test_finished_runs_survive_an_interruption_and_are_not_repeated(file: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run_grid(Counter(stop_after=3), GRID, file)
    again = Counter()
    results = run_grid(again, GRID, file)
    assert again.calls == [(4, "cosine")]
    assert len(results) == 4


def test_a_larger_grid_runs_only_what_is_new(file: Path) -> None:
    run_grid(Counter(), GRID, file)
    again = Counter()
    run_grid(again, GRID | {"bits": [8, 4, 2]}, file)
    assert again.calls == [(2, "none"), (2, "cosine")]


def test_a_smaller_grid_shows_only_its_own_runs(file: Path) -> None:
    run_grid(Counter(), GRID, file)
    assert len(run_grid(Counter(stop_after=0), GRID | {"bits": [8]}, file)) == 2


def test_runs_of_another_grid_in_the_same_file_are_not_mistaken_for_this_one(file: Path) -> None:
    run_grid(Counter(), GRID, file)
    assert run_grid(lambda bits: bits, {"bits": [8]}, file) == [{"bits": 8, "result": 8}]


def test_a_line_that_was_cut_off_while_it_was_written_is_run_again(file: Path) -> None:
    run_grid(Counter(), GRID, file)
    text = file.read_text("utf-8")
    file.write_text(text[:-10], "utf-8")
    again = Counter()
    run_grid(again, GRID, file)
    assert again.calls == [(4, "cosine")]
    assert file.read_text("utf-8") == text


@pytest.mark.parametrize(
    "line", ["nonsense", "[1]", '{"settings": 3, "result": {}}', '{"accuracy": 1}']
)
def test_a_line_that_is_no_run_is_named(file: Path, line: str) -> None:
    file.parent.mkdir()
    file.write_text(line + "\n", "utf-8")
    with pytest.raises(ValueError, match="line 1 of .*runs.jsonl is not a saved run"):
        run_grid(Counter(), GRID, file)


def test_a_setting_that_cannot_be_saved_is_named_before_anything_runs(file: Path) -> None:
    counter = Counter()
    with pytest.raises(ValueError, match="cannot be saved"):
        run_grid(counter, {"bits": [8], "schedule": [object()]}, file)
    assert counter.calls == []


def test_the_table_has_a_column_for_every_setting_and_result() -> None:
    table = repr(Results([{"lr": 0.1, "accuracy": 0.98765}, {"lr": 0.01, "loss": 2}]))
    assert table.splitlines() == [
        "lr    accuracy  loss",
        "0.1   0.9877    None",
        "0.01  None      2",
    ]


def test_the_plot_has_a_line_for_each_value_and_means_with_bars_over_the_rest() -> None:
    runs = Results(
        {"bits": b, "how": how, "seed": s, "y": b + s}
        for b in (8, 2)
        for how in ("a", "b")
        for s in (0, 1)
    )
    axes = runs.plot("bits", "y", by="how").axes[0]
    lines, bars = axes.lines, axes.collections
    assert [line.get_label() for line in lines] == ["how = a", "how = b"]
    assert [list(line.get_xdata()) for line in lines] == [[2, 8], [2, 8]]
    assert list(lines[0].get_ydata()) == [2.5, 8.5]
    assert [bar[:, 1].tolist() for bar in bars[0].get_segments()] == [[2, 3], [8, 9]]


def test_words_on_the_horizontal_axis_keep_the_order_of_the_runs() -> None:
    runs = Results([{"how": "small", "y": 1}, {"how": "large", "y": 2}])
    assert list(runs.plot("how", "y").axes[0].lines[0].get_xdata()) == ["small", "large"]


def test_an_unknown_column_is_named_with_those_that_exist() -> None:
    with pytest.raises(KeyError, match="no run has a column 'acuracy'; there are: bits, accuracy"):
        Results([{"bits": 8, "accuracy": 1}]).plot("bits", "acuracy")
