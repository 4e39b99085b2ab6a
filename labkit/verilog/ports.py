"""The ports of a Verilog module: their names and widths, and their values as bits."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import torch

_PORT = re.compile(r"(signed )?(?:\[(\d{1,2}):0\] )?([A-Za-z]\w*)")
WIDEST = 63  # bits of a port: its values are int64
CLOCK, RESET = "clk", "reset"
Values = Mapping[str, "torch.Tensor | Sequence[int] | int"]


@dataclass(frozen=True)
class Port:
    """A port of a module.

    Args:
        name: as in Verilog.
        width: how many bits it has.
        signed: whether they are a number in two's complement.
    """

    name: str
    width: int = 1
    signed: bool = False

    def __str__(self) -> str:
        span = f"[{self.width - 1}:0] " if self.width > 1 else ""
        return f"{'signed ' if self.signed else ''}{span}{self.name}"

    def bits(self, value: int) -> str:
        """A value as a row of 0 and 1, the highest bit first.

        >>> Port("x", 4, signed=True).bits(-3)
        '1101'
        """
        return format(value & (1 << self.width) - 1, f"0{self.width}b")

    def value(self, bits: str) -> int:
        """The value of a row of 0 and 1.

        >>> Port("x", 4, signed=True).value("1101"), Port("x", 4).value("1101")
        (-3, 13)
        """
        number = int(bits, 2)
        return number - (1 << self.width) if self.signed and bits[0] == "1" else number


def parsed(text: str) -> tuple[Port, ...]:
    """Ports as Verilog declares them, with commas between.

    Raises:
        ValueError: one has another form, or more bits than an int64 holds.

    >>> parsed("valid, signed [7:0] x")
    (Port(name='valid', width=1, signed=False), Port(name='x', width=8, signed=True))
    """
    ports = []
    for one in filter(None, map(str.strip, text.split(","))):
        match = _PORT.fullmatch(one)
        if not match or int(match[2] or 0) >= WIDEST:
            raise ValueError(f"{one!r} is no port: write it as in 'signed [7:0] x'")
        ports.append(Port(match[3], int(match[2] or 0) + 1, bool(match[1])))
    return tuple(ports)


def rows(ports: Sequence[Port], values: Values) -> list[str]:
    """Values of input ports as rows of bits, one for each clock; a port without any is 0.

    Args:
        ports: of a row, the first one in its highest bits.
        values: by the name of the port; a single number stays the same in all rows.

    Raises:
        ValueError: a value is for no port, or the numbers of values differ.

    >>> rows(parsed("[1:0] a, b"), {"a": [0, 1, 2], "b": 1})
    ['001', '011', '101']
    """
    if unknown := set(values) - {port.name for port in ports}:
        raise ValueError(f"no input port is called {', '.join(sorted(unknown))}")
    lists = {
        name: one.flatten().tolist() if isinstance(one, torch.Tensor) else one
        for name, one in values.items()
    }
    lengths = {len(one) for one in lists.values() if not isinstance(one, int)}
    if len(lengths) != 1:
        raise ValueError(f"input ports have {sorted(lengths)} values: the same number for each")
    (count,) = lengths
    columns = []
    for port in ports:
        one = lists.get(port.name, 0)
        numbers = [one] * count if isinstance(one, int) else one
        columns.append([port.bits(int(number)) for number in numbers])
    return ["".join(row) for row in zip(*columns, strict=True)]
