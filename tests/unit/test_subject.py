"""What is under test: its records, what backs them, and what does not count without work."""

import pytest
import torch
from torch import nn
from torch.autograd import Function

from labkit import check, usual
from labkit.evidence import Failure
from labkit.judge import judge


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


def test_each_record_is_backed_by_the_seeded_one_of_its_kind():
    def probes(t):
        subject = t.function(Masked.apply, kinks=(-2, 2), step=1)
        subject.output("out")
        subject.gradient("slope")
        subject.output_at("ties", [0.5])
        subject.gradient_at("bounds", [2.0])
        subject.usual("empty")
        subject.usual("nan", backing="slope")

    backing = {one.name: one.backing for one in evidence(probes).records}
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
    inputs = found["sum"].at.values
    assert found["sum"].value.values.shape == inputs.shape
    assert [len(found[name].value) for name in ("all", "two_calls", "float64")] == [4, 8, 4]
    assert found["float64"].value[0].dtype == "float64"
    assert found["grad_b"].at.values.tolist() != inputs.tolist()


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

    drawn = [evidence(probes(one))["drawn"].value.values for one in (torch.sin, raising)]
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
    assert {one.backing for one in found.records} == {None, "y_3"}
    assert found["by_hand"].value.values.tolist() == [-2.0]
    assert found["module"].value == "an nn.Module"
    assert sorted(found["refused"].value.split(", ")) == ["(-1", "0: ValueError"] + [
        "1): ValueError",
        "1: nothing",
    ]
    assert found["print"].value == "scale=2, sign=1, scale=3, sign=-1"
    assert "the same for Scaled(3, -1)" in found["print"].rule["en"]
    assert len(found["many_modules"].value) == 2 and len(found["used_again"].value) == 3
