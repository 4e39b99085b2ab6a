"""What yosys made of a source, as a graph of bits: finds what keeps it from being hardware that one
may build.

It is read from yosys's own text of the circuit (RTLIL), which is the same in all versions from 0.9
on; what its messages say differs from one to the next.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

CLOCK = "clk"
LOOP, DRIVERS = "verilog_loop", "verilog_drivers"
_ORDER = (
    *(DRIVERS, LOOP, "verilog_latch", "verilog_second_edge", "verilog_other_edge"),
    *("verilog_clock_read", "verilog_undriven"),
)
_WIRE = re.compile(r"wire (?:.*? )?(\S+)$")
_SIZE = re.compile(r"width (\d+)")
_DIRECTION = re.compile(r"\b(inout|input|output) \d+")
_PART = re.compile(r"(\d+)'s?([01xzm-]*)|([\\$]\S+)(?: \[(\d+)(?::(\d+))?\])?|(\d+)")
_OUTPUTS = {"Y", "Q", "RD_DATA", "CO", "X"}
_BY_BIT = {"$and", "$or", "$xor", "$xnor", "$not", "$pos", "$mux"}
_REGISTER = re.compile(r"\$(a|s|al)?dff")
_LATCH = re.compile(r"\$(a|s)?(dlatch|sr\b)")
_CLOCKS = {"CLK", "RD_CLK", "WR_CLK"}
_ASYNCHRONOUS = ("ARST", "ALOAD", "SET", "CLR")

Bit = tuple[str, int] | str  # of a wire; or a constant
Node = tuple[str, int]


@dataclass
class _Cell:
    kind: str
    parameters: dict[str, str] = field(default_factory=dict)
    ports: dict[str, list[Bit]] = field(default_factory=dict)

    def bits(self, *, output: bool) -> Iterator[tuple[str, int, Bit]]:
        for port, bits in self.ports.items():
            if (port in _OUTPUTS) == output:
                yield from ((port, place, bit) for place, bit in enumerate(bits))

    @property
    def outputs(self) -> list[list[Bit]]:
        return [bits for port, bits in self.ports.items() if port in _OUTPUTS]

    @property
    def is_clocked(self) -> bool:
        return bool(_REGISTER.match(self.kind))


class Netlist:
    """The circuit of one module, without modules inside.

    Wires that are connected are one net. What no output depends on is not looked at: a loop
    variable that two blocks share is no wire.

    Args:
        text: the lines of the module, as yosys's ``dump`` writes them.
    """

    def __init__(self, text: str) -> None:
        self.wires: dict[str, tuple[str, int]] = {}
        self.signed: set[str] = set()  # names; yosys 0.9 does not say it
        self._cells: list[_Cell] = []
        self._joined: dict[Node, Node] = {}
        self._connections: list[tuple[Bit, Bit]] = []
        self._constants: list[tuple[Bit, tuple[Bit, ...]]] = []
        self._read(text)
        for left, right in self._connections:
            if not isinstance(left, str) and not isinstance(right, str):
                self._joined[self._net(left)] = self._net(right)
        self._names: dict[Node, list[str]] = defaultdict(list)
        self._drivers: dict[Node, set[object]] = defaultdict(set)
        self._readers: dict[Node, list[tuple[_Cell, str]]] = defaultdict(list)
        self._collect()
        self._live = self._needed()

    @property
    def ports(self) -> dict[str, tuple[str, int]]:
        """Direction and width of each port, by name."""
        return {name[1:]: wire for name, wire in self.wires.items() if wire[0]}

    @property
    def drives_nothing(self) -> bool:
        """No bit of an output has a driver."""
        return not any(self._drivers[self._net(bit)] for bit in self._ports_bits("output"))

    @property
    def faults(self) -> tuple[tuple[str, str], ...]:
        """The names of problems that keep it from being hardware, each with a wire.

        Those that make everything else undecidable come first.
        """
        found = {(DRIVERS, name) for name in self._conflicts()}
        found |= {(LOOP, wire) for wire in self._loop()}
        for cell in filter(self._is_live, self._cells):
            found.update(self._faults_of(cell))
        if self._clock_is_read():
            found.add(("verilog_clock_read", CLOCK))
        undriven = (net for net in self._live if not self._drivers[net] and net != self._clock)
        found |= {("verilog_undriven", self._name(net)) for net in undriven}
        return tuple(sorted(found, key=lambda fault: (_ORDER.index(fault[0]), fault[1])))

    def _read(self, text: str) -> None:
        cell = None
        for line in map(str.strip, text.splitlines()):
            word, _, rest = line.partition(" ")
            if word == "wire" and (match := _WIRE.match(line)):
                size, way = _SIZE.search(line), _DIRECTION.search(line)
                self.wires[match[1]] = (way[1] if way else "", int(size[1]) if size else 1)
                self.signed |= {match[1][1:]} if " signed " in line else set()
            elif word == "cell":
                cell = _Cell(rest.split()[0])
                self._cells.append(cell)
            elif word == "parameter" and cell:
                name, _, value = rest.removeprefix("signed ").partition(" ")
                cell.parameters[name[1:]] = value
            elif word == "connect" and cell:
                name, _, signal = rest.partition(" ")
                cell.ports[name[1:]] = self._bits(signal)
            elif word == "connect":
                left, right = _halves(rest)
                target, source = self._bits(left), self._bits(right)
                self._connections += zip(target, source, strict=True)
                if all(isinstance(bit, str) for bit in source):
                    self._constants.append((target[0], tuple(source)))
            elif word == "end":
                cell = None

    def _bits(self, signal: str) -> list[Bit]:
        """The bits of a signal, the lowest first."""
        found: list[Bit] = []
        for part in reversed(list(_PART.finditer(signal))):
            if name := part[3]:
                high = int(part[4]) if part[4] else self.wires[name][1] - 1
                low = int(part[5]) if part[5] else high if part[4] else 0
                found += [(name, place) for place in range(low, high + 1)]
            else:
                text = part[2] if part[1] else format(int(part[6]), "032b")
                # Newer versions write only the first of many unknown bits.
                fill = text[0] if text[:1] in ("x", "z") else "0"
                found += reversed(text.rjust(int(part[1] or 32), fill))
        return found

    def _net(self, bit: Node) -> Node:
        root = bit
        while root in self._joined and self._joined[root] != root:
            root = self._joined[root]
        while bit != root:
            self._joined[bit], bit = root, self._joined[bit]
        return root

    def _nets(self, bits: Iterable[Bit]) -> Iterator[Node]:
        return (self._net(bit) for bit in bits if not isinstance(bit, str))

    def _ports_bits(self, direction: str) -> Iterator[Node]:
        for name, (way, width) in self.wires.items():
            if way == direction:
                yield from ((name, place) for place in range(width))

    def _collect(self) -> None:
        for name, (_, width) in self.wires.items():
            for place in range(width):
                self._names[self._net((name, place))].append(name)
        for bit in self._ports_bits("input"):
            self._drivers[self._net(bit)].add(bit)
        for left, right in self._connections:
            if isinstance(right, str) and not isinstance(left, str):
                self._drivers[self._net(left)].add(right)
        for cell in self._cells:
            for port, place, target in cell.bits(output=True):
                if not isinstance(target, str):
                    self._drivers[self._net(target)].add((id(cell), port, place))
            for port, _, source in cell.bits(output=False):
                if not isinstance(source, str):
                    self._readers[self._net(source)].append((cell, port))

    def _needed(self) -> dict[Node, None]:
        """The nets that an output depends on."""
        by_id = {id(cell): cell for cell in self._cells}
        found: dict[Node, None] = {}
        waiting = list(self._nets(self._ports_bits("output")))
        while waiting:
            net = waiting.pop()
            if net in found:
                continue
            found[net] = None
            for driver in self._drivers[net]:
                if isinstance(driver, tuple) and driver[0] in by_id:
                    inputs = by_id[driver[0]].bits(output=False)
                    waiting += self._nets(bit for _, _, bit in inputs)
        return found

    def _is_live(self, cell: _Cell) -> bool:
        return any(net in self._live for net in self._nets(b for *_, b in cell.bits(output=True)))

    def _conflicts(self) -> Iterator[str]:
        """Wires with two drivers, each once."""
        nets = [net for net in self._live if len(self._drivers[net]) > 1]
        yield from dict.fromkeys(map(self._driven_twice, nets))
        # Some versions write the constant where a wire has both: then a gate drives a constant.
        outputs = {tuple(bits) for cell in self._cells for bits in cell.outputs}
        for wire, bits in self._constants:
            if bits in outputs and any(net in self._live for net in self._nets([wire])):
                yield _plain(wire[0])

    def _driven_twice(self, net: Node) -> str:
        """The wire that is assigned twice; the one on the left if several are joined."""
        assigned = [left for left, _ in self._connections if not isinstance(left, str)]
        of_net = [bit[0] for bit in assigned if self._net(bit) == net and bit[0][0] == "\\"]
        twice = [name for name in of_net if of_net.count(name) > 1]
        return _plain(min(twice or of_net or [self._name(net)]))

    def _faults_of(self, cell: _Cell) -> Iterator[tuple[str, str]]:
        wire = self._name(next(self._nets(b for *_, b in cell.bits(output=True))))
        if _LATCH.match(cell.kind):
            yield "verilog_latch", wire
        for port in _ASYNCHRONOUS:
            if port in cell.ports and cell.is_clocked:
                stop = next(self._nets(cell.ports[port]), None)
                yield "verilog_second_edge", self._name(stop) if stop else wire
        for port in _CLOCKS & cell.ports.keys():
            polarity = cell.parameters[f"{port}_POLARITY"].partition("'")[2]
            used = cell.parameters.get(f"{port}_ENABLE", "'1").partition("'")[2].rjust(1, "0")
            for place, bit in enumerate(cell.ports[port]):
                is_on = used[::-1][place : place + 1] == "1"
                rises = polarity[::-1][place : place + 1] == "1"
                is_clock = not isinstance(bit, str) and self._net(bit) == self._clock
                if is_on and not (rises and is_clock):
                    yield "verilog_other_edge", wire

    @property
    def _clock(self) -> Node:
        return self._net((f"\\{CLOCK}", 0))

    def _clock_is_read(self) -> bool:
        """Whether anything but a register gets the clock."""
        if self._clock in self._nets(self._ports_bits("output")):
            return True
        readers = self._readers[self._clock]
        return any(port not in _CLOCKS and self._is_live(cell) for cell, port in readers)

    def _loop(self) -> Iterator[str]:
        """A wire that depends on itself without a register in between, if there is one."""
        after: dict[Node, list[Node]] = defaultdict(list)
        for cell in self._cells:
            # What a memory reads at an address does not depend on its data inputs.
            if not cell.is_clocked and not cell.kind.startswith("$mem"):
                for source, target in self._paths(cell):
                    after[source].append(target)
        done: set[Node] = set()
        for start in [net for net in after if net in self._live]:
            path: dict[Node, Iterator[Node]] = {}
            following: Node | None = start
            while following or path:
                if following in path:
                    cycle = [*path][[*path].index(following) :]
                    yield min(map(self._name, cycle), key=lambda name: (name[0] == "$", name))
                    return
                if following and following not in done:
                    path[following] = iter(after[following])
                following = next(path[next(reversed(path))], None) if path else None
                if path and following is None:
                    done.add(path.popitem()[0])

    def _paths(self, cell: _Cell) -> Iterator[tuple[Node, Node]]:
        by_bit = cell.kind in _BY_BIT
        for _, place, target in cell.bits(output=True):
            for port, other, source in cell.bits(output=False):
                is_own = not by_bit or port == "S" or place == other
                if is_own and not isinstance(source, str) and not isinstance(target, str):
                    yield self._net(source), self._net(target)

    def _name(self, net: Node) -> str:
        """A name of a net that its author knows, if it has one."""
        return _plain(min(self._names[net], key=lambda name: (name[0] == "$", len(name), name)))


def _plain(name: str) -> str:
    # yosys's own names hold the name of a memory, or none that its author knows.
    known = re.search(r"\\([^\s$]+)", name)
    return known[1] if known else name


def _halves(rest: str) -> tuple[str, str]:
    """The two signals of a connection."""
    depth, words, steps = 0, rest.split(" "), {"{": 1, "}": -1}
    for place, word in enumerate(words):
        depth += steps.get(word, 0)
        # A slice belongs to the name before it.
        if not depth and not words[place + 1].startswith("["):
            return " ".join(words[: place + 1]), " ".join(words[place + 1 :])
    raise ValueError(f"no connection: {rest}")
