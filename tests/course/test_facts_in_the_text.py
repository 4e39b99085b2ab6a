"""What notebooks state without a cell that computes it: each sentence is tried here."""

import re

import pytest
import torch
from repository import REPOSITORY
from safetensors.torch import load_file
from torch.nn import functional as F

from labkit import verilog


def sign(x):
    return torch.where(x >= 0, 1.0, -1.0)


def hardtanh_sign(x):
    return sign(x).detach() + (F.hardtanh(x) - F.hardtanh(x).detach())


def slopes(function, x, upstream):
    leaf = x.clone().requires_grad_()
    (gradient,) = torch.autograd.grad(function(leaf), leaf, upstream)
    return gradient


def test_02_pooling_before_the_sign_gives_the_same_output_as_behind_it():
    x = torch.randn(8, 3, 6, 6)
    assert torch.equal(sign(F.max_pool2d(x, 2)), F.max_pool2d(sign(x), 2))


def test_02_pooling_before_the_sign_hands_the_gradient_to_the_largest_and_behind_it_to_the_first():
    x, upstream = torch.tensor([[[[-0.5, 0.1], [0.2, 0.3]]]]), torch.ones(1, 1, 1, 1)
    before = slopes(lambda x: hardtanh_sign(F.max_pool2d(x, 2)), x, upstream)
    behind = slopes(lambda x: F.max_pool2d(hardtanh_sign(x), 2), x, upstream)
    assert before.flatten().tolist() == [0, 0, 0, 1]
    assert behind.flatten().tolist() == [0, 1, 0, 0]


def test_02_the_blocks_behind_the_first_take_equally_many_products():
    blocks = ((8, 16, 16), (16, 32, 8), (32, 64, 4), (64, 128, 2))  # inputs, outputs, side
    assert len({9 * inputs * outputs * side**2 for inputs, outputs, side in blocks}) == 1


def test_02_after_training_batch_norm_is_one_multiplication_and_one_addition():
    norm = torch.nn.BatchNorm1d(5).double()
    for value in (norm.weight.data, norm.bias.data, norm.running_mean):
        value.normal_()
    norm.running_var.uniform_(0.5, 2)
    norm.eval()
    a = norm.weight / torch.sqrt(norm.running_var + norm.eps)
    b = norm.bias - a * norm.running_mean
    x = torch.randn(20, 5).double()
    torch.testing.assert_close(norm(x), a * x + b)


def test_02_a_bias_before_batch_norm_does_nothing():
    x, norm = torch.randn(50, 4).double(), torch.nn.BatchNorm1d(4).double()
    torch.testing.assert_close(norm(x + torch.randn(4)), norm(x))


def test_02_scaling_by_powers_of_two_is_exact_and_by_ten_it_is_not():
    x = torch.randn(1000)
    assert all(torch.equal(x * 2.0**frac * 2.0**-frac, x) for frac in range(8))
    assert not torch.equal(x * 10 * 0.1, x)


def test_02_a_harmless_branch_keeps_the_gradient_of_where_finite():
    w = torch.zeros(1, requires_grad=True)
    torch.where(w > 0, torch.sqrt(torch.where(w > 0, w, 1.0)), 0.0).backward()
    assert w.grad.item() == 0


def test_02_hardtanh_counts_its_bounds_as_outside():
    bounds = torch.tensor([-1.0, 1.0])
    assert slopes(F.hardtanh, bounds, torch.ones(2)).tolist() == [0, 0]


@pytest.mark.parametrize(
    ("dtype", "largest", "smallest"),
    [(torch.float8_e4m3fn, 448, 2**-9), (torch.float8_e5m2, 57344, 2**-16)],
)
def test_06_the_8_bit_floats_end_where_the_text_says(dtype, largest, smallest):
    codes = torch.arange(256, dtype=torch.uint8).view(dtype).float()
    finite = codes[codes.isfinite()]
    assert finite.max() == largest and finite[finite > 0].min() == smallest


def test_06_whole_numbers_of_24_bits_are_exact_in_float32_and_of_25_without_a_sign_some_are_not():
    def exact(low, high):
        numbers = torch.arange(low, high, dtype=torch.int64)
        return torch.equal(numbers.float().long(), numbers)

    assert exact(2**24 - 1000, 2**24) and exact(-(2**23), -(2**23) + 1000)
    assert not exact(2**25 - 1000, 2**25)


@pytest.mark.parametrize(("optimizer", "times"), [(torch.optim.SGD, 4.0), (torch.optim.Adam, 1.0)])
def test_01_four_times_the_gradient_is_four_times_the_step_of_sgd_and_the_same_step_of_adam(
    optimizer, times
):
    steps = []
    for gradient in (torch.tensor([0.3, -2.0]), 4 * torch.tensor([0.3, -2.0])):
        weight = torch.zeros(2, requires_grad=True)
        weight.grad = gradient
        optimizer([weight], lr=0.01).step()
        steps.append(weight.detach())
    torch.testing.assert_close(steps[1], times * steps[0])


def test_01_a_layer_shows_only_the_settings_that_differ_from_their_defaults():
    shown = repr(torch.nn.Conv2d(3, 64, 3))
    assert shown == "Conv2d(3, 64, kernel_size=(3, 3), stride=(1, 1))"
    assert "padding=(1, 1)" in repr(torch.nn.Conv2d(3, 64, 3, padding=1))


def test_07_the_ones_of_a_word_are_counted_by_12_operations():
    header = (REPOSITORY / "resources/c/integer_network.h").read_text(encoding="utf-8")
    (body,) = re.findall(r"ones\(uint32_t word\)\n\{(.*?)\n\}", header, re.DOTALL)
    assert len(re.findall(r" (?:[-+*&]|>>) ", body)) == 12


def test_09_no_neuron_of_the_layer_in_gates_is_flipped():
    norms = load_file(REPOSITORY / "resources/weights/binary_digits.safetensors")
    assert norms["5.1.weight"].min() > 0


@pytest.mark.parametrize(
    ("expression", "found"),
    [
        ("x >>> n", -2),  # the amount of a shift does not make the number unsigned
        ("(x + {8{n[2]}}) >>> 1", 124),  # an unsigned operand does
        ("x < -8'sd1 ? 1 : 0", 1),
        ("x < {8{1'b0}} ? 1 : 0", 0),  # of a comparison, one unsigned side
    ],
)
@pytest.mark.needs("yosys", "iverilog")
def test_09_signs_of_verilog_are_as_the_text_says(expression, found, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ports = {"inputs": "signed [7:0] x, [2:0] n", "outputs": "signed [7:0] y"}
    blank = verilog.blank("tried", **ports)
    blank.file.write_text(
        "module tried(input signed [7:0] x, input [2:0] n, output signed [7:0] y);\n"
        f"    assign y = {expression};\nendmodule\n"
    )
    given = {"x": torch.tensor([-8]), "n": torch.tensor([2])}
    assert verilog.build(blank).signals(given)["y"].tolist() == [found]
