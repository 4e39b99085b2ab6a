"""Assignment 08's network: its text, its training, its shipped weights, and what is said of it."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn

from benchmarks.low_bits import CELLS, NOTEBOOK, losses, measured
from labkit.reference import resources
from reproduction.networks import WEIGHTS, definitions
from reproduction.transformer import WEIGHTS_FILE, TransformerTraining

CARD = (WEIGHTS / "README.md").read_text().partition("## The transformer")[2]


@dataclass(frozen=True)
class Case:
    """What the solution defines, and what enters each of its layers."""

    names: dict[str, Any]
    inputs: dict[str, torch.Tensor]

    def layers(self):
        for name, x in self.inputs.items():
            yield self.names["network"].get_submodule(name).weight.detach(), x


@pytest.fixture(scope="module")
def case() -> Case:
    names = definitions(NOTEBOOK, CELLS)
    return Case(names, names["inputs_of"](names["network"]))


def test_the_text_is_the_one_that_its_card_describes(case):
    (count,) = re.findall(r"domain: ([0-9,]+) characters", (resources() / "README.md").read_text())
    text = case.names["text"]
    assert len(text) == int(count.replace(",", "")) and text.isascii()
    assert text.startswith("It is a truth universally acknowledged")
    assert not set("_*") & set(text) and "\n\n" not in text


def test_the_weights_are_small_finite_and_as_good_as_their_card_says(case):
    stored = load_file(WEIGHTS_FILE)
    assert WEIGHTS_FILE.stat().st_size < 3_000_000
    assert all(value.isfinite().all() for value in stored.values())
    assert f"{sum(value.numel() for value in stored.values()):,}" in CARD
    learned, unseen = map(float, re.findall(r"\b1\.\d{3}\b", CARD))
    loss_of, network = case.names["loss_of"], case.names["network"]
    assert loss_of(network) == pytest.approx(unseen, abs=0.005)
    assert loss_of(network, case.names["learned"]) == pytest.approx(learned, abs=0.005)


def test_a_training_that_was_stopped_ends_as_one_that_was_not(case, tmp_path, monkeypatch):
    monkeypatch.setattr("reproduction.transformer.CHECKPOINT", 2)
    whole = TransformerTraining(case.names, seed=3, steps=4).finish()
    stopped = TransformerTraining(case.names, seed=3, steps=4)
    for step in (0, 1):
        stopped._step(step)
    stopped._save(tmp_path / "half.pt")
    resumed = TransformerTraining(case.names, seed=3, steps=4).finish(tmp_path / "half.pt")
    for a, b in zip(whole.parameters(), resumed.parameters(), strict=True):
        assert torch.equal(a, b)


def test_no_channel_of_the_trained_network_is_an_outlier(case):
    for _, x in case.layers():
        sizes = x.abs().amax(0)
        assert sizes.max() < 8 * sizes.median()


def test_migration_leaves_a_layer_behind_its_norm_as_it_was(case):
    torch.manual_seed(0)
    norm, weight, x = nn.RMSNorm(6).double(), torch.randn(4, 6).double(), torch.randn(9, 6).double()
    norm.weight.data.uniform_(0.5, 2)
    before = norm(x) @ weight.T
    scales = case.names["smooth_scales"](norm(x), weight)
    gain, migrated = case.names["migrate"](norm.weight.data, weight, scales)
    norm.weight.data = gain
    torch.testing.assert_close(norm(x) @ migrated.T, before)
    torch.testing.assert_close(norm(x).abs().amax(0), migrated.abs().amax(0))  # alpha 0.5


def test_awq_never_makes_a_layer_worse_on_its_own_calibration_text(case):
    names = case.names
    for weight, x in case.layers():
        plain = names["output_error"](weight, names["in_groups"](weight, 3), x)
        assert names["output_error"](weight, names["awq"](weight, x, 3), x) <= plain


def test_gptq_makes_the_error_of_every_layer_smaller_at_3_bits(case):
    names = case.names
    for weight, x in case.layers():
        plain = names["output_error"](weight, names["in_groups"](weight, 3), x)
        assert names["output_error"](weight, names["by_gptq"](weight, x, 3), x) < 0.8 * plain


@pytest.mark.parametrize("fixed", [1, 2, 4])
def test_gptq_is_least_squares_given_the_columns_that_are_fixed(case, fixed):
    torch.manual_seed(fixed)
    x, weight = torch.randn(30, 5).double(), torch.randn(3, 5).double()
    values = torch.randn(3, fixed).double()
    rounded = case.names["gptq"](
        weight,
        case.names["hessian_of"](x, 0.0),
        lambda j, column: values[:, j] if j < fixed else column,
    )
    missing = x @ weight.T - x[:, :fixed] @ values.T
    best = torch.linalg.lstsq(x[:, fixed:], missing).solution.T
    torch.testing.assert_close(rounded, torch.cat([values, best], dim=1))


def test_a_clamp_changes_no_code_of_a_group(case):
    weight = torch.randn(40, 64, dtype=torch.float64)
    q, scale, zero_point = case.names["groupwise_quantize"](weight, 3, 32)
    steps = torch.round(weight.unflatten(-1, (-1, 32)) / scale[..., None]) + zero_point[..., None]
    assert torch.equal(steps.flatten(-2), q)


def test_the_benchmark_counts_how_often_rounding_is_beaten(case):
    run = measured(case.names, case.names["network"], 0, 0)
    assert run.gain("GPTQ", 3) > 0.02  # the notebook's figure; rounding's loss is 0.15
    line = next(line for line in losses([run, run], (3,)).splitlines() if line.startswith("| 3 "))
    assert "| 2 of 2 |" in line and f"{run.losses['GPTQ', 3]:.3f}" in line
