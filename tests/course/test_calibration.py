"""Static ranges: an answer depends on its image alone."""

from functools import cache
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from labkit import data
from reproduction import networks

VALIDATION = data.load("digits", "validation")
WEIGHTS = load_file(networks.WEIGHTS / "net_digits.safetensors")


@cache
def notebook() -> dict[str, Any]:
    return networks.definitions()


def dynamic(bit_width: int) -> nn.Module:
    network = notebook()["QuantizedNet"](bit_width)
    network.load_state_dict(WEIGHTS, strict=True)
    return network.eval()


def static(bit_width: int, method: str = "mse") -> nn.Module:
    network = notebook()["static_net"](bit_width)
    network.load_state_dict(WEIGHTS, strict=False)
    return notebook()["calibrate"](network, data.load("digits")[:128], method).eval()


@torch.no_grad()
def answers(network: nn.Module, batch_size: int) -> Tensor:
    return torch.cat([network(images).argmax(1) for images, _ in VALIDATION.batches(batch_size)])


def accuracy(network: nn.Module, batch_size: int = 100) -> float:
    return (answers(network, batch_size) == VALIDATION.labels).float().mean().item()


def changed(network: nn.Module) -> int:
    """Of 300 images, those that are classified otherwise alone than among all others."""
    return int((answers(network, 1) != answers(network, len(VALIDATION))).sum())


def test_a_dynamic_range_makes_answers_depend_on_the_neighbours() -> None:
    assert changed(dynamic(2)) > 100
    figures = accuracy(dynamic(2), 1), accuracy(dynamic(2), 300)
    assert figures == pytest.approx((0.72, 0.32), abs=0.03)  # alone, and all at once


@pytest.mark.parametrize("bit_width", [8, 3, 2])
def test_a_static_range_makes_them_depend_on_the_image_alone(bit_width: int) -> None:
    assert (
        changed(static(bit_width)) <= 3
    )  # at a near-tie the order of a sum decides, and that is the processor's


@pytest.mark.parametrize("method", ["min_max", "percentile", "mse"])
def test_two_bits_work_again_with_ranges_by_every_method(method: str) -> None:
    assert accuracy(static(2, method)) > accuracy(dynamic(2)) + 0.3


def test_a_symmetric_range_has_no_mark_at_its_ends_but_one_at_zero() -> None:
    """The figures of the text: 2 bits, 1.6 standard deviations."""
    values = torch.randn(200_000, generator=torch.Generator().manual_seed(0))
    rounded = notebook()["affine_quantization"](values, 2, -1.6, 1.6)
    assert rounded.unique().tolist() == pytest.approx([-3.2 / 1.5, -1.6 / 1.5, 0, 1.6 / 1.5])
    clipped = ((rounded - values).abs() > 0.5001 * 3.2 / 3).float().mean().item()
    assert clipped == pytest.approx(0.058, abs=0.002)


@pytest.mark.parametrize("bit_width", range(3, 9))
def test_a_symmetric_range_misses_the_tie_of_its_zero_point_once_in_five_to_ten(
    bit_width: int,
) -> None:
    ends = [std_range(seed) for seed in range(2000)]
    found = [round(low / ((high - low) / (2**bit_width - 1))) for low, high in ends]
    assert set(found) == {-(2 ** (bit_width - 1)), 1 - 2 ** (bit_width - 1)}
    assert 0.05 < sum(zero != min(found) for zero in found) / len(found) < 0.25


@pytest.mark.parametrize("bit_width", range(2, 9))
def test_the_end_marks_of_weights_do_not_change_sides(bit_width: int) -> None:
    quantizer = networks.definitions(cells=(*networks.CELLS, "std_range", "few_bits_net"))[
        "StdQuantizer"
    ]
    for seed in range(100):
        weight = torch.randn(500, generator=torch.Generator().manual_seed(seed))
        marks = quantizer(bit_width)(torch.cat([weight, torch.tensor([-9.0, 9.0])])).unique()
        assert -marks[0] > marks[-1]


def std_range(seed: int) -> tuple[float, float]:
    end = 2 * torch.randn(500, generator=torch.Generator().manual_seed(seed)).std().item()
    return -end, end


def test_autograd_by_itself_reaches_the_largest_magnitude_alone() -> None:
    values = torch.tensor([-0.6, 0.2, 0.7, 2.0, -1.1], requires_grad=True)
    notebook()["quantization"](values, 4).sum().backward()
    assert values.grad.nonzero().tolist() == [[3]]


def test_pytorch_stops_the_gradient_of_what_is_rounded_beyond_the_last_mark() -> None:
    values = torch.tensor([-7.5, 7.5, 7.4, 0.2], requires_grad=True)
    ours = notebook()["Quantization"].apply(values, 4)
    theirs = torch.fake_quantize_per_tensor_affine(values, 1.0, 0, -8, 7)
    slopes = [torch.autograd.grad(output.sum(), values)[0].tolist() for output in (ours, theirs)]
    assert slopes == [[1, 1, 1, 1], [1, 0, 1, 1]]


def test_once_the_inputs_have_a_static_range_the_weights_lack_one_with_two_bits() -> None:
    network, before = static(2), accuracy(static(2))
    one_each = notebook()["PerChannelQuantizer"]
    notebook()["replace_quantizers"](network, weight=lambda name, layer: one_each(2))
    assert accuracy(network) > before + 0.1
