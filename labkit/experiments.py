"""Experiments over a grid of settings. Each run is saved at its end: an interruption loses one."""

from __future__ import annotations

import itertools
import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure

from labkit.charts import LINES, draw_means
from labkit.figures import described
from labkit.language import current
from labkit.messages import mark, say
from labkit.progress_bar import progress

_MOST_TICKS = 8


class Results(list[dict[str, Any]]):
    """One dictionary for each finished run: its settings and its results. Shown as a table.

    >>> Results([{"lr": 0.1, "accuracy": 0.9}, {"lr": 0.01, "accuracy": 0.875}])
    lr    accuracy
    0.1   0.9
    0.01  0.875
    """

    def __repr__(self) -> str:
        names, rows = self._columns(), []
        for run in self:
            values = (run.get(name) for name in names)
            rows.append(
                [f"{value:.4g}" if isinstance(value, float) else str(value) for value in values]
            )
        rows.insert(0, names)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)

    def plot(self, x: str, y: str, by: str | None = None) -> Figure:
        """Draw one result against one setting.

        Args:
            x: the setting on the horizontal axis: numbers, or texts, which are in the order of
                the runs.
            y: the result on the vertical axis.
            by: a second setting, with one line for each of its values. Over all others, such as the
                seed, the mean is drawn, and a bar from the lowest result to the highest.

        Raises:
            KeyError: no run has a column of such a name; the message says which there are.
        """
        columns = self._columns()
        for name in filter(None, (x, y, by)):
            if name not in columns:
                known = ", ".join(columns) or "none"
                raise KeyError(f"no run has a column {name!r}; there are: {known}")
        figure, axes = described(figsize=(7, 3.4))
        sentences, spread = [say("figures.results", x=x, y=y)], False
        lines = zip(itertools.cycle(LINES), _groups(self, by).items(), strict=False)
        for style, (value, runs) in lines:
            groups = {place: [run[y] for run in same] for place, same in _groups(runs, x).items()}
            (places, lows), (_, values), (_, highs) = (
                _sorted_pairs({place: of(same) for place, same in groups.items()})
                for of in (min, statistics.fmean, max)
            )
            label = f"{by} = {value}" if by else y
            told = draw_means(axes, style, label, places, values, lows, highs)
            spread = spread or lows != highs
            pairs = mark("comma", current()).join(told)
            sentences.append(say("figures.line", label=label, pairs=pairs))
        axes.set(xlabel=x, ylabel=y)
        if spread:
            axes.set_title(say("figures.spread"), fontsize=10)
        if min(values := [run[y] for run in self]) >= 0:
            # A cut axis would make a small difference look large.
            axes.set_ylim(0, 1.05 * max(values) or None)
        # The values that were run, and none between them: matplotlib would make up 2.5 bits.
        if len(places := _sorted_pairs(dict.fromkeys(run[x] for run in self))[0]) <= _MOST_TICKS:
            axes.set_xticks(places)
        if by:
            figure.legend(loc="outside right upper")  # within the axes it may lie over a line
        figure.description = " ".join(sentences)
        return figure

    def _columns(self) -> list[str]:
        return list(dict.fromkeys(name for run in self for name in run))


def run_grid(
    function: Callable[..., Any], grid: Mapping[str, Sequence[Any]], file: str | Path
) -> Results:
    """Call a function with every combination of settings, and save each result at once.

    Run it again after an interruption, or with more settings: runs that the file already holds are
    not repeated. A progress bar is shown.

    Args:
        function: called with one keyword argument for each setting; returns a number, or a
            dictionary of numbers and texts.
        grid: for each setting its values: numbers, texts, True, False or None.
        file: the results, one line of JSON for each run; it and its folder are made if missing.

    Returns:
        The runs of this grid, in the grid's order.

    Raises:
        ValueError: a line of the file, or a value of the grid, cannot be read.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run_grid(lambda a, b: a * b, {"a": [1, 2], "b": [10]}, f"{folder}/product.jsonl")
    a  b   result
    1  10  10
    2  10  20
    """
    path = Path(file)
    finished = _finished(path)
    runs = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    pending = [settings for settings in runs if _key(settings) not in finished]
    for settings in progress(pending, path.stem, delay=1) if pending else ():
        value = function(**settings)
        result = value if isinstance(value, dict) else {"result": value}
        run = {"settings": settings, "result": result}
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as saved:
            saved.write(json.dumps(run, ensure_ascii=False) + "\n")
        finished[_key(settings)] = run
    return Results(settings | finished[_key(settings)]["result"] for settings in runs)


def _finished(path: Path) -> dict[str, dict[str, Any]]:
    """The runs that the file holds."""
    if not path.exists():
        return {}
    text = path.read_text("utf-8")
    # A last line without a line break was interrupted while it was written. It is cut off, or the
    # next run would be appended to it.
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, "utf-8")
    runs = {}
    for number, line in enumerate(whole.splitlines(), 1):
        try:
            run = json.loads(line)
            settings, result = dict(run["settings"]), dict(run["result"])
        except (ValueError, KeyError, TypeError):
            advice = "delete that line, or name another file"
            raise ValueError(f"line {number} of {path} is not a saved run: {advice}") from None
        runs[_key(settings)] = {"settings": settings, "result": result}
    return runs


def _key(settings: Mapping[str, Any]) -> str:
    try:
        return json.dumps(settings, sort_keys=True)  # the order of a grid's names may change
    except TypeError:
        advice = "use numbers, texts, True, False or None"
        raise ValueError(f"the settings {dict(settings)!r} cannot be saved: {advice}") from None


def _groups(runs: Sequence[dict[str, Any]], name: str | None) -> dict[Any, list[dict[str, Any]]]:
    groups: dict[Any, list[dict[str, Any]]] = {}
    for run in runs:
        groups.setdefault(run[name] if name else None, []).append(run)
    return groups


def _sorted_pairs(means: dict[Any, Any]) -> tuple[list[Any], list[Any]]:
    """Numbers in rising order; texts stay in the order of the runs."""
    numbers = all(isinstance(place, (int, float)) for place in means)
    places = sorted(means) if numbers else [str(place) for place in means]
    by_name = means if numbers else {str(place): value for place, value in means.items()}
    return places, [by_name[place] for place in places]
