"""Mutants: answers with one small mistake each, made from a right answer by a table of changes.

mutmut has operators for mistakes that any program may have; its changes that no student would write
are left out. The others here are mistakes in this course's subject: a factor forgotten, two
gradients swapped, ``floor`` for ``round``.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import UnionType
from typing import Any

import libcst as cst
from libcst import matchers as m
from mutmut.mutation import mutators

from autograder import editions

Operator = tuple[type | UnionType, Callable[[Any], Iterable[cst.CSTNode]]]

# Confused with each other: names of functions, methods and arguments.
INSTEAD = {
    "abs": ("square", "relu"),
    "amax": ("amin", "max"),
    "argmax": ("argmin", "max"),
    "ceil": ("floor", "round"),
    "detach": ("clone",),
    "double": ("float",),
    "empty_like": ("zeros_like", "ones_like"),
    "exp": ("expm1", "exp2"),
    "exp2": ("exp",),
    "log1p": ("log",),
    "log2": ("log", "log10"),
    "long": ("int", "float"),
    "max": ("min", "mean"),
    "mean": ("sum", "median"),
    "min": ("max",),
    "ones_like": ("zeros_like",),
    "rand": ("randn",),
    "round": ("floor", "ceil", "trunc"),
    "running_mean": ("bias", "running_var"),
    "running_var": ("running_mean", "weight"),
    "sigmoid": ("tanh", "relu"),
    "sign": ("abs", "sgn"),
    "std": ("var", "mean"),
    "sum": ("mean", "max"),
    "zeros_like": ("ones_like",),
}
# Functions whose arguments may come in either order.
SYMMETRIC = m.Name("min") | m.Name("max") | m.Attribute(m.Name("torch"), m.Name("logaddexp"))
# Names in C that are easily confused.
PAIRS = ("a", "b"), ("i", "j"), ("r", "c"), ("row", "column"), ("filters", "channels")
EXCHANGED = *PAIRS, *((second, first) for first, second in PAIRS)
# The same for C, each with its replacements.
IN_C = (
    (r"roundf", ("floorf", "ceilf", "truncf", "rintf", "")),
    (r"<=", ("<", ">=")),
    (r"(?<![<#])<(?![=<])", ("<=", ">")),
    (r"(?<!>)>(?![>=])", (">=", "<")),
    (r">>", ("<<",)),
    (r"<<", (">>",)),
    (r"\|=", ("=", "^=", "+=")),
    (r"&=", ("=", "|=")),
    (r"\+=", ("=", "-=")),
    (r"-=", ("=", "+=")),
    (r" \+ ", (" - ",)),
    (r" - ", (" + ",)),
    (r" \* ", (" + ",)),
    (r" / ", (" % ",)),
    (r" % ", (" / ",)),
    (r" \^ ", (" & ", " | ")),
    (r"~", ("",)),
    (r"&&", ("||",)),
    (r"(?<=if \()(.+) (?:&&|\|\|) (.+)(?=\) \{)", (r"\1", r"\2")),
    (r"(?<=if \().+(?=\) \{)", ("1", "0")),
    (r"\+\+", ("--", " += 2")),
    (r"(?<![\w.])-(?=\d)", ("",)),
    (r"(?<![\w.])\d+\.\d+f", ("{+1}", "{-1}", "0.0f")),
    (r"(?<![\w.])0(?=;)", ("1",)),
    (r"(?<![\w.])\d+(?![\w.])", ("{+1}", "{-1}")),
    (r"\(u?int\d+_t\)", ("",)),
    (r"\b(?:uint32|int64)_t (?=\w+ =)", ("int32_t ",)),
    *((rf"\b{name}\b", (other,)) for name, other in EXCHANGED),
    (r"\bN\b", ("(N - 1)", "(N + 1)")),
    (r"\bsize_t (?=i\b)", ("int ", "char ")),
    (r"\bfloat (?=y\b)", ("int ", "double ", "signed char ")),
    (r"\bsrc\[i\]", ("src[0]", "dst[i]", "grad_out[i]")),
    (r"\bdst\[i\]", ("dst[0]", "src[i]")),
    (r"\bgrad_out\[i\]", ("grad_out[0]", "src[i]", "1.0f", "-grad_out[i]")),
    (r"\bgrad_in\[i\]", ("grad_in[0]", "grad_in[N - 1 - i]")),
    (r"(?<== )y\b", ("src[i]",)),
    (r"(?<=\? )([-\w.\[\]]+) : ([-\w.\[\]]+)(?=;)", (r"\2 : \1",)),
    (r" = (?=[^;]*\?)", (" += ",)),
    (r"(?m)^ +\S[^{}\n]*;$", ("",)),
)
# The same for Verilog: edges, blocking, stages, widths, signs, resets and stalls, constants.
IN_VERILOG = (
    (r"posedge clk", ("negedge clk", "posedge clk or posedge reset")),
    (r"@\*|@\(\*\)", ("@(posedge clk)",)),
    (r"(?m)^( *(?:if \(.*?\) |else )?[\w{][\w{}, \[\]:]*) <= ", (r"\1 = ",)),
    (r"\b(\w+)_1\b", (r"\1", r"\1_2")),
    (r"\b(\w+)_2\b", (r"\1_1",)),
    # One bit more is not a mistake.
    (r"(?<=\[)\d+(?=:0\])", ("{-1}",)),
    (r"\bsigned ", ("",)),
    (r"\$signed\((\{[^}]*\}|[^()]*)\)", (r"\1",)),
    (r">>>", (">>", "<<<")),
    (r"(?<!>)>>(?!>)", (">>>", "<<")),
    (r" & ~reset| & last\w*", ("",)),
    (r"valid_\w+ & ", ("",)),
    (r"~\^", ("^", "&")),
    (r"~", ("",)),
    (r"&&| & ", (" | ",)),
    (r"\|\|| \| ", (" & ",)),
    (r"(?<=if \()[^()]+(?=\))", ("1'b1", "1'b0")),
    (r"(?<= )>=(?= )", (">", "<", "==")),
    (r"(?<= )>(?= )", (">=", "<")),
    (r"(?<= )<(?= )", ("<=", ">")),
    (r"(?<= )==(?= )", ("!=", ">=")),
    (r" \+ ", (" - ",)),
    (r" - ", (" + ",)),
    (r" \* ", (" + ",)),
    (r"(?<='d)\d+|(?<='sd)\d+", ("{+1}",)),
    (r"(?<='d)[1-9]\d*|(?<='sd)[1-9]\d*", ("{-1}",)),
    (r"(?<='b)[01]\b", ("0", "1")),
    (r"(?<![\w'.:\[])\d+(?![\w'.:])", ("{+1}", "{-1}")),
    (r"\? ([^:;?]+) : ([^:;?]+)(?=;)", (r"? \2 : \1",)),
    (r"(?m)^ +\S[^{}\n]*;$", ("",)),
    (r"(?m)^ *if \(.*\)\n", ("",)),
)


@dataclass(frozen=True)
class Mutant:
    """A changed answer.

    Args:
        blank: the blank that it belongs into.
        source: of the whole cell.
        before, after: the difference: text that is in the answer exactly once, and its replacement.
        base: the right answer that was changed; empty for the solution.
    """

    blank: str
    source: str
    before: str
    after: str
    base: str = ""


def mutants(
    blank: str, source: str, known: Sequence[str], given: str = "", base: str = ""
) -> list[Mutant]:
    """All mutants of a right answer that no known answer equals.

    Args:
        blank: id of the blank.
        source: the answer's cell.
        known: sources of known answers, right and wrong.
        given: the blank's cell in the solution; what is outside the solution's marks is not
            changed, since students are given it.
        base: the answer's name.

    >>> [mutant.after for mutant in mutants("a", "y = x + 1", ["y = x - 1", "y = None"])]
    ['y = x', 'y = 1', 'y = x + 2', 'y = x + 0']
    """
    seen = {_meaning(source), *map(_meaning, known)}
    fixed = given_lines(given)
    made = []
    for changed in _changed(source):
        meaning = _meaning(changed)
        if meaning is None or meaning in seen:
            continue
        seen.add(meaning)
        if not _removed(source, changed) <= fixed:
            made.append(Mutant(blank, changed, *difference(source, changed), base))
    return made


def given_lines(source: str) -> set[str]:
    """The lines of a solution's cell that students get as well, without their indentation.

    >>> lines = "def f(x):", "    ### BEGIN SOLUTION", "    return x", "    ### END SOLUTION"
    >>> given_lines("\\n".join(lines))
    {'def f(x):'}
    """
    if "### BEGIN SOLUTION" not in source:
        return set()
    # Answers have the comments of one language, the solution those of all.
    every = "\n".join(editions.forms(source))
    parts = re.split(r"### BEGIN SOLUTION.*?### END SOLUTION", every, flags=re.DOTALL)
    return {line.strip() for part in parts for line in part.splitlines()} - {"", "//"}


def _changed(source: str) -> Iterator[str]:
    if source.startswith("%%writefile"):
        yield from _changed_c(source)
        return
    module = cst.parse_module(source)
    # One statement at a time: writing the whole module for each change takes twice as long.
    texts = [module.code_for_node(part) for part in (*module.header, *module.body, *module.footer)]
    for place, statement in enumerate(module.body, start=len(module.header)):
        for node, other in _replacements(statement):
            changed = module.code_for_node(statement.deep_replace(node, other))
            made = "".join([*texts[:place], changed, *texts[place + 1 :]])
            yield made if module.has_trailing_newline else made.removesuffix("\n")


def _meaning(source: str) -> str | None:
    """Equal for sources that differ in layout, comments or docstrings; None if not Python."""
    if source.startswith("%%writefile"):
        return " ".join(re.sub(r"//.*|/\*.*?\*/", "", source.partition("\n")[2]).split())
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef)):
            node.body = [statement for statement in node.body if not _is_text(statement)]
    return ast.dump(tree)


def _is_text(statement: ast.stmt) -> bool:
    """A docstring, or a moved one."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def difference(source: str, changed: str) -> tuple[str, str]:
    """Lines that are in a source exactly once, and their replacement in a changed one.

    >>> difference("def f(x):\\n    return x + 1", "def f(x):\\n    return x")
    ('return x + 1', 'return x')
    """
    old, new = source.splitlines(keepends=True), changed.splitlines(keepends=True)
    shared = min(len(old), len(new))
    start = next((n for n in range(shared) if old[n] != new[n]), shared)
    end = next((n for n in range(shared - start) if old[-1 - n] != new[-1 - n]), shared - start)
    while start + end == len(old) or source.count("".join(old[start : len(old) - end])) != 1:
        start, end = max(start - 1, 0), max(end - 1, 0)
    before, after = ("".join(lines[start : len(lines) - end]) for lines in (old, new))
    line, other = before.strip(), after.strip()
    # One line that replaces another needs no indentation.
    if (
        "\n" not in line + other
        and source.count(line) == 1
        and before.replace(line, other) == after
    ):
        return line, other
    return before, after


def _removed(source: str, changed: str) -> set[str]:
    """Lines of a source that are missing or moved in a changed one."""
    lines = difflib.unified_diff(_stripped(source), _stripped(changed), n=0)
    return {line[1:] for line in list(lines)[2:] if line[0] == "-"}


def _stripped(source: str) -> list[str]:
    return [text for line in source.splitlines() if (text := line.strip())]


def _changed_c(source: str) -> Iterator[str]:
    # Everything above is given: in C down to the body, in Verilog down to the last port.
    is_verilog = source.partition("\n")[0].endswith(".v")
    start = source.index(");\n" if is_verilog else "{")
    for pattern, others in IN_VERILOG if is_verilog else IN_C:
        for match in re.finditer(pattern, source[start:]):
            place = slice(start + match.start(), start + match.end())
            for other in others:
                yield source[: place.start] + _c(match, other) + source[place.stop :]


def _c(match: re.Match[str], other: str) -> str:
    if not other.startswith("{"):
        return match.expand(other)
    if match[0].isdecimal():
        return str(int(match[0]) + int(other[1:-1]))
    return f"{float(match[0].rstrip('f')) + float(other[1:-1])}f"


def _replacements(
    statement: cst.BaseStatement,
) -> Iterator[tuple[cst.CSTNode, cst.CSTNode]]:
    for node in _nodes(statement):
        for kind, operator in OPERATORS:
            if isinstance(node, kind):
                yield from ((node, other) for other in operator(node))


def _nodes(node: cst.CSTNode) -> Iterator[cst.CSTNode]:
    yield node
    for child in node.children:
        # Messages and names of arguments do not change what is computed.
        if not m.matches(child, m.Raise() | m.Annotation() | m.Decorator()):
            yield from _nodes(child)


def _one_less(node: cst.Integer | cst.Float) -> Iterator[cst.CSTNode]:
    value = node.evaluated_value - 1
    yield cst.parse_expression(f"({value!r})" if value < 0 else repr(value))


def _operand_forgotten(node: cst.BinaryOperation | cst.BooleanOperation) -> Iterator[cst.CSTNode]:
    yield node.left
    yield node.right


def _operands_swapped(node: cst.BinaryOperation) -> Iterator[cst.CSTNode]:
    if isinstance(node.operator, cst.Subtract | cst.Divide | cst.MatrixMultiply | cst.Power):
        yield node.with_changes(left=node.right, right=node.left)


def _comparison_turned(node: cst.ComparisonTarget) -> Iterator[cst.CSTNode]:
    turned: dict[type, Callable[[], cst.BaseCompOp]] = {
        cst.LessThan: cst.GreaterThan,
        cst.LessThanEqual: cst.GreaterThanEqual,
        cst.GreaterThan: cst.LessThan,
        cst.GreaterThanEqual: cst.LessThanEqual,
    }
    if other := turned.get(type(node.operator)):
        yield node.with_changes(operator=other())


def _minus_forgotten(node: cst.UnaryOperation) -> Iterator[cst.CSTNode]:
    if isinstance(node.operator, cst.Minus):
        yield node.expression


def _other_name(node: cst.Name | cst.Attribute) -> Iterator[cst.CSTNode]:
    name = node.attr if isinstance(node, cst.Attribute) else node
    for other in INSTEAD.get(name.value, ()):
        changed = name.with_changes(value=other)
        yield node.with_changes(attr=changed) if isinstance(node, cst.Attribute) else changed


def _call_forgotten(node: cst.Call) -> Iterator[cst.CSTNode]:
    """``torch.round(x)`` or ``x.round()`` becomes ``x``."""
    if not isinstance(node.func, cst.Attribute):
        return
    owner = node.func.value
    if m.matches(owner, m.Name("torch") | m.Name("F")):
        yield from (argument.value for argument in node.args[:1] if not argument.star)
    elif not m.matches(owner, m.Name("ctx") | m.Name("self") | m.Call(func=m.Name("super"))):
        yield owner


def _arguments_swapped(node: cst.Call) -> Iterator[cst.CSTNode]:
    if m.matches(node.func, SYMMETRIC):
        return
    for place in range(len(node.args) - 1):
        first, second = node.args[place : place + 2]
        if not (first.keyword or second.keyword or first.star or second.star):
            swapped = (
                first.with_changes(value=second.value),
                second.with_changes(value=first.value),
            )
            yield node.with_changes(args=[*node.args[:place], *swapped, *node.args[place + 2 :]])


def _results_swapped(node: cst.Tuple) -> Iterator[cst.CSTNode]:
    for place in range(len(node.elements) - 1):
        first, second = node.elements[place : place + 2]
        swapped = (first.with_changes(value=second.value), second.with_changes(value=first.value))
        yield node.with_changes(
            elements=[*node.elements[:place], *swapped, *node.elements[place + 2 :]]
        )


def _result_negated(node: cst.Return) -> Iterator[cst.CSTNode]:
    value = node.value
    if isinstance(value, cst.BinaryOperation | cst.Call | cst.Name):
        yield node.with_changes(value=cst.parse_expression(f"-({_code(value)})"))
    elif isinstance(value, cst.Tuple):
        first = value.elements[0]
        negated = first.with_changes(value=cst.parse_expression(f"-({_code(first.value)})"))
        yield node.with_changes(value=value.with_changes(elements=[negated, *value.elements[1:]]))


def _statement_dropped(node: cst.IndentedBlock) -> Iterator[cst.CSTNode]:
    for place, statement in enumerate(node.body):
        if m.matches(statement, m.FunctionDef() | m.ClassDef()):
            continue
        rest = [*node.body[:place], *node.body[place + 1 :]]
        yield node.with_changes(body=rest or [cst.parse_statement("pass")])


def _neighbours_swapped(node: cst.IndentedBlock) -> Iterator[cst.CSTNode]:
    for place in range(len(node.body) - 1):
        first, second = node.body[place : place + 2]
        are_simple = all(m.matches(each, m.SimpleStatementLine()) for each in (first, second))
        # Statements without a common name do the same in either order, unless the second leaves.
        leaves = m.findall(second, m.Return() | m.Raise() | m.Break() | m.Continue())
        if are_simple and (leaves or _names(first) & _names(second)):
            yield node.with_changes(
                body=[*node.body[:place], second, first, *node.body[place + 2 :]]
            )


def _names(node: cst.CSTNode) -> set[str]:
    """The names in a statement; ``super()`` is about ``self``."""
    names = {cst.ensure_type(name, cst.Name).value for name in m.findall(node, m.Name())}
    return names | {"self"} if "super" in names else names


def _name_mistaken(node: cst.FunctionDef) -> Iterator[cst.CSTNode]:
    """One parameter in place of another, once in a function."""
    names = {parameter.name.value for parameter in node.params.params} - {"self", "ctx"}
    parts = list(_nodes(node.body))
    labels = [
        part.attr if isinstance(part, cst.Attribute) else part.keyword
        for part in parts
        if isinstance(part, cst.Attribute | cst.Arg)
    ]
    for used in parts:
        if isinstance(used, cst.Name) and used.value in names and used not in labels:
            for other in sorted(names - {used.value}):
                changed = used.with_changes(value=other)
                yield node.with_changes(body=node.body.deep_replace(used, changed))


def _alternative_always(node: cst.If) -> Iterator[cst.CSTNode]:
    for value in ("True", "False"):
        yield node.with_changes(test=cst.Name(value))


def _code(node: cst.CSTNode) -> str:
    return cst.Module([]).code_for_node(node)


# Messages do not matter, None usually raises at once, and each would give a dozen of one kind.
LEFT_OUT = {mutators.operator_string, mutators.operator_lambda, mutators.operator_dict_arguments}
OPERATORS: list[Operator] = [
    *(pair for pair in mutators.mutation_operators if pair[1] not in LEFT_OUT),
    (cst.Integer | cst.Float, _one_less),
    (cst.BinaryOperation | cst.BooleanOperation, _operand_forgotten),
    (cst.BinaryOperation, _operands_swapped),
    (cst.ComparisonTarget, _comparison_turned),
    (cst.UnaryOperation, _minus_forgotten),
    (cst.Name | cst.Attribute, _other_name),
    (cst.Call, _call_forgotten),
    (cst.Call, _arguments_swapped),
    (cst.Tuple, _results_swapped),
    (cst.Return, _result_negated),
    (cst.IndentedBlock, _statement_dropped),
    (cst.IndentedBlock, _neighbours_swapped),
    (cst.FunctionDef, _name_mistaken),
    (cst.If, _alternative_always),
]
