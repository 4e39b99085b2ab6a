"""The shipped weights are small, fit the class's network, and are as accurate as documented."""

import re

import pytest
import torch
from safetensors.torch import load_file

from labkit import data
from reproduction import images, networks
from reproduction.training import accuracy

CARD = (networks.WEIGHTS / "README.md").read_text()
SOURCES = ("cifar10", "digits")


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
