"""A check sees which Function gave the gradient, whatever the code around it looks like."""

import pytest
import torch

from labkit import card, check
from labkit.evidence import ASKS_AUTOGRAD, NOT_OWN
from labkit.judge import Problem

DOUBLE = """
import torch
from torch.autograd import Function
class Double({base}):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        {forward}
        return 2 * x
    @staticmethod
    def backward(ctx, grad_out):
        (x,) = ctx.saved_tensors
        {backward}
"""
FORMULA = "return 2 * grad_out"


def double(backward=FORMULA, forward="", base="Function", then="double = Double.apply"):
    return DOUBLE.format(base=base, forward=forward, backward=backward) + then


def asking(pull, around=""):
    """A Function whose backward, or what it uses, has autograd pull the gradient back."""
    inside = """
        with torch.enable_grad():
            x = x.detach().requires_grad_()
            return PULL(2 * x, x, grad_out)[0]"""
    return around + double(inside.strip().replace("PULL", pull))


def late(put_in, part=""):
    """A backward of zeros, where a hook puts in what autograd has found along another way."""
    keeping = f"kept.append(torch.zeros_like(grad_out)); return kept[-1]{part}"
    hooked = """kept = []
def double(x):
    def hook(grad):
        for zeros in kept: PUT_IN
    x.register_hook(hook)
    return Double.apply(x) + (2 * x - (2 * x).detach())
"""
    return double(keeping, then=hooked.replace("PUT_IN", put_in))


OWN = {
    "apply itself": double(),
    "apply in a function": double(then="def double(x): return Double.apply(x)"),
    "by its full name": double(base="torch.autograd.Function"),
    "inherited": double(then="class More(Double): pass\ndouble = More.apply"),
    "kept in a list": double(then="kept = [Double]\ndef double(x): return kept[0].apply(x)"),
    "of a reshaped input": double(then="def double(x): return Double.apply(x.view_as(x))"),
    "indexed afterwards": double(then="def double(x): return Double.apply(x)[...]"),
    "without gradients in its backward": double("with torch.no_grad(): return 2 * grad_out"),
    "without gradients on the way": double(
        then="def double(x):\n  with torch.no_grad(): x.mean()\n  return Double.apply(x)"
    ),
    "once differentiable": "from torch.autograd.function import once_differentiable\n"
    + double().replace(
        "@staticmethod\n    def back", "@staticmethod\n    @once_differentiable\n    def back"
    ),
    "its node printed on the way": double(
        then="def double(x):\n  y = Double.apply(x)\n  print(y.grad_fn)\n  return y"
    ),
}
NOT_OWN_CODE = {
    "plain autograd": "def double(x): return 2 * x",
    "a Function that is never used": double(then="def double(x): return 2 * x"),
    "a Function that passes everything on": """
from torch.autograd import Function
class Same(Function):
    forward = staticmethod(lambda ctx, x: x.clone())
    backward = staticmethod(lambda ctx, grad_out: grad_out)
def double(x): return Same.apply(2 * x)
""",
    "the same, with another input first": """
from torch.autograd import Function
class Same(Function):
    forward = staticmethod(lambda ctx, first, x: x.clone())
    backward = staticmethod(lambda ctx, grad_out: (None, grad_out))
def double(x): return Same.apply(None, 2 * x)
""",
    "a backward that raises when it is called alone": """
import sys
from torch.autograd import Function
class Same(Function):
    @staticmethod
    def forward(ctx, x): return x.clone()
    @staticmethod
    def backward(ctx, grad_out):
        calls.append(1)
        if len(calls) % 2: raise ValueError
        return grad_out
calls = []
def double(x): return Same.apply(2 * x)
""",
    "gradients of a class that is equal to everything": """
import torch
from torch.autograd import Function
class Equal(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return function is torch.equal or super().__torch_function__(function, types, args, kwargs)
class Same(Function):
    forward = staticmethod(lambda ctx, x: x.clone())
    backward = staticmethod(lambda ctx, grad_out: grad_out.as_subclass(Equal))
def double(x): return Same.apply(x) * 2
""",
    "gradients that a hook puts in afterwards": late("zeros.copy_(grad)"),
    "gradients that a hook puts in through NumPy": late("zeros.numpy()[...] = grad.numpy()"),
    "gradients that get another memory": late("zeros.data = grad.clone()"),
    "gradients that are views of what a hook fills": late("zeros.copy_(grad)", "[:]"),
    "a Function of its own in the first call alone": double(
        then="calls = []\ndef double(x):\n  calls.append(1)\n"
        "  return Double.apply(x) if len(calls) == 1 else 2 * x"
    ),
}
ASKING = {
    "in its backward": asking("torch.autograd.grad"),
    "by a name that is put together": asking("getattr(torch.autograd, 'gr' + 'ad')"),
    "in a helper": asking("pull", "import torch\ndef pull(*a): return torch.autograd.grad(*a)\n"),
    "kept in a list": asking("kept[0]", "import torch\nkept = [torch.autograd.grad]\n"),
    "by torch's engine": asking(
        "run",
        "import torch\ndef run(y, x, g): return torch.autograd.Variable._execution_engine"
        ".run_backward((y,), (g,), False, False, (x,), True, False)\n",
    ),
    "by torch.func": double("return torch.func.vjp(lambda x: 2 * x, x)[1](grad_out)[0]"),
    "in its forward": double(
        "return ctx.slope * grad_out",
        "with torch.enable_grad():\n"
        "            z = x.detach().requires_grad_()\n"
        "            (ctx.slope,) = torch.autograd.grad((2 * z).sum(), z)",
    ),
    "in what calls it": double(
        "return ctx.slope * grad_out",
        then="def double(x):\n"
        "  z = x.detach().requires_grad_()\n"
        "  return Double.apply(x, torch.autograd.grad((2 * z).sum(), z)[0])",
    ),
}


def recorded(source):
    names = {}
    exec(source, names)
    with check("example") as t:
        watched = t.watched(names["double"])
        for name in ("first", "second"):
            t.function(watched, n=8).both(name, en="twice the input")
        watched.record()
    return {record.name: record.value for record in t.evidence.records}


@pytest.mark.parametrize("case", OWN)
def test_a_function_of_ones_own_is_seen(case):
    values = recorded(OWN[case])
    assert values["own_function"] is True
    y, grad = values["second"]
    assert y.values.shape == grad.values.shape == (8,)


@pytest.mark.parametrize("case", NOT_OWN_CODE)
def test_a_gradient_that_is_not_that_of_ones_own_backward_is_seen(case):
    failure = recorded(NOT_OWN_CODE[case])["own_function"]
    assert failure.type == NOT_OWN and failure.message in sentence(failure)


@pytest.mark.parametrize("case", ASKING)
def test_who_asks_autograd_is_seen_however_it_is_called(case):
    failure = recorded(ASKING[case])["own_function"]
    assert failure.type == ASKS_AUTOGRAD and failure.message in sentence(failure)


def sentence(failure):
    return card.sentence(Problem("raised", got=failure, expected=True), "en")


def test_what_raises_is_recorded_as_it_was_raised():
    raising = recorded(double("raise ValueError('in backward')"))
    assert raising["own_function"] is True  # a mistake of another kind
    assert raising["first"][1].message == "in backward"
    assert recorded("def double(x): raise KeyError('k')")["own_function"].type == "KeyError"


def test_what_a_watched_function_gives_can_be_changed_in_place():
    names = {}
    exec(double(), names)
    with check("example") as t:
        watched = t.watched(names["double"])
        y = watched(torch.ones(2, requires_grad=True))
        y.mul_(2).sum().backward()
    assert t.evidence.error is None
