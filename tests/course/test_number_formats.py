"""Assignment 06: its formats are those of torch and torchao, bit for bit; its texts are true."""

import ast
import itertools

import pytest
import torch
from repository import solution

from reproduction.networks import ROOT, definitions

NOTEBOOK = ROOT / "solutions" / "06_number_formats" / "06_number_formats.ipynb"
BLANKS = ("fixed_point", "float_format", "block_scale", "microscaling", "stochastic_rounding")
ELEMENTS = {"e2m1": (2, 1, 6.0), "e2m3": (2, 3, 7.5), "e3m2": (3, 2, 28.0)}
# How many numbers of each format are compared with those of another implementation. The formats of
# 8 bits at all their numbers, at every tie and both of its float32 neighbours, on a fine grid over
# their range, and on one near 0.
COMPARED = {
    "fixed point, five widths": 500_005,  # torch.fake_quantize_per_tensor_affine
    "E4M3": 401_012,  # torch.float8_e4m3fn
    "E5M2": 400_988,  # torch.float8_e5m2
    "E8M0": 999,  # torch.float8_e8m0fnu, the scales
    **dict.fromkeys(("E2M1", "E2M3", "E3M2"), 64_000),  # torchao's kernels
    **dict.fromkeys(("MXFP8 of E4M3", "MXFP8 of E5M2", "MXFP4"), 64_000),  # torchao's to_mx
    "NVFP4": 32_000,  # torchao's NVFP4Tensor
}


@pytest.fixture(scope="module")
def names():
    return definitions(NOTEBOOK, BLANKS)


@pytest.fixture(scope="module")
def mx_formats():
    """Another implementation of the same specification: torchao's, whose names have changed."""
    pytest.importorskip("torchao", "0.18")
    from torchao.prototype.mx_formats import kernels, mx_tensor, nvfp4_tensor

    return {
        "kernels": kernels,
        "to_mx": mx_tensor.to_mx,
        "to_dtype": mx_tensor.to_dtype,
        "NVFP4Tensor": nvfp4_tensor.NVFP4Tensor,
    }


def defined(cell, names):
    """The functions of a given cell, over the names of the blanks."""
    (source,) = (
        listed.source for listed in solution("06_number_formats").cells if listed.id == cell
    )
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    scope = dict(names)
    exec(compile(ast.Module(functions, []), cell, "exec"), scope)
    return scope


def blocks():
    """Rows of normal numbers, whose blocks of 32 differ a millionfold in size."""
    random = torch.Generator().manual_seed(0)
    size = torch.exp2(20 * torch.rand(500, 4, 1, generator=random) - 10)
    return (size * torch.randn(500, 4, 32, generator=random)).flatten(1)


def microscaled(names, x, element, block_size, scale_of):
    function = names["MicroscalingFunction"].apply
    return function(x, element, element.largest, block_size, scale_of)


def mx(names, x, settings, max_exponent):
    element = names["FloatFormat"](*settings)
    scale = names["block_scale"]
    return microscaled(names, x, element, 32, lambda size: scale(size, max_exponent))


def test_e2m1_has_the_sizes_of_the_specification(names):
    x = torch.arange(-8, 8, 2**-6)
    sizes = names["FloatFormat"](2, 1, 6.0)(x).abs().unique().tolist()
    assert sizes == [0, 0.5, 1, 1.5, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("dtype", "settings"),
    [(torch.float8_e4m3fn, (4, 3, 448.0)), (torch.float8_e5m2, (5, 2, 57344.0))],
    ids=("e4m3", "e5m2"),
)
def test_a_format_of_8_bits_is_torchs_bit_for_bit(names, dtype, settings):
    numbers = torch.arange(256, dtype=torch.uint8).view(dtype).float()
    numbers = numbers[numbers.isfinite()].unique()
    ties = (numbers[:-1] + numbers[1:]) / 2
    neighbours = [ties.nextafter(torch.full_like(ties, end)) for end in (-torch.inf, torch.inf)]
    dense = torch.linspace(-1.01, 1.01, 200_001) * settings[-1]
    x = torch.cat([numbers, ties, *neighbours, dense, dense * 2.0**-16, torch.tensor([-0.0])])
    y = names["FloatFormat"](*settings)(x)
    # What torch makes of values beyond the largest differs: infinity or NaN.
    theirs = x.clamp(-settings[-1], settings[-1]).to(dtype).float()
    assert torch.equal(y.view(torch.int32), theirs.view(torch.int32))
    assert len(x) == COMPARED[{4: "E4M3", 5: "E5M2"}[settings[0]]]


def test_a_fixed_point_is_torchs_fake_quantize_bit_for_bit(names):
    formats = ((8, 5, True), (8, 5, False), (4, 2, True), (6, -2, True), (16, 9, True))
    x = torch.linspace(-600, 600, 100_001)
    for settings in formats:
        quantizer = names["FixedPoint"](*settings)
        bounds = quantizer.quant_min, quantizer.quant_max
        theirs = torch.fake_quantize_per_tensor_affine(x, quantizer.scale, 0, *bounds)
        assert torch.equal(quantizer(x), theirs)
    assert len(formats) * len(x) == COMPARED["fixed point, five widths"]


@pytest.mark.parametrize("name", ELEMENTS)
def test_an_element_of_few_bits_is_torchaos_bit_for_bit(names, mx_formats, name):
    kind = f"f{sum(map(int, name[1::2])) + 1}" + ("" if name == "e2m1" else f"_{name}")
    kernels = mx_formats["kernels"]
    codes = getattr(kernels, f"f32_to_{kind}_unpacked")(x := blocks())
    assert x.numel() == COMPARED[name.upper()]
    assert torch.equal(
        names["FloatFormat"](*ELEMENTS[name])(x), getattr(kernels, f"{kind}_unpacked_to_f32")(codes)
    )


@pytest.mark.parametrize(
    ("dtype", "settings", "max_exponent"),
    [
        (torch.float8_e4m3fn, (4, 3, 448.0), 8),
        (torch.float8_e5m2, (5, 2, 57344.0), 15),
        (torch.float4_e2m1fn_x2, (2, 1, 6.0), 2),
    ],
)
def test_the_mx_formats_are_torchaos_bit_for_bit(names, mx_formats, dtype, settings, max_exponent):
    x = blocks()
    scale, elements = mx_formats["to_mx"](x, dtype, 32)
    theirs = mx_formats["to_dtype"](elements, scale, dtype, 32, torch.float32)
    assert torch.equal(mx(names, x, settings, max_exponent), theirs)
    size = x.unflatten(-1, (-1, 32)).abs().amax(-1)
    assert torch.equal(names["block_scale"](size, max_exponent), scale.float())
    name = {2: "MXFP4", 8: "MXFP8 of E4M3", 15: "MXFP8 of E5M2"}[max_exponent]
    assert x.numel() == COMPARED[name]


def test_a_scale_is_a_number_of_e8m0(names):
    size = torch.exp2(torch.linspace(-140, 128, 999, dtype=torch.float64))
    scale = names["block_scale"](size, 8)
    assert torch.equal(scale.float().to(torch.float8_e8m0fnu).double(), scale)
    assert len(scale) == COMPARED["E8M0"]


def test_nvfp4_is_torchaos_bit_for_bit(names, mx_formats):
    x = torch.randn(500, 64, generator=torch.Generator().manual_seed(1))
    scope = defined("microscaling-functions", names)
    ours = microscaled(names, x, names["FloatFormat"](2, 1, 6.0), 16, scope["nvfp4_scale"])
    packed = mx_formats["NVFP4Tensor"].to_nvfp4(x, 16, x.abs().max() / (448 * 6))
    assert torch.equal(ours, packed.dequantize(torch.float32))
    assert x.numel() == COMPARED["NVFP4"]


def test_a_bit_of_a_fixed_point_is_worth_six_decibels(names):
    x = 1.8 * torch.rand(100_000, generator=torch.Generator().manual_seed(0)) - 0.9
    decibels = defined("formats-error", names)["decibels"]
    ratios = [decibels(names["FixedPoint"](bits, bits - 1), x) for bits in range(5, 9)]
    gained = [b - a for a, b in itertools.pairwise(ratios)]
    assert gained == pytest.approx([6.02] * 3, abs=0.1)


def test_sixteen_values_of_normal_numbers_have_the_error_that_max_found():
    x = torch.linspace(-8, 8, 160_001, dtype=torch.float64)
    density = torch.exp(-x * x / 2) / torch.exp(-x * x / 2).sum()
    values = torch.linspace(-3, 3, 16, dtype=torch.float64)
    for _ in range(1000):  # each value goes to the mean of what is rounded to it (Lloyd)
        nearest = torch.bucketize(x, (values[1:] + values[:-1]) / 2)
        mass = torch.zeros(16, dtype=torch.float64).index_add(0, nearest, density)
        values = torch.zeros(16, dtype=torch.float64).index_add(0, nearest, density * x) / mass
    error = (density * (x - values[nearest]).square()).sum().item()
    equal_steps = min(
        (density * (x - step * ((x / step).floor().clamp(-8, 7) + 0.5)).square()).sum().item()
        for step in torch.arange(0.3, 0.4, 0.005)
    )
    assert error == pytest.approx(0.0095, abs=5e-5)
    assert equal_steps == pytest.approx(0.0115, abs=5e-5)


def test_stochastic_rounding_is_right_on_average(names):
    noise = torch.rand(100_000, generator=torch.Generator().manual_seed(0))
    y = names["StochasticRoundingFunction"].apply(torch.full((100_000,), 2.3), noise, 1.0)
    assert set(y.tolist()) == {2, 3} and y.mean().item() == pytest.approx(2.3, abs=0.01)
