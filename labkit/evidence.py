"""Evidence: what a check cell records, as plain data that a notebook can carry.

Everything here is data of exact types and bounded size. Nothing is ever unpickled, so evidence
from an untrusted notebook can be read safely.
"""

from __future__ import annotations

import base64
import binascii
import math
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass, field
from typing import Any

import numpy as np

MIME = "application/vnd.labkit.evidence+json"
LARGEST_RECORD = 2_000_000
DEEPEST = 20  # lists within lists
MOST_NOTES = 3
MOST_DIMENSIONS = 32
UPSTREAM = "upstream"
MOST_SHOWN = 8  # elements of an input that a card shows whole
PLAIN_BITS = 63
UNFILLED = NotImplementedError.__name__  # what an empty blank raises, with its id
# The types of failures without an exception; the card has a sentence for each.
NOTHING_RETURNED = "NothingReturned"  # a function came back without a value
OUTPUT_COUNT = "OutputCount"  # its message: how many came back, and how many there are
INPUT_CHANGED, UPSTREAM_CHANGED = "InputChanged", "UpstreamChanged"  # in place
SECOND_BACKWARD = "SecondBackward"  # a different gradient, through the same graph
GRAPH_KEPT = "GraphKept"  # in memory, by what forward keeps
GRAPH_DECIDES = "GraphDecides"  # on the output, which differs where no gradient is needed
UNRECORDABLE = "Unrecordable"  # its message: the type of the value
ASKS_AUTOGRAD = "AsksAutograd"  # uses a Function of the student's own; its message: its name
NOT_OWN = "NotOwn"  # uses no Function of the student's own; its message: what autograd recorded
KINDS = ("tensor", "numpy array")
# They belong to one machine; what follows the last of them to all.
FOLDERS = re.compile(r"""(?<=['"])/[^'"\n]*/|(?<![\w/'"])/([^\s/'":]+/)+""")
_STORED_AS = {"bfloat16": "float32"}  # numpy has no bfloat16; every value of it is one of float32
DTYPES = frozenset(
    ("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
    + ("float16", "bfloat16", "float32", "float64")
)


class BadEvidence(ValueError):
    """Raised when evidence is not of the form that this module writes."""


@dataclass(frozen=True)
class Failure:
    """What a record holds instead of a value: the exception's type and its own words.

    >>> Failure("NameError", "name 'f' is not defined")
    Failure(type='NameError', message="name 'f' is not defined")
    """

    type: str
    message: str

    @property
    def empty_blank(self) -> str:
        """The id of the blank that is empty, as its stub raises it; "" for any other failure.

        >>> Failure("NotImplementedError", "int8_backward").empty_blank
        'int8_backward'
        >>> Failure("NotImplementedError", "\"and\" not implemented for 'Float'").empty_blank
        ''
        """
        # Torch raises this error, too, for mistakes such as `mask & grad`, and says so in a
        # sentence. A stub says an id alone, or several: no cell may be without that blank.
        is_stub = self.type == UNFILLED and all(map(str.isidentifier, self.message.split(", ")))
        return self.message if is_stub else ""

    @classmethod
    def of(cls, error: BaseException) -> Failure:
        """Keep an exception's type and its words, at most 500 characters, without folders.

        >>> Failure.of(OSError("no 'data.pt' in '/home/me/lab/data.pt'"))
        Failure(type='OSError', message="no 'data.pt' in 'data.pt'")
        """
        return cls(type(error).__name__, FOLDERS.sub("", str(error))[:500])


@dataclass(frozen=True)
class Array:
    """A tensor or NumPy array as data: its kind, its dtype's name, and its values."""

    kind: str
    dtype: str
    # Not compared, since == on arrays gives an array; the judge compares values, within tolerances.
    values: np.ndarray = field(compare=False)


@dataclass(frozen=True)
class Record:
    """One named answer, and what a card needs to explain it.

    Args:
        name: unique within its check.
        value: an :class:`Array`, a :class:`Failure`, or plain data.
        given: by name, what the call got: each input, and then each upstream gradient, whose names
            begin with "upstream". An :class:`Array` is elementwise with ``value`` where the shapes
            agree; text is the shape of one that is too large to show. Of several calls, all that
            each got, in one array or a list.
        calls: how many calls there were; each gave an equal part of the list ``value``.
        rule: the rule in words, by language.
        share: weight within the check; 0 makes the record a condition of all the check's points.
        rtol, atol: how near to the reference a floating-point value must be.
        at_least: makes it an accuracy: not compared with the reference's, but with this.
        seeded: whether the value depends on the seed; what does not earns nothing alone.
        backed: the value is also what no work gives, so that it earns nothing alone either.
        backing: the record without which this one counts for nothing, if it earns nothing alone;
            None for the first of the check that is seeded.
        ports: for hardware, the names of its inputs, the columns of ``at``, the clock before them;
            and of its outputs, the columns of ``value``. Rows are clocks.

    >>> x = Array("tensor", "float32", np.zeros(2, dtype=np.float32))
    >>> Record("y", x, given={"x": x}).at is x, Record("y", x, given={"a": x, "b": x}).at
    (True, None)
    """

    name: str
    value: Any
    _: KW_ONLY
    given: dict[str, Any] = field(default_factory=dict)
    calls: int = 1
    rule: dict[str, str] = field(default_factory=dict)
    share: float = 1.0
    rtol: float = 0.0
    atol: float = 0.0
    at_least: float | None = None
    seeded: bool = True
    backing: str | None = None
    backed: bool = False
    ports: tuple[tuple[str, ...], tuple[str, ...]] | None = None

    @property
    def at(self) -> Array | None:
        """The only input of a single call, with one upstream gradient at most: a curve's axis."""
        inputs = [value for name, value in self.given.items() if not name.startswith(UPSTREAM)]
        is_one = self.calls == len(inputs) == 1 and len(self.given) <= 2
        return inputs[0] if is_one and isinstance(inputs[0], Array) else None

    @property
    def upstream(self) -> Array | None:
        """The upstream gradient of a single output."""
        upstream = self.given.get(UPSTREAM)
        return upstream if isinstance(upstream, Array) else None


@dataclass(frozen=True)
class Evidence:
    """All that one check recorded.

    ``error`` is what stopped it before its end, if anything did. ``notes`` are for the card alone:
    what costs no points as it is.
    """

    check: str
    seed: int
    records: tuple[Record, ...]
    error: Failure | None = None
    notes: tuple[Failure, ...] = ()

    def __getitem__(self, name: str) -> Record:
        return next(record for record in self.records if record.name == name)


def plain(value: Any) -> Any:
    """Turn a student's value into plain data, or into a :class:`Failure` that says why not.

    >>> import torch
    >>> plain(torch.tensor([1., 2.])).dtype
    'float32'
    >>> plain({1, 2})
    Failure(type='Unrecordable', message='set')
    """
    # Exact types: the methods of a subclass are the student's code, and would run below.
    # Start-up time: where torch was not imported, no value can be a tensor.
    torch = sys.modules.get("torch")
    if torch and type(value) in (torch.Tensor, torch.nn.Parameter):
        dtype = str(value.dtype).removeprefix("torch.")
        try:
            tensor = value.detach().cpu().resolve_conj().resolve_neg()
            stored = tensor.float() if dtype in _STORED_AS else tensor
            return _bounded(Array("tensor", dtype, stored.contiguous().numpy().copy()))
        except (RuntimeError, TypeError) as error:
            return Failure.of(error)
    if type(value) is np.ndarray and value.dtype.kind in "biuf":
        return _bounded(Array("numpy array", value.dtype.name, value.copy()))
    if type(value) in (list, tuple):
        return [plain(item) for item in value]
    if type(value) in (bool, int, float, str, type(None), Failure, Array):
        return _bounded(value)
    return Failure(UNRECORDABLE, type(value).__name__)


def _bounded(value: Any) -> Any:
    size = value.values.nbytes if isinstance(value, Array) else 0
    size = len(value) if isinstance(value, str) else size
    if size <= LARGEST_RECORD:
        return value
    message = f"the answer is too large to record: {size:,} bytes, at most {LARGEST_RECORD:,}"
    return Failure("ValueError", message)


def encode(value: Any) -> Any:
    """Write plain data as JSON; every type is restored when it is read.

    >>> decode(encode([1, 1.0, True, None, "a", float("nan"), -(2**80)]))
    [1, 1.0, True, None, 'a', nan, -1208925819614629174706176]
    """
    if isinstance(value, Array):
        data = base64.b64encode(value.values.tobytes()).decode("ascii")
        shape = list(value.values.shape)
        return {"array": data, "kind": value.kind, "dtype": value.dtype, "shape": shape}
    if isinstance(value, Failure):
        return {"failure": [value.type, value.message]}
    # As text: JSON has neither NaN nor infinity, and repr gives every float back to the last bit.
    if isinstance(value, float):
        return {"float": repr(value)}
    # As text beyond 64 bits, because many readers of JSON turn such integers into floats.
    if type(value) is int and value.bit_length() > PLAIN_BITS:
        return {"int": hex(value)}
    return [encode(item) for item in value] if isinstance(value, list) else value


def decode(data: Any) -> Any:
    """Read what :func:`encode` wrote, and nothing else: docs/maintainers/judging.md has the form.

    Raises:
        BadEvidence: it is something else, whoever wrote it.

    >>> decode({"array": "no base64", "kind": "tensor", "dtype": "float32", "shape": [1]})
    Traceback (most recent call last):
    labkit.evidence.BadEvidence: a recorded value cannot be read: ...
    """
    try:
        return _decode(data, DEEPEST)
    except (KeyError, TypeError, ValueError, binascii.Error) as error:
        raise BadEvidence(f"a recorded value cannot be read: {error}") from None


def _decode(data: Any, depth: int) -> Any:
    if isinstance(data, list):
        _require(depth > 0, "lists within lists, too deep")
        return [_decode(item, depth - 1) for item in data]
    if isinstance(data, dict):
        if data.keys() == {"array", "kind", "dtype", "shape"}:
            return _decode_array(data)
        ((form, content),) = data.items()
        if form == "failure":
            is_failure = isinstance(content, list) and [*map(type, content)] == [str, str]
            _require(is_failure, "no failure")
            return Failure(*content)
        if form == "float":
            number = float(_text(content))
            _require(repr(number) == content, "no float as Python writes it")
            return number
        _require(form == "int", "another form")
        whole = int(_text(content), 16)
        _require(whole.bit_length() > PLAIN_BITS and hex(whole) == content, "no long integer")
        return whole
    _require(data is None or type(data) in (str, bool, int), "a bare float")
    _require(type(data) is not int or data.bit_length() <= PLAIN_BITS, "a long integer")
    return data


def _decode_array(data: dict[str, Any]) -> Array:
    # Everything here may be forged, so size and kind are checked before a value is read.
    kind, dtype, shape = _text(data["kind"]), _text(data["dtype"]), data["shape"]
    _require(kind in KINDS and dtype in DTYPES, f"no {kind} of {dtype} is recorded")
    content = base64.b64decode(_text(data["array"]), validate=True)
    _require(base64.b64encode(content).decode("ascii") == data["array"], "no base64")
    values = np.frombuffer(content, dtype=np.dtype(_STORED_AS.get(dtype, dtype)).newbyteorder("<"))
    is_shape = isinstance(shape, list) and len(shape) <= MOST_DIMENSIONS
    _require(
        is_shape and all(type(n) is int and 0 <= n <= LARGEST_RECORD for n in shape), "no shape"
    )
    # NumPy holds no empty array whose other sizes have a product that is too long. At most 32 sizes
    # are multiplied, of at most 21 bits.
    is_small = math.prod(n or 1 for n in shape) <= LARGEST_RECORD
    _require(is_small and math.prod(shape) == values.size, "another shape")
    _require(dtype != "bool" or max(content, default=0) <= 1, "no bool")
    return Array(kind, dtype, values.reshape(shape))


def _require(holds: object, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def _text(data: Any) -> str:
    _require(isinstance(data, str), "no text")
    return str(data)


def to_json(evidence: Evidence) -> dict[str, Any]:
    """The evidence as JSON data, for the output of a cell and for ``resources/reference``."""
    records = []
    for record in evidence.records:
        data = {"name": record.name, "value": encode(record.value), "rule": record.rule}
        data |= {"share": record.share, "rtol": record.rtol, "atol": record.atol}
        # As pairs: a notebook file sorts names.
        data |= {"given": [[name, encode(value)] for name, value in record.given.items()]}
        data |= {} if record.seeded else {"seeded": False}
        data |= {"backed": True} if record.backed else {}
        data |= {"calls": record.calls} if record.calls > 1 else {}
        # Left out where it is not used, so that references recorded before it stay the same.
        optional: dict[str, Any] = {"at_least": record.at_least, "backing": record.backing}
        optional["ports"] = record.ports and [*map(list, record.ports)]
        data |= {name: value for name, value in optional.items() if value is not None}
        records.append(data)
    error = encode(evidence.error)
    notes = {"notes": [*map(encode, evidence.notes)]} if evidence.notes else {}
    head = {"check": evidence.check, "seed": evidence.seed}
    return {**head, "records": records, "error": error, **notes}


def from_json(data: Any) -> Evidence:
    """Read evidence that :func:`to_json` wrote.

    Raises:
        BadEvidence: when the data has another form, whoever wrote it.
    """

    def read_record(data: dict[str, Any]) -> Record:
        return Record(
            name=str(data["name"]),
            value=decode(data["value"]),
            given=_given(data),
            calls=int(data.get("calls", 1)),
            rule={str(language): str(text) for language, text in data["rule"].items()},
            share=float(data["share"]),
            rtol=float(data["rtol"]),
            atol=float(data["atol"]),
            at_least=float(data["at_least"]) if "at_least" in data else None,
            seeded=data.get("seeded") is not False,
            backing=str(data["backing"]) if "backing" in data else None,
            backed=data.get("backed") is True,
            ports=_ports(data["ports"]) if "ports" in data else None,
        )

    return _evidence_from_json(data, read_record)


def _evidence_from_json(data: Any, read_record: Callable[[dict[str, Any]], Record]) -> Evidence:
    try:
        records = tuple(read_record(record) for record in data["records"])
        check, seed, error = str(data.get("check")), data["seed"], decode(data["error"])
        _require(type(seed) is int, "no seed")
        _require(error is None or isinstance(error, Failure), "no error")
        return Evidence(check, seed, records, error, _notes(data.get("notes")))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise BadEvidence(f"the evidence cannot be read: {error}") from None


def submission_from_json(data: Any) -> Evidence:
    """Read what counts of a submission's evidence: names and values. All else is the solution's.

    Raises:
        BadEvidence: as :func:`from_json`.

    >>> evidence = Evidence("a", 0, (Record("y", 1.0, share=9),))
    >>> submission_from_json(to_json(evidence)).records
    (Record(name='y', value=1.0, given={}, calls=1, rule={}, share=1.0, rtol=0.0, ...),)
    """
    return _evidence_from_json(
        data, lambda record: Record(_text(record["name"]), decode(record["value"]))
    )


def _notes(data: Any) -> tuple[Failure, ...]:
    # They count for nothing, so malformed ones are left out, and do no harm.
    notes = data[:MOST_NOTES] if isinstance(data, list) else []
    with suppress(BadEvidence):
        return tuple(note for note in map(decode, notes) if isinstance(note, Failure))
    return ()


def _ports(data: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    inputs, outputs = (tuple(map(_text, names)) for names in data)
    return inputs, outputs


def _given(data: dict[str, Any]) -> dict[str, Any]:
    # References of earlier releases, which a running course keeps, have one input at most.
    earlier = {"x": data.get("at"), UPSTREAM: data.get("upstream")}
    every = data.get("given", [*earlier.items()])
    return {str(name): decode(value) for name, value in every if value is not None}
