"""Cards of all kinds: what a check records, right and wrong, as its verdict."""

from dataclasses import replace

import torch

from labkit.evidence import Evidence, Failure, Record, plain
from labkit.judge import judge

X = torch.linspace(-2, 2, 40)
MASK = (X.abs() <= 1).float()
UPSTREAM = torch.linspace(0.5, 1.5, 40)


def verdict(*answers, points=3):
    """The verdict on pairs of a solution's record and a student's value."""
    records = [known for known, _ in answers]
    given = [Record(known.name, plain(got)) for known, got in answers]
    return judge(Evidence("relu", 1, tuple(records)), Evidence("relu", 1, tuple(given)), points)


def known(name, value, share=1.0, calls=1, **given):
    given = {key: plain(given_value) for key, given_value in given.items()}
    rule = {"en": f"the rule of {name}", "ja": f"{name} の規則"}
    return Record(name, plain(value), rule=rule, share=share, given=given, calls=calls)


def curve(got=UPSTREAM, name="grad"):
    """A backward without its mask."""
    return known(name, MASK * UPSTREAM, x=X, upstream=UPSTREAM), got


# Five clocks of a circuit's widest numbers, each with its sign.
CLOCKS = torch.full((9, 5), -32_768)
TOTALS = torch.full((9, 2), -8_388_608)
PORTS = ("clk", "reset", "valid", "first", "weight", "image"), ("total", "y")
LATE = replace(known("total", TOTALS, inputs=CLOCKS), ports=PORTS)

FAR = torch.cat([torch.tensor([-3e9, 3e9]), torch.linspace(-900, 900, 38)])
RAISED = Failure("TypeError", "f() takes <2>")
EMPTY = Failure("NotImplementedError", "relu")
CARDS = {
    "a curve": verdict(curve(), (known("y", 1.0), 1.0)),
    "one error for all": verdict(*((known(name, 1.0), RAISED) for name in ("y", "ties", "zero"))),
    "not filled in": verdict(*((known(name, 1.0), EMPTY) for name in ("y", "ties", "zero"))),
    "full": verdict(*((known(name, 1.0), 1.0) for name in ("y", "ties", "zero"))),
    "many": verdict(*((known(f"y_b{bits}", [1.0] * 500), [2.0] * 500) for bits in range(9))),
    "infinite": verdict(curve(UPSTREAM * float("inf")), curve(torch.full_like(X, 1e30), "far")),
    "far": verdict((known("y", FAR.sign(), x=FAR), FAR.sign() * 2)),
    "positive and far": verdict((known("y", FAR.sign(), x=FAR.abs()), FAR.sign() * 2)),
    "large": verdict((known("y", X * 7e37, x=X), X * -7e37)),
    "clocks": verdict((LATE, TOTALS + (torch.arange(9) == 8).int()[:, None])),
    "constant": verdict((known("y", torch.ones(40), x=X), torch.ones(40) * 2)),
}
