"""The clocks before the one in which hardware answers something wrong, as a table for the card."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from labkit.evidence import Array
from labkit.judge import RecordVerdict

_BEFORE = 4  # clocks: as long as the longest pipeline here
_TABLE = "border-collapse:collapse;margin:0.3em 0;font-family:monospace;font-size:90%"
_CELL = "text-align:right;padding:0 0.6em;border-left:1px solid #77777777;white-space:nowrap"


@dataclass(frozen=True)
class Place:
    """Where hardware answered something wrong first.

    Args:
        clock: counted from 0 after the first reset; None for a circuit without a clock.
        port: the output.
        rows: of a table, each with its name first: the clocks, the inputs, what the port gave and
            what it must give.
    """

    clock: int | None
    port: str
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> list[str]:
        """The table as text."""
        first = max(len(row[0]) for row in self.rows)
        other = max(len(cell) for row in self.rows for cell in row[1:])
        return [
            " ".join([row[0].ljust(first), *(cell.rjust(other) for cell in row[1:])])
            for row in self.rows
        ]

    def html(self) -> str:
        """The table as HTML, with the port's own clock at its right end."""
        body = "".join(
            f'<tr><th scope="row" style="text-align:left;padding-right:0.6em">{escape(name)}</th>'
            + "".join(f'<td style="{_CELL}">{escape(value)}</td>' for value in values)
            + "</tr>"
            for name, *values in self.rows
        )
        # It scrolls by itself where a screen is narrow, by keys too.
        table = f'<table style="{_TABLE}">{body}</table>'
        return f'<div tabindex="0" style="overflow-x:auto">{table}</div>'


def place(record: RecordVerdict, *, clock: str, got: str, expected: str) -> Place | None:
    """Where the record of a piece of hardware fails first; None for any other record.

    Args:
        record: with a problem.
        clock, got, expected: these words, in the reader's language.
    """
    reference, index = record.reference, record.cause.index
    at, value, recorded = reference.at, reference.value, record.got
    if not (reference.ports and at and index and len(index) == 2):
        return None
    if not (isinstance(value, Array) and isinstance(recorded, Array)):
        return None
    inputs, outputs = reference.ports
    row, column = index
    has_clock = len(inputs) > at.values.shape[1]
    shown = range(max(0, row - _BEFORE) if has_clock else row, row + 1)
    port = outputs[column]
    table = [(clock, *map(str, shown))] if has_clock else []
    names = inputs[1:] if has_clock else inputs
    for name, values in zip(names, at.values.T, strict=True):
        table.append((name, *(str(values[moment]) for moment in shown)))
    for words, array in ((got, recorded), (expected, value)):
        table.append((f"{port}: {words}", *(str(array.values[moment, column]) for moment in shown)))
    return Place(row if has_clock else None, port, tuple(table))
