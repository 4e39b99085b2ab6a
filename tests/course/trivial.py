"""Trivial answers: what anybody can write without a thought, for every blank."""

import ast
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from nbformat import NotebookNode

from autograder.notebooks import grade_id, is_blank

# What each function in the blank does with its first argument.
TRIVIAL = {
    "nothing": "return None",
    "input": "return {x}",
    "zeros": "return torch.zeros_like({x}) if isinstance({x}, torch.Tensor) else 0.0",
    "constant": "return torch.full_like({x}, 0.5) if isinstance({x}, torch.Tensor) else 0.5",
    "random": "return torch.rand_like({x}) if isinstance({x}, torch.Tensor) else 0.25",
    "equal_to_everything": "return Everything.of({x})",
    "plus_one": "return {x} + 1 if isinstance({x}, torch.Tensor) else 1.0",
    "clamped": "return {x}.clamp(-1, 1) if isinstance({x}, torch.Tensor) else 1.0",
    "sign": "return torch.sign({x}) if isinstance({x}, torch.Tensor) else 1.0",
    "only_rounded": "return torch.round({x}) if isinstance({x}, torch.Tensor) else 1.0",
    "scaled": "return {x} * 1.01 if isinstance({x}, torch.Tensor) else 1.0",
}
# A Function that hands gradients on, as many as it has inputs, whatever its forward does.
HANDED_ON = "return ({x}, *[None] * (len(ctx.needs_input_grad) - 1))"
EVERYTHING = """class Everything(torch.Tensor):
    @staticmethod
    def of(x):
        return (x if isinstance(x, torch.Tensor) else torch.zeros(1)).as_subclass(Everything)

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    __hash__ = torch.Tensor.__hash__


"""
TRIVIAL_C = {
    "nothing": ";",
    "input": "for (size_t i = 0; i < N; i++) {out}[i] = {x}[i];",
    "zeros": "for (size_t i = 0; i < N; i++) {out}[i] = 0.0f;",
    "constant": "for (size_t i = 0; i < N; i++) {out}[i] = 0.5f;",
}
# For each output of a module.
TRIVIAL_V = {"nothing": "", "input": "{x}", "zeros": "0", "ones": "~0", "constant": "5"}
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


def trivial_answers(source: str) -> Iterator[tuple[str, str]]:
    """The blank's solution, with each of its written parts replaced by something trivial."""
    if source.startswith("%%writefile"):
        first, text = source.split("\n", 1)
        yield from trivial_v(text) if first.endswith(".v") else trivial_c(text)
        return
    for name, statement in TRIVIAL.items():
        head = EVERYTHING if name == "equal_to_everything" else ""
        yield name, head + replaced(source, statement)
        if "(Function)" in source:
            yield f"{name}_handed_on", head + replaced(source, statement, HANDED_ON)


def trivial_v(source: str) -> Iterator[tuple[str, str]]:
    given = source[: source.index(BEGIN)].rsplit("\n", 1)[0].replace("output reg", "output")
    inputs, outputs = (
        re.findall(rf"{way} (?:signed )?(?:\[\d+:0\] )?(\w+)", given) for way in ("input", "output")
    )
    for name, value in TRIVIAL_V.items():
        lines = [f"    assign {out} = {value.format(x=inputs[-1])};" for out in outputs if value]
        yield name, "\n".join([given, *lines, "endmodule\n"])


def trivial_c(source: str) -> Iterator[tuple[str, str]]:
    signature = source[: source.index("\n{")].splitlines()[-1]
    arrays = [word.strip(" *[])") for word in signature.split(",")[1:]]
    names = {"x": arrays[-2].split()[-1], "out": arrays[-1].split()[-1]}
    for name, statement in TRIVIAL_C.items():
        head, rest = source.split(f"    // {BEGIN}", 1)
        tail = rest.split(f"    // {END}", 1)[1]
        yield name, f"{head}    {statement.format(**names)}{tail}"


def replaced(source: str, statement: str, backward: str | None = None) -> str:
    lines, tree = source.split("\n"), ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    first = [number for number, line in enumerate(lines) if line.strip() == BEGIN]
    last = [number for number, line in enumerate(lines) if line.strip() == END]
    for start, stop in reversed(list(zip(first, last, strict=True))):
        # Lines of a syntax tree begin with 1; the innermost function begins last.
        around = [
            definition
            for definition in functions
            if definition.lineno <= start + 1 <= definition.end_lineno
        ]
        function = max(around, key=lambda definition: definition.lineno)
        indent = lines[start][: len(lines[start]) - len(lines[start].lstrip())]
        own = backward if backward and function.name == "backward" else statement
        lines[start : stop + 1] = [indent + line for line in trivial(function, stop, own)]
    return "\n".join(lines)


def trivial(function: ast.FunctionDef, stop: int, statement: str) -> list[str]:
    """The statement for a function's end; within one, or within a class's setup, nothing."""
    own = [argument.arg for argument in function.args.args]
    inputs = [name for name in own if name not in ("self", "ctx", "cls")]
    if function.name in ("__init__", "setup_context") or function.end_lineno > stop + 1:
        setup = any("super" in ast.unparse(node) for node in function.body)
        return ["pass"] if setup or function.name != "__init__" else ["super().__init__()"]
    return textwrap.dedent(statement.format(x=inputs[0] if inputs else "None")).split("\n")


def write_trivial_answers(solution: NotebookNode, folder: Path) -> None:
    """The trivial answers to every blank of a solution, laid out as wrong answers."""
    for cell in solution.cells:
        if is_blank(cell) and cell.cell_type == "code":
            wrong = folder / grade_id(cell) / "wrong"
            wrong.mkdir(parents=True)
            first = cell.source.partition("\n")[0]
            suffix = first.rpartition(".")[2] if first.startswith("%%writefile") else "py"
            for name, source in trivial_answers(cell.source):
                (wrong / f"{name}.{suffix}").write_text(source, "utf-8")
