"""Where the cells of a design lie on an iCE40: read from nextpnr's own output, and drawn."""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PLACE = re.compile(r"X(\d+)/Y(\d+)/(?:lc(\d)|ram)")
# Of the files that made a cell, yosys's own have a folder in their names.
_FILE = re.compile(r"(?:^|\|)(\w+\.v):\d")
_TILES, _LANES, _GAP = 34, 2, 0.08  # of the HX8K; 8 logic cells of a tile are drawn in 2 columns
# They differ in brightness, too.
_COLORS = ("black", "#0072b2", "#e69f00", "#cfcfcf", "#009e73", "#cc79a7")


@dataclass(frozen=True)
class PlacedCell:
    """A logic cell, which is a LUT and a flip-flop, or a block RAM, on the chip.

    Args:
        name: as yosys calls it; that of a block RAM begins with its memory's.
        source: the file whose registers it is one of, or leads to.
        x, y: its tile; a block RAM takes the one above, too.
        slot: of the 8 logic cells of a tile; None for a block RAM.
    """

    name: str
    source: str
    x: int
    y: int
    slot: int | None


def placed(written: Path, top: str) -> tuple[PlacedCell, ...]:
    """The logic cells and block RAMs of what nextpnr writes with ``--write``.

    Args:
        written: that file.
        top: the source of the whole, which has what is in no other.
    """
    modules = json.loads(written.read_text("utf-8"))["modules"].values()
    (cells,) = (module["cells"] for module in modules if module["cells"])
    sources, found = _Sources(cells, top), []
    for name, cell in cells.items():
        if place := _PLACE.fullmatch(cell["attributes"].get("NEXTPNR_BEL", "")):
            x, y, slot = place.groups()
            row = None if slot is None else int(slot)
            found.append(PlacedCell(name, sources.of(name), int(x), int(y), row))
    return tuple(found)


def floorplan(axes: Axes, cells: Sequence[PlacedCell], parts: Mapping[str, str]) -> dict[str, int]:
    """Draw each cell at its place on the chip, in the colour of its part.

    Args:
        axes: of matplotlib.
        cells: logic cells become small boxes; a block RAM has the name of its memory in it.
        parts: what the legend calls each source.

    Returns:
        How many logic cells each part has.

    >>> from matplotlib.figure import Figure
    >>> logic, ram = PlacedCell("row", "layer.v", 3, 2, 7), PlacedCell("words.0", "a.v", 8, 1, None)
    >>> axes = Figure().subplots()
    >>> floorplan(axes, [logic, ram], {"layer.v": "layer", "a.v": "the rest"})
    {'layer': 1, 'the rest': 0}
    >>> [text.get_text() for text in axes.texts]
    ['words']
    """
    from matplotlib.collections import PatchCollection  # start-up time: a check draws nothing
    from matplotlib.patches import Patch, Rectangle

    boxes: dict[str, list[Rectangle]] = {part: [] for part in parts.values()}
    for cell in cells:
        if cell.slot is None:
            frame = Rectangle((cell.x, cell.y), 1, 2 - _GAP, facecolor="white", edgecolor="black")
            axes.add_patch(frame)
            middle, memory = (cell.x + 0.5, cell.y + 1), cell.name.split(".")[0]
            axes.text(*middle, memory, ha="center", va="center", rotation=90, size=5)
        else:
            lane, row = divmod(cell.slot, 8 // _LANES)
            corner = cell.x + lane / _LANES, cell.y + row * _LANES / 8
            box = Rectangle(corner, 1 / _LANES - _GAP, _LANES / 8 - _GAP)
            boxes[parts[cell.source]].append(box)
    styles = dict(zip(boxes, _COLORS, strict=False))
    for part, color in styles.items():
        axes.add_collection(PatchCollection(boxes[part], facecolor=color, linewidth=0))
    legend = [Patch(color=color, label=part) for part, color in styles.items()]
    axes.legend(handles=legend, loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False)
    axes.set(xlim=(0, _TILES), ylim=(0, _TILES), aspect="equal")
    axes.grid(visible=False)
    return {part: len(drawn) for part, drawn in boxes.items()}


class _Sources:
    """Of each cell, the file that it comes from.

    A register knows it. What is left of logic after its simplification does not: it counts to the
    registers that it leads to.
    """

    def __init__(self, cells: Mapping[str, Any], top: str) -> None:
        self._cells, self._top = cells, top
        self._readers = defaultdict[Any, list[str]](list)
        for name, cell in cells.items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"][port] == "input":
                    for bit in bits:
                        self._readers[bit].append(name)
        self._known: dict[str, str] = {}

    def of(self, name: str) -> str:
        if name not in self._known:
            self._known[name] = self._top  # should the logic have a loop
            self._known[name] = self._written(name) or self._led_to(name)
        return self._known[name]

    def _written(self, name: str) -> str:
        cell = self._cells[name]
        files = _FILE.findall(cell["attributes"].get("src", ""))
        inner = [file for file in files if file != self._top]
        is_register = int(cell["parameters"].get("DFF_ENABLE", "0"), 2)
        return inner[-1] if inner else self._top if files or is_register else ""

    def _led_to(self, name: str) -> str:
        cell = self._cells[name]
        readers = Counter(
            self.of(reader)
            for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "output"
            for bit in bits
            for reader in self._readers[bit]
        )
        return readers.most_common(1)[0][0] if readers else self._top
