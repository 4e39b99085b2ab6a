"""`python -m reproduction.integer_weights` trains the two small networks of assignment 07.

Both have the layers of assignment 02's binary network, by the definitions of its solution, and
learn from the digits of scikit-learn. It prints the figures of their card.
"""

from __future__ import annotations

from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor, nn
from torch.nn import functional as F

from labkit import data
from reproduction.networks import ROOT, WEIGHTS, definitions

NOTEBOOK = ROOT / "solutions" / "02_int8_binary" / "02_int8_binary.ipynb"
CELLS = (
    "int8_backward", "int8_float", "binary_sign",
    "quantized_conv2d", "blocks", "binary_network",
)  # fmt: skip
EPOCHS = 30
BINARY_LAYERS = (1, 2, 3, 5)  # the second to the last but one
LAYERS = (0, 1, 2, 3, 5, 6)


def main() -> None:
    """Train both, write their weights, and print their accuracy."""
    names = definitions(NOTEBOOK, CELLS)
    binary = _train(binary_network(names))
    _save("binary_digits", _exact(binary), _accuracy(binary))
    relu = _train(relu_network(names))
    _save("int8_digits", quantized(relu), _accuracy(relu))


def binary_network(names: dict[str, Any]) -> nn.Module:
    """The network of assignment 02, with one bit in each weight of its inner layers too."""
    network = names["binary_network"](width=8)
    for layer in BINARY_LAYERS:
        network[layer][0].quantizer = names["BinarySign"]()
    return network


def relu_network(names: dict[str, Any]) -> nn.Module:
    """The same layers in floats, with ReLU for the sign."""
    network = names["binary_network"](width=8)
    for layer in LAYERS:
        network[layer][0].quantizer = None
        if layer != LAYERS[-1]:
            network[layer][-1] = nn.ReLU()
    return network


def _train(network: nn.Module) -> nn.Module:
    torch.manual_seed(0)
    # Again, so that the result does not depend on what was drawn before.
    for module in network.modules():
        if hasattr(module, "reset_parameters"):
            module.reset_parameters()
    images, order = data.load("digits"), torch.Generator().manual_seed(0)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS)
    network.train()
    for _ in range(EPOCHS):
        for pixels, labels in images.batches(64, order):
            loss = F.cross_entropy(network(_moved(pixels, order)), labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        schedule.step()
    return network.eval()


def _moved(pixels: Tensor, generator: torch.Generator) -> Tensor:
    """The images of a batch, all moved by up to two pixels."""
    down, right = torch.randint(-2, 3, (2,), generator=generator).tolist()
    return torch.roll(pixels, (down, right), (2, 3))


def _exact(network: nn.Module) -> dict[str, Tensor]:
    """The weights as they are used: signs and multiples of 1/32, which float16 holds exactly."""
    state = {
        name: value for name, value in network.state_dict().items() if "num_batches" not in name
    }
    for layer in LAYERS:
        conv = network[layer][0]
        used = conv.quantizer(conv.weight).detach()
        state[f"{layer}.0.weight"] = used.half()
        assert torch.equal(used, used.half().float())
    return state


@torch.no_grad()
def quantized(network: nn.Module) -> dict[str, Tensor]:
    """A float network in 8 bits: weights and biases of each layer, and the factors of its sums."""
    x = data.load("digits").images
    scale, state = torch.tensor(1 / 128, dtype=torch.float64), {}
    for place, layer in enumerate(LAYERS):
        weight, bias = _folded(network[layer])
        axes = tuple(range(1, weight.ndim)) if layer != LAYERS[-1] else None
        largest = weight.abs().amax(axes) if axes else weight.abs().amax().expand(len(weight))
        step = largest / 127
        shape = (-1,) + (1,) * (weight.ndim - 1)
        state[f"weights_{place}"] = (weight / step.view(shape)).round().to(torch.int8)
        state[f"biases_{place}"] = (bias / (step * scale)).round().to(torch.int32)
        x = network[layer](x.flatten(1) if layer == 5 else x)
        if layer != LAYERS[-1]:
            after = torch.quantile(x.double().flatten()[::17], 0.9999) / 127
            state[f"factors_{place}"] = step * scale / after
            scale = after
    return {name: value.contiguous() for name, value in state.items()}


def _folded(block: nn.Module) -> tuple[Tensor, Tensor]:
    """The weights and biases of a layer with its batch norm, if it has one, in float64."""
    weight = block[0].weight.double()
    if len(block) == 1:
        return weight, torch.zeros(len(weight), dtype=torch.float64)
    norm = block[1]
    gain = norm.weight.double() / torch.sqrt(norm.running_var.double() + norm.eps)
    bias = norm.bias.double() - norm.running_mean.double() * gain
    return weight * gain.view((-1,) + (1,) * (weight.ndim - 1)), bias


@torch.no_grad()
def _accuracy(network: nn.Module) -> str:
    figures = []
    for split in ("validation", "test"):
        images = data.load("digits", split)
        right = (network(images.images).argmax(1) == images.labels).double().mean().item()
        figures.append(f"{split} {100 * right:.2f} %")
    return ", ".join(figures)


def _save(name: str, state: dict[str, Tensor], figures: str) -> None:
    file = WEIGHTS / f"{name}.safetensors"
    save_file(state, file)
    file.chmod(0o644)
    print(f"{file.name}: {file.stat().st_size:,} bytes; trained network: {figures}")


if __name__ == "__main__":
    main()
