"""Always blocks that simulators and synthesizers may read in different ways.

They are read from yosys's own tree of the source, before it is simplified.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_NODE = re.compile(r"^( +)AST_(\w+) <[^>]*>(?:[^\n]*? str='\\?([^']*)')?([^\n]*)", re.MULTILINE)
_EDGES = ("POSEDGE", "NEGEDGE")
_DECLARED = ("WIRE", "MEMORY")


@dataclass
class _Node:
    kind: str
    name: str = ""
    is_output: bool = False
    children: list[_Node] = field(default_factory=list)

    def all(self, *kinds: str) -> Iterator[_Node]:
        """This node and those in it, of some kinds."""
        if self.kind in kinds:
            yield self
        for child in self.children:
            yield from child.all(*kinds)

    def names(self) -> set[str]:
        return {node.name for node in self.all("IDENTIFIER")}


def doubtful(tree: str) -> tuple[tuple[str, str], ...]:
    """What simulation and synthesis may read in different ways, each with a signal.

    Args:
        tree: what ``read_verilog -dump_ast1`` prints.
    """
    found: set[tuple[str, str]] = set()
    for module in _parsed(tree).all("MODULE"):
        outputs = {node.name for node in module.all("WIRE") if node.is_output}
        for block in module.all("ALWAYS"):
            others = [child for child in module.children if child is not block]
            found |= {("verilog_blocking", name) for name in _blocking(block, others, outputs)}
            found |= {("verilog_sensitivity", name) for name in _unlisted(block, module)}
    return tuple(sorted(found))


def _parsed(tree: str) -> _Node:
    root = _Node("ROOT")
    path = [(-1, root)]
    for indent, kind, name, rest in _NODE.findall(tree):
        while path[-1][0] >= len(indent):
            path.pop()
        # Where a node has no name, all of its line is in the last group.
        node = _Node(kind, name, is_output=" output" in rest)
        path[-1][1].children.append(node)
        path.append((len(indent), node))
    return root


def _assigned(block: _Node, *kinds: str) -> set[str]:
    """Signals on the left of assignments, without the variables of loops."""
    loops = {name for loop in block.all("FOR") for name in _targets(loop.children[0])}
    return {name for node in block.all(*kinds) for name in _targets(node)} - loops


def _targets(assignment: _Node) -> set[str]:
    left = assignment.children[0]
    return {part.name for part in (left.children if left.kind == "CONCAT" else [left])}


def _blocking(block: _Node, others: list[_Node], outputs: set[str]) -> set[str]:
    """Registers that ``=`` sets at an edge, and that are read elsewhere in the same moment."""
    if not any(child.kind in _EDGES for child in block.children):
        return set()
    read_elsewhere = outputs.union(*(child.names() for child in others))
    return _assigned(block, "ASSIGN_EQ") & read_elsewhere


def _unlisted(block: _Node, module: _Node) -> set[str]:
    """What a block without a clock reads and does not wait for."""
    waits = [child for child in block.children if child.kind == "EDGE" and child.children]
    if not waits or any(child.kind in _EDGES for child in block.children):
        return set()
    signals = {node.name for child in module.children for node in child.all(*_DECLARED)}
    listed = set[str]().union(*(edge.names() for edge in waits))
    own = _assigned(block, "ASSIGN_EQ", "ASSIGN_LE")
    loops = {name for loop in block.all("FOR") for name in _targets(loop.children[0])}
    return (block.names() & signals) - listed - own - loops
