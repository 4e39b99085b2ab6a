"""What is under test: its records, what backs them, and what does not count without work."""

import pytest
import torch
from torch import nn
from torch.autograd import Function

from labkit import card, check, usual
from labkit.evidence import GRAPH_KEPT, Failure
from labkit.judge import Problem, judge


class Masked(Function):
    """Rounds, and passes the gradient where -2 <= x <= 2."""

    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x.round()

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * (x.abs() <= 2)


class Passing(Masked):
    @staticmethod
    def backward(ctx, grad):
        return grad.clone()


class Ones(Masked):
    @staticmethod
    def backward(ctx, grad):
        return torch.ones_like(grad)


class Unsteady(Masked):
    @staticmethod
    def backward(ctx, grad):
        return torch.rand_like(grad)


class Unfilled(Masked):
    @staticmethod
    def backward(ctx, grad):
        raise NotImplementedError("masked")


def evidence(probes):
    with check("example") as t:
        probes(t)
    assert t.evidence.error is None
    return t.evidence


def points(function, right, **settings):
    """Of one for each record, by the judge, next to the evidence of what is right."""

    def probes(of):
        def probe(t):
            subject = t.function(of, kinks=(-2, 2), step=1, **settings)
            subject.output()
            subject.gradient()
            subject.usual("transposed", of="gradient")

        return probe

    return judge(evidence(probes(right)), evidence(probes(function)), 3).points


@pytest.mark.parametrize("trivial", [Passing, Ones, Unsteady, Unfilled])
def test_an_output_that_was_given_counts_only_with_a_right_gradient(trivial):
    assert points(Masked.apply, Masked.apply, given=True) == 3
    assert points(trivial.apply, Masked.apply, given=True) == 0


TRIVIAL = [lambda x: x.clone(), lambda x: x + 1, lambda x: x.clamp(-1, 1), lambda x: x * 1.01]


@pytest.mark.parametrize("trivial", TRIVIAL)
def test_a_gradient_that_is_handed_on_counts_only_with_its_output(trivial):
    assert points(Passing.apply, Passing.apply) == 3
    assert points(trivial, Passing.apply) == 0


class OnlyOnce(Masked):
    """Forgets, for a single number, what the first backward has read."""

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        kept = grad * (x.abs() <= 2) * (not (x.dim() == 0 and hasattr(ctx, "is_read")))
        ctx.is_read = True
        return kept


def only_with_a_graph(x):
    return Masked.apply(x) if x.dim() or x.requires_grad else x


@pytest.mark.parametrize("wrong", [OnlyOnce.apply, only_with_a_graph], ids=["once", "no graph"])
def test_a_single_number_is_also_sent_backward_twice_and_needs_no_graph(wrong):
    def probes(of):
        return lambda t: t.function(of, kinks=(-2, 2), step=1).usual("scalar", "other_shape")

    right, other = (evidence(probes(of)) for of in (Masked.apply, wrong))
    found = judge(right, other, 2).records
    assert [record.name for record in found if not record.passed] == ["scalar"]


def test_each_record_is_backed_by_the_seeded_one_of_its_kind():
    def probes(t):
        subject = t.function(Masked.apply, kinks=(-2, 2), step=1)
        subject.output("out")
        subject.gradient("slope")
        subject.output_at("ties", [0.5])
        subject.gradient_at("bounds", [2.0])
        subject.usual("empty")
        subject.usual("nan", backing="slope")

    backing = {record.name: record.backing for record in evidence(probes).records}
    assert backing == {"out": None, "slope": None, "ties": "out"} | {
        name: "slope" for name in ("bounds", "empty", "nan")
    }


def test_several_inputs_and_outputs_are_reported_by_their_places():
    def probes(t):
        subject = t.function(
            lambda a, b: (a + b, a * b), draw=lambda n: (t.normal(n), t.normal(n)), outputs=2
        )
        subject.output("sum", 0)
        subject.output("product", 1)
        subject.gradient("grad_b", 1)
        subject.both("all")
        subject.usual("two_calls", "float64", "scalar")

    found = evidence(probes)
    assert [*found["sum"].given] == ["a", "b"]
    assert [*found["grad_b"].given] == ["a", "b", "upstream1", "upstream2"]
    assert [len(found[name].value) for name in ("all", "two_calls", "float64")] == [4, 8, 4]
    assert found["float64"].value[0].dtype == "float64"
    assert (found["two_calls"].calls, found["two_calls"].given["a"].values.shape) == (2, (2, 40))
    assert found["grad_b"].at is found["all"].at is None


ROOT = """
class Root(Function):
    @staticmethod
    def forward(ctx, x):
        y = x.sqrt()
        KEPT
        return y

    @staticmethod
    def backward(ctx, grad):
        return grad / (2 * USED)
"""
KEPT = {  # what forward keeps, what backward uses, and the usual cases that fail
    "saved": ("ctx.save_for_backward(y)", "ctx.saved_tensors[0]", []),
    "a copy": ("ctx.y = y.clone()", "ctx.y", []),
    "a copy that is checked": (
        "ctx.x, ctx.at = x, x._version",
        "ctx.x.sqrt() + (0 if ctx.x._version == ctx.at else 1 / 0)",
        [],
    ),
    "the input as an attribute": ("ctx.x = x", "ctx.x.sqrt()", ["overwritten"]),
    "the output as an attribute": ("ctx.y = y", "ctx.y", ["overwritten"]),
    "the output's memory": ("ctx.y = y.detach()", "ctx.y", ["overwritten"]),
    "the output, which nothing uses": (
        "ctx.y = y; ctx.save_for_backward(x)",
        "ctx.saved_tensors[0].sqrt()",
        ["overwritten"],
    ),
    "on the class": ("Root.y = y.clone()", "Root.y", ["two_calls"]),
    "on a stack": ("Root.all.append(y.clone())", "Root.all.pop()", ["y", "two_calls"]),
    "spoiled by a backward": ("ctx.y = y.clone()", "ctx.y.add_(1).sub(1)", ["y"]),
}


# Who watches calls a backward twice, so that more fails where the second differs.
WATCHED = [way for way, (*_, failing) in KEPT.items() if "y" not in failing]


@pytest.mark.parametrize(
    ("way", "is_watched"), [*((way, False) for way in KEPT), *((way, True) for way in WATCHED)]
)
def test_what_forward_keeps_must_last_until_the_backwards_and_no_longer(way, is_watched):
    def recorded(keeps, uses):
        names = {"Function": Function}
        exec(ROOT.replace("KEPT", keeps).replace("USED", uses), names)
        names["Root"].all = []

        def probes(t):
            apply = t.watched(names["Root"].apply) if is_watched else names["Root"].apply
            subject = t.function(apply, draw=lambda n: t.uniform(1, 4, n))
            subject.both("y")
            subject.usual("two_calls", "overwritten")

        return evidence(probes)

    keeps, uses, failing = KEPT[way]
    records = judge(recorded(*KEPT["saved"][:2]), recorded(keeps, uses), 3).records
    failed = [record for record in records if not record.passed and record.cause.kind != "alone"]
    assert [record.name for record in failed] == failing


def test_an_output_that_holds_itself_is_said_to_stay_in_memory():
    class Holds(Masked):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            ctx.y = x.round()
            return ctx.y

    found = evidence(lambda t: t.function(Holds.apply).usual("overwritten"))["overwritten"].value
    assert found == Failure(GRAPH_KEPT, "")
    assert "save_for_backward" in card.sentence(Problem("raised", got=found), "en")


def test_what_is_random_in_backward_is_drawn_anew_each_time():
    def gradients(backward):
        class Random(Function):
            @staticmethod
            def forward(ctx, x):
                return x.clone()

        Random.backward = staticmethod(backward)

        def probes(t):
            torch.manual_seed(0)
            subject = t.function(Random.apply, once=True)
            subject.usual("two_backwards")

        return [gradient.values.tolist() for gradient in evidence(probes)["two_backwards"].value]

    def kept(ctx, grad):
        ctx.b = getattr(ctx, "b", torch.rand(()))
        return ctx.b * grad

    first, second = gradients(lambda ctx, grad: torch.rand(()) * grad)
    assert first != second
    assert gradients(kept) == [first, first]


def test_without_a_gradient_only_outputs_are_recorded():
    def probes(t):
        subject = t.function(lambda x: (x.min(), x.max()), gradient=False, outputs=2)
        subject.output("low", 0)
        subject.output("high", 1)
        subject.usual("transposed")
        short = t.function(lambda x: [x], gradient=False, outputs=2)
        short.output("one", 1)

    found = evidence(probes)
    assert found["low"].value.values < found["high"].value.values
    assert len(found["transposed"].value) == 2
    assert isinstance(found["one"].value, list)  # what came instead, not an error of the check


def test_what_is_drawn_does_not_depend_on_what_the_function_returns():
    def probes(function):
        def inner(t):
            subject = t.function(function, kinks=(-2, 2), other=function)
            subject.output()
            subject.usual(*usual.CASES)
            t.record("drawn", t.normal(3))

        return inner

    def raising(x):
        raise ValueError

    drawn = [evidence(probes(function))["drawn"].value.values for function in (torch.sin, raising)]
    assert drawn[0].tolist() == drawn[1].tolist()


@pytest.mark.parametrize("name", usual.CASES)
def test_a_usual_case_has_a_sentence_and_a_value_without_failures(name):
    def probes(t):
        t.function(torch.sin, kinks=(-2, 2)).usual(name)

    record = evidence(probes)[name]
    assert record.rule.keys() >= {"en", "ja"}
    values = record.value if isinstance(record.value, list) else [record.value]
    assert values and not any(isinstance(value, Failure) for value in values)


def test_words_of_a_check_replace_the_usual_sentence():
    def probes(t):
        t.function(torch.sin).usual("empty", en="nothing in, nothing out", share=0.5)

    record = evidence(probes)["empty"]
    assert record.rule["en"] == "nothing in, nothing out" and record.share == 0.5


class Scaled(nn.Module):
    def __init__(self, scale=1, sign=1):
        super().__init__()
        if scale <= 0:
            raise ValueError
        self.scale, self.sign = scale, sign

    def forward(self, x):
        return x * self.scale * self.sign

    def extra_repr(self):
        return f"scale={self.scale}, sign={self.sign}"


def test_every_second_module_is_in_evaluation_mode():
    def probes(t):
        modes = t.module(nn.Dropout)
        for name in ("first", "second", "third"):
            t.record(name, str(modes.of(0.5).make().training))

    assert [record.value for record in evidence(probes).records] == ["True", "False", "True"]


def test_what_a_module_stores_is_recorded():
    def probes(t):
        t.module(nn.Linear).is_module(2, 3)

    assert evidence(probes)["module"].value == "an nn.Module, weight, bias"


def test_in_float64_a_kink_is_probed_closer_than_float32_tells_apart():
    def failing(clip):
        def probes(t):
            t.function(clip, kinks=(-0.5, 0.5)).usual("float64")

        return evidence(probes)["float64"].value[1].values

    exact = failing(lambda x: x.clamp(-0.5, 0.5))
    rounded = failing(lambda x: x * ((x.float() >= -0.5) & (x.float() <= 0.5)))
    assert (exact != rounded).sum() == 2


def test_a_class_of_modules_has_its_usual_cases():
    def probes(t):
        scaled = t.module(Scaled)
        t.function(scaled.of(3)).output("y_3", en="times 3")
        t.function(scaled.of(2, sign=-1)).output_at("by_hand", [1.0])
        scaled.is_module(1)
        scaled.refuses(0, (-1, 1), accepts=(1,), en="a scale above 0")
        scaled.prints({"scale": 2, "sign": 1}, {"scale": 3, "sign": -1})
        scaled.side_by_side(t.normal(3), 1, (2, -1))
        scaled.used_again(t.normal(3), 2)

    found = evidence(probes)
    assert {record.backing for record in found.records} == {None, "y_3"}
    assert found["by_hand"].value.values.tolist() == [-2.0]
    assert found["module"].value == "an nn.Module"
    assert sorted(found["refused"].value.split(", ")) == ["(-1", "0: ValueError"] + [
        "1): ValueError",
        "1: nothing",
    ]
    assert found["print"].value == "scale=2, sign=1, scale=3, sign=-1"
    assert "the same for Scaled(3, -1)" in found["print"].rule["en"]
    assert len(found["many_modules"].value) == 2 and len(found["used_again"].value) == 3


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        ctx.save_for_backward(a, b)
        return a * b

    @staticmethod
    def backward(ctx, upstream):
        a, b = ctx.saved_tensors
        return b * upstream, a * upstream


@pytest.mark.parametrize(
    ("function", "names"),
    [
        (lambda left, right: left * right, ["left", "right"]),
        (Product.apply, ["a", "b"]),
        (lambda *several: several[0] * several[1], ["x1", "x2"]),
        (torch.mul, ["x1", "x2"]),
    ],
)
@pytest.mark.parametrize("watches", [False, True])
def test_a_record_names_what_the_call_got_as_the_function_does(function, names, watches):
    def probes(t):
        probed = t.watched(function) if watches else function
        t.function(probed, draw=lambda n: (t.normal(n), t.normal(n))).gradient("grad", 0)

    assert [*evidence(probes)["grad"].given] == [*names, "upstream"]


def answers_any_name():
    class Answers:
        def __getattr__(self, name):
            raise KeyError(name)

        def __call__(self, a, b):
            return a * b

    return Answers()


def wraps_itself():
    def product(a, b):
        return a * b

    product.__wrapped__ = product
    return product


def of_a_class_of_its_own():
    class Odd(torch.Tensor):
        shape = property(lambda self: 1 / 0)

    return lambda a, b: (a * b).as_subclass(Odd)


@pytest.mark.parametrize("make", [answers_any_name, wraps_itself, of_a_class_of_its_own])
def test_whatever_a_function_pretends_its_answers_are_recorded(make):
    def probes(t):
        t.function(make(), draw=lambda n: (t.normal(n), t.normal(n))).output("y")
        t.record("last", 1)

    found = evidence(probes)
    assert found.error is None and found["last"].value == 1


def test_no_argument_has_the_name_of_a_gradient_and_no_card_a_name_that_is_none():
    def probes(t):
        pair = {"draw": lambda n: (t.normal(n), t.normal(n))}
        t.function(lambda upstream, b: upstream * b, **pair).gradient("grad", 0)
        many = [t.normal(3) for _ in range(20)]
        t.result("many", lambda *several: sum(several), *many)

    found = evidence(probes)
    assert [*found["grad"].given] == ["x1", "x2", "upstream"] and found["many"].given == {}


def test_a_module_is_named_by_what_it_is_called_with():
    def probes(t):
        t.module(lambda frac=0: nn.Hardtanh()).used_again(t.normal(4), 3)

    assert [*evidence(probes)["used_again"].given] == ["x"]
