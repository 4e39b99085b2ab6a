"""The shipped weights are small, fit the class's network, and are as accurate as documented."""

import json
import re

import pytest
import torch
from safetensors.torch import load_file

from labkit import data
from labkit.evidence import from_json
from reproduction import images, integer_weights, networks
from reproduction.training import accuracy

CARD = (networks.WEIGHTS / "README.md").read_text()
SOURCES = ("cifar10", "digits")


# The networks whose accuracy is a check's, with what defines them and the accuracy that passes.
CHECKED = {
    "binary_training": (integer_weights.NOTEBOOK, integer_weights.CELLS, "binary_network"),
    "fine_tune": (
        networks.NOTEBOOK,
        (*networks.CELLS, "std_range", "few_bits_net"),
        "few_bits_net",
    ),
}
AT_LEAST = 0.7
SHIPPED = sorted(networks.WEIGHTS.glob("*.safetensors"))
# 07 runs the network of 02: these weights count only beside a right training (its backing record).
FITS = {("binary_training", "binary_digits")}


def claimed(source: str) -> float:
    """The accuracy on test images that the card claims, in percent."""
    (figure,) = re.findall(
        rf"^\| `net_{source}\.safetensors` \|.* ([0-9.]+) % \|$", CARD, flags=re.MULTILINE
    )
    return float(figure)


@pytest.mark.parametrize("source", SOURCES)
def test_weights_are_under_three_megabytes_and_finite(source: str) -> None:
    file = networks.WEIGHTS / f"net_{source}.safetensors"
    assert file.stat().st_size < 3_000_000
    assert all(value.isfinite().all() for value in load_file(file).values())


@pytest.mark.parametrize("source", SOURCES)
def test_weights_load_strictly_into_the_float_and_the_quantized_network(source: str) -> None:
    network = networks.float_network(source)
    quantized = networks.quantized_network(
        "per tensor", 8, network.state_dict(), torch.zeros(1, 3, 32, 32)
    )
    assert type(network).__name__ == "Net" and type(quantized).__name__ == "QuantizedNet"


def test_weights_of_the_digits_are_as_accurate_as_their_card_says() -> None:
    test, network = data.load("digits", "test"), networks.float_network("digits")
    with torch.no_grad():
        right = (network(test.images).argmax(1) == test.labels).float().mean().item()
    assert 100 * right == pytest.approx(claimed("digits"), abs=0.4)


def test_weights_of_cifar10_are_as_accurate_as_their_card_says() -> None:
    try:
        test = images.load(images.default_folder(), images.default_cache(), "test")
    except FileNotFoundError as error:
        pytest.skip(str(error))
    assert len(test.labels) == 10_000
    measured = accuracy(networks.float_network("cifar10"), test)
    assert measured == pytest.approx(claimed("cifar10"), abs=0.1)
    assert measured >= 80


def by_name(own, shipped):
    return {name: shipped[name] for name in own if name in shipped}


def in_order(own, shipped):
    """Each parameter from the next one of as many dimensions, cut or filled up with zeros."""
    left, filled = [shipped[name] for name in sorted(shipped)], {}
    for name in sorted(own):
        wanted = next((value for value in left if value.ndim == own[name].ndim), None)
        if wanted is not None:
            left = [value for value in left if value is not wanted]
            filled[name] = torch.zeros_like(own[name])
            part = tuple(
                slice(min(sizes)) for sizes in zip(own[name].shape, wanted.shape, strict=True)
            )
            filled[name][part] = wanted[part].to(own[name].dtype)
    return filled


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
@pytest.mark.parametrize("check", CHECKED)
def test_shipped_weights_pass_no_check_of_accuracy(check, file):
    """By their names, and renamed, cut and padded; where they fit, a training has to be right."""
    notebook, cells, name = CHECKED[check]
    build = networks.definitions(notebook, cells)[name]
    best, pictures = 0.0, data.held_out(seed=1)
    for way in (by_name, in_order):
        torch.manual_seed(0)
        network = build()
        own, new = network.state_dict(), way(network.state_dict(), load_file(file))
        kept = {key: value for key, value in new.items() if value.shape == own[key].shape}
        network.load_state_dict(own | kept)
        with torch.no_grad():
            right = network.eval()(pictures.images).argmax(1) == pictures.labels
        best = max(best, right.float().mean().item())
    assert (best >= AT_LEAST) == ((check, file.stem) in FITS), best


@pytest.mark.parametrize("check", CHECKED)
def test_an_accuracy_counts_only_next_to_a_training_that_is_right(check):
    assignment = CHECKED[check][0].parent.name
    known = networks.ROOT / "resources" / "reference" / assignment / f"{check}.json"
    evidence = from_json(json.loads(known.read_text("utf-8"))["evidence"])
    (measured,) = [record for record in evidence.records if record.at_least is not None]
    assert measured.backed and measured.at_least == AT_LEAST
