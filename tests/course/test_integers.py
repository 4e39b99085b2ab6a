"""Layers of integers: they give what fake quantization gives."""

import math
from functools import cache
from typing import Any

import pytest
import torch
import torch.nn.functional as F
from safetensors.torch import load_file

from labkit import data
from reproduction import networks

CELLS = ("integer_linear", "integer_conv2d", "integer_network")
IMAGES = data.load("digits", "validation")[:100]


@cache
def notebook() -> dict[str, Any]:
    names = networks.definitions() | {"math": math}
    exec(networks.source(CELLS), names)
    return names


def test_the_network_of_integers_is_that_of_fake_quantization() -> None:
    weights = load_file(networks.WEIGHTS / "net_digits.safetensors")
    network = notebook()["network_for_device"](weights, data.load("digits")[:128])
    outputs, entering, leaving = notebook()["in_integers"](network, IMAGES.images)
    exact, floats = notebook()["in_floats"](network.double(), IMAGES.images.double())
    apart = [(ours - theirs).abs() for ours, theirs in zip(entering, floats, strict=True)]
    # The multiplier has 31 bits: a sum that lies so close to a half may go to its other side.
    assert max(difference.max() for difference in apart) <= 1
    assert sum(difference.count_nonzero() for difference in apart) <= 1e-5 * sum(
        difference.numel() for difference in apart
    )
    torch.testing.assert_close(outputs.double(), exact, rtol=1e-5, atol=1e-5)
    assert (outputs.argmax(1) == IMAGES.labels).float().mean() > 0.97
    assert all(2**15 < sums.abs().max() < 2**31 for sums in leaving)


def bytes_and_bias(*shape: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Images of a shape, four kernels that fit them, and a bias, all of integers."""
    random = torch.Generator().manual_seed(0)
    kernel = (4, shape[1], *[3] * (len(shape) - 2))
    return (
        torch.randint(0, 256, shape, generator=random, dtype=torch.uint8),
        torch.randint(-128, 128, kernel, generator=random, dtype=torch.int8),
        torch.randint(-999, 999, (4,), generator=random),
    )


def test_the_sums_of_a_linear_layer_are_those_of_the_shifted_values() -> None:
    x, weight, bias = bytes_and_bias(5, 1600)
    sums = notebook()["integer_linear"](x, weight, bias, -31, 17)
    assert torch.equal(sums, (x.long() - 31) @ (weight.long() + 17).T + bias)


@pytest.mark.parametrize(("stride", "padding"), [(1, 0), (2, 1), (1, 2)])
def test_the_sums_of_a_convolution_are_those_of_the_padded_shifted_values(stride, padding) -> None:
    x, weight, bias = bytes_and_bias(2, 3, 9, 8)
    options = {"stride": stride, "padding": padding}
    sums = notebook()["integer_conv2d"](x, weight, bias, -31, 17, **options)
    exact = F.conv2d(x.double() - 31, weight.double() + 17, bias.double(), **options)
    assert torch.equal(sums.double(), exact)


@pytest.mark.parametrize("factor", [0.9, 0.0123, 1e-6])
def test_multiplier_and_shift_round_as_the_factor_does(factor: float) -> None:
    sums = torch.arange(-2000, 2**31 - 1, 2**31 // 999)
    exact = (sums.double() * factor + 0.5).floor().clamp(0, 255)
    assert torch.equal(notebook()["rescale"](sums, factor, 0).double(), exact)
