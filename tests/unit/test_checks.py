"""Checks: they probe without breaking anything, and record what they see."""

import re
import sys
from dataclasses import replace

import pytest
import torch

from labkit import calls, card, check, reference
from labkit.checks import Shown
from labkit.evidence import (
    GRAPH_DECIDES,
    INPUT_CHANGED,
    MIME,
    SECOND_BACKWARD,
    UPSTREAM_CHANGED,
    Failure,
)
from labkit.judge import judge


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")


def probe(function, *inputs, upstream=None):
    with check("example") as t:
        x = inputs or (torch.tensor([1.0, -2.0]),)
        t.result = t.vjp(
            function, *x, upstream=torch.tensor([3.0, 4.0]) if upstream is None else upstream
        )
    assert t.evidence.error is None
    return t.result


def test_inputs_depend_on_the_seed_and_the_check_alone(monkeypatch):
    def draw(name, seed):
        monkeypatch.setenv("LABKIT_SEED", seed)
        torch.manual_seed(int(torch.randint(1000, ())))
        with check(name) as t:
            return t.points(around=(-1, 1)).tolist()

    assert draw("a", "5") == draw("a", "5")
    assert draw("a", "5") != draw("a", "6")
    assert draw("a", "5") != draw("b", "5")


def test_probing_leaves_the_random_state_alone():
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    with check("example") as t:
        t.normal(10), t.uniform(0, 1, 10), t.points(around=(0, 1))
    assert torch.equal(torch.rand(3), expected)


def test_points_keep_off_kinks_and_ties_and_lie_on_both_sides():
    with check("example") as t:
        u = t.points(around=(-128, 127), step=1, n=512)
    assert u.shape == (512,)
    assert ((u + 128).abs() > 1).all() and ((u - 127).abs() > 1).all()
    assert ((u % 1 - 0.5).abs() > 0.04).all()
    assert (u < -128).any() and (u > 127).any() and (u.abs() < 100).any()


def test_a_vector_jacobian_product_uses_the_upstream_gradient():
    y, grad = probe(torch.square)
    assert y.tolist() == [1.0, 4.0] and grad.tolist() == [6.0, -16.0]


def test_several_inputs_and_outputs():
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])
    ups = (torch.ones(2), torch.zeros(2))
    total, product, grad_a, grad_b = probe(lambda p, q: (p + q, p * q), a, b, upstream=ups)
    assert total.tolist() == [4.0, 6.0] and product.tolist() == [3.0, 8.0]
    assert grad_a.tolist() == [1.0, 1.0] and grad_b.tolist() == [1.0, 1.0]


def test_only_the_inputs_that_ask_for_a_gradient_get_one():
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0], requires_grad=True)
    _, *grads = probe(lambda p, q: p * q, a, b)
    assert [grad.tolist() for grad in grads] == [[3.0, 8.0]]


TROUBLE = {
    "raises": (lambda x: 1 / 0, "ZeroDivisionError"),
    "exits": (lambda x: [][1], "IndexError"),
    "changes its input": (lambda x: (x.data.add_(1), x * 2)[1], "InputChanged"),
    "gives two outputs": (lambda x: (x, x), "OutputCount"),
    "has no graph": (lambda x: x.detach(), "RuntimeError"),
}


@pytest.mark.parametrize("name", TROUBLE)
def test_trouble_becomes_a_failure_with_its_words(name):
    function, kind = TROUBLE[name]
    assert any(isinstance(value, Failure) and value.type == kind for value in probe(function))


def test_a_backward_that_changes_the_upstream_gradient_in_place_is_found():
    class Scribble(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.clone()

        @staticmethod
        def backward(ctx, grad):
            grad.mul_(0)
            return grad

    assert probe(Scribble.apply)[1] == Failure(UPSTREAM_CHANGED, "")


def test_a_backward_that_spoils_what_forward_kept_is_found():
    class Spoils(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.slope = 2 * x
            return x * x

        @staticmethod
        def backward(ctx, grad):
            return ctx.slope.mul_(grad)

    assert probe(Spoils.apply)[1] == Failure(SECOND_BACKWARD, "")


def test_an_output_that_is_another_one_without_a_graph_is_found():
    def idle(x):
        return x.square() if x.requires_grad else x

    found = probe(idle)
    assert found[0] == Failure(GRAPH_DECIDES, "")
    assert torch.equal(found[1], probe(torch.square)[1])


def late(then):
    """A function whose results hold zeros, until its next call writes there what is right."""
    kept = []

    def function(x):
        for zeros, right in kept:
            then(zeros, right)
        kept.append((torch.zeros_like(x), (2 * x).detach()))
        return kept[-1][0]

    return function


LATE = {
    "in place": torch.Tensor.copy_,
    "through a view": lambda zeros, right: zeros.view(-1).copy_(right.view(-1)),
    "through NumPy": lambda zeros, right: zeros.numpy().__setitem__(..., right.numpy()),
    "by another memory": lambda zeros, right: setattr(zeros, "data", right),
}


@pytest.mark.parametrize("way", LATE)
def test_what_a_call_gave_is_what_it_was_then(way):
    function = late(LATE[way])
    first = calls.call(function, torch.ones(3))
    in_a_list = calls.call(lambda x: [function(x)], torch.ones(3))
    several = calls.Call(lambda x: (function(x), x), torch.ones(3), outputs=2).outputs
    function(torch.ones(3))
    assert not any(value.any() for value in (first, in_a_list[0], several[0]))


@pytest.mark.parametrize("way", LATE)
def test_a_gradient_is_what_backward_returned(way):
    function = late(LATE[way])

    class Late(torch.autograd.Function):
        forward = staticmethod(lambda ctx, x: x.clone())
        backward = staticmethod(lambda ctx, grad: function(grad))

    call = calls.Call(Late.apply, torch.ones(3))
    gradients = [call.gradients(torch.ones(3))[0] for _ in range(3)]
    assert not any(grad.any() for grad in gradients)


def test_an_input_within_lists_is_a_copy_whose_change_is_found():
    batches = [(torch.ones(2), torch.arange(2)), {"x": torch.ones(2)}]

    def changes(given):
        given[1]["x"].zero_()
        return 1

    assert calls.call(changes, batches) == Failure(INPUT_CHANGED, "")
    assert calls.call(len, batches) == 2
    assert batches[1]["x"].tolist() == [1.0, 1.0]


def test_a_class_of_ones_own_does_not_hide_a_change():
    class Same(torch.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            return True if function is torch.equal else args[0]

    def changes(x):
        x.data.zero_()
        x.__class__ = Same
        return 1

    assert calls.call(changes, torch.ones(2)) == Failure(INPUT_CHANGED, "")


@pytest.mark.parametrize("error", [NameError("f"), KeyboardInterrupt(), SystemExit(0)], ids=repr)
def test_whatever_is_raised_inside_ends_the_check_and_not_the_notebook(error):
    with check("example") as t:
        t.record("before", 1)
        raise error
    assert t.evidence.error.type == type(error).__name__
    assert t.evidence["before"].value == 1


def test_what_goes_to_stderr_is_shown_on_stdout(capsys):
    with check("example"):
        print("careful", file=sys.stderr)
    shown = capsys.readouterr()
    assert shown.err == "" and "careful" in shown.out


def test_the_plain_text_of_a_verdict_is_the_number_of_points():
    with check("example") as t:
        t.record("y", 1, en="one")
    verdict = judge(t.evidence, t.evidence, 3.0)
    bundle = Shown(t.evidence, verdict)._repr_mimebundle_()
    assert float(bundle["text/plain"]) == 3.0
    assert bundle[MIME]["check"] == "example"


def test_in_grading_the_kernel_holds_no_verdict(monkeypatch):
    monkeypatch.setenv("LABKIT_SEED", "99")
    with check("int8_backward") as t:
        t.record("y", 1)
    bundle = t.verdict._repr_mimebundle_()
    assert bundle["text/plain"] == "0.0" and "text/html" not in bundle


def wrong_card(language, got):
    with check("example") as t:
        u = t.points(around=(-1, 1))
        t.record("grad", u, at=u, en="passes inside", ja="内側だけ通す")
    with check("example") as s:
        s.record("grad", got(u))
    return card.html(judge(t.evidence, s.evidence, 2.0), language), card.text(
        judge(t.evidence, s.evidence, 2.0), language
    )


def test_a_card_shows_input_index_got_expected_and_rule_in_the_students_language():
    html, text = wrong_card("en", lambda u: u * 2)
    for part in (
        "There: ",
        "x = torch.tensor(",
        "index 0",
        "got",
        "expected",
        "passes inside",
        "256 of 256",
    ):
        assert part in text and part in html
    html, text = wrong_card("ja", lambda u: u * 2)
    for part in (
        "そこでの値：",
        "x = torch.tensor(",
        "位置",
        "あなたの答え",
        "正しい答え",
        "内側だけ通す",
    ):
        assert part in text and part in html


def test_a_card_shows_inputs_that_are_too_many_to_be_shipped_as_this_run_drew_them(monkeypatch):
    def verdict_on(function):
        with check("example") as t:
            x = t.normal(2000)
            t.record("y", function(x), at=x)
        return t.verdict, t.evidence

    _, right = verdict_on(lambda x: 2 * x)
    shipped = replace(right, records=tuple(replace(r, given={}) for r in right.records))
    monkeypatch.setattr(reference, "load", lambda _: reference.Reference(shipped, points=1))
    shown, wrong = verdict_on(lambda x: x)
    (first,) = re.findall(r"There: x = torch.tensor\((\S+)\)", str(shown))
    assert float(first) == pytest.approx(wrong["y"].at.values[0].item())


def test_a_card_draws_a_curve_where_one_tells_more():
    assert "<svg" in wrong_card("en", lambda u: u * 2)[0]


def test_a_card_escapes_what_a_student_wrote():
    html, _ = wrong_card("en", lambda u: Failure("E", "<script>alert(1)</script>"))
    assert "<script>" not in html and "&lt;script&gt;" in html


@pytest.mark.parametrize("backing", ["no_such", "fixed"])
def test_backing_that_is_no_other_record_of_the_check_is_refused(backing):
    with check("example") as t:
        t.record("drawn", t.normal(3))
        t.record("fixed", 2, backing=backing)
    assert t.evidence.error.type == "ValueError" and backing in t.evidence.error.message


def test_a_backing_record_may_be_recorded_later():
    with check("example") as t:
        t.record("fixed", 2, backing="drawn")
        t.record("drawn", t.normal(3))
    assert t.evidence.error is None and t.evidence["fixed"].backing == "drawn"


def test_a_misspelt_argument_of_a_record_is_refused_and_not_taken_for_a_language():
    with check("example") as t:
        t.record("sum", 2, atoll=1e-3, en="one and one")
    assert t.evidence.error.type == "TypeError" and "atoll" in t.evidence.error.message
    assert t.evidence.records == ()


@pytest.mark.parametrize("seed, sentence", [(None, "is missing"), ("7", "recorded")])
def test_without_expected_values_a_notebook_says_so_in_class_alone(seed, sentence, monkeypatch):
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")
    if seed:
        monkeypatch.setenv("LABKIT_SEED", seed)
    with check("never_released") as t:
        t.record("one", 1)
    assert sentence in str(t.verdict) and repr(t.verdict) == "0.0"
    assert ("text/html" in t.verdict._repr_mimebundle_()) == (seed is None)
